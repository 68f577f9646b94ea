"""Backups: an archive of a database and of the files beside it, and the restore from it.

`archive.py` writes and reads the tar. `sqlite.py` and `postgres.py` dump a database while others
write to it, and restore one whole or not at all.
"""
