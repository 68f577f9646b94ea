"""Adding candidates, so that none comes twice, whatever breaks.

Each is claimed in our database first, by a digest of the e-mail: of calls with the same one, one
does it and the others wait. Then they are looked up, noted as sent, sent, and noted as known. Who
dies in between leaves a note that says how far it came, and whoever comes next goes on from there.

Zoho tells two with one e-mail apart from one (an upsert by it), so that may be sent again. Without
an e-mail nothing but our reference in a field of theirs tells; it is looked up, and where that
proves nothing the candidate counts as unknown and is not sent again.
"""

import time
from collections.abc import Sequence
from datetime import timedelta

from pydantic import MISSING

from bridgework.areas.audit import actions as audit
from bridgework.areas.recruiting import rules, shelf
from bridgework.areas.recruiting.shapes import CandidateInput
from bridgework.areas.recruiting.shelf import Row
from bridgework.areas.recruiting.zoho import asking, wire
from bridgework.areas.recruiting.zoho.client import Errand
from bridgework.areas.recruiting.zoho.faults import FAULTS, ZohoSilent
from bridgework.areas.recruiting.zoho.wire import Item, Names, ZohoRecord
from bridgework.areas.recruiting.zoho.wishes import Wish, problem_of, problem_of_read
from bridgework.kit.db.transaction import Tx
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Call

LEASE = timedelta(minutes=2)
"""For how long a call has an attempt to itself: longer than its errand can take."""
_INDEXED_AFTER = timedelta(minutes=10)
"""By then Zoho's index has what was sent: who is not found has not come of it."""
_SKEW = timedelta(minutes=2)
"""How far their clock may be behind ours."""
WAIT_SECONDS = 15.0
_LOOK_SECONDS = 0.1
LOOKS_FOR_REFERENCES = (0.5, 1.5)
_LOCKED_SECONDS = 5
_PERSON = "recruiting-person"


class Adding:
    """Adds candidates for one call."""

    def __init__(self, call: Call, errand: Errand, names: Names) -> None:
        self._call = call
        self._errand = errand
        self._names = names
        self._adder = rules.adder(call.caller)

    def wish(self, candidate: CandidateInput) -> Wish:
        """Somebody to be added."""
        if candidate.email is MISSING:
            return Wish(candidate, None, ())
        key = email_key(candidate.email)
        return Wish(candidate, key, self._call.kit.keyring.digests(_PERSON, key))

    def fulfil(self, wishes: Sequence[Wish]) -> None:
        """Have an outcome for each; no two have one e-mail."""
        until = time.monotonic() + WAIT_SECONDS
        while True:
            waiting = [wish for wish in wishes if wish.outcome is None]
            if not waiting:
                return
            self._claim(waiting)
            self._carry_out([wish for wish in waiting if wish.attempt is not None])
            if all(wish.outcome for wish in waiting):
                return
            if time.monotonic() > until or not self._errand.pause(_LOOK_SECONDS):
                for wish in (wish for wish in waiting if wish.outcome is None):
                    wish.fails(rules.CandidateUnderWay())
                return

    # --- our notes ------------------------------------------------------------------------------

    def _claim(self, wishes: Sequence[Wish]) -> None:
        with self._call.writing() as tx:
            # In one order for all: of two calls with the same e-mails, neither waits in a circle.
            for wish in sorted(wishes, key=lambda wish: list(wish.persons)):
                wish.attempt = self._claimed(tx, wish)

    def _claimed(self, tx: Tx, wish: Wish) -> Row | None:
        now, marks = self._call.kit.clock.now(), self._call.marks
        before = shelf.of_person(tx, wish.persons) if wish.persons else shelf.under(tx, marks, now)
        if before is None:
            return self._begun(tx, wish)
        if before.state == "known":
            return before
        if before.held_until is not None and before.held_until > now:
            return None
        return shelf.take_over(tx, before, now + LEASE, marks[0] if marks else None)

    def _begun(self, tx: Tx, wish: Wish) -> Row | None:
        now, marks = self._call.kit.clock.now(), self._call.marks
        return shelf.start(
            tx,
            now,
            person=wish.persons[0] if wish.persons else None,
            made_under=marks[0] if marks else None,
            state="begun",
            held_until=now + LEASE,
            open_to_work=wish.candidate.provided().get("open_to_work") is True,
            created_by=self._adder,
        )

    def _settle(self, wishes: Sequence[Wish]) -> None:
        """Note what is known by now, and have the audit log say who was made."""
        with self._call.writing() as tx:
            for wish in (wish for wish in wishes if wish.fate is not None):
                if wish.fate == "dropped":
                    shelf.drop(tx, wish.held)
                elif wish.fate == "unknown":
                    shelf.settle(tx, wish.held, state="unknown")
                else:
                    shelf.settle(tx, wish.held, state="known", candidate_id=wish.candidate_id)
                    audit.note(
                        self._call,
                        "candidate.create",
                        target=wish.candidate_id,
                        actor=wish.held.created_by,
                    )
                wish.fate = None

    def _renew(self, wish: Wish) -> None:
        """Begin anew: whom we knew by this e-mail is gone, or has another one."""
        with self._call.writing() as tx:
            shelf.release_person(tx, wish.held)
            wish.attempt = self._begun(tx, wish)

    # --- the story ------------------------------------------------------------------------------

    def _carry_out(self, wishes: Sequence[Wish]) -> None:
        try:
            self._look_up(wishes)
        except FAULTS as fault:
            problem = problem_of_read(fault)
            for wish in (wish for wish in wishes if wish.outcome is None):
                wish.fails(problem)
        self._settle(wishes)
        rest = [wish for wish in wishes if wish.outcome is None and wish.attempt is not None]
        if not rest:
            return
        with self._call.writing() as tx:
            shelf.note_sent(tx, [wish.held.id for wish in rest], self._call.kit.clock.now())
        self._upsert([wish for wish in rest if wish.key is not None])
        self._insert([wish for wish in rest if wish.key is None])
        self._settle(rest)

    def _look_up(self, wishes: Sequence[Wish]) -> None:
        emails = [str(wish.candidate.email) for wish in wishes if wish.key is not None]
        by_email = asking.by_emails(self._errand, emails)
        for wish in wishes:
            record = by_email.get(wish.key) if wish.key else self._referred(wish)
            if record is None and wish.held.candidate_id is not None:
                record = self._known(wish)
            if record is not None:
                self._meet(wish, record)
            elif wish.held.state == "known":
                self._renew(wish)
            elif wish.key is None and wish.is_doubtful and not self._is_certainly_missing(wish):
                wish.fails(rules.OutcomeUnknown(), unknown=True)

    def _known(self, wish: Wish) -> ZohoRecord | None:
        """Whom we know, if they are still there and have this e-mail: the index may lag."""
        record = asking.candidate(self._errand, wish.held.candidate_id)
        if record is None or wish.key is None:
            return record
        return record if email_key(str(record.get(wire.EMAIL) or "")) == wish.key else None

    def _referred(self, wish: Wish) -> ZohoRecord | None:
        if not self._names.reference or not wish.is_doubtful:
            return None
        reference = str(wish.held.id)
        found = asking.by_references(self._errand, self._names.reference, [reference])
        return found.get(reference)

    def _is_certainly_missing(self, wish: Wish) -> bool:
        is_old = wish.held.sent_at < self._call.kit.clock.now() - _INDEXED_AFTER
        return bool(self._names.reference) and is_old

    def _meet(self, wish: Wish, record: ZohoRecord) -> None:
        """There was such a candidate when we looked."""
        candidate_id, attempt = str(wire.id_of(record)), wish.held
        wish.record, wish.created_at = record, wire.moment(record.get(wire.CREATED))
        if attempt.state == "known":
            # The very request that made them has come again: it was cut off before its answer.
            is_ours = attempt.made_under in self._call.marks
            wish.meets("created" if is_ours else "duplicate", candidate_id)
        elif wish.is_doubtful and (wish.key is None or self._is_since_sent(wish)):
            self._found_ours(wish, candidate_id)
        else:
            wish.meets("duplicate", candidate_id, "dropped")

    def _found_ours(self, wish: Wish, candidate_id: str) -> None:
        """Created, by the attempt that we hold; somebody else's, perhaps, who never heard of it."""
        outcome = "created" if wish.held.created_by == self._adder else "duplicate"
        wish.meets("created" if outcome == "created" else "duplicate", candidate_id, "known")

    def _is_since_sent(self, wish: Wish) -> bool:
        since = (wish.held.sent_at or self._call.kit.clock.now()) - _SKEW
        return wish.created_at is None or wish.created_at >= since

    def _upsert(self, wishes: Sequence[Wish]) -> None:
        if not wishes:
            return
        try:
            items = asking.upsert(self._errand, [self._fields(wish) for wish in wishes])
        except FAULTS as fault:
            for wish in wishes:
                wish.fails(problem_of(fault), unknown=isinstance(fault, ZohoSilent))
            return
        for wish, item in zip(wishes, items, strict=True):
            self._read(wish, item)

    def _insert(self, wishes: Sequence[Wish]) -> None:
        if not wishes:
            return
        try:
            items = asking.insert(self._errand, [self._fields(wish) for wish in wishes])
        except ZohoSilent:
            self._look_for(wishes)
            return
        except FAULTS as fault:
            for wish in wishes:
                wish.fails(problem_of(fault))
            return
        for wish, item in zip(wishes, items, strict=True):
            self._read(wish, item)

    def _look_for(self, wishes: Sequence[Wish]) -> None:
        """Find those by their references who were sent and may have come; never send again."""
        missing = {str(wish.held.id): wish for wish in wishes}
        field = self._names.reference
        for pause in LOOKS_FOR_REFERENCES if field else ():
            if not missing or not self._errand.pause(pause):
                break
            try:
                found = asking.by_references(self._errand, field, list(missing))
            except FAULTS:
                break
            for reference, record in found.items():
                wish = missing.pop(reference)
                wish.record = record
                self._found_ours(wish, str(wire.id_of(record)))
        for wish in missing.values():
            wish.fails(rules.OutcomeUnknown(), unknown=True)

    def _read(self, wish: Wish, item: Item) -> None:
        """What Zoho says of one."""
        wish.created_at = item.created_at
        if item.is_success and item.id is not None:
            was_sent_before = wish.is_doubtful or self._errand.in_doubt
            if item.is_insert or (was_sent_before and self._is_since_sent(wish)):
                self._found_ours(wish, item.id)
            else:
                wish.meets("duplicate", item.id, "dropped")
        elif item.is_success:
            wish.fails(rules.OutcomeUnknown(), unknown=True)
        elif item.code == "DUPLICATE_DATA" and item.id and item.field == self._names.reference:
            self._found_ours(wish, item.id)
        elif item.code == "DUPLICATE_DATA" and item.id and item.field in {wire.EMAIL, None}:
            wish.meets("duplicate", item.id, "dropped")
        elif item.code == "RECORD_LOCKED":
            wish.fails(rules.RecruitingUnavailable(_LOCKED_SECONDS))
        else:
            told = f"{item.code} at {item.field}" if item.field else item.code
            wish.fails(rules.CandidateRefused(told))

    def _fields(self, wish: Wish) -> dict[str, object]:
        fields = wire.fields_of(wish.candidate, self._names)
        if wish.key is None and self._names.reference:
            fields[self._names.reference] = str(wish.held.id)
        return fields
