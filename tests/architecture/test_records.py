"""Records agree with what they are read from: tables, requests and responses."""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import ModuleType, NoneType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import pytest
import sqlalchemy as sa
from pydantic import BaseModel
from typing_extensions import TypeAliasType

from bridgework.areas.people.matching.criteria.records import Member
from bridgework.areas.people.profiles import records as profiles
from bridgework.areas.people.profiles import schemas as profile_schemas
from bridgework.areas.people.vendors import records as vendors
from bridgework.areas.people.vendors import schemas as vendor_schemas
from bridgework.areas.work.jobs.profiles import records as clinics
from bridgework.areas.work.jobs.profiles import schemas as clinic_schemas
from bridgework.areas.work.jobs.records import JobFields
from bridgework.areas.work.jobs.schemas import CandidateCard, JobPosting, JobPostingRequest
from bridgework.areas.work.roles.records import RoleFields
from bridgework.areas.work.roles.schemas import RolePosting, RolePostingRequest
from bridgework.kit.data.db import IdColumn, Json, UtcDateTimeColumn, metadata
from tests.architecture.sources import AREAS, ROOT, Source, parse_source, sources

_TABLE = re.compile(r"\(table `([a-z_]+)`\)")
_TYPES: Mapping[type[Any], type[Any]] = {
    sa.Text: str,
    sa.Integer: int,
    sa.SmallInteger: int,
    sa.BigInteger: int,
    sa.Float: float,
    sa.Boolean: bool,
    UtcDateTimeColumn: datetime,
    sa.LargeBinary: bytes,
}


CACHE = ROOT / ".mypy_cache"


class Field(NamedTuple):
    """A column or a member, as far as its declarations have to agree."""

    name: str
    types: frozenset[Any]
    """`str` also stands for an ID and for a choice of texts."""
    is_nullable: bool


def modules() -> Iterator[ModuleType]:
    for source in sources(AREAS):
        if source.module == "records":
            dotted = source.name.removeprefix("src/").removesuffix(".py").replace("/", ".")
            yield import_module(dotted)


def records_of_tables() -> Iterator[tuple[type[Any], sa.Table]]:
    for module in modules():
        for record in vars(module).values():
            table = _TABLE.search(getattr(record, "__doc__", None) or "")
            if table and record.__module__ == module.__name__:
                yield record, metadata.tables[table[1]]


def of_hint(name: str, hint: Any) -> Field:
    kinds = set(get_args(hint)) if NoneType in get_args(hint) else {hint}
    return Field(name, frozenset(map(plain, kinds - {NoneType})), NoneType in kinds)


def plain(hint: Any) -> Any:
    """Return the Python type of values of a type hint."""
    if isinstance(hint, TypeAliasType):
        hint = hint.__value__
    if hasattr(hint, "__supertype__"):
        return hint.__supertype__
    origin = get_origin(hint)
    if origin is Literal:  # of texts, and of choices of texts
        return str
    return origin or hint


def of_column(column: sa.Column[Any]) -> Field:
    return Field(column.name, frozenset({python_type(column)}), bool(column.nullable))


def python_type(column: sa.Column[Any]) -> Any:
    if column.type is IdColumn:
        return str
    return None if column.type is Json else _TYPES[type(column.type)]


def differences(record: type[Any], table: sa.Table) -> Iterator[str]:
    hints = get_type_hints(record)
    names = [*hints]
    columns = [column.name for column in table.columns]
    if names != columns:
        yield f"{record.__name__} has {names}, {table.name} {columns}"
        return
    for column in table.columns:
        field, expected = of_hint(column.name, hints[column.name]), of_column(column)
        if field.is_nullable != expected.is_nullable:
            yield f"{table.name}.{column.name}: nullable is {expected.is_nullable}"
        if None not in expected.types and field.types != expected.types:
            yield f"{table.name}.{column.name}: {set(field.types)}, not {set(expected.types)}"


def members(schema: type[BaseModel]) -> set[str]:
    return {*schema.model_fields}


def test_records_have_the_columns_of_their_tables() -> None:
    found = [*records_of_tables()]
    names = {record.__name__ for record, _ in found}
    assert names >= {"Job", "Role", "Application", "StoredAccount", "StoredSession", "StoredKey"}
    assert names >= {"AuthenticatorApp", "StoredPasskey", "StoredAsset", "StoredProfile"}
    assert [each for record, table in found for each in differences(record, table)] == []


OF_ACCOUNT = {"first_name", "last_name", "vendors_onboarding_step"}


@pytest.mark.parametrize(
    ("record", "requests", "responses", "columns"),
    [
        (JobFields, [JobPostingRequest], [JobPosting], set()),
        (RoleFields, [RolePostingRequest], [RolePosting], {"status"}),
        (profiles.Fields, [profile_schemas.ProfileFields], [profile_schemas.Profile], set()),
        (
            clinics.ClinicFields,
            [clinic_schemas.ClinicProfileRequest],
            [clinic_schemas.ClinicProfile],
            set(),
        ),
        (
            vendors.Fields,
            [
                vendor_schemas.VendorProfileUpdateRequest,
                vendor_schemas.AmbassadorProfileUpdateRequest,
            ],
            [vendor_schemas.VendorProfile, vendor_schemas.AmbassadorProfile],
            OF_ACCOUNT,
        ),
    ],
)
def test_stored_members_are_those_of_the_requests_and_of_the_responses(
    record: Any,
    requests: Sequence[type[BaseModel]],
    responses: Sequence[type[BaseModel]],
    columns: set[str],
) -> None:
    """`columns` are members of the requests that are columns of a table."""
    stored = set(record._fields) - {"unknown"}
    assert stored == set().union(*map(members, requests)) - columns
    assert stored <= set().union(*map(members, responses))
    fields = [item for request in requests for item in request.model_fields.items()]
    required = {name for name, field in fields if field.is_required()}
    assert stored - set(record._field_defaults) == required


@pytest.mark.parametrize(
    ("stored", "item"),
    [
        (profiles.Outcome, profile_schemas.OutcomeItem),
        (profiles.Background, profile_schemas.BackgroundItem),
        (profiles.License, profile_schemas.LicenseItem),
        (profiles.Skills, profile_schemas.SkillGroup),
    ],
)
def test_stored_items_have_the_members_of_the_request(
    stored: type[Any], item: type[BaseModel]
) -> None:
    assert [*get_type_hints(stored)] == [*item.model_fields]


def test_matching_names_members_of_profiles_and_of_candidates() -> None:
    assert set(get_args(Member)) <= {*profiles.Fields._fields, *members(CandidateCard)}


NO_RECORD = re.compile(r"\[str, Any\]|\bRow\[Any\]")
UNTYPED = {
    "areas/back_office/recruiting/zoho/client.py": "JSON of Zoho",
    "areas/back_office/recruiting/zoho/requests.py": "JSON of Zoho",
    "areas/back_office/recruiting/zoho/serialization.py": "JSON of Zoho",
}
"""The files with members that mypy does not know, with the reason."""


def annotations(source: Source) -> Iterator[ast.expr | None]:
    """Yield the types of parameters, results, aliases and members."""
    for function in source.functions():
        yield function.returns
    for argument in source.all(ast.arg):
        yield argument.annotation
    classes = [owner.body for owner in source.all(ast.ClassDef)]
    for node in chain(source.tree.body, *classes):
        if isinstance(node, ast.AnnAssign):
            yield node.annotation
        if isinstance(node, ast.Assign):
            yield node.value


def is_untyped(source: Source) -> bool:
    """Whether a signature has rows or JSON whose members mypy does not know."""
    found = map(ast.unparse, filter(None, annotations(source)))
    return any(map(NO_RECORD.search, found))


def test_signatures_name_the_members_of_rows_and_of_json() -> None:
    found = {source.name for source in sources(AREAS) if is_untyped(source)}
    assert found == {f"src/bridgework/{name}" for name in UNTYPED}, "use a record or a TypedDict"


@pytest.mark.parametrize(
    "text",
    [
        "def change(provided: Mapping[str, Any]) -> None: ...",
        "def read() -> list[dict[str, Any]]: ...",
        "class Queries:\n    async def find(self, *rows: sa.Row[Any]) -> None: ...",
        "class State(NamedTuple):\n    fields: Mapping[str, Any] | None",
        "Fields = Mapping[str, Any]",
    ],
)
def test_an_untyped_signature_is_found(text: str) -> None:
    assert is_untyped(parse_source(text))


MISSPELT = {
    "areas/community/blogs/actions.py": ("post.published_at", "post.published"),
    "areas/community/blogs/queries.py": ("found.names", "found.name"),
    "areas/community/blogs/serializers.py": ("names.avatar_url", "names.avatar"),
    "areas/community/calendar/actions.py": ("event.max_capacity", "event.capacity"),
    "areas/community/calendar/emails.py": ("event.meeting_url", "event.meeting"),
    "areas/community/calendar/policies.py": ("event.end_at", "event.ends_at"),
    "areas/community/calendar/formats/serializers.py": ("event.luma_url", "event.luma_link"),
    "areas/community/calendar/formats/ics.py": ("event.updated_at", "event.changed_at"),
    "areas/community/calendar/formats/html_pages.py": ("row.visibility", "row.visible"),
    "areas/community/calendar/formats/luma/sync.py": ("event.luma_event_id", "event.luma_id"),
    "areas/community/calendar/guests/guests.py": ("account.is_invitable", "account.invitable"),
    "areas/community/calendar/guests/guest_queries.py": ("key.email_key", "key.mail_key"),
    "areas/community/calendar/guests/moves.py": ("move.former_digest", "move.digest"),
    "areas/community/calendar/review/event_requests.py": (
        "request.invitee_emails",
        "request.invitees",
    ),
    "areas/community/calendar/review/moderation_hooks.py": ("event.cover_url", "event.cover"),
    "areas/community/feed/moderation_hooks.py": ("post.image_url", "post.image"),
    "areas/community/feed/queries.py": ("post.edited_at", "post.edited"),
    "areas/community/moderation/actions.py": ("beside.reporters", "beside.reporter"),
    "areas/history/audit/actions.py": ("entry.actor", "entry.acter"),
    "areas/history/audit/verification.py": ("stored.salt", "stored.sald"),
    "areas/history/changes/actions.py": ("change.subject_kind", "change.kind"),
    "areas/identity/accounts/actions.py": ("account.password_hash", "account.passwort_hash"),
    "areas/identity/accounts/lifecycle/decisions.py": ("last.action", "last.acton"),
    "areas/identity/accounts/lifecycle/registration.py": (
        "account.disabled_at",
        "account.disabled",
    ),
    "areas/identity/accounts/sign_in/sessions.py": ("token.used_by", "token.used_from"),
    "areas/identity/administrators/actions.py": ("account.email_key", "account.key"),
    "areas/identity/administrators/invitations/actions.py": ("invitee.digest", "invitee.token"),
    "areas/identity/administrators/second_factors/verification.py": (
        "stored.sign_count",
        "stored.count_",
    ),
    "areas/identity/api_keys/queries.py": ("key.made_by", "key.maker"),
    "areas/identity/email_preferences/actions.py": ("stored.attempts", "stored.atempts"),
    "areas/identity/uploads/actions.py": ("asset.expires_at", "asset.expires"),
    "areas/identity/uploads/serializers.py": ("asset.is_cover", "asset.cover"),
    "areas/back_office/administration/search/queries.py": ("event.start_at", "event.starts_at"),
    "areas/back_office/administration/target_queries.py": ("each.name", "each.title"),
    "areas/back_office/imports/queries.py": ("found.state", "found.status"),
    "areas/back_office/imports/worker.py": ("row.dry_run", "row.is_dry_run"),
    "areas/back_office/member_overview/actions.py": ("change.after", "change.later"),
    "areas/back_office/member_profile/actions.py": ("sent.applied_to", "sent.to"),
    "areas/back_office/queue/actions.py": ("claimed.expires_at", "claimed.until"),
    "areas/back_office/queue/changes.py": ("change.after", "change.later"),
    "areas/back_office/queue/waiting_queries.py": ("each.oldest", "each.eldest"),
    "areas/back_office/recruiting/attempts.py": ("attempt.held_until", "attempt.until"),
    "areas/back_office/recruiting/serializers.py": ("posting.company_name", "posting.company"),
    "areas/back_office/staff_notes/queries.py": ("name.first_name", "name.given_name"),
    "areas/back_office/text_templates/queries.py": ("stored.subject", "stored.title"),
    "areas/back_office/webhooks/actions.py": ("before.enabled", "before.is_enabled"),
    "areas/back_office/webhooks/delivery/worker.py": (
        "webhook.previous_secret",
        "webhook.former_secret",
    ),
    "areas/back_office/webhooks/queries.py": ("stored.due_at", "stored.due"),
    "areas/people/directory/serializers.py": ('["licensed_state"]', '["license_state"]'),
    "areas/people/directory/writes.py": ("rendered.card", "rendered.kard"),
    "areas/people/matching/actions.py": ("account.specialty", "account.speciality"),
    "areas/people/matching/criteria/job_criteria.py": ("profile.credential", "profile.degree"),
    "areas/people/matching/criteria/records.py": ('outcome["metric"]', 'outcome["result"]'),
    "areas/people/matching/criteria/role_criteria.py": (
        "profile.availability_date",
        "profile.availibility_date",
    ),
    "areas/people/matching/queries.py": ("stored.formula", "stored.formular"),
    "areas/people/profiles/actions.py": ("before.fields", "before.members"),
    "areas/people/profiles/listing.py": ("profile.specialty", "profile.specialites"),
    "areas/people/profiles/policies.py": ("found.phone_number", "found.phone"),
    "areas/people/vendors/actions.py": ("provided.attachment_paths", "provided.attachments"),
    "areas/people/vendors/policies.py": ("fields.video_object_path", "fields.video"),
    "areas/people/vendors/queries.py": ("fields.company_name", "fields.company"),
    "areas/work/jobs/routes.py": ("job_applications.apply(", "job_applications.aply("),
    "areas/work/jobs/actions.py": ("before.user_id", "before.userid"),
    "areas/work/jobs/job_applications.py": ("body.first_name", "body.firstname"),
    "areas/work/jobs/policies.py": ("fields.annual_comp_max", "fields.anual_comp_max"),
    "areas/work/jobs/emails.py": ("job.contact_person", "job.contact_persona"),
    "areas/work/jobs/queries.py": ("visibility.listed_reader", "visibility.listed_readers"),
    "areas/work/jobs/job_type.py": ("application.last_name", "application.lastname"),
    "areas/work/jobs/moderation_hooks.py": ("role_needed", "role_neded"),
    "areas/work/jobs/formats/serializers.py": ("job.rejection_reason", "job.reject_reason"),
    "areas/work/jobs/formats/feed/serializers.py": ("fields.headcount", "fields.head_count"),
    "areas/work/jobs/profiles/actions.py": ("candidate.own", "candidate.owns"),
    "areas/work/jobs/profiles/policies.py": ("profile.job_seeker_intent", "profile.intent"),
    "areas/work/jobs/profiles/queries.py": ("fields.practice_name", "fields.practise_name"),
    "areas/work/postings/applications.py": ("to.beside.owner_email", "to.beside.email"),
    "areas/work/postings/lifecycle.py": ("posting.fields.role_needed", "posting.fields.role"),
    "areas/work/postings/policies.py": ("applied.now.has_cv", "applied.now.cv"),
    "areas/work/postings/queries.py": ("listed.view.hidden_since", "listed.view.hidden"),
    "areas/work/postings/visibility.py": ("view.owner_avatar_url", "view.owner_avatar"),
    "areas/work/postings/writes.py": ("posting.id)", "posting.ident)"),
    "areas/work/roles/actions.py": ("rejected_at=context.now", "rejectd_at=context.now"),
    "areas/work/roles/role_applications.py": (
        "before.application.applicant_id",
        "before.application.applicant",
    ),
    "areas/work/roles/emails.py": ("role.company_name", "role.company"),
    "areas/work/roles/serializers.py": ("fields.healthcare_vertical", "fields.vertical"),
}
"""One misspelt name for each file, below the package."""


@pytest.mark.timeout(600)
@pytest.mark.slow("mypy checks all areas")
def test_misspelt_members_are_errors_of_mypy(tmp_path: Path) -> None:
    package = tmp_path / "src" / "bridgework"
    shutil.copytree(ROOT / "src" / "bridgework", package)
    for name, (right, wrong) in MISSPELT.items():
        file = package / name
        text = file.read_text()
        assert right in text, f"{name} has no {right}"
        file.write_text(text.replace(right, wrong, 1))
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml")]
    cache = ["--cache-dir", str(tmp_path / "cache"), "-p", "bridgework.areas"]
    if CACHE.is_dir():  # what script/check knows of the libraries; a stale part is checked again
        shutil.copytree(CACHE, tmp_path / "cache")
    ran = subprocess.run(
        [*command, *cache], cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False
    )
    wrong_files = {line.partition(":")[0] for line in ran.stdout.splitlines() if ": error:" in line}
    assert wrong_files == {f"src/bridgework/{name}" for name in MISSPELT}
