"""The API of tournaments: to open one, look at it, join it, and command it as a player or the host."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import MISSING, fields
from functools import partial
from typing import Annotated, Any, Final, get_type_hints

from fastapi import Depends, Path
from pydantic import BaseModel, BeforeValidator, Field, create_model
from starlette.responses import Response

from sixth.rules.record import HUMAN
from sixth.server.api.access import TOKEN_OPTIONAL, AnySite, OpensTable, RequestNetwork, Streams, Token
from sixth.server.api.answers import Done, lines_of
from sixth.server.api.requests import NameField
from sixth.server.api.routing import new_router
from sixth.server.api.stream import NewsResponse
from sixth.server.core.refusals import Unproven
from sixth.server.core.route_limits import CountProof
from sixth.server.features.tournaments.door import Sender
from sixth.server.features.tournaments.field.comparison import FieldChoice
from sixth.server.features.tournaments.files import file_of
from sixth.server.features.tournaments.service import JOINS, Tournaments, code_from
from sixth.server.features.tournaments.stream import send_lines
from sixth.server.protocol.config import RulesRequest
from sixth.server.protocol.fields import WHOLE, Strict
from sixth.server.table.events import OUTSIDE
from sixth.server.table.identity import new_token
from sixth.server.web.views.choices import cost_of
from sixth.tournaments import commands
from sixth.tournaments.commands import TournamentCommand
from sixth.tournaments.plan import (
    MAX_NAME_LENGTH,
    MAX_PLAYERS,
    MAX_ROUNDS,
    Criterion,
    Place,
    Plan,
    Seating,
)

router = new_router("tournaments", prefix="/tournaments")

ORDER: Final[tuple[Criterion, ...]] = ("points", "relative", "heads", "direct", "lot")
FROM_LIST: Final = BeforeValidator(lambda value: tuple(value) if isinstance(value, list) else value)
"""Accepts the list that JSON has in place of a tuple."""

Whole = Annotated[int, Field(ge=0, le=1_000_000), WHOLE]
Text = Annotated[str, Field(max_length=200)]
Heads = Annotated[tuple[Whole, ...], Field(max_length=10), FROM_LIST]


class PlanRequest(RulesRequest):
    """The plan of a tournament; what is left out is usual (docs/api.md)."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME_LENGTH)]
    place: Place = "online"
    seating: Seating = "lot"
    rounds: Annotated[int, Field(ge=0, le=MAX_ROUNDS), WHOLE] = 5
    cut: Annotated[int, Field(ge=0, le=MAX_PLAYERS), WHOLE] = 0
    go_on: Annotated[int, Field(ge=1, le=10), WHOLE] = 1
    points: Annotated[tuple[Whole, ...], Field(max_length=10), FROM_LIST] = (5, 3, 2, 1)
    order: Annotated[tuple[Criterion, ...], Field(max_length=10), FROM_LIST] = ORDER
    team_size: Annotated[int, Field(ge=0, le=10), WHOLE] = 0
    duplicate: bool = False
    turn_seconds: Annotated[int, Field(ge=0, le=1_209_600), WHOLE] = 60
    pause_seconds: Annotated[int, Field(ge=0, le=1_209_600), WHOLE] = 0
    outside: bool = False
    rated: bool = False

    def to_plan(self) -> Plan:
        """Return the plan; raise the errors of `RulesRequest.to_rules`."""
        return Plan(rules=self.to_rules(), **self.model_dump(exclude={"game", "seats", "options"}))


class JoinRequest(Strict):
    """A player who joins; `bot` is false only where a person plays by this program, `run_by` is for bots."""

    name: NameField
    team: Text = ""
    bot: bool = True
    run_by: Text = ""


class TournamentOpened(BaseModel):
    """A new tournament by its code, and the token of its host."""

    code: str
    token: str


class TournamentJoined(Done):
    """A player of a tournament, by id, and their token."""

    player: str
    token: str


class PlayerSeat(BaseModel):
    """The seat of a player at a table of the round that goes on online: nulls where there is none."""

    table: str | None
    token: str | None
    round: int | None
    number: int | None
    seat: int | None


class FieldSeatShown(BaseModel):
    """Somebody in the same seat: the table, the heads at the end of its game, and the id of that."""

    player: str
    table: int
    heads: int
    game: str


class FieldChoiceShown(BaseModel):
    """A choice of a player in a round and a turn of the game: a card, or "row1" for the first row.

    `heads` are those of that round of the game. `same_position` has how many players chose what with the same
    rows, hand and seen cards, the player included; `elsewhere` the cards that others played in that turn at
    another position. `cost` is by how many heads the round came out worse than for those who chose otherwise
    there, on average, and `margin` its margin of error (95 %): null with fewer than five players on a side.
    """

    round: int
    turn: int
    choice: str
    heads: int
    by_stand_in: bool
    same_position: dict[str, int]
    elsewhere: dict[str, int]
    cost: float | None
    margin: float | None


class FieldShown(BaseModel):
    """A player of a round of a duplicate beside the `others` in the same `seat`, best first."""

    round: int
    seat: int
    own: FieldSeatShown
    others: list[FieldSeatShown]
    choices: list[FieldChoiceShown]


async def _service(site: AnySite) -> Tournaments:
    return site.service(Tournaments)


async def _code(code: Annotated[str, Path(max_length=40, description="The code of a tournament.")]) -> str:
    return code_from(code)


async def _visitor(token: Token, network: RequestNetwork) -> Sender:
    return Sender(token=token or "", network=network)


async def _holder(token: Token, network: RequestNetwork) -> Sender:
    if token is None:
        raise Unproven(
            "no-token",
            "This takes the token of a player or of the host, in the header Authorization, after Bearer.",
        )
    return Sender(token=token, network=network)


Service = Annotated[Tournaments, Depends(_service)]
Code = Annotated[str, Depends(_code)]
Visitor = Annotated[Sender, Depends(_visitor)]
Holder = Annotated[Sender, Depends(_holder)]
RoundNumber = Annotated[int, Path(ge=1, le=1_000, description="The number of a round, from 1.")]
PlayerId = Annotated[str, Path(max_length=40, description="The id of a player.")]
Joins = Annotated[CountProof, Depends(JOINS)]


@router.post("", status_code=201, name="open_tournament", openapi_extra=TOKEN_OPTIONAL)
async def open_tournament(
    counted: OpensTable, request: PlanRequest, service: Service, visitor: Visitor
) -> TournamentOpened:
    """Open a tournament; the token, or one that the program has made, is that of its host."""
    host = Sender(token=visitor.token or new_token(), network=visitor.network)
    return TournamentOpened(
        code=await service.open(request.to_plan(), host, counted=counted), token=host.token
    )


@router.get("/{code}", response_model=dict[str, Any], openapi_extra=TOKEN_OPTIONAL)
async def look_at_tournament(code: Code, service: Service, visitor: Visitor) -> Response:
    """Look at a tournament: its plan, players, tables and standings, as everybody may."""
    await service.role(code, visitor)
    return Response(await service.view(code), media_type="application/json")


@router.get(
    "/{code}/changes",
    status_code=200,
    response_class=NewsResponse,
    responses=lines_of("application/x-ndjson"),
    openapi_extra=TOKEN_OPTIONAL,
)
async def follow_tournament(counted: Streams, code: Code, service: Service, visitor: Visitor) -> NewsResponse:
    """Follow a tournament: the same as a line of JSON, and again when it has changed."""
    await service.role(code, visitor)
    return NewsResponse(partial(send_lines, service.listen(code)), counted)


@router.get(
    "/{code}/file",
    response_class=Response,
    responses=lines_of("application/jsonl"),
    openapi_extra=TOKEN_OPTIONAL,
)
async def tournament_file(code: Code, service: Service, visitor: Visitor) -> Response:
    """Get the file of a tournament, from which its standings follow: for all once it has ended."""
    return Response(await file_of(service, code, visitor), media_type="application/jsonl; charset=utf-8")


@router.get("/{code}/seat")
async def tournament_seat(code: Code, service: Service, holder: Holder) -> PlayerSeat:
    """Get one's seat at the table of the round that goes on, with the token of the seat."""
    seat = await service.seat(code, holder)
    if seat is None:
        return PlayerSeat(table=None, token=None, round=None, number=None, seat=None)
    table_id, token, round, number, at = seat
    return PlayerSeat(table=table_id, token=token, round=round, number=number, seat=at)


@router.get("/{code}/field/{round}/{player}", openapi_extra=TOKEN_OPTIONAL)
async def tournament_field(
    code: Code, round: RoundNumber, player: PlayerId, service: Service, visitor: Visitor
) -> FieldShown:
    """Get what a player of a duplicate chose in a round, beside all others with the same cards."""
    field = await service.field(code, visitor, round, player)
    return FieldShown(
        round=field.round,
        seat=field.seat,
        own=FieldSeatShown(**field.own._asdict()),
        others=[FieldSeatShown(**each._asdict()) for each in field.others],
        choices=[_field_choice(each) for each in field.choices],
    )


def _field_choice(each: FieldChoice) -> FieldChoiceShown:
    own, cost = each.choice, cost_of(each.there, each.choice.name)
    return FieldChoiceShown(
        round=own.round,
        turn=own.turn,
        choice=own.name,
        heads=own.heads,
        by_stand_in=own.by_stand_in,
        same_position={one.choice: one.players for one in each.there},
        elsewhere=dict(each.elsewhere),
        cost=None if cost is None else cost.heads,
        margin=None if cost is None else cost.margin,
    )


@router.post("/{code}/join", openapi_extra=TOKEN_OPTIONAL)
async def join_tournament(
    counted: Joins, code: Code, request: JoinRequest, service: Service, visitor: Visitor
) -> TournamentJoined:
    """Join a tournament under a name; the same again with the same token is one player."""
    player = Sender(token=visitor.token or new_token(), network=visitor.network)
    kind = OUTSIDE if request.bot else HUMAN
    command = commands.Join(request.name, request.team, kind, request.run_by if request.bot else "")
    after = await service.send(code, player, command, counted=counted)
    role = await service.role(code, player)
    return TournamentJoined(version=after.version, player=role.player or "", token=player.token)


# ------------------------------------------------------------------ commands


def _model(command: type[Any]) -> type[Strict]:
    """Return the model of a command's fields, as JSON gives them."""
    types = {str: Text, int: Whole, bool: bool, tuple[int, ...]: Heads}
    hints = get_type_hints(command)
    definitions: dict[str, Any] = {
        each.name: (types[hints[each.name]], ... if each.default is MISSING else each.default)
        for each in fields(command)
        if each.name != "game"
    }
    return create_model(f"{command.__name__}TournamentRequest", __base__=Strict, **definitions)


def _answering(command: type[Any]) -> Callable[..., Awaitable[Done]]:
    """Return the function that carries out a command, with the signature that FastAPI reads."""

    async def do(code: Code, service: Service, holder: Holder) -> Done:
        return Done(version=(await service.send(code, holder, command())).version)

    async def do_with(code: Code, request: BaseModel, service: Service, holder: Holder) -> Done:
        return Done(version=(await service.send(code, holder, command(**dict(request)))).version)

    async def do_as_usual(
        code: Code, service: Service, holder: Holder, request: BaseModel | None = None
    ) -> Done:
        return Done(version=(await service.send(code, holder, command(**dict(request or ())))).version)

    if not fields(command):
        return do
    if any(each.default is MISSING for each in fields(command)):
        do_with.__annotations__["request"] = _model(command)
        return do_with
    do_as_usual.__annotations__["request"] = _model(command) | None
    return do_as_usual


_COMMANDS: Final[Sequence[type[TournamentCommand]]] = (
    *(commands.Leave, commands.Return, commands.Report, commands.Confirm, commands.Enter, commands.Rename),
    *(commands.Draw, commands.Swap, commands.Begin, commands.Strike, commands.Undo, commands.End),
)

for _command in _COMMANDS:
    router.add_api_route(
        f"/{{code}}/{_command.__name__.lower()}",
        _answering(_command),
        methods=["POST"],
        name=f"{_command.__name__.lower()}_in_tournament",
        description=_command.__doc__,
    )


@router.post("/{code}/change", name="change_in_tournament")
async def change(code: Code, request: PlanRequest, service: Service, holder: Holder) -> Done:
    """Change the plan (the host)."""
    after = await service.send(code, holder, commands.Change(request.to_plan()))
    return Done(version=after.version)
