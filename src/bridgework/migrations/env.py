"""What Alembic runs: on the connection it is handed, in the transaction that is open on it."""

from alembic import context

from bridgework.kit.db.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=False)
context.run_migrations()
