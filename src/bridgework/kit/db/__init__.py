"""The database: SQLite or PostgreSQL, by SQLAlchemy Core, behind one transaction object.

`database.py` opens it, `transaction.py` is the only way to a connection, `columns.py` holds the
column types that mean the same on both.
"""
