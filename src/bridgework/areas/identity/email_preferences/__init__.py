"""E-mail preferences: the optional e-mails of a member, and the state of queued e-mails.

Members choose which optional kinds of e-mail they receive. The unsubscribe link of such an e-mail
stops its kind without a sign-in. Administrators see which e-mails were sent, are waiting or failed,
and can retry a dead one. `kit/delivery/outbox` stores and sends the e-mails. Depends on audit.
"""
