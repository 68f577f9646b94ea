"""Backups of this installation: its database, its files, its secrets and the erased accounts.

`create.py` makes an archive while the server runs, `restore.py` replaces this installation by one,
or restores it into a scratch place to verify it. `kit/backup` writes and reads the archive.
"""
