"""Write the golden records anew: `python -m tests.golden.make`, from the top of the repository.

A change in what this writes is a change of the rules, of the records or of the deal; see CONTRIBUTING.md.
"""

from functools import cache
from pathlib import Path

import sixth
from sixth.rules.deal import Dealer, secret_from_seed
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.rules.record import Seat
from sixth.rules.view import View

HERE = Path(__file__).parent

GAMES: dict[str, tuple[int, ...]] = {
    "classic": (2, 4, 10),
    "tactical": (3, 6),
    "logic": (2, 5),
    "halves": (2, 4, 5, 6, 7, 10),
    "both-ends": (3, 5),
    "kids": (2, 4, 6),
    "elimination": (4,),
}
"""The numbers of seats each named game is kept for."""

ODD: dict[str, sixth.Rules] = {
    "both-ends-light-5-rows": sixth.Rules(
        seats=4, hand=8, rows=5, row_limit=3, ends="both", heads="light", end=sixth.End("rounds", 4)
    ),
    "draft-elimination": sixth.Rules(
        seats=5, deck="tactical", hand=4, deal="draft", end=sixth.End("elimination", 20)
    ),
    "flip-halves-both-ends": sixth.Rules(
        seats=3, deck=50, deal="halves", play="flip", ends="both", end=sixth.End("rounds", 1)
    ),
    "all-out-at-once": sixth.Rules(
        seats=5, deck="tactical", hand=3, rows=2, row_limit=1, end=sixth.End("elimination", 28)
    ),
}
"""Combinations of options that no named game has."""


def act(view: View, count: int) -> Action:
    """Something different each time, without chance: what a choice is does not matter here."""
    legal = view.legal
    middle = legal[(count * 7 + (view.seat or 0) * 3) % len(legal)]
    match legal[0]:
        case Take(end=None):
            heads_of = view.rules.heads_of
            return min(
                (action for action in legal if isinstance(action, Take)),
                key=lambda action: (sum(heads_of[card] for card in view.rows[action.row]), action.row),
            )
        case Choose() | Pick() | Take():
            return middle


def play(name: str, rules: sixth.Rules) -> str:
    """One game, the same each time, as a record."""
    texts = tuple("" if seat % 2 else f"{name}, seat {seat}" for seat in range(rules.seats))
    game = sixth.Game(
        rules,
        dealer=Dealer(secret_from_seed(name), texts),
        game=f"{name}-{rules.seats}",
        seats=[Seat(f"Seat {number}", "golden") for number in range(1, rules.seats + 1)],
        started="2025-01-31T20:15:00+00:00",
    )
    count = 0
    while not game.over:
        for seat in game.to_act:
            count += 1
            game.act(seat, act(game.view(seat), count))
            if count % 11 == 0 and game.view(seat).chosen is not None:
                # Somebody changes their mind.
                game.act(seat, game.view(seat).legal[0])
    return game.record()


@cache
def texts() -> dict[str, str]:
    """Every golden record by its file name."""
    files = {
        f"{name}.sixth.jsonl": "".join(play(name, sixth.games[name].replace(seats=seats)) for seats in counts)
        for name, counts in GAMES.items()
    }
    return files | {f"{name}.sixth.jsonl": play(name, rules) for name, rules in ODD.items()}


def main() -> None:
    """Write them all."""
    for name, text in texts().items():
        (HERE / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
