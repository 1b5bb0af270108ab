"""The fair-play report: two programs that collude are at the top, honest ones not beyond the bound."""

import json
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

import sixth
from sixth.bots.registry import make
from sixth.cli import app
from sixth.rules.events import Choose, Take
from sixth.rules.options import End
from sixth.rules.record import Record
from sixth.server.features.conduct.fair_play import favours_in
from sixth.server.features.conduct.favours import bound
from sixth.server.features.people.game_rows import GameRows
from tests.coach.games import FEW
from tests.server.features.friends.test_pages import keep
from tests.server.support.hosting import hosting, until
from tests.server.support.playing import play_on

PEOPLE = "abcd"
RULES = sixth.games["classic"].replace(seats=4, hand=10, end=End("rounds", 1))


def end_turn(game: sixth.Game) -> None:
    """Have whoever must take a row take one with the fewest heads."""
    while not game.over and game.state.phase == "take":
        state, actor = game.state, game.state.actor
        assert actor is not None
        rows = [each for each in game.view(actor).legal if isinstance(each, Take)]
        game.act(actor, min(rows, key=lambda take: RULES.heads_in(state.rows[take.row])))


def heads_after(game: sixth.Game, cards: dict[int, int], seat: int) -> int:
    """Return the heads of a seat after a turn with these cards."""
    now = game.copy()
    for each, card in cards.items():
        now.act(each, Choose(card))
    end_turn(now)
    return now.state.totals[seat] + (0 if now.over else RULES.heads_in(now.state.piles[seat]))


def play(seed: int, *, collude: bool) -> tuple[Record, dict[int, str]]:
    """Play a game of four, in drawn seats; `a` spares `b` what it can if they `collude`."""
    rng = Random(seed)
    people = dict(enumerate(rng.sample(PEOPLE, 4)))
    seat_of = {person: seat for seat, person in people.items()}
    game = sixth.Game(RULES, seed=seed)
    while not game.over:
        cards = {}
        for seat in range(4):
            view = game.view(seat)
            action = make("policy", seed=str(rng.random())).act(view)
            assert isinstance(action, Choose)
            cards[seat] = action.card
        if collude:
            a, b = seat_of["a"], seat_of["b"]
            hand = sorted(game.state.hands[a], key=lambda card: card != cards[a])
            cards[a] = min(hand, key=lambda card: heads_after(game, {**cards, a: card}, b))
        for seat, card in cards.items():
            game.act(seat, Choose(card))
        end_turn(game)
    return game.as_record(), people


@pytest.mark.parametrize("collude", [True, False])
def test_two_who_collude_are_at_the_top_and_honest_pairs_are_not_beyond_the_bound(*, collude: bool) -> None:
    records = [play(seed, collude=collude) for seed in range(12)]
    pairs = [pair for pair in permutations(PEOPLE, 2) if pair[0] in ("ac" if collude else "a")]
    compared = favours_in(records, pairs, 10, playouts=FEW)
    assert len(compared) == len(pairs)
    beyond = [(each.giver, each.taker) for each in compared if each.chance < bound(len(compared))]
    assert beyond == ([("a", "b")] if collude else [])
    if collude:
        assert compared[0].cost > 0
        assert compared[0].ci[0] > 0


def test_a_host_reads_how_many_pairs_were_looked_at_and_what_chance_alone_gives(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with hosting(tmp_path) as site:
        ana, bo = keep(site, "Ana"), keep(site, "Bo")
        for _game in range(2):
            table = ana.open("invite", seats=3, name="Ana", hand="3", end="rounds", end_count="1")
            bo.join(table, name="Bo")
            ana.look()
            ana.send("begin", bots="careful")
            play_on([ana, bo], Random(1))
        rows = GameRows(site.store)
        until(lambda: not rows.unread(9), "the results were read")

        def read(*options: str) -> list[str]:
            arguments = ["people", "fairplay", "--data", str(tmp_path), "--playouts", "8", *options]
            assert app.run(arguments) == 0
            return capsys.readouterr().out.splitlines()

        lines = read("--games", "2")
        assert lines[0] == "Pairs: 1. Comparisons, in both directions: 2. Games: 2."
        assert "some 0.1 of them are below 5%, and mostly none is below 2.50%." in lines[1]
        assert sorted(line.partition(":")[0] for line in lines[2:]) == ["Ana for Bo", "Bo for Ana"]
        assert [json.loads(line)["games"] for line in read("--games", "2", "--json")] == [2, 2]
        assert read("--games", "3")[0] == "Pairs: 0. Comparisons, in both directions: 0. Games: 0."
