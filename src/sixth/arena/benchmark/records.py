"""Records of a benchmark: a file of games in a fixed order, each of which is played again as it is read."""

from collections.abc import Iterable, Iterator
from typing import IO, Final

from sixth.arena.benchmark.definition import Benchmark, Part
from sixth.arena.contest import ArenaError, Entrant
from sixth.arena.deal import DealResult, new_game, outcome
from sixth.i18n import gettext as _, translate
from sixth.rules import events
from sixth.rules.game import Refusal
from sixth.rules.play import Game
from sixth.rules.record import Record, RecordError, read

_END: Final = b'"event":"game_ended"'
"""What the last line of a game has."""


def results_in(
    lines: Iterable[bytes],
    benchmark: Benchmark,
    bot: Entrant,
    share: float,
    *,
    name: str,
    unfinished: bool = False,
) -> Iterator[tuple[Part, DealResult]]:
    """Yield the results of the deals in records, each worked out by playing its games again.

    With `unfinished` the records may end after any deal.

    Raises:
        ArenaError: a record breaks the rules, has other cards than the seed gives, or is of another bot;
            `name` is that of the file in the error.
    """
    records = _read(lines, name, unfinished=unfinished)
    games: list[Game] = []
    for number, (part, deal, rotation) in enumerate(benchmark.rounds(share), 1):
        record = next(records, None)
        if record is None:
            if unfinished:
                return
            raise ArenaError(_("{file} ends before the benchmark does.").format(file=name))
        game = _played_again(record, new_game(part.contest(bot), deal, rotation))
        if game is None:
            template = _("{file}: game {number} is not the one that the benchmark deals to {bot}.")
            raise ArenaError(template.format(file=name, number=number, bot=bot.name))
        games.append(game)
        if len(games) == part.seats:
            yield part, _result(deal, games)
            games = []
    if next(records, None) is not None:
        raise ArenaError(_("{file} has more games than the benchmark.").format(file=name))


def _read(lines: Iterable[bytes], name: str, *, unfinished: bool) -> Iterator[Record]:
    try:
        yield from read(lines)
    except RecordError as error:
        if error.code == "empty" and unfinished:
            return
        template = _("{file}, line {line}: {why}")
        raise ArenaError(
            template.format(file=name, line=error.line, why=translate(error.sentence))
        ) from error


def _played_again(record: Record, game: Game) -> Game | None:
    """Return `game` after the actions in `record`, or None if that gives another record."""
    for event in record.events:
        try:
            match event:
                case events.Chose(seat, card):
                    game.act(seat, events.Choose(card))
                case events.Picked(seat, card):
                    game.act(seat, events.Pick(card))
                case events.Took(seat, row, end):
                    game.act(seat, events.Take(row, end))
        except Refusal:
            return None
    return game if game.as_record() == record else None


def _result(deal: int, games: list[Game]) -> DealResult:
    """Return the result of a deal from its games, by rotation; records tell no times."""
    outcomes = [outcome(game, rotation) for rotation, game in enumerate(games)]
    heads, places = zip(*outcomes, strict=True)
    nothing = (0,) * len(games)
    return DealResult(deal, heads, places, nothing, tuple(map(float, nothing)), ())


def whole_deals(file: IO[bytes], benchmark: Benchmark, share: float) -> int:
    """Return the size in bytes of the deals in a file of records that a kill has not cut short."""
    end = size = 0
    rounds = benchmark.rounds(share)
    for line in file:
        size += len(line)
        if _END in line and line.endswith(b"\n"):
            part, _deal, rotation = next(rounds, (None, 0, 0))
            if part is not None and rotation == part.seats - 1:
                end = size
    return end
