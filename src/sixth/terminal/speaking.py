"""What a command says about itself: its help in the reader's language, and how it ended."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import typer

from sixth.language import SOURCE, best, best_for_system, current
from sixth.language import gettext as _
from sixth.rules.sentence import Sentence
from sixth.terminal.errors import Refused, UsageProblem
from sixth.terminal.streams import complain, silence

_INTERRUPTED: Final = 130
"""What shells expect of a program that was stopped by Ctrl-C."""

_PROBLEMS: Final = (
    (r"No such option: (?P<option>\S+).*", Sentence("No such option: {option}")),
    (r"No such command (?P<name>'.*')\.", Sentence("No such command {name}.")),
    (r"Missing option (?P<option>'.*')\.", Sentence("Missing option {option}.")),
    (r"Missing argument (?P<name>'.*')\.", Sentence("Missing argument {name}.")),
    (r"Option (?P<option>'.*') requires an argument\.", Sentence("Option {option} requires an argument.")),
    (r"Option (?P<option>'.*') does not take a value\.", Sentence("Option {option} does not take a value.")),
    (r"Invalid value for (?P<option>'.*'): (?P<why>.*)", Sentence("Invalid value for {option}: {why}")),
    (r"Got unexpected extra argument\S* \((?P<given>.*)\)", Sentence("That is more than it takes: {given}")),
)
"""What typer says of a command line, and the same as it is translated."""

_TEXTS: Final = ("help", "epilog")
_EXAMPLE: Final = "Example: "


def asked_language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language that `--lang`, which stands before the command, or else the system asks for."""
    for at, argument in enumerate(arguments):
        option, equals, value = argument.partition("=")
        if option == "--lang":
            return best([value] if equals else arguments[at + 1 : at + 2])
        if not argument.startswith("-"):
            break
    return best_for_system(environment)


def help_texts(command: Any) -> Iterator[tuple[Any, str, str]]:
    """Every text of the help: the part of `command` that has it, under which name, and the text itself."""
    parts = [command, *command.params]
    yield from (
        (part, name, text) for part in parts for name in _TEXTS if (text := getattr(part, name, None))
    )
    for inner in getattr(command, "commands", {}).values():
        yield from help_texts(inner)


def translate(command: Any) -> None:
    """Put the help into the language in use."""
    for part, name, text in help_texts(command):
        example = text.removeprefix(_EXAMPLE)
        said = _("Example: {command}").format(command=example) if example != text else _(text)
        setattr(part, name, said)


def in_words(problem: str) -> str:
    """What typer has to say of a command line, which it says in English, in the language in use."""
    for pattern, known in _PROBLEMS if current() != SOURCE else ():
        found = re.fullmatch(pattern, problem, re.DOTALL)
        if found:
            return _(known.template).format(**found.groupdict())
    return problem


def exit_code(act: Callable[[], object], *, see: str) -> int:
    """Do it, and say in one sentence what kept it from being done; `see` is where the usage is explained."""
    try:
        code = act()
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except (BrokenPipeError, SystemExit) as error:
        if isinstance(error, SystemExit) and not isinstance(error.__context__, BrokenPipeError):
            raise
        # Whoever read our output has seen enough, as `head` does. (Libraries make a SystemExit of it.)
        silence(sys.stdout)
        return 0
    except KeyboardInterrupt:
        return _INTERRUPTED
    except (typer.TyperException, UsageProblem) as error:
        text = in_words(error.format_message()) if isinstance(error, typer.TyperException) else str(error)
        complain(_("{problem} (see {command})").format(problem=text.rstrip("."), command=see))
        return 2
    except Refused as error:
        complain(str(error))
    except (typer.Abort, EOFError):
        complain(_("Stopped, because there was no more input."))
    except OSError as error:
        silence(sys.stdout)
        complain(_("Standard output cannot be written: {why}.").format(why=error.strerror or error))
    except Exception as error:
        if os.environ.get("SIXTH_TRACEBACK"):
            raise
        said = _(
            "Sixth itself has failed ({error}); please report it, with what {setting} shows before the same"
            " command."
        )
        complain(said.format(error=f"{type(error).__name__}: {error}", setting="SIXTH_TRACEBACK=1"))
    return 1
