"""A player of a duplicate beside those who had the same cards."""

from collections import Counter
from functools import cache
from random import Random

import pytest

import sixth
from sixth.coach.positions import rounds_of
from sixth.rules.options import End
from sixth.rules.play import Game
from sixth.rules.record import HUMAN, Seat
from sixth.server.features.tournaments.field.choices import SeatGame, choices_by_seat
from sixth.server.features.tournaments.field.comparison import Field, field_of, fields_in
from sixth.server.live.archive import EndedGame
from sixth.server.table.events import Opened
from sixth.server.table.fold import fold
from sixth.tournaments.commands import Begin, Report
from sixth.tournaments.state import Round
from tests.tournaments.evenings import SITE, Evening, names

RULES = sixth.games["classic"].replace(seats=3, end=End("rounds", 2))
TABLES = range(1, 13)
OPENED = Opened(RULES, "00" * 32)


@cache
def game(table: int) -> Game:
    """Return the game at a table, at which all have the same deals and choose at random."""
    rng = Random(table)
    game = Game(RULES, seed="deals", seats=(Seat("A", HUMAN),) * 3, game=f"game-{table}")
    while not game.over:
        seat = game.to_act[0]
        game.act(seat, rng.choice(game.view(seat).legal))
    return game


def did(table: int) -> list[SeatGame]:
    """Return what the seats did at a table."""
    return list(choices_by_seat(EndedGame(game(table).as_record(), fold("table", [OPENED]), [OPENED])))


TABLES_OF_ROUND = tuple(tuple(f"{seat} of {table}" for seat in range(3)) for table in TABLES)
ROUND = Round(1, "rounds", TABLES_OF_ROUND, "now", played={table: f"game-{table}" for table in TABLES})


@cache
def field(sign: int = 1) -> tuple[Field, dict[int, list[SeatGame]]]:
    """Return the middle seat of the first table beside the others."""
    games = {table: did(table) for table in TABLES}
    found = field_of(ROUND, "1 of 1", games, sign=sign)
    assert found is not None
    return found, games


def test_all_who_sat_there_are_named_best_first_with_their_heads_and_games() -> None:
    found, games = field()
    assert (found.own.player, found.own.table, found.own.heads) == ("1 of 1", 1, games[1][1].heads)
    assert sorted(each.player for each in found.others) == sorted(f"1 of {table}" for table in TABLES[1:])
    assert [each.heads for each in found.others] == sorted(games[table][1].heads for table in TABLES[1:])
    assert all(each.game == f"game-{each.table}" for each in found.others)
    most, _games = field(-1)
    assert [each.heads for each in most.others] == [each.heads for each in reversed(found.others)]


def test_the_first_turn_of_each_round_is_compared_with_all() -> None:
    found, games = field()
    firsts = [each for each in found.choices if each.choice.turn == 1 and each.choice.card]
    assert [each.choice.round for each in firsts] == [1, 2]
    for each in firsts:
        chosen = Counter(
            one.name
            for table in TABLES
            for one in games[table][1].choices
            if (one.round, one.turn, one.card) == (each.choice.round, 1, True)
        )
        assert {one.choice: one.players for one in each.there} == dict(chosen)
        assert not each.elsewhere


def test_later_choices_are_beside_those_at_the_same_position_and_what_others_played_elsewhere() -> None:
    found, games = field()
    for each in found.choices:
        own = each.choice
        same = [one for table in TABLES for one in games[table][1].choices if one.point == own.point]
        assert {(one.round, one.turn, one.card) for one in same} == {(own.round, own.turn, own.card)}
        assert sum(one.players for one in each.there) == len(same)
        assert sum(one.heads for one in each.there) == sum(one.heads for one in same)
        if own.card:
            # Everybody but those at another table who had no choice.
            assert len(same) + sum(count for _card, count in each.elsewhere) <= len(TABLES)
    later = [each for each in found.choices if each.choice.turn > 2 and each.choice.card]
    assert any(each.elsewhere for each in later)


def test_who_is_at_the_same_point_knows_the_same() -> None:
    known: dict[str, set[object]] = {}
    for table in TABLES:
        for seat, each in enumerate(did(table)):
            rounds = rounds_of(game(table).as_record(), seat)
            asked = [one for round in rounds for one in round.positions if not one.forced]
            for position, choice in zip(asked, each.choices, strict=True):
                view = position.view
                fact = view.rows, view.hand, view.legal, view.unseen(), view.round, position.turn
                known.setdefault(choice.point, set()).add(fact)
    assert len(known) > 3 * len(TABLES)
    assert all(len(each) == 1 for each in known.values())


def test_choices_of_stand_ins_for_others_are_left_out() -> None:
    _found, games = field()
    bots = {
        table: [
            seat._replace(choices=tuple(each._replace(by_stand_in=table > 1) for each in seat.choices))
            for seat in by_seat
        ]
        for table, by_seat in games.items()
    }
    alone = field_of(ROUND, "1 of 1", bots, sign=1)
    assert alone is not None
    assert all([one.players for one in each.there] == [1] for each in alone.choices)
    assert not any(each.elsewhere for each in alone.choices)


def test_a_game_that_is_gone_is_left_out_and_without_an_own_one_there_is_nothing() -> None:
    _found, games = field()
    some = field_of(ROUND, "1 of 1", {1: games[1], 2: games[2]}, sign=1)
    assert some is not None
    assert [each.player for each in some.others] == ["1 of 2"]
    assert field_of(ROUND, "1 of 1", {1: games[1]}, sign=1) is None
    assert field_of(ROUND, "1 of 1", {2: games[2], 3: games[3]}, sign=1) is None


@pytest.mark.parametrize("duplicate", [True, False])
def test_players_have_a_field_in_rounds_of_a_duplicate_that_all_have_played(*, duplicate: bool) -> None:
    evening = Evening(*names(11), place="online", duplicate=duplicate)
    evening.send(Begin())
    sizes = [len(table) for table in evening.tables()]
    assert sorted(sizes) == [3, 4, 4]
    for number, size in enumerate(sizes, 1):
        assert fields_in(evening.now) == {}
        evening.send(Report(1, number, (66, 1, 2, 3)[:size], game=f"g{number}"), SITE)
    # The only table of its size had cards of its own.
    several = {player for table in evening.tables() if len(table) == 4 for player in table}
    assert fields_in(evening.now) == ({player: [1] for player in several} if duplicate else {})
