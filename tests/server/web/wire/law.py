"""The lines that a feed sends to a page of a table, and a Node that folds them as the page does."""

import json
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, get_args

import sixth
from sixth.rules.events import Dealt, Laid, RoundEnded
from sixth.rules.options import Rules
from sixth.server.feature import TablePlace
from sixth.server.protocol.lines import events_line, full_line, is_folded, own_line, tells_own
from sixth.server.table.config import TableConfig
from sixth.server.table.fold import TableStep
from sixth.server.table.identity import Audience
from sixth.server.table.state import Table
from sixth.server.table.view import TableView
from sixth.server.web.templating.files import STATIC
from sixth.server.web.templating.sentences import catalogue
from sixth.server.web.views.around import around_state
from tests.server.support.logs import token
from tests.server.support.stories import Story

NOW: Final = 1_790_000_000_000
CODE: Final = "12345"

FAR: Final = 8
"""The longest gap of a page tested here, in writes to the log."""

CLOCKED: Final = TableConfig(helps=True, turn_seconds=30, bank_seconds=60)


class Case(NamedTuple):
    """The lines for a page with the state number `start`, and the number of the state that follows."""

    start: int
    lines: list[bytes]
    then: int


class Engine:
    """A Node that folds lines."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def ask(self, op: str, fulls: Sequence[bytes] = (), cases: Sequence[Case] = (), **more: Any) -> Any:
        """Return the answer to one operation of `law.mjs`."""
        encoded = [b"[%d,[%b],%d]" % (start, b",".join(lines), then) for start, lines, then in cases]
        parts = (
            json.dumps(op).encode(),
            b",".join(fulls),
            b",".join(encoded),
            json.dumps(more).encode(),
        )
        query = b'{"op":%b,"fulls":[%b],"cases":[%b],"more":%b}' % parts
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(query.replace(b"\n", b"") + b"\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, "The engine has stopped."
        return json.loads(answer)


@contextmanager
def start_engine(folder: Path) -> Iterator[Engine]:
    """Start an engine with copies of the scripts in this folder."""
    node = shutil.which("node")
    assert node, "There is no Node; scripts/programs installs it where it can."
    for name in ("lit", "table", "replay", "learn"):
        shutil.copytree(STATIC / name, folder / name)
    # Without it a Node reads the scripts as CommonJS.
    (folder / "package.json").write_text('{"type": "module"}')
    command = [node, str(Path(__file__).with_name("law.mjs")), str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield Engine(process)
        assert process.stdin is not None
        process.stdin.close()


# ------------------------------------------------------------------ lines to a page


class Transcript:
    """The lines to one audience in a story: `fulls` are its states after each write to the log."""

    def __init__(self, writes: Sequence[Sequence[TableStep]], audience: Audience) -> None:
        self._writes, self.audience = writes, audience
        self.tables = [steps[-1][1] for steps in writes]
        self.fulls = [self._full(table) for table in self.tables]

    def _full(self, table: Table) -> bytes:
        may = self.audience.may_look(table)
        return full_of(self.audience.view(table)) if may else b"null"

    def case(self, start: int, then: int) -> Case | None:
        """Return the lines that lead a page from one state to another; None if a state is hidden."""
        steps = list(chain.from_iterable(self._writes[start + 1 : then + 1]))
        if b"null" in (self.fulls[start], self.fulls[then]):
            return None
        return Case(start, lines_of(steps, self.audience, self.fulls[then]), then)

    def next_ones(self) -> list[Case]:
        """Return the cases of one write each."""
        return [case for start in range(len(self.fulls) - 1) if (case := self.case(start, start + 1))]

    def later_ones(self, rng: Random) -> list[Case]:
        """Return the cases of several writes: two from each state, of random length."""
        last = len(self.fulls) - 1
        pairs = ((at, at + rng.randint(2, FAR)) for at in range(last) for _ in range(2))
        return [case for start, then in pairs if then <= last and (case := self.case(start, then))]

    def steps(self, case: Case) -> list[TableStep]:
        """Return the steps of a case."""
        return list(chain.from_iterable(self._writes[case.start + 1 : case.then + 1]))


def full_of(table: TableView) -> bytes:
    """Return the line of the whole state of a page."""
    return full_line(table, NOW, CODE, around_state(table))


def lines_of(steps: Sequence[TableStep], audience: Audience, full: bytes) -> list[bytes]:
    """Return the lines of a feed for these steps; `full` is the line of the whole state after them."""
    table, shared = steps[-1][1], events_line(steps, NOW)
    if not is_folded(steps):
        return [shared, full]
    seat = audience.seat(table)
    own = own_line(table, seat, steps) if seat is not None and tells_own(steps, seat) else b""
    return [shared, own] if own else [shared]


def audiences(seats: int) -> list[Audience]:
    """Return all viewers: every seat, two newcomers, a stranger, and a big screen."""
    late = (9, 10) if seats < 9 else ()
    return [
        *(Audience.of(token(seat)) for seat in (*range(seats), *late)),
        Audience.of(None),
        Audience.of(None, screen=True),
    ]


@cache
def story(game: str, seed: int = 1) -> Story:
    """Return a story of two short rounds of a named game for four, with a clock and all hints."""
    return Story(few_cards(shortened(sixth.games[game].replace(seats=4))), CLOCKED, seed)


def few_cards(rules: Rules) -> Rules:
    """Return the rules with hands of six cards, unless halves fix the hand."""
    return rules if rules.deal == "halves" else rules.replace(hand=6)


def shortened(rules: Rules) -> Rules:
    """Return the rules with an end after two rounds, unless halves fix the end."""
    return rules if rules.deal == "halves" else rules.replace(end=sixth.End("rounds", 2))


# ------------------------------------------------------------------ pictures


GIVEN: Final = {
    place: [
        {
            "text": place,
            "links": [{"address": f"/{place}", "label": place}],
            "drawn": {"label": place, "paths": ["M3 6H97", "M50 6h0"]},
        }
    ]
    for place in get_args(TablePlace)
}
"""What a feature gives a table, ready for JSON: a link and a drawing at each place."""


def draw(
    engine: Engine,
    transcript: Transcript,
    language: str,
    *,
    elsewhere: bool = False,
    coachless: bool = False,
) -> list[str | None]:
    """Return the page of each state; None if it is hidden.

    The reader may play `elsewhere`: what is said of that stands in place of the form for a seat. A site that
    is `coachless` has no coach.
    """
    about = {"catalogue": catalogue(language), "deals": "/daily/{day}", "now": NOW}
    screen = transcript.audience.screen
    given = {place: each for place, each in GIVEN.items() if place != "seat" or elsewhere}
    pictures: list[str | None] = engine.ask(
        "pictures", transcript.fulls, (), **about, screen=screen, given=given, coachless=coachless
    )
    return pictures


def is_of_rounds(steps: Sequence[TableStep]) -> bool:
    """Return whether all steps are turns, or ends and beginnings of rounds."""
    return all(is_folded([step]) or isinstance(step[0], Laid | Dealt | RoundEnded) for step in steps)
