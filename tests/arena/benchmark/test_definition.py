"""The definition, which must stay what it is."""

import hashlib
from collections import Counter

import pytest

from sixth import bots
from sixth.arena.benchmark.definition import BENCHMARK
from sixth.arena.contest import Entrant
from sixth.rules.games import GAMES
from sixth.rules.options import End
from tests.arena.tables import table_of

DIGEST = "8c224316321b8dbfd9ec38521327b22a53b91bc38e4225e1b13f997328ac6d6c"


def test_the_first_benchmark_stays_as_it_is() -> None:
    """A change in it, or in the rules of its games, makes another benchmark: give that another name."""
    assert BENCHMARK.name == "sixth-benchmark/1"
    assert BENCHMARK.digest() == DIGEST


def test_it_has_all_numbers_of_seats_and_all_named_games() -> None:
    tables = [(part.game, part.seats) for part in BENCHMARK.parts]
    assert [seats for game, seats in tables if game == "classic"] == [*range(2, 11)]
    assert {game for game, _ in tables} == {*GAMES}
    assert max(Counter(tables).values()) == 1
    assert len({part.seed for part in BENCHMARK.parts}) == len(tables)


def test_its_pools_have_no_weights_that_a_training_would_change() -> None:
    for part in BENCHMARK.parts:
        assert {bots.short(name).partition(":")[0] for name in part.pool} <= {"montecarlo", "careful"}


def test_a_share_has_the_first_deals_of_each_part() -> None:
    assert [BENCHMARK.deals_of(share) for share in (1, 0.1, 0.001)] == [100, 10, 1]
    rounds = [*BENCHMARK.rounds(0.02)]
    assert len(rounds) == 2 * sum(part.seats for part in BENCHMARK.parts)
    assert rounds[:4] == [(BENCHMARK.parts[0], deal, rotation) for deal in (0, 1) for rotation in (0, 1)]


def test_the_bot_sits_at_each_seat_of_every_deal() -> None:
    part = BENCHMARK.parts[2]
    contest = part.contest(Entrant("random"))
    assert [each.name for each in contest.entrants] == ["random", "montecarlo", "careful", "montecarlo:1000"]
    assert contest.played.end == End("rounds", 1)


@pytest.mark.parametrize(
    ("number", "digest"),
    [
        (2, "1a4356087f2fe62f0b1d985601509b6b9493af2311e31b19e9c7f65ad37b8691"),
        (9, "f8798ddfdd42e04f7b80ce31b004d4fa347ad1230329a6050b1f7dfeab282f75"),
        (13, "1ab4ae2077504462479968f313f94d19e8d66f7dfacabd76ca786fdd06c8082a"),
    ],
)
def test_the_bots_of_the_pools_play_as_they_always_have(number: int, digest: str) -> None:
    """A pool that plays differently makes other results: give that benchmark another name."""
    result = table_of(BENCHMARK.parts[number].contest(Entrant("nearest"))).play(0)
    assert hashlib.sha256("".join(result.records).encode()).hexdigest() == digest
