"""Backups of an installation: its database, files and secrets, and its erased accounts.

`create.py` creates an archive while the server runs. `restore.py` replaces the installation by an
archive, or restores it to a temporary place to verify it. `kit/data/backup` writes and
reads archives.
"""
