"""The streams and the language of a command, its exit code, and the sentence about a failure."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final

import typer

from sixth.errors import CommandError, UsageProblem
from sixth.extras import FAST, MissingExtraError, require_extra
from sixth.i18n import best_language, error_text, gettext as _, system_language
from sixth.text import printable

_CTRL_C_CODE: Final = 130
"""The exit code that shells expect of a program that Ctrl-C has stopped."""


def requested_language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language of the option `--lang` before the command, or else that of the system."""
    for at, argument in enumerate(arguments):
        option, equals, value = argument.partition("=")
        if option == "--lang":
            return best_language([value] if equals else arguments[at + 1 : at + 2])
        if not argument.startswith("-"):
            break
    return system_language(environment)


def exit_code(act: Callable[[], object], *, see: str) -> int:
    """Call `act` and return the exit code; print one sentence about an error.

    `see` is the command that explains the usage.
    """
    try:
        with require_extra("fast", packages=FAST):
            code = act()
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except (BrokenPipeError, SystemExit) as error:
        if isinstance(error, SystemExit) and not isinstance(error.__context__, BrokenPipeError):
            raise
        # The reader of the output has closed it, as `head` does; some libraries raise a SystemExit then.
        silence(sys.stdout)
        return 0
    except KeyboardInterrupt:
        return _CTRL_C_CODE
    except (typer.TyperException, UsageProblem) as error:
        text = error.format_message() if isinstance(error, typer.TyperException) else str(error)
        complain(_("{problem} (see {command})").format(problem=text.rstrip("."), command=see))
        return 2
    except (CommandError, MissingExtraError) as error:
        complain(str(error))
    except (typer.Abort, EOFError):
        complain(_("Stopped at the end of the input."))
    except OSError as error:
        silence(sys.stdout)
        complain(_("Standard output cannot be written: {why}.").format(why=error_text(error)))
    except Exception as error:
        if os.environ.get("SIXTH_TRACEBACK"):
            raise
        template = _(
            "Sixth itself has failed ({error}); please report it, with what {setting} shows before the same"
            " command."
        )
        complain(template.format(error=f"{type(error).__name__}: {error}", setting="SIXTH_TRACEBACK=1"))
    return 1


def prepare_streams() -> None:
    """Keep characters outside the encoding, and closed streams, from stopping the program."""
    # A standard stream that the caller has closed is None.
    sys.stdin = sys.stdin or Path(os.devnull).open()  # noqa: SIM115
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A character outside the terminal's encoding is replaced.
            stream.reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")


def complain(sentence: str) -> None:
    """Print a sentence about an error as one line on standard error."""
    try:
        sys.stderr.write(f"sixth: {printable(' '.join(sentence.split()), longest=1_000)}\n")
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


@contextmanager
def going_on_from(place: str | Path | None) -> Iterator[None]:
    """Say after Ctrl-C that the same command goes on from this file or folder; None if it does not."""
    try:
        yield
    except KeyboardInterrupt:
        if place is not None:
            complain(_("Stopped; the same command goes on from {place}.").format(place=place))
        raise


def silence(stream: Any) -> None:
    """Discard all further output of a stream, and what Python would flush at its end."""
    try:
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, stream.fileno())
        os.close(devnull)
    except (OSError, ValueError):
        pass
