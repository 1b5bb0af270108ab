"""Run by Alembic: the steps of `versions`, in the transaction of whoever asked (`store.upgrade`)."""

from alembic import context

from sixth.server.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
