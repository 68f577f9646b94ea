"""What can be imported: the schema of a line, and how its record is found and created.

`prepare` runs without a transaction and returns the function that runs in the transaction in which
the progress is saved. `check` does the same for a dry run, which creates nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bridgework.areas.back_office.imports import samples, schemas
from bridgework.areas.back_office.imports.reading.headers import Columns
from bridgework.areas.back_office.recruiting import actions as recruiting
from bridgework.areas.community.blogs import actions as blogs
from bridgework.areas.community.blogs.schemas import AdminBlogRequest
from bridgework.areas.identity.accounts import actions as accounts
from bridgework.areas.identity.accounts.schemas import ImportedAccount
from bridgework.context import Context
from bridgework.kit.validation import email_key


class Result(NamedTuple):
    """The outcome of a line, and why no record was created."""

    outcome: schemas.LineOutcome
    message: str = ""


Apply = Callable[[Context], Result]
Prepare = Callable[[Context, Any], Apply]
CREATED = Result("created")
_ACCOUNT_EXISTS = Result("skipped", "email: An account with this e-mail address exists.")
_CANDIDATE_EXISTS = Result("skipped", "email: A candidate with this e-mail address exists.")
_SLUG_TAKEN = Result("skipped", "slug: A post has or had this slug.")
REPEATED = Result("skipped", "An earlier line has the same e-mail address or slug.")


@dataclass(frozen=True, slots=True)
class ImportType:
    """One kind of import."""

    columns: Columns
    key_of: Callable[[Any], str]
    """Returns what two lines for the same record have in common."""
    prepare: Prepare
    check: Prepare
    batch_size: int
    examples: Sequence[Mapping[str, str]]
    """Two records with all columns, as cells of CSV."""


def _prepare_account(_: Context, body: ImportedAccount) -> Apply:
    return lambda context: CREATED if accounts.import_account(context, body) else _ACCOUNT_EXISTS


def _check_account(_: Context, body: ImportedAccount) -> Apply:
    return lambda context: _ACCOUNT_EXISTS if accounts.is_known(context, body.email) else CREATED


def _prepare_candidate(context: Context, body: schemas.ImportedCandidate) -> Apply:
    # The provider opens its own transactions. `context.marks` prevent a second creation if the
    # process ends before the progress is saved.
    created = recruiting.import_candidate(context, body)
    if created.outcome == "duplicate":
        return lambda _: _CANDIDATE_EXISTS
    if created.outcome == "failed":
        return lambda _: Result("failed", created.message or "")
    return lambda _: CREATED


def _check_candidate(_: Context, body: schemas.ImportedCandidate) -> Apply:
    return lambda context: (
        _CANDIDATE_EXISTS if recruiting.is_known(context, body.email) else CREATED
    )


def _prepare_article(context: Context, body: AdminBlogRequest) -> Apply:
    post = blogs.prepare_post(context, body)
    return lambda in_transaction: CREATED if blogs.add_post(in_transaction, post) else _SLUG_TAKEN


def _check_article(context: Context, body: AdminBlogRequest) -> Apply:
    blogs.prepare_post(context, body)
    return lambda in_transaction: (
        _SLUG_TAKEN if blogs.is_slug_taken(in_transaction, body.slug) else CREATED
    )


_PERSON_NAMES = {
    "email": ("E-mail address", "Mail", "Mail address"),
    "firstName": ("First", "Given name", "Forename", "Name", "Full name"),
    "lastName": ("Last", "Surname", "Family name", "Name", "Full name"),
}
_CANDIDATE_NAMES = {
    **_PERSON_NAMES,
    "secondaryEmail": ("Second e-mail", "Other e-mail", "Alternative e-mail"),
    "phone": ("Telephone", "Phone number", "Telephone number", "Mobile", "Mobile phone", "Cell"),
    "city": ("Town",),
    "state": ("Province", "Region"),
    "currentJobTitle": ("Job title", "Current title", "Position"),
    "experienceInYears": ("Years of experience", "Experience", "Experience (years)"),
    "skillSet": ("Skills",),
    "professionalNetworkUrl": ("LinkedIn", "LinkedIn URL", "LinkedIn profile"),
}
_ARTICLE_NAMES = {
    "excerpt": ("Summary",),
    "body": ("Text", "Content"),
    "coverUrl": ("Cover", "Cover image"),
    "tags": ("Keywords",),
    "publishedAt": ("Publication date", "Published"),
}

TYPES: Mapping[schemas.ImportKind, ImportType] = {
    "accounts": ImportType(
        Columns(
            ImportedAccount,
            choices={"role", "jobsRole", "vendorsRole"},
            other_names=_PERSON_NAMES,
        ),
        key_of=lambda body: email_key(body.email),
        prepare=_prepare_account,
        check=_check_account,
        batch_size=50,
        examples=samples.ACCOUNTS,
    ),
    "candidates": ImportType(
        Columns(
            schemas.ImportedCandidate,
            numbers={"experienceInYears"},
            flags={"openToWork"},
            other_names=_CANDIDATE_NAMES,
        ),
        key_of=lambda body: email_key(body.email),
        prepare=_prepare_candidate,
        check=_check_candidate,
        # An external recruiting system takes a second for each.
        batch_size=5,
        examples=samples.CANDIDATES,
    ),
    "articles": ImportType(
        Columns(AdminBlogRequest, lists={"tags"}, choices={"status"}, other_names=_ARTICLE_NAMES),
        key_of=lambda body: str(body.slug),
        prepare=_prepare_article,
        check=_check_article,
        batch_size=10,
        examples=samples.ARTICLES,
    ),
}
