"""The outbox: e-mails are written in the transaction that causes them and sent after its commit.

Areas hand over an `email.Email`, `store` queues it, and `worker` renders it and sends it through
a transport, SMTP or a folder. `subscriptions` knows who unsubscribed from what.
"""
