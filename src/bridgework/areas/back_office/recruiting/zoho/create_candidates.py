"""Create candidates in Zoho exactly once, despite crashes and lost responses.

A request first claims each candidate in the database, by a digest of the e-mail address; other
requests with the same address wait. It then looks the candidate up, marks the attempt as sent,
sends it, and settles it. After a crash, the next request continues from the stored attempt.

An upsert creates at most one candidate per e-mail address, so it can be repeated. A candidate
without an address is identified only by our reference in a custom field. If the lookup of that
reference is not conclusive, the outcome is unknown and the candidate is not sent again.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta

from pydantic import MISSING

from bridgework.areas.back_office.recruiting import attempts, errors
from bridgework.areas.back_office.recruiting.errors import OutcomeUnknown
from bridgework.areas.back_office.recruiting.provider import accountable_account
from bridgework.areas.back_office.recruiting.records import Attempt
from bridgework.areas.back_office.recruiting.schemas import CandidateInput, CandidateOutcome
from bridgework.areas.back_office.recruiting.zoho import requests, serialization
from bridgework.areas.back_office.recruiting.zoho.client import ERRORS, Session
from bridgework.areas.back_office.recruiting.zoho.pending_candidates import PendingCandidate
from bridgework.areas.back_office.recruiting.zoho.serialization import (
    CREATED,
    EMAIL,
    Item,
    Names,
    ZohoRecord,
)
from bridgework.areas.history.audit import actions as audit
from bridgework.context import Context
from bridgework.kit.data.db import Tx
from bridgework.kit.validation import email_key, or_none

LEASE = timedelta(minutes=2)
"""The lease of a request on an attempt: longer than the timeout of a session."""
_INDEXED_AFTER = timedelta(minutes=10)
"""Zoho indexes a candidate within this time; one that is not found after it was not created."""
_CLOCK_SKEW = timedelta(minutes=2)
"""The maximum difference between Zoho's clock and ours."""
WAIT_SECONDS = 15.0
_POLL_SECONDS = 0.1
REFERENCE_PAUSES = (0.5, 1.5)
_LOCKED_WAIT = 5
_PERSON = "recruiting-person"

Write = Callable[[Session, Sequence[Mapping[str, object]]], list[Item]]


class CandidateCreation:
    """Creates the candidates of one request."""

    def __init__(self, context: Context, session: Session, names: Names) -> None:
        self._context = context
        self._session = session
        self._names = names
        self._created_by = accountable_account(context.caller)

    def to_pending(self, candidate: CandidateInput) -> PendingCandidate:
        if candidate.email is MISSING:
            return PendingCandidate(candidate, None, ())
        key = email_key(candidate.email)
        return PendingCandidate(candidate, key, self._context.app.keyring.digests(_PERSON, key))

    def run(self, pending: Sequence[PendingCandidate]) -> None:
        """Set the outcome of each candidate. The e-mail addresses must differ."""
        until = time.monotonic() + WAIT_SECONDS
        while True:
            self._claim(pending)
            self._create([candidate for candidate in pending if candidate.attempt is not None])
            pending = [candidate for candidate in pending if candidate.outcome is None]
            if not pending:
                return
            if time.monotonic() > until or not self._session.pause(_POLL_SECONDS):
                for candidate in pending:
                    candidate.fail(errors.CandidateUnderWay())
                return

    # --- the attempts in the database -----------------------------------------------------------

    def _claim(self, pending: Sequence[PendingCandidate]) -> None:
        with self._context.write_transaction() as tx:
            # A fixed order, so that two requests with the same addresses don't deadlock.
            for candidate in sorted(pending, key=lambda candidate: list(candidate.persons)):
                candidate.attempt = self._claim_attempt(tx, candidate)

    def _claim_attempt(self, tx: Tx, candidate: PendingCandidate) -> Attempt | None:
        now, marks = self._context.app.clock.now(), self._context.marks
        earlier = (
            attempts.by_person(tx, candidate.persons)
            if candidate.key
            else attempts.by_key(tx, marks, now)
        )
        if earlier is None:
            return self._start(tx, candidate)
        if earlier.state == "known":
            return earlier
        if earlier.held_until is not None and earlier.held_until > now:
            return None
        return attempts.take_over(tx, earlier, now + LEASE, marks[0] if marks else None)

    def _start(self, tx: Tx, candidate: PendingCandidate) -> Attempt | None:
        now, marks = self._context.app.clock.now(), self._context.marks
        return attempts.start(
            tx,
            now,
            person=candidate.persons[0] if candidate.persons else None,
            made_under=marks[0] if marks else None,
            state="begun",
            held_until=now + LEASE,
            open_to_work=or_none(candidate.input.open_to_work) is True,
            created_by=self._created_by,
        )

    def _settle(self, pending: Sequence[PendingCandidate]) -> None:
        """Store the known outcomes, and audit the created candidates."""
        with self._context.write_transaction() as tx:
            for candidate in pending:
                if candidate.settlement == "deleted":
                    attempts.delete(tx, candidate.held)
                elif candidate.settlement == "unknown":
                    attempts.settle(tx, candidate.held, state="unknown")
                elif candidate.settlement == "known":
                    attempts.settle(
                        tx, candidate.held, state="known", candidate_id=candidate.candidate_id
                    )
                    audit.note(
                        self._context,
                        "candidate.create",
                        target=candidate.candidate_id,
                        actor=candidate.held.created_by,
                    )
                candidate.settlement = None

    def _restart(self, candidate: PendingCandidate) -> None:
        """Start another attempt: the candidate was deleted, or has a different e-mail address."""
        with self._context.write_transaction() as tx:
            attempts.release_person(tx, candidate.held)
            candidate.attempt = self._start(tx, candidate)

    # --- the requests to Zoho -------------------------------------------------------------------

    def _create(self, pending: Sequence[PendingCandidate]) -> None:
        try:
            self._look_up(pending)
        except ERRORS as error:
            for candidate in pending:
                if candidate.outcome is None:
                    candidate.fail(error)
        self._settle(pending)
        unsent = [
            candidate
            for candidate in pending
            if candidate.outcome is None and candidate.attempt is not None
        ]
        if not unsent:
            return
        with self._context.write_transaction() as tx:
            now = self._context.app.clock.now()
            attempts.mark_sent(tx, [candidate.held.id for candidate in unsent], now)
        self._send(
            [candidate for candidate in unsent if candidate.key is not None], requests.upsert
        )
        self._send([candidate for candidate in unsent if candidate.key is None], requests.insert)
        self._settle(unsent)

    def _look_up(self, pending: Sequence[PendingCandidate]) -> None:
        emails = [str(candidate.input.email) for candidate in pending if candidate.key is not None]
        by_email = requests.find_by_email(self._session, emails)
        for candidate in pending:
            record = (
                by_email.get(candidate.key) if candidate.key else self._find_by_reference(candidate)
            )
            if record is None and candidate.held.candidate_id is not None:
                record = self._find_by_id(candidate)
            if record is not None:
                self._set_existing(candidate, record)
            elif candidate.held.state == "known":
                self._restart(candidate)
            elif (
                candidate.key is None
                and candidate.may_exist
                and not self._is_certainly_missing(candidate)
            ):
                candidate.fail(OutcomeUnknown(), is_unknown=True)

    def _find_by_id(self, candidate: PendingCandidate) -> ZohoRecord | None:
        """Return the candidate of the attempt if the e-mail address is unchanged."""
        candidate_id = candidate.held.candidate_id
        record = (
            None if candidate_id is None else requests.get_candidate(self._session, candidate_id)
        )
        if record is None or candidate.key is None:
            return record
        return record if email_key(str(record.get(EMAIL) or "")) == candidate.key else None

    def _find_by_reference(self, candidate: PendingCandidate) -> ZohoRecord | None:
        if not self._names.reference or not candidate.may_exist:
            return None
        reference = str(candidate.held.id)
        records = requests.find_by_reference(self._session, self._names.reference, [reference])
        return records.get(reference)

    def _is_certainly_missing(self, candidate: PendingCandidate) -> bool:
        sent_at, now = candidate.held.sent_at, self._context.app.clock.now()
        is_old = sent_at is not None and sent_at < now - _INDEXED_AFTER
        return bool(self._names.reference) and is_old

    def _set_existing(self, candidate: PendingCandidate, record: ZohoRecord) -> None:
        candidate_id = str(serialization.id_of(record))
        candidate.record = record
        candidate.created_at = serialization.parse_datetime(record.get(CREATED))
        if candidate.held.state == "known":
            # An earlier run of this request created the candidate and sent no response.
            is_ours = candidate.held.made_under in self._context.marks
            candidate.exists("created" if is_ours else "duplicate", candidate_id)
        elif candidate.may_exist and (
            candidate.key is None or self._is_created_since_sent(candidate)
        ):
            self._set_created(candidate, candidate_id)
        else:
            candidate.exists("duplicate", candidate_id, "deleted")

    def _set_created(self, candidate: PendingCandidate, candidate_id: str) -> None:
        """The attempt created the candidate; another caller may have started it."""
        is_ours = candidate.held.created_by == self._created_by
        outcome: CandidateOutcome = "created" if is_ours else "duplicate"
        candidate.exists(outcome, candidate_id, "known")

    def _is_created_since_sent(self, candidate: PendingCandidate) -> bool:
        since = (candidate.held.sent_at or self._context.app.clock.now()) - _CLOCK_SKEW
        return candidate.created_at is None or candidate.created_at >= since

    def _send(self, pending: Sequence[PendingCandidate], write: Write) -> None:
        if not pending:
            return
        try:
            items = write(self._session, [self._to_fields(candidate) for candidate in pending])
        except OutcomeUnknown as error:
            self._search_references(pending)
            for candidate in pending:
                if candidate.outcome is None:
                    candidate.fail(error, is_unknown=True)
        except ERRORS as error:
            for candidate in pending:
                candidate.fail(error)
        else:
            for candidate, item in zip(pending, items, strict=True):
                self._set_outcome(candidate, item)

    def _search_references(self, pending: Sequence[PendingCandidate]) -> None:
        """Find the sent candidates without an e-mail address by reference; never resend them."""
        field = self._names.reference
        missing = {
            str(candidate.held.id): candidate for candidate in pending if candidate.key is None
        }
        for pause in REFERENCE_PAUSES if field else ():
            if not missing or not self._session.pause(pause):
                return
            try:
                records = requests.find_by_reference(self._session, field, list(missing))
            except ERRORS:
                return
            for reference, record in records.items():
                candidate = missing.pop(reference)
                candidate.record = record
                self._set_created(candidate, str(serialization.id_of(record)))

    def _set_outcome(self, candidate: PendingCandidate, item: Item) -> None:
        """Set the outcome from Zoho's response."""
        candidate.created_at = item.created_at
        is_duplicate = item.code == "DUPLICATE_DATA" and item.id is not None
        if item.is_success and item.id is None:
            candidate.fail(OutcomeUnknown(), is_unknown=True)
        elif item.is_success:
            was_sent_before = candidate.may_exist or self._session.may_have_repeated
            is_ours = was_sent_before and self._is_created_since_sent(candidate)
            if item.is_insert or is_ours:
                self._set_created(candidate, str(item.id))
            else:
                candidate.exists("duplicate", str(item.id), "deleted")
        elif is_duplicate and item.field == self._names.reference:
            self._set_created(candidate, str(item.id))
        elif is_duplicate and item.field in {EMAIL, None}:
            candidate.exists("duplicate", str(item.id), "deleted")
        elif item.code == "RECORD_LOCKED":
            candidate.fail(errors.RecruitingUnavailable(_LOCKED_WAIT))
        else:
            candidate.fail(errors.CandidateRefused(item.code, item.field))

    def _to_fields(self, candidate: PendingCandidate) -> dict[str, object]:
        fields = serialization.to_fields(candidate.input, self._names)
        if candidate.key is None and self._names.reference:
            fields[self._names.reference] = str(candidate.held.id)
        return fields
