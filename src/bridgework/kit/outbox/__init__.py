"""The outbox: e-mails are written in the transaction that causes them and sent after its commit.

Areas create an `email.Email`, `queries` adds it to the queue, and `worker` renders it and sends it
by a transport: SMTP or a folder. `subscriptions` records who unsubscribed from which e-mails.
"""
