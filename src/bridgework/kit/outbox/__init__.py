"""The outbox: letters are written in the transaction that causes them, and sent after it.

`letter.py` is what an area hands over, `store.py` keeps it, `worker.py` takes it to where mail
goes: by `folder.py`, or by `smtp.py`. `choices.py` knows who refuses which letters. Nothing is
told that was not committed, and nothing committed goes untold.
"""
