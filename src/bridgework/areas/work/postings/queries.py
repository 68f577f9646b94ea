"""The statements on postings and applications, compiled once for each type of posting.

Every reader that takes a caller returns only what that caller may see.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.people.matching import actions as matching
from bridgework.areas.people.matching.actions import PostingKind
from bridgework.areas.people.profiles.records import NO_FIELDS
from bridgework.areas.people.profiles.schemas import ACCOUNT_MEMBERS, ApplicantCard
from bridgework.areas.people.profiles.tables import profiles
from bridgework.areas.work.postings.policies import (
    ApplicationRule,
    application_facts,
    is_in_charge,
)
from bridgework.areas.work.postings.records import (
    A,
    ApplicantColumns,
    ApplicationRecord,
    ApplicationState,
    Applied,
    AppliedFor,
    CardColumns,
    ForApplicant,
    ForCard,
    Listed,
    P,
    PostingNow,
)
from bridgework.areas.work.postings.schemas import OfferReply, PostingSchema
from bridgework.areas.work.postings.visibility import NOW, READER, Visibility, reader
from bridgework.kit.actions import allowed_actions
from bridgework.kit.core import Id
from bridgework.kit.data.db import (
    Database,
    IdColumn,
    Tx,
    insert,
    reader_of,
    side_by_side,
    to_values,
)
from bridgework.kit.data.pagination import Keyset, PageRequest, PageSlice
from bridgework.kit.security import Caller
from bridgework.kit.validation import ResponseModel

Posting = TypeVar("Posting", bound=PostingSchema)
Card_co = TypeVar("Card_co", bound=ResponseModel, covariant=True)
Application = TypeVar("Application", bound=ResponseModel)

_account_id = sa.bindparam("this_account", type_=IdColumn)
_posting_id = sa.bindparam("this_posting", type_=IdColumn)
_application_id = sa.bindparam("this_application", type_=IdColumn)
_status = sa.bindparam("status", type_=sa.Text)
_ids = sa.bindparam("ids", type_=IdColumn, expanding=True)


class PostingQueries(Generic[P, Posting, Card_co]):
    """Reads the postings of one type."""

    def __init__(
        self,
        visibility: Visibility[P],
        *,
        has_status: Callable[[str], sa.ColumnElement[bool]],
        to_schema: Callable[[Listed[P], Caller, datetime], Posting],
        to_card: Callable[[ForCard[P]], Card_co],
    ) -> None:
        """`has_status` returns the condition that a posting currently has a status."""
        self._has_status, self._to_schema, self._to_card = has_status, to_schema, to_card
        self._posting, self._listed = visibility.reader, visibility.listed_reader
        table = visibility.table
        is_this = table.c.id == _posting_id
        present = sa.select(table).where(visibility.is_present)
        has_open_status = visibility.has_open_status
        self._one = visibility.listed.where(is_this, visibility.is_visible)
        self._hidden = visibility.hidden.where(is_this)
        self._locked = present.where(is_this).with_for_update(of=table)
        self._matchable = present.where(is_this, has_open_status, visibility.is_owner_active)
        self._open_ids = sa.select(table.c.id).where(
            table.c.user_id == _account_id, visibility.is_present, has_open_status
        )
        self._mine = visibility.listed.where(table.c.user_id == READER)
        self._newest = Keyset(table.c.created_at, table.c.id)
        self._card = side_by_side(ForCard[P], visibility.reader, reader_of(CardColumns))
        is_owner_verified = visibility.is_owner_verified.label("is_owner_verified")
        is_listed = sa.and_(visibility.is_present, visibility.is_open, table.c.id.in_(_ids))
        self._cards = sa.select(table, is_owner_verified).where(is_listed)

    def find(
        self, tx: Tx, caller: Caller, posting_id: Id, now: datetime
    ) -> tuple[Posting, int] | None:
        """Return a posting that the caller may see and its version, None if there is none."""
        parameters = {"this_posting": posting_id, **reader(caller, now)}
        listed = tx.record(self._listed, self._one, parameters)
        if listed is None:
            return None
        return self._to_schema(listed, caller, now), listed.posting.version

    def find_hidden(
        self, tx: Tx, caller: Caller, posting_id: Id, now: datetime
    ) -> tuple[Posting, int, datetime] | None:
        """Return a hidden posting to an administrator, its version, and when it was hidden."""
        parameters = {"this_posting": posting_id, **reader(caller, now)}
        listed = tx.record(self._listed, self._hidden, parameters)
        if listed is None or listed.view.hidden_since is None:
            return None
        posting = self._to_schema(listed, caller, now)
        return posting, listed.posting.version, listed.view.hidden_since

    def lock(self, tx: Tx, posting_id: Id) -> P | None:
        """Lock a posting that is not removed until the transaction ends."""
        return tx.record(self._posting, self._locked, {"this_posting": posting_id})

    def find_matchable(self, tx: Tx, posting_id: Id) -> P | None:
        """Return a posting if it is open, for matching."""
        return tx.record(self._posting, self._matchable, {"this_posting": posting_id})

    def list_open_ids(self, tx: Tx, account_id: Id) -> Sequence[Id]:
        """Return the ids of an account's postings that have the open status."""
        return tx.values(self._open_ids, {"this_account": account_id})

    def list_mine(
        self,
        tx: Tx,
        caller: Caller,
        status: str | None,
        page_request: PageRequest,
        now: datetime,
    ) -> PageSlice[Posting]:
        """Return a page of the caller's own postings, newest first."""
        listed = self._mine if status is None else self._mine.where(self._has_status(status))
        pages = self._newest.pages(listed, self._listed)
        return pages.read(
            tx, page_request, lambda one: self._to_schema(one, caller, now), reader(caller, now)
        )

    def list_cards(self, tx: Tx, ids: Iterable[Id], now: datetime) -> Mapping[Id, Card_co]:
        """Return the cards of those postings that are open, by ID."""
        found = tx.records(self._card, self._cards, {"ids": list(ids), "now": now})
        return {one.posting.id: self._to_card(one) for one in found}


class ApplicationQueries(Generic[P, A, Application]):
    """Reads and writes the applications to one type of posting."""

    def __init__(
        self,
        record: type[A],
        table: sa.Table,
        posting_id: sa.Column[Any],
        visibility: Visibility[P],
        *,
        kind: PostingKind,
        may_decide: sa.ColumnElement[bool],
        has_cv: sa.ColumnElement[bool],
        schema: type[Application],
        rules: Sequence[ApplicationRule],
    ) -> None:
        """`record` has the columns of `table`, which refers to the posting by `posting_id`.

        `may_decide` is the condition for reading applications of other accounts. `kind` is the
        member of an application that describes its posting.
        """
        self._schema, self._rules, self._kind = schema, rules, kind
        self._open_status, self._contact_from = visibility.open_status, visibility.contact_from
        applicant = reader_of(ApplicantColumns)
        self._open = side_by_side(
            AppliedFor[P], visibility.reader, reader_of(ForApplicant), applicant
        )
        self._applied = side_by_side(
            Applied[A, P], reader_of(record), applicant, visibility.reader, reader_of(PostingNow)
        )
        self._applied_to = _select_posting_to_apply_to(visibility)
        is_own = table.c.applicant_id == READER
        is_in_state = sa.or_(_status.is_(None), table.c.status == _status)
        is_to_this, is_this = posting_id == _posting_id, table.c.id == _application_id
        newest, by_id = Keyset(table.c.created_at, table.c.id), Keyset(table.c.id, table.c.id)
        listed = _select_applications(table, posting_id, visibility, has_cv)
        self._one = listed.where(is_this, sa.or_(may_decide, is_own))
        self._of_posting = newest.pages(listed.where(is_to_this, is_in_state), self._applied)
        self._mine = newest.pages(listed.where(is_own, is_in_state), self._applied)
        is_to_this_or_any = sa.or_(_posting_id.is_(None), is_to_this)
        self._all = by_id.pages(listed.where(is_to_this_or_any, is_in_state), self._applied)
        is_in_charge = sa.and_(posting_id == visibility.table.c.id, visibility.is_in_charge)
        state = (table.c.id, table.c.status)
        self._of_people = (
            sa.select(table.c.applicant_id.label("of"), *state)
            .join_from(table, visibility.table, is_in_charge)
            .where(is_to_this, table.c.applicant_id.in_(_ids))
        )
        self._own = sa.select(posting_id.label("of"), *state).where(is_own, posting_id.in_(_ids))
        self._has_applied = sa.select(sa.exists().where(is_to_this, is_own))
        self._add = {
            dialect: insert(dialect, table).on_conflict_do_nothing().returning(table.c.id)
            for dialect in ("sqlite", "postgresql")
        }
        changed = {"status": sa.bindparam("after", type_=sa.Text), "reason": sa.bindparam("why")}
        move = table.update().where(is_this, table.c.status == sa.bindparam("before"))
        self._move = move.values(**changed, updated_at=NOW)
        is_open_offer = (table.c.status == sa.bindparam("offered"), table.c.offer_answer.is_(None))
        note = sa.bindparam("note", type_=sa.Text)
        answered = table.update().where(is_this, *is_open_offer)
        self._answer = answered.values(
            offer_answer=sa.bindparam("answer", type_=sa.Text),
            offer_note=note,
            offer_answered_at=NOW,
            updated_at=NOW,
        )

    def lock_posting(
        self, tx: Tx, caller: Caller, posting_id: Id, now: datetime
    ) -> AppliedFor[P] | None:
        """Lock a posting that the caller may see against changes, and return it with their card."""
        parameters = {"this_posting": posting_id, **reader(caller, now)}
        return tx.record(self._open, self._applied_to, parameters)

    def find(
        self, tx: Tx, caller: Caller, application_id: Id, now: datetime
    ) -> Applied[A, P] | None:
        """Return an application that the caller may see, with its posting."""
        parameters = {"this_application": application_id, **reader(caller, now)}
        return tx.record(self._applied, self._one, parameters)

    def list_for_posting(
        self,
        tx: Tx,
        caller: Caller,
        posting_id: Id,
        status: str | None,
        page_request: PageRequest,
        now: datetime,
    ) -> PageSlice[Application]:
        """Return a page of the applications to a posting, newest first."""
        parameters = {"this_posting": posting_id, "status": status, "now": now}
        found = self._of_posting.read(tx, page_request, _itself, parameters)
        return PageSlice(self._to_schemas(tx, caller, found.items), found.last)

    def list_mine(
        self,
        tx: Tx,
        caller: Caller,
        status: str | None,
        page_request: PageRequest,
        now: datetime,
    ) -> PageSlice[Application]:
        """Return a page of the caller's own applications, newest first."""
        parameters = {**reader(caller, now), "status": status}
        found = self._mine.read(tx, page_request, _itself, parameters)
        return PageSlice(self._to_schemas(tx, caller, found.items), found.last)

    def list_batches(
        self,
        database: Database,
        caller: Caller,
        posting_id: Id | None,
        status: str | None,
        now: datetime,
    ) -> Iterator[Sequence[Application]]:
        """Yield the applications to a posting, or to all, in batches, newest first."""
        parameters = {"this_posting": posting_id, "status": status, "now": now}
        for batch in self._all.batches(database, _itself, parameters):
            with database.reading() as tx:
                schemas = self._to_schemas(tx, caller, batch)
            yield schemas

    def list_of_people(
        self, tx: Tx, caller: Caller, posting_id: Id, account_ids: Iterable[Id]
    ) -> Mapping[Id, ApplicationState]:
        """Return the applications of some accounts to a posting, by account.

        Without any if the caller is not in charge of the posting.
        """
        these = {"this_posting": posting_id, "ids": list(account_ids), **reader(caller)}
        return {one.of: one for one in tx.records(ApplicationState, self._of_people, these)}

    def list_own(
        self, tx: Tx, caller: Caller, posting_ids: Iterable[Id]
    ) -> Mapping[Id, ApplicationState]:
        """Return the caller's own applications to some postings, by posting."""
        these = {"ids": list(posting_ids), **reader(caller)}
        return {one.of: one for one in tx.records(ApplicationState, self._own, these)}

    def add(self, tx: Tx, application: A) -> bool:
        """Add an application; False if it breaks a uniqueness constraint of the table."""
        return tx.value(self._add[tx.dialect], to_values(application)) is not None

    def has_applied(self, tx: Tx, caller: Caller, posting_id: Id) -> bool:
        """Whether the caller has an application to a posting."""
        return bool(tx.value(self._has_applied, {"this_posting": posting_id, **reader(caller)}))

    def update_status(
        self, tx: Tx, application_id: Id, before: str, after: str, why: str | None, now: datetime
    ) -> bool:
        """Change the status of an application; False if it is no longer `before`."""
        change = {"before": before, "after": after, "why": why, "now": now}
        return tx.execute(self._move, {"this_application": application_id, **change}).rowcount == 1

    def update_answer(
        self,
        tx: Tx,
        application_id: Id,
        offered: str,
        answer: OfferReply,
        note: str | None,
        now: datetime,
    ) -> bool:
        """Store the answer to an offer; False if there is none that is not answered."""
        values = {"offered": offered, "answer": answer, "note": note, "now": now}
        return (
            tx.execute(self._answer, {"this_application": application_id, **values}).rowcount == 1
        )

    def to_schema(self, tx: Tx, caller: Caller, applied: Applied[A, P]) -> Application:
        """Convert an application with its applicant, its posting and its match score."""
        [application] = self._to_schemas(tx, caller, [applied])
        return application

    def _to_schemas(
        self, tx: Tx, caller: Caller, several: Sequence[Applied[A, P]]
    ) -> Sequence[Application]:
        pairs = [(one.posting.id, one.application.applicant_id) for one in several]
        scores = matching.scores_of(tx, self._kind, pairs)
        return [
            self._to_schema(caller, one, scores.get(pair))
            for one, pair in zip(several, pairs, strict=True)
        ]

    def _to_schema(
        self, caller: Caller, applied: Applied[A, P], match_score: int | None
    ) -> Application:
        application, applicant = applied.application, applied.applicant
        card = ApplicantCard.from_row(
            applicant.profile or NO_FIELDS, id=application.applicant_id, **applicant._asdict()
        )
        actions = allowed_actions(self._rules, caller, application_facts(applied))
        members: dict[str, object] = {
            self._kind: self._to_applied(caller, applied),
            "offer_answer": _to_answer(application),
            "match_score": match_score,
            **self._to_contact(applied),
        }
        return self._schema.from_row(
            application, applicant=card, allowed_actions=actions, **members
        )

    def _to_contact(self, applied: Applied[A, P]) -> Mapping[str, str | None]:
        """Return the contact that the applicant may see, also after the posting ended."""
        fields = applied.posting.fields
        if applied.application.status not in self._contact_from:
            return {"contact_person": None, "contact_email": None}
        return {"contact_person": fields.contact_person, "contact_email": fields.contact_email}

    def _to_applied(self, caller: Caller, applied: Applied[A, P]) -> Mapping[str, object]:
        """Return the posting of an application."""
        then, status = applied.application.applied_to, applied.now.posting_status
        title = applied.posting.fields.role_needed
        # The owner's changes of a posting that is not open were not reviewed.
        is_readable = status == self._open_status or (
            status is not None and is_in_charge(caller, applied.posting.user_id)
        )
        return {
            **then._asdict(),
            "id": applied.posting.id,
            "current_title": title if is_readable and title != then.title else None,
            "status": status,
        }


def _itself(applied: Applied[A, P]) -> Applied[A, P]:
    return applied


def _to_answer(application: ApplicationRecord) -> Mapping[str, object] | None:
    """Return the answer to the offer of an application, None if there is none."""
    if application.offer_answer is None:
        return None
    return {
        "answer": application.offer_answer,
        "at": application.offer_answered_at,
        "note": application.offer_note,
    }


def _select_applications(
    table: sa.Table,
    posting_id: sa.Column[Any],
    visibility: Visibility[Any],
    has_cv: sa.ColumnElement[bool],
) -> sa.Select[Any]:
    """Select the columns of `Applied`."""
    postings = visibility.table
    now = (visibility.current_status.label("posting_status"), has_cv.label("has_cv"))
    return (
        sa.select(table, *_applicant(visibility), *postings.c, *now)
        .join_from(table, postings, postings.c.id == posting_id)
        .join(accounts, accounts.c.id == table.c.applicant_id)
        .outerjoin(profiles, profiles.c.account_id == table.c.applicant_id)
    )


def _select_posting_to_apply_to(visibility: Visibility[Any]) -> sa.Select[Any]:
    """Select the columns of `AppliedFor`, and lock the posting."""
    postings, owner = visibility.table, accounts.alias("owner")
    return (
        sa.select(
            postings,
            owner.c.email.label("owner_email"),
            visibility.has_applied.label("has_applied"),
            *_applicant(visibility),
        )
        .join_from(postings, owner, owner.c.id == postings.c.user_id)
        .join(accounts, accounts.c.id == READER)
        .outerjoin(profiles, profiles.c.account_id == READER)
        .where(postings.c.id == _posting_id, visibility.is_visible)
        .with_for_update(of=postings, read=True)
    )


def _applicant(visibility: Visibility[Any]) -> Sequence[sa.ColumnElement[Any]]:
    """Return the columns of `ApplicantColumns`."""
    return (
        *(accounts.c[name] for name in ACCOUNT_MEMBERS),
        visibility.is_verified.label("is_verified"),
        profiles.c.fields.label("profile"),
    )
