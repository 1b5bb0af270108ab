"""The names that people keep; no two look the same."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, insert, select, text, update

from sixth.rules.game import Impossible, NotNow
from sixth.server.people.person import PersonSeen, person_of_row
from sixth.server.people.tables import person_names
from sixth.server.store.people_schema import lock_people, people
from sixth.server.table.identity import clean_name, new_id
from sixth.server.table.lookalikes import skeletons
from sixth.server.table.seats import MARKS


def keep_name(connection: Connection, person_id: str, name: str, mark: int) -> str:
    """Have a person keep a name and a mark; return the name as it is shown.

    Raises:
        NotNow: somebody else keeps the name, or one that looks the same.
        Refusal: the name cannot be shown, or the mark is unknown.
    """
    name = clean_name(name)
    if not 0 <= mark < MARKS:
        raise Impossible("no-mark", "There is no such shape.")
    if not lock_people(connection, (person_id,)):
        return name
    if connection.dialect.name == "postgresql":
        # Nobody takes a name that looks the same at the same time; SQLite has one writer anyway.
        connection.execute(text("LOCK TABLE person_names IN SHARE ROW EXCLUSIVE MODE"))
    looks = skeletons(name)
    same = select(person_names.c.person_id).where(person_names.c.looks.in_(looks))
    if connection.execute(same.where(person_names.c.person_id != person_id)).first() is not None:
        raise NotNow("name-taken", "Somebody here already has that name; choose another.")
    connection.execute(delete(person_names).where(person_names.c.person_id == person_id))
    for each in looks:
        connection.execute(insert(person_names).values(looks=each, person_id=person_id))
    alias = func.coalesce(people.c.alias, new_id())
    this = update(people).where(people.c.person_id == person_id)
    connection.execute(this.values(name=name, mark=mark, alias=alias))
    return name


def named_people(connection: Connection, name: str = "") -> Sequence[PersonSeen]:
    """Return the people who keep a name, by name; with `name` the one whose name looks the same.

    A guest is found by the id in place of a name.
    """
    query = select(people).order_by(people.c.name)
    if name:
        ids = select(person_names.c.person_id).where(person_names.c.looks.in_(skeletons(name)))
        query = query.where(people.c.person_id.in_(ids) | (people.c.person_id == name))
    else:
        query = query.where(people.c.name != "")
    return [PersonSeen(person_of_row(row), row.seen_at) for row in connection.execute(query)]
