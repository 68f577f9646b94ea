"""The index of the directory: what experts are found by, and who is found by it.

An expert is taken apart into entries (`tokens.py`); who has an entry is kept as bits (`store.py`);
a query becomes needs, and the bits of these say who meets them all and how well (`seeking.py`).
The database only keeps the bits, so that SQLite and PostgreSQL find the same.
"""
