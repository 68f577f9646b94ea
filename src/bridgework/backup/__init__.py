"""Backups of this house: which database and files there are, and what becomes of the erased.

`making.py` makes an archive while the server runs, `verifying.py` restores one into a scratch
place and compares, `restoring.py` puts one in the place of what is here. How an archive is written
and read is `kit/backup`'s to know.
"""
