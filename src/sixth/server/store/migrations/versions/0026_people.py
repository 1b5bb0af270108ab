"""Tables of people, friends, ratings, moderation and the waiting list, and the ends of games.

The step follows on that of 0.3.0. Databases at steps 0007 to 0025, which no release had, are refused.
"""

from typing import Any

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Double, Float, ForeignKey, Integer, String, Text, text

from sixth.server.store.game_ends import dumps_end, ends_in

revision = "0026"
down_revision = "0006"


def upgrade() -> None:
    """Change the rows of bots and reviews, make the tables that are new, and note which games are to read."""
    op.drop_table("outside_games")
    op.drop_column("outside_bots", "fares")
    # Bots that were registered before count in the share of no network.
    op.add_column("outside_bots", Column("network", String(64), nullable=False, server_default=""))
    op.drop_column("invitations", "proof")
    op.execute("DELETE FROM invitations WHERE bot_id NOT IN (SELECT bot_id FROM outside_bots)")
    with op.batch_alter_table("invitations") as batch:
        batch.create_foreign_key(
            "fk_invitations_bot_id", "outside_bots", ["bot_id"], ["bot_id"], ondelete="CASCADE"
        )
    op.execute("DELETE FROM chores WHERE chore = 'outside games'")
    _change_reviews()
    _make_people()
    _make_friends()
    _make_ratings()
    op.create_table(
        "waiting_list",
        Column("proof", String(64), primary_key=True),
        Column("endpoint", Text, nullable=False),
        Column("p256dh", String(100), nullable=False),
        Column("auth", String(40), nullable=False),
        Column("language", String(8), nullable=False),
        Column("site", Text, nullable=False),
        Column("known", Text, nullable=False),
        Column("until", BigInteger, nullable=False, index=True),
    )
    _make_game_ends()


def _change_reviews() -> None:
    for column in (
        Column("network", String(64), nullable=False, server_default=""),
        Column("choices", Integer),
        Column("loss", Float),
    ):
        op.add_column("reviews", column)
    # 0.3.0 counted kills of the server as failures, so every review that was given up is tried again.
    op.execute("UPDATE reviews SET tries = 0, share = 0, taken_until = 0 WHERE body IS NULL")
    unfinished = text("body IS NULL")
    op.create_index(
        "ix_reviews_unfinished", "reviews", ["coach"], sqlite_where=unfinished, postgresql_where=unfinished
    )


def _person(name: str = "person_id", *, gone: str = "CASCADE", **options: Any) -> Column[str]:
    return Column(name, String(40), ForeignKey("people.person_id", ondelete=gone), **options)


def _make_people() -> None:
    op.create_table(
        "people",
        Column("person_id", String(40), primary_key=True),
        Column("name", Text, nullable=False),
        Column("mark", Integer, nullable=False),
        Column("shown", String(10), nullable=False),
        Column("since", BigInteger, nullable=False),
        Column("seen_at", BigInteger, nullable=False, index=True),
        Column("barred_until", BigInteger, nullable=False, server_default="0"),
        Column("muted_until", BigInteger, nullable=False, server_default="0"),
        Column("alias", String(40), unique=True, index=True),
    )
    op.create_table(
        "person_names",
        Column("looks", String(200), primary_key=True),
        _person(nullable=False, index=True),
    )
    op.create_table(
        "person_browsers",
        Column("proof", String(64), primary_key=True),
        _person(nullable=False, index=True),
        Column("label", Text, nullable=False),
        Column("since", BigInteger, nullable=False),
        Column("seen_at", BigInteger, nullable=False),
    )
    op.create_table(
        "person_links",
        Column("proof", String(64), primary_key=True),
        _person(nullable=False, index=True),
        Column("number", String(40), nullable=False),
        Column("until", BigInteger, nullable=False, index=True),
        _person("other_id", index=True),
    )
    op.create_table(
        "person_codes",
        Column("proof", String(64), primary_key=True),
        _person(nullable=False, index=True),
        Column("made_at", BigInteger, nullable=False),
    )
    op.create_table(
        "person_actions",
        Column("number", Integer, primary_key=True),
        Column("at", BigInteger, nullable=False),
        _person(nullable=False, index=True),
        Column("action", String(20), nullable=False),
        Column("until", BigInteger),
    )
    op.create_table(
        "person_passkeys",
        Column("credential_id", String(1400), primary_key=True),
        _person(nullable=False, index=True),
        Column("name", Text, nullable=False),
        Column("public_key", Text, nullable=False),
        Column("sign_count", BigInteger, nullable=False),
        Column("since", BigInteger, nullable=False),
        Column("used_at", BigInteger),
    )
    op.create_table(
        "passkey_challenges",
        Column("proof", String(64), primary_key=True),
        _person(index=True),
        Column("until", BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "person_seats",
        Column("table_id", String(40), primary_key=True),
        Column("proof", String(64), primary_key=True),
        _person(gone="SET NULL", index=True),
    )
    op.create_table(
        "person_games",
        Column("game_id", String(40), primary_key=True),
        Column("seat", Integer, primary_key=True),
        _person(nullable=False, index=True),
        Column("game", String(40), nullable=False),
        Column("began_at", BigInteger, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("rounds", Integer, nullable=False),
        Column("heads", Integer, nullable=False),
        Column("place", Integer, nullable=False),
        Column("name", Text, nullable=False, server_default=""),
    )
    op.create_table(
        "erased_tables",
        Column("table_id", String(40), primary_key=True),
        Column("at", BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "person_puzzles",
        _person(primary_key=True),
        Column("day", String(10), primary_key=True),
        Column("level", Integer, primary_key=True),
        Column("tries", Integer, nullable=False),
        Column("solved", Boolean, nullable=False),
    )


def _make_friends() -> None:
    op.create_table(
        "person_ties",
        _person(primary_key=True),
        _person("other_id", primary_key=True, index=True),
        Column("kind", String(10), nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("name", Text, nullable=False, server_default=""),
    )
    op.create_table(
        "friend_links",
        Column("proof", String(64), primary_key=True),
        _person(nullable=False, unique=True),
        Column("number", String(40), nullable=False),
        Column("until", BigInteger, nullable=False),
    )
    op.create_table(
        "friend_invitations",
        _person(primary_key=True),
        _person("friend_id", primary_key=True, index=True),
        Column("table_id", String(40), nullable=False, index=True),
        Column("until", BigInteger, nullable=False),
    )
    op.create_table(
        "person_pushes",
        Column(
            "proof", String(64), ForeignKey("person_browsers.proof", ondelete="CASCADE"), primary_key=True
        ),
        Column("endpoint", Text, nullable=False),
        Column("p256dh", String(100), nullable=False),
        Column("auth", String(40), nullable=False),
        Column("language", String(8), nullable=False),
        Column("site", Text, nullable=False),
    )
    op.create_table(
        "person_mutes",
        _person(primary_key=True),
        Column("other_id", String(40), primary_key=True, index=True),
        Column("name", Text, nullable=False),
        Column("at", BigInteger, nullable=False),
        _person("muted_id", index=True),
    )
    op.create_table(
        "person_reports",
        Column("report_id", String(40), primary_key=True),
        Column("at", BigInteger, nullable=False, index=True),
        _person("by_id", gone="SET NULL", index=True),
        Column("person_id", String(40), nullable=False, index=True),
        Column("place", String(40), nullable=False),
        Column("game_id", String(40), nullable=False),
        Column("version", Integer, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("name", Text, nullable=False),
        Column("line", BigInteger, nullable=False),
        Column("lines", Text, nullable=False),
        Column("reason", Text, nullable=False),
        Column("log", Text, nullable=False),
        Column("closed_at", BigInteger),
        _person("about_id", index=True),
    )


def _make_ratings() -> None:
    op.create_table(
        "rated_games",
        Column("game_id", String(40), primary_key=True),
        Column("ended_at", String(40), nullable=False, index=True),
        Column("pool", String(10), nullable=False),
        Column("game", String(40), nullable=False, index=True),
        Column("players", Text, nullable=False),
    )
    op.create_table(
        "rated_seats",
        Column("game_id", String(40), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("table_id", String(40), nullable=False, index=True),
        Column("alias", String(40), nullable=False, index=True),
    )
    op.create_table(
        "person_ratings",
        Column("alias", String(40), primary_key=True),
        Column("pool", String(40), primary_key=True),
        Column("mu", Double, nullable=False),
        Column("sigma", Double, nullable=False),
        Column("games", Integer, nullable=False),
    )
    op.create_table(
        "rating_board",
        _person(primary_key=True),
    )
    op.create_table(
        "quick_entries",
        Column("browser", String(64), primary_key=True),
        Column("number", String(40), nullable=False),
        Column("proof", String(64), nullable=False),
        Column("since", BigInteger, nullable=False),
        Column("seen_at", BigInteger, nullable=False),
        Column("table_id", String(40)),
    )


def _make_game_ends() -> None:
    game_ends = op.create_table(
        "game_ends",
        Column("game_id", String(40), primary_key=True),
        Column("table_id", String(40), nullable=False),
        Column("ended_at", String(40), nullable=False),
        Column("body", Text, nullable=False),
    )
    connection = op.get_bind()
    unread = text("""
        SELECT game_id, table_id FROM games
        WHERE over AND table_id IN (SELECT table_id FROM daily_tries WHERE heads IS NULL)
    """)
    for game_id, table_id in connection.execute(unread).all():
        rows = text("SELECT at, happening FROM log WHERE table_id = :table_id ORDER BY version")
        for end in ends_in(table_id, connection.execute(rows, {"table_id": table_id}).all()):
            if end.game_id == game_id:
                row = {"game_id": game_id, "table_id": table_id, "ended_at": end.ended_at}
                connection.execute(game_ends.insert().values(**row, body=dumps_end(end)))
