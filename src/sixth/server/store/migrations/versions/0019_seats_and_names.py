"""Whose rating a game counts for, and the names under which people played and were blocked."""

import json

from alembic import op
from sqlalchemy import Column, Integer, String, Text, inspect, text

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Make the table, with the seats of the games that count already, and the columns."""
    op.create_table(
        "rated_seats",
        Column("game_id", String(40), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("table_id", String(40), nullable=False),
        Column("person_id", String(40), nullable=False),
        if_not_exists=True,
    )
    for column in ("table_id", "person_id"):
        op.create_index(f"ix_rated_seats_{column}", "rated_seats", [column], if_not_exists=True)
    games = text("SELECT game_id, table_id, players FROM rated_games JOIN rated_games_read USING (game_id)")
    seats = [
        {"game": game, "seat": seat, "table": table, "person": player["person"]}
        for game, table, players in op.get_bind().execute(games).all()
        for seat, player in enumerate(json.loads(players))
        if "person" in player
    ]
    if seats:
        op.get_bind().execute(text("INSERT INTO rated_seats VALUES (:game, :seat, :table, :person)"), seats)

    for table in ("person_games", "person_ties"):
        if "name" not in {each["name"] for each in inspect(op.get_bind()).get_columns(table)}:
            op.add_column(table, Column("name", Text, nullable=False, server_default=""))
    op.execute(
        "UPDATE person_ties SET name = people.name FROM people"
        " WHERE people.person_id = person_ties.other_id AND person_ties.kind = 'blocked'"
    )
