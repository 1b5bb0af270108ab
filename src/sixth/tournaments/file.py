"""Tournaments as JSON lines: writing, and reading that checks every line.

A line with `"tournament"` stands first, then an event a line, numbered from 1 by `v`. Records of games may
follow, which begin with a line that has `"record"`. The hashes of tokens are left out.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any, Final

from sixth.rules import codec
from sixth.rules.codec import Json, Malformed
from sixth.rules.events import GameEnded
from sixth.rules.options import RulesError
from sixth.rules.record import Record, RecordError, read as read_records, shortened
from sixth.rules.sentence import Sentence
from sixth.tournaments.codec import event_from_json, event_to_json
from sixth.tournaments.consistency import misfit
from sixth.tournaments.events import GAME, Joined, Moved, Opened, TournamentEvent
from sixth.tournaments.fold import evolve, opened
from sixth.tournaments.state import Tournament

FORMAT: Final = "sixth/1"

_START: Final = f'"tournament":"{FORMAT}"'


@dataclass(frozen=True, slots=True)
class Difference:
    """A table whose result in the tournament is another one than the record of its game has."""

    round: int
    table: int
    game: str
    reported: tuple[int, ...]
    recorded: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TournamentFile:
    """A tournament that was read: its code, and the totals of the games whose records follow it, by id.

    `records` has these records, if they were to be kept.
    """

    code: str
    tournament: Tournament
    games: Mapping[str, tuple[int, ...]]
    records: Mapping[str, Record] = field(default_factory=dict)

    def differences(self) -> Iterator[Difference]:
        """Yield the tables whose result, entered by the site, is not that of the record."""
        for round in self.tournament.begun:
            for table, result in sorted(round.results.items()):
                game = round.played.get(table, "")
                recorded = self.games.get(game) if result.by == GAME else None
                if recorded is not None and recorded != result.heads:
                    yield Difference(round.number, table, game, result.heads, recorded)

    def by_records(self) -> Tournament:
        """Return the tournament with the results that the records have."""
        tournament = self.tournament
        for each in self.differences():
            round = tournament.rounds[each.round - 1]
            corrected = replace(round.results[each.table], heads=each.recorded)
            results = {**round.results, each.table: corrected}
            tournament = tournament.with_round(replace(round, results=results))
        return tournament


# ------------------------------------------------------------------ writing


def lines(log: Iterable[TournamentEvent], *, code: str = "") -> Iterator[str]:
    """Yield the lines of a tournament, without line ends; `log` has all of its events."""
    yield codec.dumps({"tournament": FORMAT, "code": code})
    for number, event in enumerate(log, 1):
        yield codec.dumps({"v": number, **event_to_json(_without_proof(event))})


def text(log: Iterable[TournamentEvent], *, code: str = "") -> str:
    """Return a tournament as the text of a file."""
    return "".join(f"{line}\n" for line in lines(log, code=code))


def _without_proof(event: TournamentEvent) -> TournamentEvent:
    match event:
        case Opened():
            return replace(event, host="")
        case Joined() | Moved():
            return replace(event, proof="")
    return event


# ------------------------------------------------------------------ reading


def read(source: Iterable[bytes | str], *, keeps_records: bool = False) -> TournamentFile:
    """Return the tournament of a file, each line of it checked, and what the records after it came to.

    With `keeps_records` the records are kept, too.

    Raises:
        RecordError: a line is wrong; the error names the first such line.
    """
    numbered = enumerate(source, 1)
    code = _head(*next(numbered, (1, "")))
    tournament: Tournament | None = None
    games: dict[str, tuple[int, ...]] = {}
    records: dict[str, Record] = {}
    number = 1
    for number, raw in numbered:
        value = _parsed(number, raw)
        if type(value) is dict and "record" in value:
            for record in _ended_games(number, chain([raw], (line for _, line in numbered))):
                games[record.game] = _totals(record)
                if keeps_records:
                    records[record.game] = record
            break
        version = 1 if tournament is None else tournament.version + 1
        tournament = _followed(tournament, _event(number, raw, value, version), number, raw)
    if tournament is None:
        raise RecordError(
            number + 1, "no-opened", "there is no tournament; an `opened` line should stand here."
        )
    return TournamentFile(code, tournament, games, records)


def _head(number: int, raw: bytes | str) -> str:
    wrong = partial(
        RecordError,
        number,
        "no-head",
        "says {line}; a line with {start} should stand first.",
        line=shortened(raw),
        start=_START,
    )
    try:
        value = _parsed(number, raw)
        head = codec.read_object(value, {"tournament": partial(codec.one_of, (FORMAT,)), "code": codec.text})
    except (Malformed, RecordError) as error:
        raise wrong() from error
    code: str = head["code"]
    return code


def _event(number: int, raw: bytes | str, value: Json, version: int) -> TournamentEvent:
    try:
        if type(value) is not dict or next(iter(value), None) != "v":
            raise Malformed("no-version", 'an object that begins with "v"')
        if value.pop("v") != version:
            raise Malformed("wrong-version", 'an object with "v":{version}', version=version)
        return event_from_json(value)
    except Malformed as error:
        raise RecordError(
            number, "wrong-line", "says {line}; it should be {wanted}.",
            line=shortened(raw), wanted=error.sentence,
        ) from error  # fmt: skip
    except RulesError as error:
        raise RecordError(
            number, "unplayable-rules", "has rules that cannot be played: {why}", why=error.sentence
        ) from error


def _followed(
    tournament: Tournament | None, event: TournamentEvent, number: int, raw: bytes | str
) -> Tournament:
    """Return the tournament after an event that may follow the others."""
    if tournament is None:
        if isinstance(event, Opened):
            return opened(event)
        why: Sentence | None = Sentence("An `opened` line stands first.")
    else:
        why = misfit(tournament, event)
        if why is None:
            return evolve(tournament, event)
    raise RecordError(
        number, "out-of-order", "says {line}, which cannot stand there: {why}", line=shortened(raw), why=why
    )


def _ended_games(first: int, rest: Iterable[bytes | str]) -> Iterator[Record]:
    """Yield the records of games that have ended; the records begin at the line `first`."""
    try:
        for record in read_records(rest, unfinished=True):
            if _totals(record):
                yield record
    except RecordError as error:
        error.line += first - 1
        raise


def _totals(record: Record) -> tuple[int, ...]:
    """Return the heads by seat at the end of a game, () if it has none."""
    return next((each.totals for each in reversed(record.events) if isinstance(each, GameEnded)), ())


def _parsed(number: int, raw: bytes | str) -> Any:
    try:
        line = raw.decode() if isinstance(raw, bytes) else raw
        return codec.loads(line.removeprefix("\ufeff") if number == 1 else line)
    except UnicodeDecodeError as error:
        raise RecordError(number, "not-utf8", "is not UTF-8; records are UTF-8 text.") from error
    except Malformed as error:
        raise RecordError(
            number, "wrong-line", "says {line}; it should be {wanted}.",
            line=shortened(raw), wanted=error.sentence,
        ) from error  # fmt: skip
