"""The forms of a tournament, and who plays it: for `evenings.py`."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from evening_account import Accounts
from evening_play import CERTAIN, LADDERS, Field, Indices, Numbers, Tables, by_lot, play

from sixth.coach.judgement import OWN_PLAYOUTS, PLAYOUTS

POPULATION: Final = 200
MOST: Final = 40
"""Rounds of an evening."""
MOST_GAMES: Final = 10
"""Whole games of an evening."""
MOST_DEALS: Final = 10
"""Deals of a game; at tables of four it takes four or five, and hardly ever eight."""
LIMIT: Final = 66
POINTS: Final = (5.0, 3.0, 2.0, 1.0, 0.0, 0.0)
BOT: Final = ("policy", CERTAIN)
"""A bot of the daily deal."""

# ------------------------------------------------------------------ people


@dataclass(frozen=True)
class Population:
    """Whom the people of an evening are drawn from, and the heads that each takes in the long run."""

    name: str
    field: Field
    heads: Numbers


def population(name: str, times: int = 20_000) -> Population:
    """Return a population; everybody has sat at so many tables of four by lot."""
    field = LADDERS[name](POPULATION)
    players = by_lot(np.random.default_rng(7), (times,), POPULATION, 4).reshape(-1, 4)
    numbers = np.arange(len(players))
    heads = play(field, Tables(players, numbers, numbers), 7).heads
    sums = np.bincount(players.ravel(), heads.ravel(), minlength=POPULATION)
    return Population(name, field, sums / times)


@dataclass(frozen=True)
class Evenings:
    """Who plays on each evening, as numbers in the population: evenings × people."""

    people: Population
    drawn: Indices
    seed: int

    @property
    def shape(self) -> tuple[int, int]:
        """Return the number of evenings, and of people."""
        evenings, count = self.drawn.shape
        return evenings, count

    def true_places(self, count: int) -> Indices:
        """Return the place of each by the heads of the long run, or of so many teams."""
        heads = self.people.heads[self.drawn]
        return places(heads.reshape(len(heads), count, -1).mean(axis=-1))


def draw(people: Population, evenings: int, count: int, seed: int) -> Evenings:
    """Draw the people of some evenings, each anew."""
    rng = np.random.default_rng([seed, count])
    drawn = rng.permuted(np.broadcast_to(np.arange(POPULATION), (evenings, POPULATION)), axis=1)
    return Evenings(people, drawn[:, :count], seed)


def places(scores: Numbers) -> Indices:
    """Return the place of each, from 0: the lowest score is the best."""
    return scores.argsort(axis=-1).argsort(axis=-1)


# ------------------------------------------------------------------ forms

Scores = list[Numbers]
"""What orders a ranking, the first one first: evenings × rounds × people, fewer is better."""


@dataclass(frozen=True)
class Played:
    """Rounds at tables: who sat there (evenings × rounds × tables × seats), and what came of it."""

    sat: Indices
    heads: Numbers
    lost: Numbers

    def by_person(self, values: Numbers) -> Numbers:
        """Return values of seats by person: evenings × rounds × people."""
        flat = self.sat.reshape(*self.sat.shape[:2], -1)
        found = np.empty(flat.shape)
        np.put_along_axis(found, flat, values.reshape(flat.shape), axis=-1)
        return found


def at_tables(these: Evenings, sat: Indices, *, same_deals: bool = False, judge: str | None = None) -> Played:
    """Play at these tables; with the same deals all tables of a round have the same cards."""
    evenings, rounds, tables, seats = sat.shape
    numbers = np.arange(evenings * rounds * tables)
    drawn = np.take_along_axis(these.drawn[:, None], sat.reshape(evenings, 1, -1), axis=2)
    deals = numbers // tables if same_deals else numbers
    found = play(
        these.people.field, Tables(drawn.reshape(-1, seats), deals, numbers), these.seed, judge=judge
    )
    return Played(sat, found.heads.reshape(sat.shape), found.lost.reshape(sat.shape))


def lots(these: Evenings, seats: int) -> Indices:
    """Return tables by lot for all rounds."""
    evenings, count = these.shape
    return by_lot(np.random.default_rng([these.seed, seats]), (evenings, MOST), count, seats)


def whole_games(these: Evenings) -> Played:
    """Play games to 66 heads at tables of four by lot, `MOST_GAMES` an evening; heads are those of a game."""
    sat = lots(these, 4)[:, :MOST_GAMES]
    played = at_tables(these, sat.repeat(MOST_DEALS, axis=1))
    heads = played.heads.reshape(*sat.shape[:2], MOST_DEALS, *sat.shape[2:])
    totals = heads.cumsum(axis=2)
    last = (totals.max(axis=-1) >= LIMIT).argmax(axis=2)
    ended = np.take_along_axis(totals, last[:, :, None, :, None], axis=2)[:, :, 0]
    return Played(sat, ended, np.zeros_like(ended))


def games(these: Evenings) -> Iterator[tuple[str, Scores]]:
    """Yield the usual forms where each round is a game to 66 heads."""
    for name, scores in plain_scores(whole_games(these)).items():
        yield f"games, {name}", scores


def points(heads: Numbers) -> Numbers:
    """Return the points of each seat, with the sign of a loss; shared places share."""
    before = (heads[..., None, :] < heads[..., None]).sum(axis=-1)
    same = (heads[..., None, :] == heads[..., None]).sum(axis=-1)
    sums = np.append(0.0, np.cumsum(POINTS))
    shared: Numbers = -(sums[before + same] - sums[before]) / same
    return shared


def relative(heads: Numbers) -> Numbers:
    """Return one's heads less those of the others, on average."""
    found: Numbers = heads - (heads.sum(axis=-1, keepdims=True) - heads) / (heads.shape[-1] - 1)
    return found


def plain_scores(played: Played) -> dict[str, Scores]:
    """Return what the usual forms make of rounds at tables."""
    heads = played.heads
    every = [points(heads), relative(heads), heads]
    found = [played.by_person(each) for each in every]
    return {"points": found, "relative": found[1:], "heads": found[2:]}


def plain(these: Evenings) -> Iterator[tuple[str, Scores]]:
    """Yield the forms at tables of four by lot, and those that a network's account of the choices decides."""
    played = at_tables(these, lots(these, 4), judge="policy")
    found = plain_scores(played)
    yield from found.items()
    own = played.by_person(played.lost)
    for weight in (1, 2, 4):
        yield f"heads and {weight} x network", [found["heads"][0] + weight * own]
    yield "network", [own]
    yield "points, then network", [found["points"][0], own]


def other_network(these: Evenings) -> Iterator[tuple[str, Scores]]:
    """Yield what the account of another network decides."""
    played = at_tables(these, lots(these, 4), judge="flat")
    yield "flat network", [played.by_person(played.lost)]


def sizes(these: Evenings) -> Iterator[tuple[str, Scores]]:
    """Yield plain play at tables of three to six."""
    for seats in (3, 4, 5, 6):
        if these.shape[1] % seats == 0:
            found = plain_scores(at_tables(these, lots(these, seats)))
            yield f"points, tables of {seats}", found["points"]
            yield f"heads, tables of {seats}", found["heads"]


def duplicate(these: Evenings, rounds: int = MOST) -> Iterator[tuple[str, Scores]]:
    """Yield forms in which all tables of a round have the same cards, and the same seats are compared."""
    played = at_tables(these, lots(these, 4)[:, :rounds], same_deals=True)
    yield "duplicate, points", plain_scores(played)["points"]
    across = played.heads.swapaxes(2, 3)
    yield "duplicate, heads of the seat", [played.by_person(relative(across).swapaxes(2, 3))]
    beaten = np.sign(across[..., None] - across[..., None, :]).mean(axis=-1)
    yield "duplicate, beaten at the seat", [played.by_person(beaten.swapaxes(2, 3))]


def alone(these: Evenings) -> Iterator[tuple[str, Scores]]:
    """Yield each alone among the same three bots: the same deals and the same luck of the bots for all."""
    evenings, count = these.shape
    who = np.broadcast_to(these.drawn[:, None], (evenings, MOST, count))
    rounds = np.arange(evenings * MOST).reshape(evenings, MOST, 1)
    beside = these.people.field.beside(BOT)
    for turned in (False, True):
        seats = rounds % 4 if turned else np.zeros_like(rounds)
        deals = rounds // 4 if turned else rounds
        tables = np.full((evenings, MOST, count, 4), POPULATION)
        at = np.broadcast_to(seats, who.shape)[..., None]
        np.put_along_axis(tables, at, who[..., None], axis=-1)
        numbers = np.broadcast_to(deals, who.shape).ravel()
        found = play(beside, Tables(tables.reshape(-1, 4), numbers, np.arange(who.size)), these.seed)
        heads = np.take_along_axis(found.heads.reshape(tables.shape), at, axis=-1)[..., 0]
        yield "alone among bots" + (", each seat" if turned else ""), [heads]


def teams(these: Evenings) -> Iterator[tuple[str, Scores]]:
    """Yield teams of four whose heads add up; at the tables of a round each team has every seat once."""
    evenings, count = these.shape
    many = count // 4
    table, seat = np.arange(many)[:, None], np.arange(4)
    member = by_lot(np.random.default_rng([these.seed, 5]), (evenings, MOST, many), 4, 4)[..., 0, :]
    team = np.broadcast_to((table + seat) % many, (evenings, MOST, many, 4))
    sat = 4 * team + np.take_along_axis(member, team, axis=2)
    for name, same_deals in (("teams", False), ("teams, the same cards", True)):
        played = at_tables(these, sat, same_deals=same_deals)
        yield name, [played.by_person(played.heads).reshape(evenings, MOST, many, 4).sum(axis=-1)]


def judged(these: Evenings, accounts: Accounts) -> Iterator[tuple[str, Scores]]:
    """Yield forms that the coach's account of the choices decides, drawn from rounds that it judged."""
    evenings, count = these.shape
    who = np.broadcast_to(these.drawn[:, None], (evenings, MOST, count))
    for name, account, playouts in (
        ("coach", "against", OWN_PLAYOUTS),
        ("review", "loss", PLAYOUTS),
    ):
        rng = np.random.default_rng([these.seed, 99])
        drawn = accounts.draw(who, these.people.field, these.people.heads, (account, playouts), rng)
        if name == "coach":
            yield "heads, drawn like the coach's", [drawn.heads]
        yield name, [drawn.lost]
        yield f"heads and 2 x {name}", [drawn.heads + 2 * drawn.lost]
        for off in (0.5, 1.0) if name == "coach" else ():
            style = np.random.default_rng([these.seed, 98]).normal(0, off, (evenings, 1, count))
            yield f"coach, off by {off} heads", [drawn.lost + style]
