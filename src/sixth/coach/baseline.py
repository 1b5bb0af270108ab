"""What the account begins with: par, and how much better than the policy the coach would play on.

Playouts go on by the policy, which errs later on, so the best answer of a decision looks better than the
answer that led there: luck would seem to be good on average. How much better is measured once for each game
and number of seats, by the turn: all answers of a decision are then expected to take so many heads less.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from sixth.bots.bot import heads_hurt
from sixth.coach.account import Kind, stored
from sixth.coach.intervals import Error, error_of, total
from sixth.coach.judgement import judge
from sixth.coach.reference import ReferencePlayer, one_round, own_player, policy_chances, stranger
from sixth.rules.codec import dumps, rules_to_json
from sixth.rules.options import Rules
from sixth.rules.play import Game
from sixth.rules.view import View

TABLE: Final = Path(__file__).with_name("baseline.json")
"""What `scripts/baseline.py` has measured."""

_ORDER: Final[tuple[Kind, ...]] = ("pick", "choose", "take")
_QUICK_DEALS, _QUICK_ROUNDS, _QUICK_PLAYOUTS = 48, 6, 2_048
"""What is looked at where there is no table."""


@dataclass(frozen=True)
class Baseline:
    """Figures of a game with so many seats, in heads with the sign of a loss.

    `par` is what the coach itself would lose in a round, `error` how far that may be off. `gains` are, by
    kind and turn (from 1), what it gains on the policy there; turns in which it is not asked count as 0.
    """

    par: float
    error: Error
    gains: Mapping[Kind, tuple[float, ...]]
    estimated: bool = False

    def still_to_gain(self, kind: Kind, turn: int) -> float:
        """Return what the coach is expected to gain on the policy after a decision."""
        left = sum(sum(self.gains.get(each, ())[turn:]) for each in ("choose", "take"))
        if kind == "pick":
            left = sum(sum(self.gains.get(each, ())) for each in ("choose", "take"))
            return left + sum(self.gains.get("pick", ())[turn:])
        if kind == "choose" and turn <= len(self.gains.get("take", ())):
            left += self.gains["take"][turn - 1]
        return left


def baseline_of(rules: Rules, *, playouts: int) -> Baseline:
    """Return the figures for `rules`, as `one_round` gives them: from the table, or from a few rounds.

    Those are played with at most so many `playouts` for a decision.
    """
    return _table().get(key_of(rules)) or _quick(rules, min(playouts, _QUICK_PLAYOUTS))


def is_measured(rules: Rules, seats: int) -> bool:
    """Return whether there is a table of a round of `rules` among so many seats."""
    return key_of(one_round(rules, seats)) in _table()


@lru_cache(maxsize=64)
def _quick(rules: Rules, playouts: int) -> Baseline:
    found = measure(rules, deals=_QUICK_DEALS, rounds=_QUICK_ROUNDS, playouts=playouts, seed=0)
    return found.baseline(estimated=True)


def key_of(rules: Rules) -> str:
    """Return the name of `rules` in the table."""
    return dumps(rules_to_json(rules))


@cache
def _table() -> dict[str, Baseline]:
    if not TABLE.exists():
        return {}
    found = json.loads(TABLE.read_text(encoding="utf-8"))
    return {
        dumps(each["rules"]): Baseline(
            each["par"], Error(each["se"] ** 2), {kind: tuple(gains) for kind, gains in each["gains"].items()}
        )
        for each in found["games"]
    }


# ------------------------------------------------------------------ measuring


@dataclass(frozen=True)
class PlayedRound:
    """A round in which the own seat played as the coach would, all figures being losses.

    `begin` is what was to be expected at the first decision, if the round began with one, should the policy
    play on. `gains` are by how much less each later answer promised than those of the policy, by kind and
    turn. `result` is what came of it.
    """

    begin: float | None
    gains: Mapping[tuple[Kind, int], float]
    result: float

    @property
    def luck(self) -> float | None:
        """By how much more was lost than had to be expected: 0 on average if the expectations are right."""
        return None if self.begin is None else self.result - self.begin + sum(self.gains.values())


@dataclass(frozen=True)
class Measured:
    """What was seen of a game with so many seats.

    `begins` are, of rounds that were only begun, the losses to be expected at the first decision, or where
    rounds begin with none the results.
    """

    begins: Sequence[float]
    rounds: Sequence[PlayedRound]

    def baseline(self, *, estimated: bool = False) -> Baseline:
        """Return the figures that follow."""
        begins = [*self.begins, *(each.begin for each in self.rounds if each.begin is not None)]
        steps = sorted({step for each in self.rounds for step in each.gains})
        turns: dict[Kind, list[float]] = defaultdict(list)
        for kind, turn in steps:
            turns[kind] += [0.0] * (turn - len(turns[kind]))
            mean = sum(each.gains.get((kind, turn), 0.0) for each in self.rounds) / len(self.rounds)
            turns[kind][turn - 1] = stored(mean)
        gain = sum(sum(each) for each in turns.values())
        gained = [sum(each.gains.values()) for each in self.rounds]
        return Baseline(
            stored(float(np.mean(begins)) - gain),
            total([error_of(np.array(begins)), error_of(np.array(gained))]),
            {kind: tuple(turns[kind]) for kind in turns},
            estimated,
        )


def measure(rules: Rules, *, deals: int, rounds: int, playouts: int, seed: int) -> Measured:
    """Look at the beginnings of `deals` rounds of `rules` and at `rounds` whole ones among the reference."""
    return Measured(
        [_begin(rules, playouts, f"{seed} deal {number}") for number in range(deals)],
        [_round(rules, playouts, f"{seed} round {number}") for number in range(rounds)],
    )


def _table_of(rules: Rules, seed: str) -> tuple[Game, int, list[ReferencePlayer]]:
    """Deal a round; return it, the own seat, and reference players for all seats."""
    rng = Random(seed)
    seat = rng.randrange(rules.seats)
    players = [stranger(rng) for _ in range(rules.seats)]
    players[seat] = own_player(rng)
    return Game(rules, seed=seed), seat, players


def _begin(rules: Rules, playouts: int, seed: str) -> float:
    """Return the loss to be expected at the first decision, or the loss where a round begins with none."""
    game, seat, players = _table_of(rules, seed)
    while not game.over:
        for asked in game.to_act:
            seen = game.view(asked)
            if asked == seat and not rules.flips:
                found = judge(seen, playouts=playouts)
                return float(found.heads[:, found.best].mean())
            game.act(asked, players[asked].act(seen))
    return _loss(game, seat)


def _loss(game: Game, seat: int) -> float:
    return game.totals[seat] * (1.0 if heads_hurt(game.rules) else -1.0)


def _round(rules: Rules, playouts: int, seed: str) -> PlayedRound:
    """Play a round among the reference, the own seat as the coach would."""
    game, seat, players = _table_of(rules, seed)
    begin: float | None = None
    gains: dict[tuple[Kind, int], float] = {}
    picks = 0
    while not game.over:
        for asked in game.to_act:
            seen = game.view(asked)
            if asked != seat:
                game.act(asked, players[asked].act(seen))
                continue
            kind = kind_of(seen)
            picks += kind == "pick"
            first = begin is None and not rules.flips
            action = seen.legal[0]
            if len(seen.legal) > 1 or first:
                found = judge(seen, playouts=playouts)
                means = found.heads.mean(axis=0)
                action, value = seen.legal[found.best], float(means[found.best])
                step = kind, picks if kind == "pick" else seen.turn
                if first:
                    begin = value
                else:
                    gains[step] = float(np.dot(policy_chances(seen), means)) - value
            game.act(asked, action)
    return PlayedRound(begin, gains, _loss(game, seat))


def kind_of(view: View) -> Kind:
    """Return what the view's seat is asked."""
    return next(kind for kind in _ORDER if kind == view.phase)
