"""The table of reports."""

from typing import Final

import sqlalchemy as sa

from sixth.server.store.people_schema import person_column
from sixth.server.store.schema import new_table

person_reports: Final = new_table(
    "person_reports",
    sa.Column("report_id", sa.String(40), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False, index=True),
    person_column("by_id", gone="SET NULL", index=True),
    sa.Column("person_id", sa.String(40), nullable=False, index=True),
    sa.Column("place", sa.String(40), nullable=False),
    sa.Column("game_id", sa.String(40), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("line", sa.BigInteger, nullable=False),
    sa.Column("lines", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("log", sa.Text, nullable=False),
    sa.Column("closed_at", sa.BigInteger),
    person_column("about_id", index=True),
)
"""Reports about people to the host, each by the person `by_id` (None once that person is deleted).

`person_id` is a person, who is `about_id`, too, or a seat (`person.seat_id`).
A report was made when the table `place` was at `version`, in the game `game_id` ("" before the first). `name`
is what the reported person was called at that `seat`; `line` is the number of the reported line of chat, 0
for a report about the person; `lines` is JSON: the texts of that line, or of the last ones of the person.
`log` is a copy of the log (`features.moderation.report`), which stays when the table is deleted. Times are
milliseconds since 1970, UTC; `closed_at` is None until a host closes the report.
"""
