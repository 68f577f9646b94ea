"""The checks of `bridgework doctor`.

`result.py` has the result of a check, `runner.py` runs all checks at once, each with a deadline,
and `checks.py` lists them. A check only reads, except that it writes and deletes a small file in
the storage. It opens its own connections, so it works while the server runs and without it.
"""
