"""The processes of a server: a supervisor, the workers that it starts, and the lock on SQLite."""
