"""Operations for the commands of a table, one each, made from their fields."""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import fields
from typing import Final

from fastapi import APIRouter
from pydantic import BaseModel

from sixth.server.api.access import AnySite, BeginsRound, Seated
from sixth.server.api.answers import Done
from sixth.server.api.routing import new_router
from sixth.server.protocol.commands import MODELS
from sixth.server.table import commands
from sixth.server.table.commands import Command

_SEATS: Final = (commands.AddText, commands.Ready, commands.Leave, commands.ComeBack, commands.Say)
_TABLES: Final = (commands.AddBot, commands.Remove)
_OTHERS: Final = (
    commands.Choose,
    commands.Pick,
    commands.Take,
    commands.AskCoach,
    commands.Sit,
)
"""Commands that have an operation of their own, as has `Arrange`; the rest takes nothing but its fields."""


def _answering(command: type[Command]) -> Callable[..., Awaitable[Done]]:
    """Return the function that carries out a command, with the signature that FastAPI reads."""
    if not fields(command):

        async def do(site: AnySite, sender: Seated) -> Done:
            return Done(version=(await site.door.send(sender, command())).version)

        return do

    async def do_with(request: BaseModel, site: AnySite, sender: Seated) -> Done:
        return Done(version=(await site.door.send(sender, command(**request.model_dump()))).version)

    async def begin(counted: BeginsRound, request: BaseModel, site: AnySite, sender: Seated) -> Done:
        table = await site.door.send(sender, command(**request.model_dump()), counted=counted)
        return Done(version=table.version)

    answering = begin if command.begins_round else do_with
    answering.__annotations__["request"] = MODELS[command]
    return answering


def _router(tag: str, commands: Sequence[type[Command]]) -> APIRouter:
    router = new_router(tag)
    for command in commands:
        router.add_api_route(
            f"/tables/{{table_id}}/{command.verb}",
            _answering(command),
            methods=["POST"],
            name=re.sub(r"(?<!^)(?=[A-Z])", "_", command.__name__).lower(),
            description=command.__doc__,
        )
    return router


_PLAY: Final = [
    each for each in commands.COMMANDS if each not in (*_SEATS, *_TABLES, *_OTHERS, commands.Arrange)
]
routers: Final = [_router("play", _PLAY), _router("seats", _SEATS), _router("tables", _TABLES)]
