"""Keeping the directory true: called by whatever changes an expert."""

from bridgework.areas.directory import rules, shelf
from bridgework.areas.directory.rendering import render
from bridgework.kit.db import topics
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id


def relist(tx: Tx, account_id: Id) -> None:
    """Make what the public sees of an account follow what it is now."""
    subject = shelf.subject(tx, account_id)
    profile = subject.fields or {}
    standing = shelf.number(tx, account_id)
    if rules.is_listed(subject, profile):
        rendered = render(subject, profile)
        if standing is None:
            shelf.add(tx, rendered)
        else:
            shelf.change(tx, standing, rendered)
        topics.changed(tx, topics.EXPERTS, members=int(standing is None))
    elif standing is not None:
        shelf.drop(tx, standing)
        topics.changed(tx, topics.EXPERTS, members=-1)
