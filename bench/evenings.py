"""How rightly an evening ranks those who play it, by form and number of rounds: JSON lines on stdout.

    python bench/evenings.py people
    python bench/evenings.py forms [--people N] [--population NAME] [--evenings N] [--judged FILE] [--seed S]
    python bench/evenings.py judge FILE [--rounds N]
    python bench/evenings.py bots FILE [--rounds N] [--names A,B,…] [--one-in N]
    python bench/evenings.py kinds --judged FILE [FILE…]
    python bench/evenings.py figures --judged FILE [--evenings N] [--seed S] > src/sixth/tournaments/luck.json

`people`: who plays, and how strong they are. `forms`: the people of each evening are drawn anew; the
ranking after so many rounds is compared with the order of the heads that they take in the long run. `judge`:
rounds of twenty of them whose choices the coach has judged, without which forms that it decides are left
out; `bots`: the same for the levels. The next `--first` goes on. `kinds`: whether who is judged to
be better is better. `figures`: what the form of a host is told.

The same seed gives the same evenings. docs/decisions/032 has the figures.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import evening_coach
import numpy as np
from evening_account import Accounts, accounts_of, report
from evening_play import (
    CERTAIN,
    LADDERS,
    NAMES,
    Field,
    Indices,
    Numbers,
    Tables,
    by_lot,
    play,
)

POPULATION: Final = 200
ROUNDS: Final = (1, 3, 5, 8, 10, 20, 40)
MOST: Final = ROUNDS[-1]
PEOPLE: Final = (8, 12, 16, 20, 40, 64, 120)
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

    def true_places(self) -> Indices:
        """Return the place of each by the heads of the long run."""
        return places(self.people.heads[self.drawn])


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


def judged(these: Evenings, accounts: Accounts) -> Iterator[tuple[str, Scores]]:
    """Yield forms that the coach's account of the choices decides, drawn from rounds that it judged."""
    who = np.broadcast_to(these.drawn[:, None], (these.shape[0], MOST, these.shape[1]))
    strength, networks = these.people.heads[who], these.people.field.networks[who]
    for name, account, playouts in (
        ("coach", "against", evening_coach.PLAYOUTS),
        ("review", "loss", evening_coach.DEFAULT),
    ):
        rng = np.random.default_rng([these.seed, 99])
        drawn = accounts.draw(networks, strength, account, playouts, rng)
        if name == "coach":
            yield "heads, drawn like the coach's", [drawn.heads]
        yield name, [drawn.lost]
        yield f"heads and 2 x {name}", [drawn.heads + 2 * drawn.lost]


# ------------------------------------------------------------------ how rightly

Figures = dict[str, tuple[float, float]]
"""Each with half the width of its 95 % interval."""


def rightly(these: Evenings, scores: Scores, rounds: int) -> Figures:
    """Say how rightly the ranking after so many rounds is; what is still equal is decided by lot."""
    lot = np.random.default_rng([these.seed, rounds]).random(these.shape)
    keys = [each[:, :rounds].sum(axis=1).round(6) for each in scores]
    order = np.lexsort([lot, *keys[::-1]], axis=-1)
    found, true = order.argsort(axis=-1), these.true_places()
    count = these.shape[1]
    spearman = 1 - 6 * ((found - true) ** 2).sum(axis=1) / (count * (count**2 - 1))
    kendall = np.zeros(len(found))
    for person in range(count):
        agree = np.sign(found - found[:, [person]]) * np.sign(true - true[:, [person]])
        kendall += agree.sum(axis=1) / (count * (count - 1))
    best = np.take_along_axis(found, true.argmin(axis=1)[:, None], axis=1)[:, 0]
    values = {"spearman": spearman, "kendall": kendall, "best": best == 0, "three": best < 3}
    return {name: mean_of(each) for name, each in values.items()}


def mean_of(values: Numbers) -> tuple[float, float]:
    """Return a mean over evenings, and half the width of its interval."""
    return round(float(values.mean()), 4), round(float(1.96 * values.std() / len(values) ** 0.5), 4)


def say(bench: str, **figures: object) -> None:
    """Print a line."""
    sys.stdout.write(json.dumps({"bench": bench, **figures}) + "\n")
    sys.stdout.flush()


def forms(these: Evenings, accounts: Accounts | None) -> None:
    """Say how rightly each form ranks."""
    every: list[Callable[[Evenings], Iterator[tuple[str, Scores]]]]
    every = [plain, other_network, sizes, duplicate, alone]
    if accounts is not None:
        every.append(lambda these: judged(these, accounts))
    goal = 0.0
    for form in every:
        for name, scores in form(these):
            found = {rounds: rightly(these, scores, rounds) for rounds in ROUNDS}
            for rounds, figures in found.items():
                say(f"evening.{name}", people=these.shape[1], rounds=rounds, **figures)
            line = [found[rounds]["spearman"][0] for rounds in ROUNDS]
            goal = goal or line[-1]
            say(f"evening.{name}.goal", rounds_like_plain_40=reached(line, goal))


def reached(line: Sequence[float], goal: float) -> float | None:
    """Return after how many rounds the rank correlation reaches the goal, None if not in 40."""
    if max(line) < goal:
        return None
    return round(float(np.exp(np.interp(goal, line, np.log(ROUNDS)))), 1)


# ------------------------------------------------------------------ what a host is told


def figures(people: Population, accounts: Accounts, evenings: int, seed: int) -> None:
    """Print the figures of the forms that a host may choose, a line for each number of people."""
    table: dict[str, dict[int, str]] = {form: {} for form in HOST}
    for count in PEOPLE:
        these = draw(people, max(1, min(evenings, 20 * evenings // count)), count, seed)
        found = plain_scores(at_tables(these, lots(these, 4)))
        found |= dict(duplicate(these)) | dict(judged(these, accounts))
        for form, name in HOST.items():
            rows = [rightly(these, found[name], rounds) for rounds in ROUNDS]
            columns = [rising([row[key][0] for row in rows]) for key in ("best", "three", "spearman")]
            table[form][count] = json.dumps(np.round(columns, 3).T.tolist())
    lines = [
        f'"{form}": {{\n' + ",\n".join(f'"{count}": {rows}' for count, rows in by.items()) + "\n}"
        for form, by in table.items()
    ]
    sys.stdout.write(f'{{\n"rounds": {json.dumps(ROUNDS)},\n"forms": {{\n' + ",\n".join(lines) + "\n}\n}\n")


def rising(values: Sequence[float]) -> Numbers:
    """Return figures that do not fall with more rounds; what falls by chance is met in the middle."""
    up = np.maximum.accumulate(values)
    down = np.minimum.accumulate(values[::-1])[::-1]
    middle: Numbers = (up + down) / 2
    return middle


HOST: Final = {
    "plain": "points",
    "heads": "heads",
    "duplicate": "duplicate, heads of the seat",
    "coach": "coach",
}


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("people", "forms", "judge", "bots", "kinds", "figures"))
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--judged", type=Path)
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--population", choices=tuple(LADDERS), default="mixed")
    parser.add_argument("--evenings", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=63)
    parser.add_argument("--names", default="random,nearest,careful,montecarlo,policy,search,expert,champion")
    parser.add_argument("--one-in", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    twenty, rounds = LADDERS["mixed"](20), range(asked.first, asked.first + asked.rounds)
    if asked.what == "judge":
        return evening_coach.write(asked.files[0], evening_coach.of_field(twenty, rounds))
    if asked.what == "bots":
        names = asked.names.split(",")
        return evening_coach.write(asked.files[0], evening_coach.of_bots(twenty, rounds, names, asked.one_in))
    people = population(asked.population)
    accounts = accounts_of(asked.judged, twenty, people.field, people.heads) if asked.judged else None
    if asked.what == "people":
        for person in range(5, POPULATION, 10):
            network, strict = people.field.networks[person], people.field.inverse_temperatures[person]
            say(
                "person",
                network=NAMES[network],
                strict=round(strict, 3),
                heads=round(people.heads[person], 2),
            )
        say("people", mean=round(people.heads.mean(), 2), sd=round(people.heads.std(), 2))
    elif asked.what == "forms":
        forms(draw(people, asked.evenings, asked.people, asked.seed), accounts)
    elif asked.what == "kinds" and accounts is not None:
        report(accounts, [line for file in asked.files for line in evening_coach.read(file)], say)
    elif accounts is not None:
        figures(people, accounts, asked.evenings, asked.seed)
    return None


if __name__ == "__main__":
    main()
