"""Backups: one file that holds a database and the files beside it, and the way back from it.

`tape.py` is the tar as it is written and read, `archive.py` writes an archive and `reading.py`
reads one that nobody vouches for, `manifest.py` says what one tells of itself. `sqlite.py` and
`postgres.py` take a database out while others write to it, and put one in whole or not at all.
Which files and whose data there are is not known here.
"""
