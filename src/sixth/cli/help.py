"""The page that `--help` prints, in the reader's language."""

import re
from collections.abc import Iterator
from typing import Any

from sixth.i18n import gettext as _


def texts(command: Any) -> Iterator[str]:
    """Yield every text of a command and of its subcommands that needs a translation."""
    for part in (command, *command.params):
        yield from filter(None, (getattr(part, "help", None), _word(getattr(part, "metavar", None))))
    for inner in getattr(command, "commands", {}).values():
        yield from texts(inner)


def translate_metavars(command: Any) -> None:
    """Translate the names of a command's values, which help and errors show."""
    for part in command.params:
        part.metavar = _(part.metavar) if _word(part.metavar) else part.metavar
    for inner in getattr(command, "commands", {}).values():
        translate_metavars(inner)


def _word(metavar: str | None) -> str | None:
    return metavar if metavar and re.search("[A-Z]{2}", metavar) else None


def write_page(command: Any, context: Any, page: Any) -> None:
    """Write the page of `--help`."""
    commands = getattr(command, "commands", {})
    params = [part for part in command.get_params(context) if not part.hidden]
    arguments = [part for part in params if part.param_type_name == "argument"]
    options = [part for part in params if part.param_type_name == "option"]
    usage = [_("[OPTIONS]"), *(_place(part) for part in arguments)]
    if commands:
        usage.append(_("COMMAND [ARGUMENTS]"))
    page.write_usage(context.command_path, " ".join(usage), prefix=_("Usage: {usage}").format(usage=""))
    with page.indentation():
        page.write_paragraph()
        page.write_text(_(command.help))
    for title, rows in (
        (_("Arguments:"), [(part.metavar, _about(part, context)) for part in arguments]),
        (_("Options:"), [(_names(part), _about(part, context)) for part in options]),
        (_("Commands:"), [(name, _(inner.help)) for name, inner in commands.items()]),
    ):
        if rows:
            page.write_paragraph()
            page.write_text(title)
            with page.indentation():
                page.write_dl(rows)
    with page.indentation():
        page.write_paragraph()
        page.write_text(_("Example: {command}").format(command=command.epilog.removeprefix("Example: ")))


def _place(argument: Any) -> str:
    return argument.metavar if argument.required else f"[{argument.metavar}]"


def _names(option: Any) -> str:
    names = ", ".join(sorted(option.opts, key=lambda name: len(name) - len(name.lstrip("-"))))
    return names if option.is_flag else f"{names} {option.metavar}"


def _about(part: Any, context: Any) -> str:
    if part is context.command.get_help_option(context):
        return _("Show this page.")
    parts = [_(part.help)]
    if part.required:
        parts.append(_("[required]"))
    elif part.default is not None and part.default is not False:
        parts.append(_("[default: {value}]").format(value=part.default))
    return " ".join(parts)
