"""Measure par, and what the coach gains on the policy, for the named games: src/sixth/coach/baseline.json.

    python scripts/baseline.py policy FILE [--game NAME] [--seats N] [--blocks N]
    python scripts/baseline.py play FILE [--game NAME] [--seats N] [--first K] [--rounds N]
    python scripts/baseline.py table FILE…

`policy` adds a line to FILE for each game: what the policy takes in blocks of 1,024 rounds (a draft's take
longer, and there are fewer). `play` adds a line for each round that the coach plays, and goes on where it was
stopped. `table` makes the table of both. Rounds with other numbers of seats count, too, as far as they agree.
docs/coach.md has more.

The best answer is found as in a review. It is measured with fewer playouts, as only means are wanted here.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev
from typing import Any, Final

import numpy as np

from sixth.coach.account import stored
from sixth.coach.baseline import TABLE
from sixth.coach.judgement import PLAYOUTS
from sixth.coach.measuring import CoachStep, PlayedRound, clamp_share, play_round, policy_losses
from sixth.coach.reference import one_round
from sixth.files import open_atomic
from sixth.quantiles import Error, error_of, total
from sixth.rules.codec import dumps, rules_to_json
from sixth.rules.games import GAMES
from sixth.rules.options import Rules

SEED: Final = 1
MEASURING: Final = 1_200
LEAST_BETWEEN: Final = 0.03
DRAFTS_SHARE: Final = 5
"""A draft has so many times fewer blocks."""


def rules_of(name: str, seats: int) -> Rules:
    """Return the rules of one round of a named game."""
    return one_round(GAMES[name].replace(seats=seats), seats)


def policy(file: Path, wanted: Iterable[tuple[str, int]], blocks: int) -> None:
    """Let the policy play so many blocks of each game."""
    with file.open("a", encoding="utf-8") as out:
        for name, seats in wanted:
            rules = rules_of(name, seats)
            number = blocks // DRAFTS_SHARE if rules.drafts else blocks
            found = policy_losses(rules, blocks=number, seed=SEED).round(4).tolist()
            out.write(json.dumps({"game": name, "seats": seats, "policy": found}) + "\n")
            out.flush()


def play(file: Path, wanted: Iterable[tuple[str, int]], rounds: range) -> None:
    """Play these rounds of each game, those of the same number one after another."""
    kept = lines([file]) if file.exists() else ()
    done = {(each["game"], each["seats"], each.get("round")) for each in kept}
    games = list(wanted)
    with file.open("a", encoding="utf-8") as out:
        for number in rounds:
            for name, seats in games:
                if (name, seats, number) in done:
                    continue
                seed = f"{SEED} round {number}"
                found = play_round(rules_of(name, seats), playouts=PLAYOUTS, measuring=MEASURING, seed=seed)
                line = {
                    "game": name,
                    "seats": seats,
                    "round": number,
                    "result": found.result,
                    "begins": found.begins,
                    "steps": [
                        [step.kind, step.turn, round(step.ahead, 4), round(step.gain, 4)]
                        for step in found.steps
                    ],
                }
                out.write(json.dumps(line) + "\n")
                out.flush()


def lines(files: Iterable[Path]) -> Iterator[dict[str, Any]]:
    """Yield the rounds that are in the files; a line that was cut short is none."""
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines(keepends=True):
            if line.endswith("\n"):
                yield json.loads(line)


@dataclass(frozen=True)
class Seen:
    """What was seen of a game with so many seats: what the policy lost, by block, and the coach's rounds."""

    policy: np.ndarray
    rounds: Sequence[PlayedRound]

    @property
    def lost(self) -> float:
        """What the policy lost in a round."""
        return float(self.policy.mean())

    @property
    def shares(self) -> np.ndarray:
        """Which share of that the coach gained, by round."""
        return np.array([each.gain for each in self.rounds]) / self.lost


@dataclass(frozen=True)
class Pool:
    """Of one game: its mean share over the numbers of seats, its variance, that of a round, and of seats."""

    mean: float
    error: float
    within: float
    free: int
    between: float

    def share(self, shares: np.ndarray) -> tuple[float, float]:
        """Return the share that one number of seats has by its rounds and by all others, and its variance.

        That is the mean of both, each counted by how sure it is (empirical Bayes).
        """
        own = len(shares) / self.within
        weight = own / (own + 1 / self.between)
        mean = weight * float(shares.mean()) + (1 - weight) * self.mean if len(shares) else self.mean
        return mean, (1 - weight) * self.between + (1 - weight) ** 2 * self.error


def between(games: Iterable[Sequence[np.ndarray]]) -> float:
    """Return the variance of true shares between numbers of seats, all games together.

    It is by how much more the means vary than their rounds explain (DerSimonian and Laird), but no less than
    by what few rounds could not tell from 0.
    """
    excess = scale = 0.0
    for game in games:
        within = spread(game)
        weights = np.array([len(each) / within for each in game])
        means = np.array([each.mean() for each in game])
        centre = float(np.average(means, weights=weights))
        excess += float((weights * (means - centre) ** 2).sum()) - (len(game) - 1)
        scale += float(weights.sum() - (weights**2).sum() / weights.sum())
    return max(LEAST_BETWEEN**2, excess / scale)


def spread(game: Sequence[np.ndarray]) -> float:
    """Return the variance of a round's share, from all numbers of seats."""
    free = sum(len(each) - 1 for each in game)
    return float(sum(((each - each.mean()) ** 2).sum() for each in game) / free)


def pool(game: Sequence[np.ndarray], variance: float) -> Pool:
    """Return what the numbers of seats of a game have in common."""
    within = spread(game)
    weights = np.array([1 / (variance + within / len(each)) for each in game])
    centre = float(np.average([each.mean() for each in game], weights=weights))
    return Pool(centre, 1 / float(weights.sum()), within, sum(len(each) - 1 for each in game), variance)


def entry(name: str, seats: int, seen: Seen, found: Pool, first: float) -> dict[str, Any]:
    """Return one entry of the table; `first` is the share of all gains that is had at a round's beginning."""
    rules = rules_of(name, seats)
    share, variance = found.share(seen.shares)
    share = clamp_share(share)
    errors = [error_of((1 - share) * seen.policy), Error(variance * seen.lost**2, found.free)]
    whole = total(errors)
    return {
        "game": name,
        "seats": seats,
        "par": stored((1 - share) * seen.lost),
        "se": round(whole.variance**0.5, 4),
        "free": round(whole.free, 1),
        "policy": round(seen.lost, 3),
        "rounds": len(seen.rounds),
        **luck_of(seen.rounds),
        "saved": round(clamp_share(share * (1 - first) / (1 - share * first)), 4),
        "rules": rules_to_json(rules),
    }


def luck_of(rounds: Sequence[PlayedRound]) -> dict[str, list[float]]:
    """Return the mean luck after the deal, which should be 0, with its standard error."""
    luck = [each.luck for each in rounds if each.luck is not None]
    if len(luck) < 2:
        return {}
    return {"luck": [round(mean(luck), 3), round(stdev(luck) / len(luck) ** 0.5, 3)]}


def first_share(rounds: Iterable[PlayedRound]) -> float:
    """Return which share of all gains comes from the first decision of a round."""
    begun = [each for each in rounds if each.begins and each.steps]
    gain = sum(each.gain for each in begun)
    return sum(each.steps[0].gain for each in begun) / gain if gain else 0.0


def table(files: Iterable[Path]) -> None:
    """Write the table."""
    rounds: dict[tuple[str, int], dict[int, PlayedRound]] = {}
    losses: dict[tuple[str, int], list[float]] = {}
    for each in lines(files):
        game = each["game"], each["seats"]
        if "policy" in each:
            losses[game] = each["policy"]
        else:
            steps = tuple(CoachStep(*step) for step in each["steps"])
            once = PlayedRound(steps, each["result"], each["begins"])
            rounds.setdefault(game, {})[each["round"]] = once
    seen = {game: Seen(np.array(losses[game]), list(rounds.get(game, {}).values())) for game in losses}
    # Two play another game than more do: on 104 cards most are never seen.
    groups: dict[tuple[str, bool], list[Seen]] = {}
    for (name, seats), found in seen.items():
        groups.setdefault((name, seats == 2), []).append(found)
    shares = {
        group: [each.shares for each in found if len(each.rounds) > 1] for group, found in groups.items()
    }
    variance = between([each for each in shares.values() if len(each) > 1])
    entries = []
    for name, seats in games():
        if (name, seats) in seen and shares[name, seats == 2]:
            group = name, seats == 2
            first = first_share(once for each in groups[group] for once in each.rounds)
            new = entry(name, seats, seen[name, seats], pool(shares[group], variance), first)
            entries.append(dumps(new))
            margin = Error(new["se"] ** 2, new["free"]).margin
            sys.stdout.write(
                f"{name} {seats}: par {new['par']:.2f} ± {margin:.2f}, {new['rounds']} rounds,"
                f" {new['saved']:.0%} saved, luck {new.get('luck')}\n"
            )
    sys.stdout.write(f"shares differ by {variance**0.5:.3f} between numbers of seats\n")
    with open_atomic(TABLE) as file:
        text = ",\n".join(entries)
        file.write(f'{{"playouts":{PLAYOUTS},"seed":{SEED},"games":[\n{text}\n]}}\n'.encode())


def games() -> Iterator[tuple[str, int]]:
    """Yield the named games with each number of seats, but none whose round is that of another."""
    seen = set()
    for name, game in GAMES.items():
        for seats in game.seats:
            rules = rules_of(name, seats)
            if rules not in seen:
                yield name, seats
            seen.add(rules)


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("policy", "play", "table"))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--game", help="only this one")
    parser.add_argument("--seats", type=int, help="only with so many")
    parser.add_argument("--blocks", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=24)
    asked = parser.parse_args()
    if asked.what == "table":
        table(asked.files)
        return
    wanted = [
        (name, seats)
        for name, seats in games()
        if asked.game in (None, name) and asked.seats in (None, seats)
    ]
    if asked.what == "policy":
        policy(asked.files[0], wanted, asked.blocks)
    else:
        play(asked.files[0], wanted, range(asked.first, asked.first + asked.rounds))


if __name__ == "__main__":
    main()
