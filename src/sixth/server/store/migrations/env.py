"""Alembic's environment: the steps of `versions`, run in the transaction of `store.upgrade`.

A step changes the tables that a release has. Tables that are new since then are made as the schema has them
now, so that a later step which adds a column or an index to one of them does so if it is missing.

In SQLite a step must not make a table anew to which keys of others lead, such as `people`: to drop the old
one would delete their rows.
"""

from alembic import context

from sixth.server.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
