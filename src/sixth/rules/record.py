"""Records: games as JSON lines. The reader replays a game and checks every line."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from sixth.rules import codec, events
from sixth.rules.codec import Malformed
from sixth.rules.display.text import count_of, title
from sixth.rules.events import Action, Event, Step
from sixth.rules.fold import fold
from sixth.rules.game import Refusal, advance
from sixth.rules.options import Rules, RulesError
from sixth.rules.sentence import AnyOf, Sentence, SentenceError
from sixth.rules.state import State, start

FORMAT: Final = "sixth/1"
HUMAN: Final = "human"
OUTSIDE: Final = "outside"
"""The kind of an outside bot, which somebody runs elsewhere and which holds a token, as people do."""

_MAX_SHOWN_CHARS: Final = 160
"""The length in characters to which an error quotes a wrong line."""


class RecordError(SentenceError, ValueError):
    """A wrong line of a record: its number `line` (from 1), its text and the expected one."""

    def __init__(self, line: int, code: str, template: str, /, **values: object) -> None:
        super().__init__(code, template, **values)
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class Seat:
    """The player of a seat: a name, and a kind: `human`, `outside` (an external bot) or the name of a bot."""

    name: str
    kind: str = HUMAN


@dataclass(frozen=True)
class Record:
    """One game: its id, rules, seats, start time (ISO 8601, or None) and every event."""

    game: str
    rules: Rules
    seats: tuple[Seat, ...]
    started: str | None
    events: tuple[Event, ...]

    def __repr__(self) -> str:
        return f"<Record {self.game!r}: {title(self.rules)}, {count_of(len(self.events), 'event')}>"

    def lines(self) -> Iterator[str]:
        """Yield the lines of the record, without line ends."""
        yield codec.dumps(
            {
                "record": FORMAT,
                "game": self.game,
                "rules": codec.rules_to_json(self.rules),
                "seats": [{"name": seat.name, "kind": seat.kind} for seat in self.seats],
                "started": self.started,
            }
        )
        for number, event in enumerate(self.events, 1):
            yield event_line(number, event)

    def text(self) -> str:
        """Return the record as the text of a file."""
        return "".join(line + "\n" for line in self.lines())

    def state(self, version: int | None = None) -> State:
        """Return the state after the first `version` events (None: after all of them)."""
        return fold(start(self.rules), self.events[:version])


def event_line(version: int, event: Event) -> str:
    """Return the line of one event; `version` is the number of the event in its game, from 1."""
    return codec.dumps({"v": version, **codec.event_to_json(event)})


# ------------------------------------------------------------------ reading


def read(lines: Iterable[bytes | str], *, unfinished: bool = False) -> Iterator[Record]:
    """Yield the records of a file, each checked event by event.

    `unfinished` allows the last game to stop before its end. A byte-order mark before the first is skipped.

    Raises:
        RecordError: a line is wrong; the error names the first such line.
    """
    reading: _Reading | None = None
    number = 0
    for number, raw in enumerate(lines, 1):
        value = _parse(number, raw)
        if type(value) is dict and "record" in value:
            if reading is not None:
                yield reading.finish(number)
            reading = _Reading(number, value)
        elif reading is None:
            raise RecordError(
                number,
                "no-head",
                "says {line}; a line with {start} should stand first.",
                line=shortened(raw),
                start=_START,
            )
        else:
            reading.add(number, value, raw)
    if reading is None:
        raise RecordError(
            number + 1, "empty", "there is nothing; a line with {start} should stand first.", start=_START
        )
    yield reading.finish(number + 1, unfinished=unfinished)


class _Reading:
    """The reader of one record: its head, and the state after its events."""

    def __init__(self, number: int, value: Any) -> None:
        try:
            self.head = codec.read_object(value, _HEAD)
        except RulesError as error:
            raise RecordError(
                number, "unplayable-rules", "has rules that cannot be played: {why}", why=error.sentence
            ) from error
        except Malformed as error:
            raise RecordError(
                number,
                "wrong-head",
                "the head of a record is wrong: it should be {wanted}.",
                wanted=error.sentence,
            ) from error
        rules: Rules = self.head["rules"]
        if len(self.head["seats"]) != rules.seats:
            raise RecordError(
                number, "wrong-seats", "names {named} seats; the rules have {seats}.",
                named=len(self.head["seats"]), seats=rules.seats,
            )  # fmt: skip
        self.state = start(rules)
        self.events: list[Event] = []
        self.next: list[Event] = []

    def add(self, number: int, value: Any, raw: bytes | str) -> None:
        try:
            version, event = _event(value)
        except Malformed as error:
            raise RecordError(
                number,
                "wrong-line",
                "says {line}; it should be {wanted}.",
                line=shortened(raw),
                wanted=error.sentence,
            ) from error
        if version != len(self.events) + 1:
            raise _misplaced(number, f"v={version}", f"v={len(self.events) + 1}")
        if not self.next:
            self._follow(number, event)
        next_event = self.next.pop(0)
        if event != next_event:
            raise _misplaced(number, shortened(raw), event_line(version, next_event))
        self.events.append(event)

    def _follow(self, number: int, event: Event) -> None:
        """Replay the decision of `event`, and keep the events that follow from it."""
        line = event_line(len(self.events) + 1, event)
        cause = self._cause(event)
        if cause is None or self.state.over:
            raise _misplaced(number, shortened(line), self._expectation())
        seat, action = cause
        try:
            events, state = advance(self.state, seat, action)
        except Refusal as error:
            raise RecordError(
                number,
                "illegal", "says {line}, but {wanted} should stand there: {why}",
                line=shortened(line), wanted=self._expectation(), why=error.sentence,
            ) from error  # fmt: skip
        if not events:
            raise RecordError(
                number,
                "no-change", "says {line}, which changes nothing; {wanted} should stand there.",
                line=shortened(line), wanted=self._expectation(),
            )  # fmt: skip
        self.next, self.state = list(events), state

    def _cause(self, event: Event) -> tuple[int | None, Action | Step] | None:
        """Return the seat (None: the dealer) and the action of `event`, or None for an event that was due."""
        match event:
            case events.Chose(seat, card):
                return seat, events.Choose(card)
            case events.Picked(seat, card):
                return seat, events.Pick(card)
            case events.Took(seat, row, end):
                return seat, events.Take(row, end)
            case events.Laid(first=first):
                return None, events.Lay(first)
            case events.Dealt(part=part, hands=hands, rows=rows, proof=proof):
                lists = () if self.state.open_deck else hands if part == 2 else (*hands, *rows)
                return None, events.Deal(tuple(card for cards in lists for card in cards), proof)
            case events.Flipped():
                return None, events.Flip()
            case events.Abandoned(why):
                return None, events.Abandon(why)
        return None

    def _expectation(self) -> Sentence:
        seats = AnyOf(tuple(map(str, self.state.to_act or (self.state.actor,))))
        return Sentence(
            _EXPECTATIONS[self.state.phase].template, {"seats": seats, "round": self.state.round + 1}
        )

    def finish(self, number: int, *, unfinished: bool = False) -> Record:
        if self.next:
            raise RecordError(
                number,
                "cut-short",
                "the game stops in the middle; {wanted} should stand there.",
                wanted=event_line(len(self.events) + 1, self.next[0]),
            )
        if not (self.state.over or unfinished):
            raise RecordError(
                number,
                "unfinished",
                "the game stops before its end; {wanted} should stand there.",
                wanted=self._expectation(),
            )
        head = {key: value for key, value in self.head.items() if key != "record"}
        return Record(**head, events=tuple(self.events))


_START: Final = f'"record":"{FORMAT}"'

_EXPECTATIONS: Final = {
    "lay": Sentence("a `laid` line of round {round}"),
    "deal": Sentence("a `dealt` line"),
    "pick": Sentence("a `picked` line of seat {seats} with a card of the open deck"),
    "choose": Sentence("a `chose` line of seat {seats} with a card of its hand"),
    "flip": Sentence("a `flipped` line of seat {seats} with its top card"),
    "take": Sentence("a `took` line of seat {seats}"),
    "over": Sentence("the first line of the next game, or nothing,"),
}


def _misplaced(number: int, line: str, expectation: str | Sentence) -> RecordError:
    return RecordError(
        number, "misplaced", "says {line}; {wanted} should stand there.", line=line, wanted=expectation
    )


def _parse(number: int, raw: bytes | str) -> Any:
    try:
        line = raw.decode() if isinstance(raw, bytes) else raw
        return codec.loads(line.removeprefix("\ufeff") if number == 1 else line)
    except UnicodeDecodeError as error:
        raise RecordError(number, "not-utf8", "is not UTF-8; records are UTF-8 text.") from error
    except Malformed as error:
        raise _misplaced(number, shortened(raw), error.sentence) from error


def _event(value: Any) -> tuple[int, Event]:
    if type(value) is not dict or next(iter(value), None) != "v":
        raise Malformed("no-version", 'an object that begins with "v"')
    return codec.integer(value.pop("v")), codec.event_from_json(value)


def shortened(raw: bytes | str) -> str:
    """Return the start of a line for an error: without control characters, at most 160 characters."""
    line = (raw.decode(errors="replace") if isinstance(raw, bytes) else raw).strip()
    line = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in line)
    return line if len(line) <= _MAX_SHOWN_CHARS else line[:_MAX_SHOWN_CHARS] + "…"


_HEAD: Final[dict[str, codec.Reader]] = {
    "record": partial(codec.one_of, (FORMAT,)),
    "game": codec.text,
    "rules": codec.rules_from_json,
    "seats": codec.reader_of(tuple[Seat, ...]),
    "started": partial(codec.or_null, codec.moment),
}
