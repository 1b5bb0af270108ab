"""Alembic's environment: the steps of `versions`, run in the transaction of `store.upgrade`."""

from alembic import context

from sixth.server.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
