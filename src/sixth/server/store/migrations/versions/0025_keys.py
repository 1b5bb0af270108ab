"""Keys from rows that name a person, so that they go with the person, and aliases for ratings."""

import json

import sqlalchemy as sa
from alembic import op

from sixth.rules.codec import dumps
from sixth.server.table.identity import new_id

revision = "0025"
down_revision = "0024"

_GO_WITH_PERSON = {
    **dict.fromkeys(("person_names", "person_browsers", "person_codes", "person_passkeys"), ("person_id",)),
    **dict.fromkeys(("passkey_challenges", "person_actions", "person_games"), ("person_id",)),
    **dict.fromkeys(("person_puzzles", "friend_links", "rating_board"), ("person_id",)),
    "person_links": ("person_id", "other_id"),
    "person_ties": ("person_id", "other_id"),
    "friend_invitations": ("person_id", "friend_id"),
    "person_mutes": ("person_id", "muted_id"),
    "person_reports": ("about_id",),
}
"""The columns, by table, that name a person with whom their row goes."""

_ID = sa.String(40)
_PEOPLE = sa.table("people", *map(sa.column, ("person_id", "name", "erased", "alias")))


def upgrade() -> None:
    """Give aliases to people with names, delete rows of those who are gone, and make the keys."""
    op.add_column("people", sa.Column("alias", _ID))
    op.create_index("ix_people_alias", "people", ["alias"], unique=True)
    _rename_rated()
    op.execute(sa.delete(_PEOPLE).where(_PEOPLE.c.erased))
    op.drop_index("ix_people_erased", "people")
    op.drop_column("people", "erased")
    for name, copy, column in (
        ("person_mutes", "muted_id", "other_id"),
        ("person_reports", "about_id", "person_id"),
    ):
        op.add_column(name, sa.Column(copy, _ID))
        op.create_index(f"ix_{name}_{copy}", name, [copy])
        # All others are seats that are nobody's.
        table = _table(name, copy, column)
        is_person = table.c[column].in_(sa.select(_PEOPLE.c.person_id))
        op.execute(sa.update(table).where(is_person).values({copy: table.c[column]}))
    for name, columns in _GO_WITH_PERSON.items():
        for column in columns:
            _make_key(name, column)
    for name, column in (("person_seats", "person_id"), ("person_reports", "by_id")):
        with op.batch_alter_table(name) as batch:
            batch.alter_column(column, existing_type=_ID, nullable=True)
        table = _table(name, column)
        orphans = sa.update(table).where(_is_orphan(table.c[column], "people", "person_id"))
        op.execute(orphans.values({column: None}))
        _make_key(name, column, gone="SET NULL")
    _make_key("person_pushes", "proof", "person_browsers", "proof")
    op.drop_index("ix_person_pushes_person_id", "person_pushes")
    op.drop_column("person_pushes", "person_id")
    _make_key("invitations", "bot_id", "outside_bots", "bot_id")


def _table(name: str, *columns: str) -> sa.TableClause:
    return sa.table(name, *map(sa.column, columns))


def _is_orphan(column: sa.ColumnElement[str], parent: str, key: str) -> sa.ColumnElement[bool]:
    return column.not_in(sa.select(_table(parent, key).c[key]))


def _make_key(
    name: str, column: str, parent: str = "people", key: str = "person_id", gone: str = "CASCADE"
) -> None:
    table = _table(name, column)
    op.execute(sa.delete(table).where(_is_orphan(table.c[column], parent, key)))
    with op.batch_alter_table(name) as batch:
        batch.create_foreign_key(f"fk_{name}_{column}", parent, [column], [key], ondelete=gone)


def _rename_rated() -> None:
    """Name people by their aliases in the rows about ratings, from which numbers of others follow."""
    connection = op.get_bind()
    named = sa.select(_PEOPLE.c.person_id).where(_PEOPLE.c.name != "")
    aliases = {person_id: new_id() for person_id in connection.execute(named).scalars()}
    for name, column in (("people", "alias"), ("rated_seats", "person_id"), ("person_ratings", "person_id")):
        table = _table(name, column, "person_id")
        for person_id, alias in aliases.items():
            same = sa.update(table).where(table.c.person_id == person_id)
            connection.execute(same.values({column: alias}))
    games = _table("rated_games", "game_id", "players")
    for game_id, body in connection.execute(sa.select(games)).all():
        players = [
            {key: aliases.get(value, value) if key == "person" else value for key, value in each.items()}
            for each in json.loads(body)
        ]
        same = sa.update(games).where(games.c.game_id == game_id)
        connection.execute(same.values(players=dumps(players)))
    op.drop_index("ix_rated_seats_person_id", "rated_seats")
    op.execute("ALTER TABLE person_ratings RENAME COLUMN person_id TO alias")
    op.execute("ALTER TABLE rated_seats RENAME COLUMN person_id TO alias")
    op.create_index("ix_rated_seats_alias", "rated_seats", ["alias"])
