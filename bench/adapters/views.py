"""What adapters share: the heads of cards, and a loop that answers views. It needs no Sixth."""

import json
import sys
from collections.abc import Callable
from typing import Any, TextIO


def heads(cards: list[int]) -> int:
    """Return the heads of some cards."""
    total = 0
    for card in cards:
        total += (
            7 if card == 55 else 5 if card % 11 == 0 else 3 if card % 10 == 0 else 2 if card % 5 == 0 else 1
        )
    return total


def answer_views(answer: Callable[[dict[str, Any]], dict[str, Any]], out: TextIO) -> None:
    """Write to `out` the answer to each view on standard input."""
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), file=out, flush=True)
