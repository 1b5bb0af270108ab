"""Tables of people, friends, ratings, conduct and the waiting list, and fair turns of the coach.

The step follows on that of 0.3.0. Databases at steps 0007 to 0019, which no release had, are refused.
"""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Double, Float, Integer, String, Text, false, text

revision = "0020"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns of bots and reviews, and make the tables that are new."""
    # Bots that were registered before count in the share of no network.
    op.add_column("outside_bots", Column("network", String(64), nullable=False, server_default=""))
    _change_reviews()
    _make_people()
    _make_friends()
    _make_ratings()
    _make_conduct()
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
        Column("look_at", BigInteger, index=True),
        Column("tries", Integer, nullable=False),
    )


def _change_reviews() -> None:
    for column in (
        Column("network", String(64), nullable=False, server_default=""),
        Column("just_ended", Boolean, nullable=False, server_default=false()),
        Column("deaths", Integer, nullable=False, server_default="0"),
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
    op.create_table(
        "review_rounds",
        Column("game_id", String(40), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("coach", String(40), primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("table_id", String(40), nullable=False, index=True),
        Column("body", Text, nullable=False),
    )
    op.create_table(
        "review_turns",
        Column("whose", String(64), primary_key=True),
        Column("at", BigInteger, nullable=False),
    )


def _make_people() -> None:
    op.create_table(
        "people",
        Column("person_id", String(40), primary_key=True),
        Column("name", Text, nullable=False),
        Column("mark", Integer, nullable=False),
        Column("shown", String(10), nullable=False),
        Column("since", BigInteger, nullable=False),
        Column("seen_at", BigInteger, nullable=False, index=True),
        Column("erased", Boolean, nullable=False, server_default=false(), index=True),
        Column("barred_until", BigInteger, nullable=False, server_default="0"),
        Column("muted_until", BigInteger, nullable=False, server_default="0"),
    )
    op.create_table(
        "person_actions",
        Column("number", Integer, primary_key=True),
        Column("at", BigInteger, nullable=False),
        Column("person_id", String(40), nullable=False, index=True),
        Column("action", String(20), nullable=False),
        Column("until", BigInteger),
    )
    op.create_table(
        "person_names",
        Column("looks", String(200), primary_key=True),
        Column("person_id", String(40), nullable=False, index=True),
    )
    op.create_table(
        "person_browsers",
        Column("proof", String(64), primary_key=True),
        Column("person_id", String(40), nullable=False, index=True),
        Column("label", Text, nullable=False),
        Column("since", BigInteger, nullable=False),
        Column("seen_at", BigInteger, nullable=False),
    )
    op.create_table(
        "person_links",
        Column("proof", String(64), primary_key=True),
        Column("person_id", String(40), nullable=False, index=True),
        Column("number", String(40), nullable=False),
        Column("until", BigInteger, nullable=False, index=True),
        Column("other_id", String(40), index=True),
    )
    op.create_table(
        "person_codes",
        Column("proof", String(64), primary_key=True),
        Column("person_id", String(40), nullable=False, index=True),
        Column("made_at", BigInteger, nullable=False),
    )
    op.create_table(
        "person_passkeys",
        Column("credential_id", String(1400), primary_key=True),
        Column("person_id", String(40), nullable=False, index=True),
        Column("name", Text, nullable=False),
        Column("public_key", Text, nullable=False),
        Column("sign_count", BigInteger, nullable=False),
        Column("since", BigInteger, nullable=False),
        Column("used_at", BigInteger),
    )
    op.create_table(
        "passkey_challenges",
        Column("proof", String(64), primary_key=True),
        Column("person_id", String(40), index=True),
        Column("until", BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "person_seats",
        Column("table_id", String(40), primary_key=True),
        Column("proof", String(64), primary_key=True),
        Column("person_id", String(40), nullable=False, index=True),
    )
    op.create_table(
        "person_games",
        Column("game_id", String(40), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("person_id", String(40), nullable=False, index=True),
        Column("game", String(40), nullable=False),
        Column("began_at", BigInteger, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("rounds", Integer, nullable=False),
        Column("heads", Integer, nullable=False),
        Column("place", Integer, nullable=False),
        Column("name", Text, nullable=False, server_default=""),
    )
    op.create_table(
        "people_games_read",
        Column("game_id", String(40), primary_key=True),
        Column("table_id", String(40), nullable=False, index=True),
    )
    op.create_table(
        "person_puzzles",
        Column("person_id", String(40), primary_key=True),
        Column("day", String(10), primary_key=True),
        Column("level", Integer, primary_key=True),
        Column("tries", Integer, nullable=False),
        Column("solved", Boolean, nullable=False),
    )
    op.create_table(
        "erased_tables",
        Column("table_id", String(40), primary_key=True),
        Column("at", BigInteger, nullable=False, index=True),
    )


def _make_friends() -> None:
    op.create_table(
        "person_ties",
        Column("person_id", String(40), primary_key=True),
        Column("other_id", String(40), primary_key=True, index=True),
        Column("kind", String(10), nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("name", Text, nullable=False, server_default=""),
    )
    op.create_table(
        "friend_links",
        Column("proof", String(64), primary_key=True),
        Column("person_id", String(40), nullable=False, unique=True),
        Column("number", String(40), nullable=False),
        Column("until", BigInteger, nullable=False),
    )
    op.create_table(
        "friend_invitations",
        Column("person_id", String(40), primary_key=True),
        Column("friend_id", String(40), primary_key=True, index=True),
        Column("table_id", String(40), nullable=False, index=True),
        Column("until", BigInteger, nullable=False),
    )
    op.create_table(
        "person_pushes",
        Column("proof", String(64), primary_key=True),
        Column("person_id", String(40), nullable=False, index=True),
        Column("endpoint", Text, nullable=False),
        Column("p256dh", String(100), nullable=False),
        Column("auth", String(40), nullable=False),
        Column("language", String(8), nullable=False),
        Column("site", Text, nullable=False),
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
        "rated_games_read",
        Column("game_id", String(40), primary_key=True),
        Column("table_id", String(40), nullable=False, index=True),
        Column("counted", Boolean, nullable=False),
    )
    op.create_table(
        "rated_seats",
        Column("game_id", String(40), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("table_id", String(40), nullable=False, index=True),
        Column("person_id", String(40), nullable=False, index=True),
    )
    op.create_table(
        "person_ratings",
        Column("person_id", String(40), primary_key=True),
        Column("pool", String(40), primary_key=True),
        Column("mu", Double, nullable=False),
        Column("sigma", Double, nullable=False),
        Column("games", Integer, nullable=False),
    )
    op.create_table(
        "quick_tables",
        Column("table_id", String(40), primary_key=True),
        Column("bots_at", BigInteger, nullable=False),
    )
    op.create_table("rating_board", Column("person_id", String(40), primary_key=True))


def _make_conduct() -> None:
    op.create_table(
        "person_mutes",
        Column("person_id", String(40), primary_key=True),
        Column("other_id", String(40), primary_key=True, index=True),
        Column("name", Text, nullable=False),
        Column("at", BigInteger, nullable=False),
    )
    op.create_table(
        "person_reports",
        Column("report_id", String(40), primary_key=True),
        Column("at", BigInteger, nullable=False, index=True),
        Column("by_id", String(40), nullable=False, index=True),
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
    )
