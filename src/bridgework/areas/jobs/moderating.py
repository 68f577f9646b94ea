"""What moderation may do with job postings; `wiring.py` hands these to it."""

from datetime import datetime

from bridgework.areas.jobs.postings import actions, shelf, store
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id


def may_see(tx: Tx, caller: Caller, job_id: Id) -> bool:
    """Whether a posting is there for the caller."""
    return store.may_see(tx, caller, job_id)


def owner_of(tx: Tx, job_id: Id) -> Id | None:
    """Who posted a job, unless their account is erased."""
    row = shelf.job(tx, job_id)
    return None if row is None else row.user_id


def title_of(tx: Tx, job_id: Id) -> str:
    """The role that a posting is about."""
    row = shelf.job(tx, job_id)
    return "" if row is None else str(row.fields["role_needed"])


def is_hidden(tx: Tx, job_id: Id) -> bool | None:
    """Whether a posting is hidden, None if there is none."""
    row = shelf.job(tx, job_id)
    return None if row is None else row.hidden_at is not None


def hide(tx: Tx, job_id: Id, now: datetime) -> bool:
    """Hide a posting from everybody; False if there was none to be seen."""
    is_done = shelf.hide(tx, job_id, now)
    actions.follow(tx, job_id)
    return is_done


def restore(tx: Tx, job_id: Id, _: datetime) -> bool:
    """Show a hidden posting again; False if there was none."""
    is_done = shelf.restore(tx, job_id)
    actions.follow(tx, job_id)
    return is_done
