"""Runs Alembic on the given connection, in the transaction that is already open."""

from alembic import context

from bridgework.kit.data.db import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=False)
context.run_migrations()
