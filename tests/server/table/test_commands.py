"""The commands of a table: the name, the sender, the limit and the decision of each."""

from dataclasses import fields
from inspect import getmembers, isclass
from typing import Any

import pytest

from sixth import bots
from sixth.rules.events import Chose
from sixth.rules.record import HUMAN
from sixth.server.core.limits import CHANGES, CHAT_LINES, ROUNDS
from sixth.server.table import commands
from sixth.server.table.commands import COMMANDS, Command, Context, decide
from sixth.server.table.events import OUTSIDE, Arranged, Left, Readied, Sat, StoodIn, TableEvent, Texted
from sixth.server.table.identity import hash_token
from sixth.server.table.state import Table
from tests.server.support.logs import beginning, token
from tests.server.support.tables import after, empty, full, playing, refusal

MOMENT: dict[str, Any] = {"game": 1, "round": 1, "turn": 1}

FILLED: dict[type[Command], dict[str, Any]] = {
    commands.Choose: {"card": 5, **MOMENT},
    commands.Pick: {"card": 5, **MOMENT},
    commands.Take: {"row": 0, **MOMENT},
    commands.Flip: MOMENT,
    commands.NextRound: {"game": 1, "round": 2},
    commands.PlayOut: {"game": 1},
    commands.Begin: {"game": 1},
    commands.AskCoach: MOMENT,
    commands.BeCoached: {"game": 1, "wished": True},
    commands.MoreTime: MOMENT,
    commands.Sit: {"name": "Eve"},
    commands.Ready: {"ready": True},
    commands.AddBot: {"seat": 1, "bot": "careful"},
    commands.Remove: {"seat": 1, "name": "Person 1"},
    commands.Arrange: {"config": {"chat": False}},
    commands.Say: {"kind": "text", "said": "Hello"},
}
"""The required fields of commands."""


def send(table: Table, seat: int | None, command: Command, **values: Any) -> tuple[TableEvent, ...]:
    """Return the events of the command from that seat, without those that follow."""
    proof = values.pop("proof", hash_token(token(seat)) if seat is not None else "")
    began = beginning(table, 7)
    context = Context(now=1_790_000_000_000, bots=bots.names, proof=proof, began=began, **values)
    events = command.events(table, context)
    assert bool(events) == bool(decide(table, command, context))
    return events


def test_every_command_is_listed_with_a_name_of_its_own() -> None:
    kinds = {each for _, each in getmembers(commands, isclass) if issubclass(each, Command)}
    assert {each for each in kinds if hasattr(each, "verb")} == {*COMMANDS}
    assert len({each.verb for each in COMMANDS}) == len(COMMANDS)


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.verb)
def test_a_guest_can_only_sit_down(kind: type[Command]) -> None:
    command = kind(**FILLED.get(kind, {}))
    if kind is not commands.Sit:
        assert refusal(lambda: send(playing(), None, command)) == "no-seat"
    assert (kind.sender == "guest") == (kind in (commands.Sit, commands.Leave))


@pytest.mark.parametrize("kind", [each for each in COMMANDS if each.sender == "host"])
def test_commands_of_the_host_are_refused_to_other_seats(kind: type[Command]) -> None:
    assert refusal(lambda: send(full(), 1, kind(**FILLED[kind]))) == "host-only"


@pytest.mark.parametrize("kind", [each for each in COMMANDS if "game" in FILLED.get(each, ())])
def test_a_command_for_another_game_is_refused(kind: type[Command]) -> None:
    """Otherwise a page that was open during the last game would play in this one."""
    command = kind(**FILLED[kind] | {"game": 2})
    code = "not-now" if kind is commands.Begin else "other-game"
    assert refusal(lambda: send(playing(), 0, command)) == code


def test_the_host_adds_removes_and_arranges() -> None:
    alone = after(empty(), send(empty(), None, commands.Sit(name="Ana"), proof=hash_token(token(0))))
    (bot,) = send(alone, 0, commands.AddBot(seat=1, bot="careful"))
    assert isinstance(bot, Sat)
    assert (bot.seat, bot.kind, bot.token) == (1, "careful", None)
    assert send(after(alone, (bot,)), 0, commands.Remove(seat=1, name=bot.name)) == (Left(1),)
    (arranged,) = send(alone, 0, commands.Arrange(config={"chat": False}))
    assert isinstance(arranged, Arranged)
    assert (arranged.config.chat, arranged.config.late, arranged.rules) == (False, alone.config.late, None)


def test_a_guest_sits_down_by_kind_with_a_text_for_the_shuffles() -> None:
    sit, proof = commands.Sit(name=" Eve ", text="mine"), hash_token(token(0))
    assert send(empty(), None, sit, proof=proof) == (Sat(0, "Eve", HUMAN, proof), Texted(0, "mine"))
    assert refusal(lambda: send(empty(), None, sit, proof=proof, kind=OUTSIDE)) == "no-outside-bots"
    assert refusal(lambda: send(empty(), None, commands.Sit(name="\u200b"), proof=proof)) == "name-empty"
    assert send(full(), None, commands.Sit(name="Ana"), proof=hash_token(token(0))) == ()


def test_leaving_frees_a_seat_or_lets_a_bot_stand_in() -> None:
    assert send(full(), 1, commands.Leave()) == (Left(1),)
    assert [type(each) for each in send(playing(), 1, commands.Leave())] == [StoodIn]
    assert refusal(lambda: send(full(), None, commands.Leave(), proof=hash_token("eve"))) == "no-seat"


def test_only_a_choice_that_replaces_another_counts_against_a_limit() -> None:
    table = playing()
    assert table.state is not None
    first, second = table.state.hands[1][:2]
    choose = commands.Choose(card=first, **MOMENT)
    assert send(table, 1, choose) == (Chose(1, first),)
    assert choose.limit_at(table, 1) is None
    chosen = after(table, (Chose(1, first),))
    assert choose.limit_at(chosen, 1) is None
    assert commands.Choose(card=second, **MOMENT).limit_at(chosen, 1) == CHANGES
    assert choose.limit_at(chosen, None) is None


def test_commands_that_are_stored_or_sent_to_all_are_limited() -> None:
    free = {commands.Choose, commands.Pick, commands.Take, commands.Flip, commands.MoreTime}
    assert {each for each in COMMANDS if each.limit is None} == free
    assert {each for each in COMMANDS if each.limit == ROUNDS} == {
        commands.Begin,
        commands.NextRound,
        commands.PlayOut,
    }
    assert {each for each in COMMANDS if each.limit == CHAT_LINES} == {commands.Say}


def test_a_seat_becomes_ready_and_takes_it_back() -> None:
    ready = after(full(), send(full(), 1, commands.Ready(ready=True)))
    assert ready.seats[1].ready
    assert send(ready, 1, commands.Ready(ready=True)) == ()
    assert send(ready, 1, commands.Ready(ready=False)) == (Readied(1, ready=False),)


def test_a_game_begins_with_the_secret_of_the_context() -> None:
    table = full()
    began = beginning(table, 7)
    assert send(table, 0, commands.Begin(game=1)) == (began,)
    with pytest.raises(TypeError):
        decide(table, commands.Begin(game=1), Context(now=0, bots=bots.names, proof=hash_token(token(0))))


def test_a_chat_message_makes_no_event() -> None:
    with pytest.raises(AttributeError, match="do"):
        send(full(), 0, commands.Say(kind="text", said="Hello"))


def test_the_number_fields_of_commands_have_bounds() -> None:
    """Forms, the API and the stream of a page take their bounds from them."""
    bare = {field.name for kind in COMMANDS for field in fields(kind) if field.type is int}
    assert bare == set()
