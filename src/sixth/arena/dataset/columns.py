"""The columns of a dataset, each with its type and its meaning, for the files, the card and the docs."""

from dataclasses import dataclass
from typing import Final

import pyarrow as pa

_BYTES: Final = pa.list_(pa.uint8())
_BYTES_BY_SEAT: Final = pa.list_(_BYTES)
_NAME: Final = pa.dictionary(pa.int32(), pa.string())


@dataclass(frozen=True)
class Column:
    """A column of a table: its name, its type and a clause that says what it holds."""

    name: str
    type: pa.DataType
    about: str

    @property
    def type_text(self) -> str:
        """The type in short, such as `uint8` or `list[uint8]`."""
        return _type_text(self.type)


def _type_text(kind: pa.DataType) -> str:
    if pa.types.is_list(kind):
        return f"list[{_type_text(kind.value_type)}]"
    return "string" if pa.types.is_dictionary(kind) else str(kind)


_PLACE: Final = (
    Column("game_id", _NAME, "the game: the name of the rules, seats, deal and rotation"),
    Column("game", _NAME, "the named game, as `sixth games` lists them"),
    Column("deal", pa.uint32(), "the deal, from 0; the games of a deal have the same cards"),
    Column("rotation", pa.uint8(), "the rotation of the deal, from 0: by so many seats the bots move on"),
)

OBSERVED: Final = (
    Column("phase", _NAME, "what the seat decides: `choose` a card, `take` a row, `pick` from an open deck"),
    Column("round", pa.uint16(), "the round of the game, from 1"),
    Column("turn", pa.uint8(), "the turn of the round, from 1; 0 in a draft"),
    Column("seat", pa.uint8(), "the seat that decides, from 0"),
    Column("seats_in", _BYTES, "the seats that have not gone out"),
    Column("hand", _BYTES, "its hand, ascending"),
    Column("unseen", _BYTES, "cards of the deck that it has not seen this round, ascending"),
    Column("rows", _BYTES_BY_SEAT, "the rows, each from its first card to its last"),
    Column(
        "pending_cards", _BYTES, "revealed cards that are not placed yet; at a `take` its own comes first"
    ),
    Column("pending_seats", _BYTES, "the seats of these cards"),
    Column("played", _BYTES_BY_SEAT, "by seat: cards it has played this round, in their order"),
    Column("counts", _BYTES, "by seat: cards left in its hand"),
    Column("heads", pa.list_(pa.uint16()), "by seat: heads taken this round so far"),
    Column("totals", pa.list_(pa.uint32()), "by seat: heads of the rounds before this one"),
    Column("open_deck", _BYTES, "cards that can still be picked in a draft; else empty"),
    Column("open_hands", _BYTES_BY_SEAT, "by seat: its hand, where a draft has shown it to all; else empty"),
    Column("legal", _BYTES, "the numbers of the actions that it may take"),
)
"""What the seat may know when it decides, worked out from its `View` alone."""

DECISIONS: Final = (
    *_PLACE,
    Column("bot", _NAME, "the bot of the seat"),
    *OBSERVED,
    Column("action", pa.uint8(), "the number of the action that it took"),
    Column("round_heads", pa.uint16(), "heads that the seat has taken when the round ends"),
    Column("won", pa.bool_(), "whether the seat wins the game, alone or with others"),
)
"""The columns of the table of decisions."""

GAMES: Final = (
    *_PLACE,
    Column("bots", pa.list_(pa.string()), "by seat: its bot"),
    Column("rounds", pa.uint16(), "rounds played"),
    Column("decisions", pa.uint32(), "rows of the game in the table of decisions"),
    Column("totals", pa.list_(pa.uint32()), "by seat: heads at the end"),
    Column("winners", _BYTES, "the seats that won; empty if the game was abandoned"),
    Column("record", pa.string(), "the game as lines of JSON (`sixth/1`), all cards included"),
)
"""The columns of the table of games."""

TABLES: Final = {"decisions": DECISIONS, "games": GAMES}
