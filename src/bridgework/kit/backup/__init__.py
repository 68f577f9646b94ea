"""Backups: an archive of a database and its files, and the restore from it.

`archive.py` writes and reads the tar file. `sqlite.py` and `postgres.py` dump a database in use,
and restore it atomically.
"""
