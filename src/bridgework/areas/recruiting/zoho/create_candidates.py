"""Creating candidates so that none is created twice, after whatever failure.

Each is claimed in our database first, by a digest of the e-mail: of several requests with the same
one, one works and the others wait. Then it is looked up, marked as sent, sent, and settled. A crash
in between leaves an attempt that says how far it came, and the next request continues from there.

Zoho keeps one candidate per e-mail in an upsert, so that may be sent again. Without an e-mail only
our reference, in a field of theirs, identifies the candidate; it is looked up, and where that is
not conclusive the outcome is unknown and nothing is sent again.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta

from pydantic import MISSING

from bridgework.areas.audit import actions as audit
from bridgework.areas.recruiting import attempts, errors
from bridgework.areas.recruiting.attempts import Attempt
from bridgework.areas.recruiting.errors import OutcomeUnknown
from bridgework.areas.recruiting.provider import accountable_account
from bridgework.areas.recruiting.schemas import CandidateInput, Outcome
from bridgework.areas.recruiting.zoho import requests, serialization
from bridgework.areas.recruiting.zoho.client import ERRORS, Session
from bridgework.areas.recruiting.zoho.pending_candidates import PendingCandidate
from bridgework.areas.recruiting.zoho.serialization import CREATED, EMAIL, Item, Names, ZohoRecord
from bridgework.kit.db.transaction import Tx
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Context

LEASE = timedelta(minutes=2)
"""For how long a request has an attempt to itself: longer than its session can take."""
_INDEXED_AFTER = timedelta(minutes=10)
"""After this time a sent candidate is in Zoho's index: one who is not found was not created."""
_CLOCK_SKEW = timedelta(minutes=2)
"""How far Zoho's clock may be behind ours."""
WAIT_SECONDS = 15.0
_POLL_SECONDS = 0.1
REFERENCE_PAUSES = (0.5, 1.5)
_LOCKED_WAIT = 5
_PERSON = "recruiting-person"

Write = Callable[[Session, Sequence[Mapping[str, object]]], list[Item]]


class CandidateCreation:
    """Creates the candidates of one request."""

    def __init__(self, context: Context, session: Session, names: Names) -> None:
        self._call = context
        self._session = session
        self._names = names
        self._created_by = accountable_account(context.caller)

    def to_pending(self, candidate: CandidateInput) -> PendingCandidate:
        """A candidate to create."""
        if candidate.email is MISSING:
            return PendingCandidate(candidate, None, ())
        key = email_key(candidate.email)
        return PendingCandidate(candidate, key, self._call.app.keyring.digests(_PERSON, key))

    def run(self, pending: Sequence[PendingCandidate]) -> None:
        """Set the outcome of each; no two have the same e-mail."""
        until = time.monotonic() + WAIT_SECONDS
        while True:
            self._claim(pending)
            self._create([one for one in pending if one.attempt is not None])
            pending = [one for one in pending if one.outcome is None]
            if not pending:
                return
            if time.monotonic() > until or not self._session.pause(_POLL_SECONDS):
                for one in pending:
                    one.fail(errors.CandidateUnderWay())
                return

    # --- the attempts in our database -----------------------------------------------------------

    def _claim(self, pending: Sequence[PendingCandidate]) -> None:
        with self._call.write_transaction() as tx:
            # In the same order for every request: two with the same e-mails don't deadlock.
            for one in sorted(pending, key=lambda one: list(one.persons)):
                one.attempt = self._claim_one(tx, one)

    def _claim_one(self, tx: Tx, one: PendingCandidate) -> Attempt | None:
        now, marks = self._call.app.clock.now(), self._call.marks
        before = attempts.by_person(tx, one.persons) if one.key else attempts.by_key(tx, marks, now)
        if before is None:
            return self._start(tx, one)
        if before.state == "known":
            return before
        if before.held_until is not None and before.held_until > now:
            return None
        return attempts.take_over(tx, before, now + LEASE, marks[0] if marks else None)

    def _start(self, tx: Tx, one: PendingCandidate) -> Attempt | None:
        now, marks = self._call.app.clock.now(), self._call.marks
        return attempts.start(
            tx,
            now,
            person=one.persons[0] if one.persons else None,
            made_under=marks[0] if marks else None,
            state="begun",
            held_until=now + LEASE,
            open_to_work=one.candidate.provided().get("open_to_work") is True,
            created_by=self._created_by,
        )

    def _settle(self, pending: Sequence[PendingCandidate]) -> None:
        """Store the outcomes that are known by now, and audit the creations."""
        with self._call.write_transaction() as tx:
            for one in pending:
                if one.settlement == "deleted":
                    attempts.delete(tx, one.held)
                elif one.settlement == "unknown":
                    attempts.settle(tx, one.held, state="unknown")
                elif one.settlement == "known":
                    attempts.settle(tx, one.held, state="known", candidate_id=one.candidate_id)
                    audit.note(
                        self._call,
                        "candidate.create",
                        target=one.candidate_id,
                        actor=one.held.created_by,
                    )
                one.settlement = None

    def _restart(self, one: PendingCandidate) -> None:
        """Start another attempt: the candidate was deleted, or has another e-mail."""
        with self._call.write_transaction() as tx:
            attempts.release_person(tx, one.held)
            one.attempt = self._start(tx, one)

    # --- the requests to Zoho -------------------------------------------------------------------

    def _create(self, pending: Sequence[PendingCandidate]) -> None:
        try:
            self._look_up(pending)
        except ERRORS as error:
            for one in pending:
                if one.outcome is None:
                    one.fail(error)
        self._settle(pending)
        unsent = [one for one in pending if one.outcome is None and one.attempt is not None]
        if not unsent:
            return
        with self._call.write_transaction() as tx:
            now = self._call.app.clock.now()
            attempts.mark_sent(tx, [one.held.id for one in unsent], now)
        self._send([one for one in unsent if one.key is not None], requests.upsert)
        self._send([one for one in unsent if one.key is None], requests.insert)
        self._settle(unsent)

    def _look_up(self, pending: Sequence[PendingCandidate]) -> None:
        emails = [str(one.candidate.email) for one in pending if one.key is not None]
        by_email = requests.find_by_email(self._session, emails)
        for one in pending:
            record = by_email.get(one.key) if one.key else self._find_by_reference(one)
            if record is None and one.held.candidate_id is not None:
                record = self._find_by_id(one)
            if record is not None:
                self._found(one, record)
            elif one.held.state == "known":
                self._restart(one)
            elif one.key is None and one.may_exist and not self._is_certainly_missing(one):
                one.fail(OutcomeUnknown(), is_unknown=True)

    def _find_by_id(self, one: PendingCandidate) -> ZohoRecord | None:
        """The candidate of the attempt, if they still have this e-mail: the index may lag."""
        record = requests.get_candidate(self._session, one.held.candidate_id)
        if record is None or one.key is None:
            return record
        return record if email_key(str(record.get(EMAIL) or "")) == one.key else None

    def _find_by_reference(self, one: PendingCandidate) -> ZohoRecord | None:
        if not self._names.reference or not one.may_exist:
            return None
        reference = str(one.held.id)
        found = requests.find_by_reference(self._session, self._names.reference, [reference])
        return found.get(reference)

    def _is_certainly_missing(self, one: PendingCandidate) -> bool:
        is_old = one.held.sent_at < self._call.app.clock.now() - _INDEXED_AFTER
        return bool(self._names.reference) and is_old

    def _found(self, one: PendingCandidate, record: ZohoRecord) -> None:
        candidate_id = str(serialization.id_of(record))
        one.record = record
        one.created_at = serialization.parse_datetime(record.get(CREATED))
        if one.held.state == "known":
            # The same request as the one that created them, which was cut off before its response.
            is_ours = one.held.made_under in self._call.marks
            one.exists("created" if is_ours else "duplicate", candidate_id)
        elif one.may_exist and (one.key is None or self._is_created_since_sent(one)):
            self._created(one, candidate_id)
        else:
            one.exists("duplicate", candidate_id, "deleted")

    def _created(self, one: PendingCandidate, candidate_id: str) -> None:
        """The held attempt created them; it may be another caller's, who got no response."""
        is_ours = one.held.created_by == self._created_by
        outcome: Outcome = "created" if is_ours else "duplicate"
        one.exists(outcome, candidate_id, "known")

    def _is_created_since_sent(self, one: PendingCandidate) -> bool:
        since = (one.held.sent_at or self._call.app.clock.now()) - _CLOCK_SKEW
        return one.created_at is None or one.created_at >= since

    def _send(self, pending: Sequence[PendingCandidate], write: Write) -> None:
        if not pending:
            return
        try:
            items = write(self._session, [self._to_fields(one) for one in pending])
        except OutcomeUnknown as error:
            self._search_references(pending)
            for one in pending:
                if one.outcome is None:
                    one.fail(error, is_unknown=True)
        except ERRORS as error:
            for one in pending:
                one.fail(error)
        else:
            for one, item in zip(pending, items, strict=True):
                self._read(one, item)

    def _search_references(self, pending: Sequence[PendingCandidate]) -> None:
        """Find those without an e-mail who were sent and may exist; never send them again."""
        field = self._names.reference
        missing = {str(one.held.id): one for one in pending if one.key is None}
        for pause in REFERENCE_PAUSES if field else ():
            if not missing or not self._session.pause(pause):
                return
            try:
                found = requests.find_by_reference(self._session, field, list(missing))
            except ERRORS:
                return
            for reference, record in found.items():
                one = missing.pop(reference)
                one.record = record
                self._created(one, str(serialization.id_of(record)))

    def _read(self, one: PendingCandidate, item: Item) -> None:
        """Set the outcome by Zoho's answer."""
        one.created_at = item.created_at
        is_duplicate = item.code == "DUPLICATE_DATA" and item.id is not None
        if item.is_success and item.id is None:
            one.fail(OutcomeUnknown(), is_unknown=True)
        elif item.is_success:
            was_sent_before = one.may_exist or self._session.may_have_repeated
            is_ours = was_sent_before and self._is_created_since_sent(one)
            if item.is_insert or is_ours:
                self._created(one, str(item.id))
            else:
                one.exists("duplicate", str(item.id), "deleted")
        elif is_duplicate and item.field == self._names.reference:
            self._created(one, str(item.id))
        elif is_duplicate and item.field in {EMAIL, None}:
            one.exists("duplicate", str(item.id), "deleted")
        elif item.code == "RECORD_LOCKED":
            one.fail(errors.RecruitingUnavailable(_LOCKED_WAIT))
        else:
            one.fail(errors.CandidateRefused(item.code, item.field))

    def _to_fields(self, one: PendingCandidate) -> dict[str, object]:
        fields = serialization.to_fields(one.candidate, self._names)
        if one.key is None and self._names.reference:
            fields[self._names.reference] = str(one.held.id)
        return fields
