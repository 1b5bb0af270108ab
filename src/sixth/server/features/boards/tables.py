"""The tables of daily deals and boards."""

from typing import Final

import sqlalchemy as sa

from sixth.server.store.people_schema import person_column
from sixth.server.store.schema import new_table

daily_chain: Final = new_table(
    "daily_chain",
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("begins", sa.String(10), nullable=False),
    sa.Column("last", sa.String(64), nullable=False),
)
"""The one chain of secrets of the daily deals (`features.boards.chain`), in hexadecimal, and its first day.

That of the boards follows from it (`features.boards.board`).
"""

daily_tries: Final = new_table(
    "daily_tries",
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("day", sa.String(16), nullable=False),
    sa.Column("network", sa.String(64), nullable=False),
    sa.Column("counted", sa.Boolean, nullable=False),
    sa.Column("heads", sa.Integer),
    sa.Column("player", sa.String(40), nullable=False, server_default=""),
    sa.Column("until", sa.String(10), nullable=False, server_default=""),
    sa.Index("ix_daily_tries_day", "day", "network"),
    sa.Index("ix_daily_tries_player", "player"),
)
"""The tables of deals that people have begun: of a day, or of a board.

`day` is the name of the deal (`protocol.dealt`). `player` names the player of a board, for that board only,
and is "" for the deal of a day. `network` is a keyed hash of the person's network, emptied once the day
`until` is over. `heads` is None until the game is over and its result has been read. A game that is not
`counted` is not compared with others.
"""

board_results: Final = new_table(
    "board_results",
    sa.Column("player", sa.String(40), primary_key=True),
    sa.Column("table_id", sa.String(40), nullable=False, index=True),
    sa.Column("board", sa.String(16), nullable=False),
    sa.Column("heads", sa.Integer, nullable=False),
    sa.Index("ix_board_results_heads", "board", "heads"),
)
"""The players who have finished all deals of a board, if they are compared: the heads, all in all.

`board` is the name of all deals of its version together, `table_id` the table of the last deal.
"""

board_counts: Final = new_table(
    "board_counts",
    sa.Column("subject", sa.String(16), primary_key=True),
    sa.Column("heads", sa.Integer, primary_key=True),
    sa.Column("players", sa.Integer, nullable=False),
)
"""How many players who are compared took how many heads: in a deal, by its name, or in a whole board."""

board_choices: Final = new_table(
    "board_choices",
    sa.Column("deal", sa.String(16), primary_key=True),
    sa.Column("point", sa.String(20), primary_key=True),
    sa.Column("choice", sa.String(8), primary_key=True),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("heads", sa.Integer, nullable=False),
    sa.Column("squares", sa.Integer, nullable=False),
)
"""What players who are compared chose at a point of a deal (`web.views.choices`), and the heads with
which they ended: the sum, and the sum of the squares. Rows are deleted months after their deal."""

board_ladder: Final = new_table(
    "board_ladder",
    person_column(primary_key=True),
)
"""The people who want to be on the ladder of the week."""
