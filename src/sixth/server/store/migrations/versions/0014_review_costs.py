"""What the choices of a reviewed seat cost, for the page of its person."""

from alembic import op
from sqlalchemy import Column, Float, Integer, inspect

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the columns, unless they are there; they are filled when somebody looks at the page."""
    # SQLite has no `ADD COLUMN IF NOT EXISTS`.
    has = {each["name"] for each in inspect(op.get_bind()).get_columns("reviews")}
    for column in (Column("choices", Integer), Column("loss", Float)):
        if column.name not in has:
            op.add_column("reviews", column)
