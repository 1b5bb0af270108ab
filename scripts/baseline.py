"""Measure par, and what the coach gains on the policy, for the named games: src/sixth/coach/baseline.json.

    python scripts/baseline.py [NAME SEATS] [--deals N] [--rounds N]

Without a name all of them, one after another; what the file holds already is measured again and replaced.
The file is written after each. Docs are in docs/coach.md.
"""

import argparse
import json
import sys
from statistics import mean, stdev
from typing import Any, Final

from sixth.coach.baseline import TABLE, Measured, measure
from sixth.coach.judgement import PLAYOUTS
from sixth.coach.reference import one_round
from sixth.files import written_whole
from sixth.rules.codec import dumps, rules_to_json
from sixth.rules.games import GAMES

SEED: Final = 1


def entry(name: str, seats: int, *, deals: int, rounds: int) -> dict[str, Any]:
    """Return one entry of the table."""
    rules = one_round(GAMES[name].replace(seats=seats), seats)
    found = measure(rules, deals=deals, rounds=rounds, playouts=PLAYOUTS, seed=SEED)
    baseline = found.baseline()
    return {
        "game": name,
        "seats": seats,
        "par": baseline.par,
        "se": round(baseline.error.variance**0.5, 4),
        "deals": deals,
        "rounds": rounds,
        **luck_of(found),
        "gains": {kind: list(gains) for kind, gains in baseline.gains.items()},
        "rules": rules_to_json(rules),
    }


def luck_of(found: Measured) -> dict[str, list[float]]:
    """Return the mean luck after the deal, which should be 0, with its standard error."""
    luck = [each.luck for each in found.rounds if each.luck is not None]
    if not luck:
        return {}
    return {"luck": [round(mean(luck), 3), round(stdev(luck) / len(luck) ** 0.5, 3)]}


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="?")
    parser.add_argument("seats", nargs="?", type=int)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=24)
    asked = parser.parse_args()
    wanted = [
        (name, seats)
        for name, game in GAMES.items()
        for seats in game.seats
        if asked.name in (None, name) and asked.seats in (None, seats)
    ]
    for name, seats in wanted:
        new = entry(name, seats, deals=asked.deals, rounds=asked.rounds)
        known = json.loads(TABLE.read_text())["games"] if TABLE.exists() else []
        kept = [each for each in known if (each["game"], each["seats"]) != (name, seats)]
        order = list(GAMES)
        games = sorted([*kept, new], key=lambda each: (order.index(each["game"]), each["seats"]))
        with written_whole(TABLE) as file:
            lines = ",\n".join(dumps(each) for each in games)
            file.write(f'{{"playouts":{PLAYOUTS},"seed":{SEED},"games":[\n{lines}\n]}}\n'.encode())
        sys.stdout.write(
            f"{name} {seats}: par {new['par']:.2f} ± {1.96 * new['se']:.2f}, luck {new.get('luck')}\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
