"""`sixth serve`, and `sixth` alone, which also opens the browser."""

import os
from collections.abc import Callable, Mapping
from inspect import Parameter, Signature, signature
from typing import Annotated, Final

import typer

from sixth.cli.command import command, new_group
from sixth.server.core import settings
from sixth.server.core.garbage import without_garbage_collection

commands: Final = new_group()


def with_settings(command: Callable[..., object]) -> Callable[..., object]:
    """Add a flag for every setting of the server to a command, which takes them as `**flags`."""

    def flag_of(name: str) -> Parameter:
        setting, default = settings.SETTINGS[name], getattr(settings.DEFAULT_SETTINGS, name)
        flag = settings.flag(name)
        if isinstance(default, bool):
            switch = typer.Option(f"{flag}/--no-{name}", help=setting.about)
            return Parameter(
                name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[bool, switch]
            )
        option = typer.Option(flag, metavar=setting.placeholder, help=setting.about)
        kind = Annotated[str | None, option]
        default_text = settings.default_text(name) or None
        return Parameter(name, Parameter.KEYWORD_ONLY, default=default_text, annotation=kind)

    own = (each for each in signature(command).parameters.values() if each.kind != Parameter.VAR_KEYWORD)
    parameters = *own, *map(flag_of, settings.SETTINGS)
    vars(command)["__signature__"] = Signature(parameters)
    return command


@command(commands, "sixth serve --host 0.0.0.0 --port 8000")
@with_settings
def serve(context: typer.Context, **flags: str | bool | None) -> None:
    """Serve tables that people sit down at with a browser."""
    start_server(given(context, flags))


def given(context: typer.Context, flags: Mapping[str, str | bool | None]) -> dict[str, str]:
    """Return the values of those flags that the command line has."""
    sources = {name: context.get_parameter_source(name) for name in flags}
    return {
        name: str(flags[name]) for name, source in sources.items() if source and source.name == "COMMANDLINE"
    }


def start_server(flags: dict[str, str], *, one_is_enough: bool = False) -> None:
    """Start a server with these settings; with `one_is_enough`, only show one that runs already."""
    options = settings.read(flags, os.environ)
    with without_garbage_collection():
        from sixth.server.core import logs
        from sixth.server.ops import run as server

        logs.set_up(options.log_level)
        if not (one_is_enough and server.open_running(options)):
            server.serve(options)
