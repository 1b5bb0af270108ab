"""Show that the coach orders the levels, and that luck is 0 on average. docs/coach.md has the figures.

    python bench/coach_levels.py play FILE [--first K] [--rounds N] [--bots A,B,…] [--rare A,B,…] [--raced N]
    python bench/coach_levels.py say FILE… [--plot FILE]

`play`: every bot plays the same deals of one round of classic with four seats, in the same seat, among the
same reference players, from deal K on. FILE gets a line for each round as soon as it is done; the same
command goes on from there. Bots that are `--rare` play every fourth deal. At each decision of the policy the
other bots are asked, too, what they would answer. `say`: what came of it, as JSON lines, and as a picture.

What an answer is worth is measured as in a review, but with fewer playouts, and the best answer is looked for
at every Nth decision only, drawn by chance, which then counts for N. Both leave means what they are.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any, Final

import numpy as np
from coach import say, table

import sixth
from sixth import bots
from sixth.bots.bot import Bot
from sixth.coach.baseline import baseline_of
from sixth.coach.judgement import PLAYOUTS, judge, sampled
from sixth.coach.measuring import Baseline
from sixth.coach.positions import Position, rounds_of
from sixth.coach.reference import one_round, policy_chances
from sixth.quantiles import error_of
from sixth.rules.view import View

SEATS: Final = 4
RULES: Final = one_round(sixth.games["classic"].replace(seats=SEATS), SEATS)
MEASURING: Final = 400
"""Playouts of a sample."""
RACED_SAMPLES: Final = 8
"""Of a decision whose best answer is looked for, so that single losses can be seen, too."""
RARE: Final = 4
SHARED: Final = "policy"
"""At whose decisions all are asked."""

# ------------------------------------------------------------------ playing


def played(deal: int, name: str, asked: Sequence[str], raced: int) -> dict[str, Any]:
    """Play a deal with the bot of this name; return the line for it."""
    game, seat, players = table(SEATS, f"level {deal}")
    players[seat] = bots.make(name, seed=deal)
    game.play(players)
    (once,) = rounds_of(game.as_record(), seat)
    rng = Random(f"race {deal} {name}")
    others = {other: bots.make(other, seed=deal) for other in asked if other != name}
    steps = [
        step(each, rng, others, raced)
        for number, each in enumerate(once.positions)
        if number == 0 or not each.forced
    ]
    return {"deal": deal, "bot": name, "heads": once.heads, "steps": steps}


def step(position: Position, rng: Random, others: dict[str, Bot], one_in: int) -> dict[str, Any]:
    """Return what is known of a decision: heads still to come with each answer that is of interest."""
    view = position.view
    raced, seed = rng.random() < 1 / one_in, rng.getrandbits(48)
    means = measured(view, RACED_SAMPLES if raced else 1, seed)
    best = judge(view, playouts=PLAYOUTS, measuring=1).best if raced else None
    return {
        "kind": position.kind,
        "turn": position.turn,
        "given": means[view.legal.index(position.answer)],
        "policy": round(float(np.dot(policy_chances(view), means)), 4),
        "best": None if best is None else means[best],
        "weight": one_in,
        "same": best is not None and view.legal[best] == position.answer,
        "asked": {name: means[view.legal.index(bot.act(view))] for name, bot in others.items()},
    }


def measured(view: View, samples: int, seed: int) -> list[float]:
    """Return the heads that are still to come with each answer, should the policy play on."""
    every = np.arange(len(view.legal))
    number = MEASURING // len(every)
    heads = sampled(view, samples, number, every, np.random.default_rng(seed)).mean(axis=0)
    assert view.seat is not None
    return [round(float(each) - view.round_heads[view.seat], 4) for each in heads]


def play(file: Path, deals: range, names: Sequence[str], rare: Sequence[str], raced: int) -> None:
    """Play deal after deal, all bots of each, and add a line to the file for each round."""
    done = {(each["deal"], each["bot"]) for each in lines([file])} if file.exists() else set()
    with file.open("a", encoding="utf-8") as out:
        for deal in deals:
            here = [name for name in names if name not in rare or deal % RARE == 0]
            for name in here:
                if (deal, name) not in done:
                    line = played(deal, name, here if name == SHARED else (), raced)
                    out.write(json.dumps(line, separators=(",", ":")) + "\n")
                    out.flush()


def lines(files: Iterable[Path]) -> Iterator[dict[str, Any]]:
    """Yield the rounds that are in the files; a line that was cut short is none."""
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines(keepends=True):
            if line.endswith("\n"):
                yield json.loads(line)


# ------------------------------------------------------------------ what came of it


@dataclass(frozen=True)
class Account:
    """A round in the terms of a review, in heads, each right on average."""

    heads: float
    deal: float
    own: float
    others: float
    decisions: int

    @property
    def loss(self) -> float:
        """What a decision cost."""
        return self.own / self.decisions


def account(line: dict[str, Any], baseline: Baseline) -> Account:
    """Return the account of a round as a review would add it up."""
    kept = [factor_of(each, baseline) for each in line["steps"]]
    lost = [
        factor * (each["given"] - best_of(each)) for factor, each in zip(kept, line["steps"], strict=True)
    ]
    deal = kept[0] * best_of(line["steps"][0]) - baseline.par
    own = sum(lost)
    return Account(line["heads"], deal, own, line["heads"] - baseline.par - deal - own, len(lost))


def factor_of(step: dict[str, Any], baseline: Baseline) -> float:
    """Return by what a difference between two answers is multiplied, as the coach would play on."""
    if step["kind"] == "take":
        return 1.0
    return 1 - baseline.share(RULES, step["kind"], step["turn"])


def best_of(step: dict[str, Any]) -> float:
    """Return what the best answer is worth, on average over all decisions."""
    gain = 0.0 if step["best"] is None else step["weight"] * (step["policy"] - step["best"])
    return float(step["policy"] - gain)


def report(files: Sequence[Path]) -> dict[str, dict[int, Account]]:
    """Print what came of the rounds; return their accounts by bot and deal."""
    baseline = baseline_of(RULES, playouts=PLAYOUTS)
    found: dict[str, dict[int, Account]] = {name: {} for name in bots.methods}
    lost, shared = [], []
    for line in lines(files):
        found[line["bot"]][line["deal"]] = account(line, baseline)
        for each in line["steps"]:
            factor = factor_of(each, baseline)
            if each["best"] is not None and not each["same"]:
                lost.append(factor * (each["given"] - each["best"]))
            if each["asked"]:
                asked = {**each["asked"], line["bot"]: each["given"]}
                shared.append((line["deal"], {name: factor * value for name, value in asked.items()}))
    found = {name: accounts for name, accounts in found.items() if accounts}
    for name, accounts in found.items():
        every = list(accounts.values())
        say(f"coach.heads.{name}", [each.heads for each in every], "heads a round", rounds=len(every))
        say(f"coach.own.{name}", [each.own for each in every], "heads lost by decisions a round")
        say(f"coach.loss.{name}", [each.loss for each in every], "heads lost a decision")
        say(f"coach.others.{name}", [each.others for each in every], "heads of luck after the deal")
    for worse, better in pairwise(found):
        both = sorted(found[worse].keys() & found[better].keys())
        steps = [found[worse][deal].own - found[better][deal].own for deal in both]
        say(f"coach.step.{worse}-{better}", steps, "heads lost by decisions a round, paired", deals=len(both))
        say(f"coach.shared.{worse}-{better}", differences(shared, worse, better), "heads a decision, paired")
    by_deal: dict[int, list[Account]] = defaultdict(list)
    for accounts in found.values():
        for deal, each in accounts.items():
            by_deal[deal].append(each)
    rounds = sum(map(len, found.values()))
    for term in ("deal", "others"):
        means = [mean(getattr(each, term) for each in accounts) for accounts in by_deal.values()]
        say(f"coach.{term}", means, "heads of luck, all bots", deals=len(means), rounds=rounds)
    quantiles = {q: round(float(np.quantile(lost, q)), 3) for q in (0.5, 0.75, 0.9, 0.95)}
    line = {"bench": "coach.losses", "quantiles": quantiles, "answers": len(lost)}
    sys.stdout.write(json.dumps(line) + "\n")
    return found


def differences(shared: Iterable[tuple[int, dict[str, float]]], worse: str, better: str) -> list[float]:
    """Return by how much the answers of two bots to the same questions differ, the mean of each deal."""
    deals: dict[int, list[float]] = defaultdict(list)
    for deal, values in shared:
        if worse in values and better in values:
            deals[deal].append(values[worse] - values[better])
    return [mean(each) for each in deals.values()]


def plot(found: dict[str, dict[int, Account]], form: str) -> bytes:
    """Draw loss a decision and luck of a round by bot, with 95 % intervals."""
    from matplotlib.figure import Figure

    from sixth.plots import encode, style

    with style(9):
        figure = Figure(figsize=(7, 3), layout="constrained")
        names = list(found)
        places = range(len(names))
        for axes, title, terms in (
            (figure.add_subplot(1, 2, 1), "heads lost a decision", (("loss", "C0", "o"),)),
            (
                figure.add_subplot(1, 2, 2),
                "luck in heads a round",
                (("deal", "C1", "s"), ("others", "C2", "D")),
            ),
        ):
            for number, (term, colour, marker) in enumerate(terms):
                values = [[getattr(each, term) for each in found[name].values()] for name in names]
                axes.errorbar(
                    [mean(each) for each in values],
                    [place + 0.24 * number - 0.12 * (len(terms) - 1) for place in places],
                    xerr=[error_of(np.array(each)).margin for each in values],
                    fmt=marker, color=colour, markersize=4, capsize=2, label=LABELS.get(term),
                )  # fmt: skip
            axes.axvline(0, color="0.7", linewidth=0.8, zorder=0)
            axes.set_yticks(list(places), names if title.startswith("heads") else [""] * len(names))
            axes.set_title(title)
            axes.spines[["top", "right"]].set_visible(False)
            axes.invert_yaxis()
            if len(terms) > 1:
                axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.1), ncol=2)
        return encode(figure, form)


LABELS: Final = {"deal": "of the deal", "others": "with the others' cards"}


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("play", "say"))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--bots", default=",".join(bots.methods))
    parser.add_argument("--rare", default="expert,champion")
    parser.add_argument("--raced", type=int, default=6)
    parser.add_argument("--plot", type=Path)
    asked = parser.parse_args()
    if asked.what == "say":
        found = report(asked.files)
        if asked.plot is not None:
            asked.plot.write_bytes(plot(found, asked.plot.suffix[1:]))
    else:
        play(
            asked.files[0],
            range(asked.first, asked.first + asked.rounds),
            asked.bots.split(","),
            asked.rare.split(","),
            asked.raced,
        )


if __name__ == "__main__":
    main()
