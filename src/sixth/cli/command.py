"""Commands of typer whose help and usage errors are in the reader's language."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from sixth.cli.help import write_page
from sixth.errors import UsageProblem
from sixth.i18n import gettext as _

F = TypeVar("F", bound=Callable[..., Any])


class CliCommand(TyperCommand):
    """A command with help and errors in the reader's language."""

    # `parse_args` refuses them with a translated sentence.
    allow_extra_args = True

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the page of `--help`."""
        write_page(self, ctx, formatter)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments of a command; return the rest, which is empty, or raise `UsageProblem`."""
        with _usage_problems(ctx):
            rest = super().parse_args(ctx, args)
        if rest:
            wrong = _("Got unexpected extra argument(s) ({given})")
            raise UsageProblem(wrong.format(given=" ".join(rest)))
        return rest


class CliGroup(TyperGroup):
    """A group of commands, with help and errors in the reader's language."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the page of `--help`."""
        write_page(self, ctx, formatter)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options before the name of a command; return the rest, or raise `UsageProblem`."""
        with _usage_problems(ctx):
            return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that `args` begin with, and the rest; raise `UsageProblem` if there is none."""
        if self.get_command(ctx, args[0]) is None:
            name, matches = repr(args[0]), get_close_matches(args[0], self.commands)
            if not matches:
                raise UsageProblem(_("No such command {name}.").format(name=name))
            wrong = _("No such command {name}. Did you mean {names}?")
            raise UsageProblem(wrong.format(name=name, names=", ".join(map(repr, matches))))
        return super().resolve_command(ctx, args)


def new_group() -> typer.Typer:
    """Return an empty group of commands."""
    return typer.Typer(
        cls=CliGroup,
        pretty_exceptions_enable=False,
        # Plain help reads the same in a pipe, in a narrow window and aloud.
        rich_markup_mode=None,
        context_settings={"help_option_names": ["--help", "-h"]},
    )


def command(group: typer.Typer, example: str, name: str | None = None) -> Callable[[F], F]:
    """Return a decorator that adds a function to `group` as a command, by default under its own name."""
    return group.command(name, cls=CliCommand, epilog=f"Example: {example}")


@contextmanager
def _usage_problems(context: Any) -> Iterator[None]:
    try:
        yield
    except typer.TyperException as error:
        raise UsageProblem(_sentence(error, context.command.params)) from error


def _sentence(error: Any, params: Sequence[Any]) -> str:
    """Return the translated sentence of an error of typer.

    Most classes of its errors are private, so public attributes tell them apart. Errors that cannot occur in
    commands of Sixth keep the text of typer.
    """
    if isinstance(error, typer.BadParameter) and error.param is not None:
        name = error.param.get_error_hint()
        if not hasattr(error, "param_type"):
            return _("Invalid value for {option}: {why}").format(option=name, why=error.message)
        if error.param.param_type_name == "option":
            return _("Missing option {option}.").format(option=name)
        return _("Missing argument {name}.").format(name=name)
    if hasattr(error, "possibilities"):
        if not error.possibilities:
            return _("No such option: {option}").format(option=error.option_name)
        wrong = _("No such option: {option} (Possible options: {options})")
        return wrong.format(option=error.option_name, options=", ".join(sorted(error.possibilities)))
    if hasattr(error, "option_name"):
        name = repr(error.option_name)
        if any(each.is_flag for each in params if error.option_name in (*each.opts, *each.secondary_opts)):
            return _("Option {option} does not take a value.").format(option=name)
        return _("Option {option} requires an argument.").format(option=name)
    text: str = error.format_message()
    return text
