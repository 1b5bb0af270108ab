"""A player of a duplicate beside all who sat in the same seat with the same deals. Pure."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sixth.server.features.tournaments.field.choices import SeatChoice, SeatGame
from sixth.server.web.views.choices import Chosen
from sixth.tournaments.events import Player
from sixth.tournaments.state import Round, Tournament

GamesByTable = Mapping[int, Sequence[SeatGame]]
"""By the numbers of tables, what each seat did in the game there."""


class FieldSeat(NamedTuple):
    """Somebody in the same seat: the table, the heads at the end of its game, and the id of that."""

    player: Player
    table: int
    heads: int
    game: str


class FieldChoice(NamedTuple):
    """A choice of the player: what all at the same point chose, and others in the same turn elsewhere.

    Nobody is `there` but the player where no other was at that point. In `elsewhere` are the cards that
    others played in the same turn of the same round at another position, each with how many did, the most
    first. What stand-ins chose for others is in neither.
    """

    choice: SeatChoice
    there: Sequence[Chosen]
    elsewhere: Sequence[tuple[str, int]]


class Field(NamedTuple):
    """A player of a round beside the others in the same seat, who stand in the order of their heads."""

    round: int
    seat: int
    own: FieldSeat
    others: Sequence[FieldSeat]
    choices: Sequence[FieldChoice]


def tables_like(round: Round, table: int) -> Sequence[int]:
    """Return the tables of a round with as many players as one of them, and so with the same deals."""
    size = len(round.tables[table - 1])
    return [number for number, players in enumerate(round.tables, 1) if len(players) == size]


def fields_in(tournament: Tournament) -> Mapping[Player, Sequence[int]]:
    """Return the rounds in which each player can be compared with others who had the same cards."""
    fields: dict[Player, list[int]] = {}
    for round in tournament.begun if tournament.plan.duplicate else ():
        sizes = Counter(map(len, round.tables))
        for table in round.tables if not tournament.is_held(round) else ():
            for player in table if sizes[len(table)] > 1 else ():
                fields.setdefault(player, []).append(round.number)
    return fields


def field_of(round: Round, player: Player, games: GamesByTable, *, sign: int) -> Field | None:
    """Return a player beside the others, None if there are none, or no game of the player.

    With a `sign` of -1 the most heads win.
    """
    table = round.table_of(player)
    seat = round.tables[table - 1].index(player) if table else 0
    seats = {
        number: FieldSeat(round.tables[number - 1][seat], number, by_seat[seat].heads, round.played[number])
        for number, by_seat in games.items()
    }
    own = seats.pop(table, None)
    if own is None or not seats:
        return None
    there, cards = _by_others([games[number][seat] for number in seats])
    choices = [
        FieldChoice(
            each,
            _chosen([each, *there[each.point]], sign),
            _elsewhere(each, cards[each.round, each.turn], there[each.point]),
        )
        for each in games[table][seat].choices
    ]
    ranked = sorted(seats.values(), key=lambda each: (sign * each.heads, each.table))
    return Field(round.number, seat, own, ranked, choices)


def _by_others(
    others: Sequence[SeatGame],
) -> tuple[defaultdict[str, list[SeatChoice]], defaultdict[tuple[int, int], Counter[str]]]:
    """Return the own choices of others by point, and by round and turn how often each card was played."""
    there, cards = (
        defaultdict[str, list[SeatChoice]](list),
        defaultdict[tuple[int, int], Counter[str]](Counter),
    )
    for game in others:
        for each in game.choices:
            if each.by_stand_in:
                continue
            there[each.point].append(each)
            if each.card:
                cards[each.round, each.turn][each.name] += 1
    return there, cards


def _chosen(choices: Sequence[SeatChoice], sign: int) -> Sequence[Chosen]:
    """Return the choices at one point as they are compared."""
    heads: dict[str, list[int]] = {}
    for each in choices:
        heads.setdefault(each.name, []).append(sign * each.heads)
    return [
        Chosen(name, len(each), sum(each), sum(one * one for one in each)) for name, each in heads.items()
    ]


def _elsewhere(
    own: SeatChoice, cards: Counter[str], there: Sequence[SeatChoice]
) -> Sequence[tuple[str, int]]:
    """Return the cards that others played in a turn, without those who were there."""
    if not own.card:
        # A row is the answer to the rows that lie there.
        return ()
    rest = cards - Counter(each.name for each in there)
    return sorted(rest.items(), key=lambda item: (-item[1], int(item[0])))
