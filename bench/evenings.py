"""How rightly an evening ranks those who play it, by form and number of rounds: JSON lines on stdout.

    python bench/evenings.py people
    python bench/evenings.py forms [--people N] [--population NAME] [--evenings N] [--judged FILE] [--seed S]
                                   [--only plain,network,sizes,duplicate,alone,teams,games,judged]
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
from pathlib import Path
from typing import Final

import evening_coach
import numpy as np
from evening_account import Accounts, accounts_of, report
from evening_forms import (
    POPULATION,
    Evenings,
    Population,
    Scores,
    alone,
    at_tables,
    draw,
    duplicate,
    games,
    judged,
    lots,
    other_network,
    plain,
    plain_scores,
    population,
    sizes,
    teams,
)
from evening_play import LADDERS, NAMES, Numbers

ROUNDS: Final = (1, 3, 5, 8, 10, 20, 40)
PEOPLE: Final = (8, 12, 16, 20, 40, 64, 120)

# ------------------------------------------------------------------ how rightly

Figures = dict[str, tuple[float, float]]
"""Each with half the width of its 95 % interval."""


def rightly(these: Evenings, scores: Scores, rounds: int) -> Figures:
    """Say how rightly the ranking after so many rounds is; what is still equal is decided by lot."""
    evenings, count = scores[0].shape[0], scores[0].shape[2]
    lot = np.random.default_rng([these.seed, rounds]).random((evenings, count))
    keys = [each[:, :rounds].sum(axis=1).round(6) for each in scores]
    order = np.lexsort([lot, *keys[::-1]], axis=-1)
    found, true = order.argsort(axis=-1), these.true_places(count)
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


def forms(these: Evenings, accounts: Accounts | None, only: Sequence[str]) -> None:
    """Say how rightly each form ranks."""
    every: dict[str, Callable[[Evenings], Iterator[tuple[str, Scores]]]]
    every = {
        "plain": plain, "network": other_network, "sizes": sizes, "duplicate": duplicate, "alone": alone,
        "teams": teams, "games": games,
    }  # fmt: skip
    if accounts is not None:
        every["judged"] = lambda these: judged(these, accounts)
    goal = 0.0
    for group in only or every:
        for name, scores in every[group](these):
            found = {rounds: rightly(these, scores, rounds) for rounds in rounds_of(scores)}
            for rounds, figures in found.items():
                say(f"evening.{name}", people=these.shape[1], rounds=rounds, **figures)
            line = [figures["spearman"][0] for figures in found.values()]
            goal = goal or line[-1]
            say(f"evening.{name}.goal", rounds_like_the_first_form_in_40=reached(line, goal))


def rounds_of(scores: Scores) -> list[int]:
    """Return the numbers of rounds after which these scores are ranked."""
    return [rounds for rounds in ROUNDS if rounds <= scores[0].shape[1]]


def reached(line: Sequence[float], goal: float) -> float | None:
    """Return after how many rounds the rank correlation reaches the goal, None if not in 40."""
    if max(line) < goal:
        return None
    return round(float(np.exp(np.interp(goal, line, np.log(ROUNDS[: len(line)])))), 1)


# ------------------------------------------------------------------ what a host is told


def figures(people: Population, accounts: Accounts, evenings: int, seed: int) -> None:
    """Print the figures of the forms that a host may choose, a line for each number of people."""
    table: dict[str, dict[int, str]] = {form: {} for form in HOST}
    for count in PEOPLE:
        these = draw(people, max(1, min(evenings, 20 * evenings // count)), count, seed)
        found = plain_scores(at_tables(these, lots(these, 4)))
        found |= dict(duplicate(these)) | dict(games(these)) | dict(judged(these, accounts))
        for form, name in HOST.items():
            rows = [rightly(these, found[name], rounds) for rounds in rounds_of(found[name])]
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
    "games": "games, points",
    "games by heads": "games, heads",
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
    parser.add_argument("--only", default="")
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
        only = asked.only.split(",") if asked.only else ()
        forms(draw(people, asked.evenings, asked.people, asked.seed), accounts, only)
    elif asked.what == "kinds" and accounts is not None:
        report(accounts, [line for file in asked.files for line in evening_coach.read(file)], say)
    elif accounts is not None:
        figures(people, accounts, asked.evenings, asked.seed)
    return None


if __name__ == "__main__":
    main()
