"""Database access: SQLite or PostgreSQL by SQLAlchemy Core, behind one transaction object.

`database.py` opens the database, `transaction.py` is the only way to execute statements, and
`columns.py` defines the column types that behave the same on both.
"""
