"""The modules of an area, and what each of them may import."""

import ast
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.architecture.sources import AREAS, Source, parse_source, sources

MODULES = {
    *("__init__", "routes", "schemas", "fields", "actions", "policies", "errors", "queries"),
    *("writes", "tables", "records", "emails", "serializers", "moderation_hooks"),
}
"""The modules that every area may have."""
FURTHER: Mapping[str, str] = {
    "lifecycle/account_deletion": "the erasure of an account, with its grace period",
    "lifecycle/review": "the version of an account with its profiles, for decisions",
    "lifecycle/decision_queries": "the statements of both; those on accounts fill queries.py",
    "lifecycle/decisions": "the last decision on a record, for the errors of the next one",
    "lifecycle/account_status": "what administrators change of an account, for higher areas",
    "reviews/visibility": "which changes wait, for the statements of other areas",
    "contacts/visibility": "who is kept apart by a block, for the statements of other areas",
    "queue/changes": "changes of reviewed records, before and after, and their decisions",
    "administrators/confirmation": "the fresh proof of an administrator's session",
    "administrators/appointment": "appointing and resetting administrators from the command line",
    "second_factors/challenges": "what a client answers with a second factor, once",
    "second_factors/enrolment": "adding authenticator apps and passkeys",
    "second_factors/key_rotation": "encrypting secrets with the newest key",
    "second_factors/passkeys": "WebAuthn, by its library",
    "second_factors/removal": "removing second factors, by the owner and by others",
    "second_factors/verification": "checking a code, a recovery code or a passkey",
    "second_factors/totp": "the codes of authenticator apps",
    "sign_in/bot_checks": "the CAPTCHA of an operation, in threads of its own",
    "accounts/budgets": "all limits on guesses, as the guide prints them",
    "sign_in/device_queries": "the statements on known devices; those on accounts fill queries.py",
    "sign_in/devices": "known devices, whose failures are counted on their own",
    "sign_in/codes": "one-time codes, used by several actions",
    "lifecycle/email_change": "changing and verifying the e-mail address",
    "sign_in/enumeration_protection": "the same response with and without an account",
    "accounts/hooks": "what higher areas do when an account changes",
    "sign_in/login_limits": "the limits on guesses, codes, e-mails and registrations",
    "invitations/pages": "the page to which an invitation links",
    "lifecycle/registration": "pending registrations, and the proof that settles them",
    "lifecycle/passwords": "forgotten, reset and changed passwords",
    "sign_in/reauthentication": "the password given again, for four operations",
    "sign_in/session_queries": "the statements on sessions; those on accounts fill queries.py",
    "sign_in/sessions": "opened by three actions and read by every request",
    "audit/known_secrets": "which secrets sealed the log, to recognize lost ones",
    "audit/hooks": "the names of what entries are about, which higher areas know",
    "administration/target_queries": "the statements on these names",
    "audit/rekey": "sealing the log again with other secrets",
    "changes/stream": "publishing changes to open streams",
    "audit/verification": "verifying the chain, for the command line",
    "guests/moves": "the e-mails to guests of an event that moved",
    "moderation/content_types": "what other areas register; `event_handlers.py` fills it",
    "postings/applications": "applying, deciding and withdrawing, for every type of posting",
    "postings/lifecycle": "what all types of postings have in common",
    "postings/matches": "the match pages of every type of posting",
    "postings/notifications": "the recipients of optional e-mails, and enqueuing them",
    "postings/posting_type": "what differs between the types of postings and applications",
    "postings/search": "the searched lists of every type of posting",
    "feed/visibility": "the condition of statements: whose content members do not see",
    "postings/warnings": "what a posting must not demand of people",
    "postings/visibility": "the conditions of statements: which postings a caller may see",
    "jobs/job_applications": "applying, deciding, withdrawing, and the CVs of applications",
    "status/work": "what waits and what failed in the areas below, in one response",
    "jobs/job_type": "how jobs differ from roles",
    "roles/role_applications": "applying, deciding and withdrawing",
    "roles/role_type": "how roles differ from jobs",
    "criteria/asked": "what a posting asks for, each thing once",
    "criteria/availability": "hours, start dates and kinds of work, read from free text",
    "matching/explanations": "a match in words",
    "matching/formula": "the weights and the score; it imports nothing",
    "matching/index_encoding": "criteria and offers as they are stored and indexed",
    "criteria/job_criteria": "what a job requires and a candidate offers",
    "criteria/locations": "the place of work, and where people are",
    "criteria/mobility": "whether a person would move or travel, read from free text",
    "criteria/prose_facts": "years, licences and the home, read from free text",
    "matching/quotes": "the words of a profile that are a reason for points",
    "matching/ranking": "the best matches without scoring every record",
    "criteria/role_criteria": "what a role requires and an expert offers",
    "criteria/skills": "specialties, skills and procedures, by the terminology",
    "criteria/term_extraction": "the distinctive terms of a text",
    "notifications/recipients": "who is notified of what, compared with the state machines",
    "notifications/kinds": "what each kind of notification says, and where it leads",
    "member_profile/timeline_queries": "the statement on all records of a person, e-mails included",
    "notifications/stream": "the stream of a member's notifications",
    "profiles/listing": "which experts the directory lists, and what the others miss",
    "profiles/verification": "the news to a person of a decision on a tier",
    "profiles/hooks": "what higher areas do when a profile changes",
    "transfer/cleanup": "the periodic deletion of files",
    "transfer/completion": "checking the content of an uploaded file",
    "uploads/hooks": "what higher areas say and do about files",
    "transfer/local_transfer": "upload and download of files in a local directory",
    "transfer/scanning": "scans uploaded bytes for malware",
    "queue/versions": "the versions of what waits, of all areas",
    "queue/decisions": "several decisions, each by the action of its own operation",
    "queue/waiting_queries": "the statements on what waits, e-mails included",
    "recruiting/attempts": "the statements on attempts; those of queries.py are the builtin's",
    "recruiting/builtin": "the built-in provider",
    "recruiting/provider": "the protocol of recruiting providers",
    "zoho/client": "requests to Zoho, retries, and the meaning of its statuses",
    "zoho/create_candidates": "creating candidates so that none is created twice",
    "zoho/exchange": "one bounded HTTP request",
    "zoho/pending_candidates": "candidates whose creation is under way",
    "zoho/provider": "the provider that stores candidates in Zoho Recruit",
    "zoho/requests": "the requests to Zoho, one function each",
    "zoho/serialization": "between our schemas and Zoho's records",
    "zoho/tokens": "the access token, shared by all requests",
    "review/event_requests": "submitting event requests, and deciding on them",
    "formats/feed": "the personal feed: its token and its content",
    "guests/guest_queries": "the statements on guests; those on events fill queries.py",
    "guests/guests": "inviting guests, their replies, and the e-mails to them",
    "formats/html_pages": "the public pages of events and replies",
    "formats/ics": "events as iCalendar, for e-mails and the feed",
    "luma/client": "Luma's wire format, and the meaning of its responses",
    "luma/covers": "the cover images for Luma",
    "luma/sync": "the worker that syncs events with Luma",
    "outbox/introduction": "the text of an introduction, from its template",
    "imports/cleanup": "the periodic deletion of files and imports",
    "imports/files": "the files of imports on the disk",
    "reading/headers": "finding the columns that the header of a CSV file names",
    "imports/import_types": "how accounts, candidates and articles are created from lines",
    "reading/parsing": "reading CSV and JSON Lines from any position",
    "reading/workbooks": "reading a sheet of a workbook, by its library",
    "imports/samples": "files with all columns and two records, to fill in",
    "imports/worker": "the worker that processes imports",
    "delivery/payloads": "the rows of new deliveries, with the bodies of their requests",
    "delivery/signatures": "secrets and signatures by Standard Webhooks",
    "delivery/worker": "the worker that writes and sends deliveries",
    "site/pages": "the pages of the member site without JavaScript",
    "system/well_known": "the addresses that clients know by standards",
    "system/pages": "the first page of a server",
    "email_preferences/pages": "the pages for unsubscribing",
    "blogs/atom": "the Atom feed",
    "directory/index_entries": "the search terms of an expert",
    "directory/search_query": "the search conditions of a query",
    "saved_searches/alert_queries": "the statements on alerts; those on searches fill queries.py",
    "saved_searches/alerts": "finding new results of saved searches and sending them",
    "saved_searches/kinds": "the lists whose searches can be saved",
}
"""Further modules, and what each contains."""


MAY_NOT: Mapping[str, tuple[str, ...]] = {
    "routes": ("sqlalchemy", "bridgework.kit.data.db", "bridgework.kit.delivery.outbox"),
    "schemas": ("sqlalchemy", "bridgework.kit.data.db", "bridgework.kit.delivery.outbox"),
    "fields": ("sqlalchemy", "bridgework.kit.data.db", "bridgework.kit.delivery.outbox"),
    "errors": ("sqlalchemy", "bridgework.kit.data.db", "bridgework.kit.delivery.outbox"),
    "policies": ("sqlalchemy", "bridgework.kit.data.db", "bridgework.kit.delivery.outbox"),
    "queries": ("bridgework.kit.delivery.outbox",),
    "writes": ("bridgework.kit.delivery.outbox",),
    "tables": ("bridgework.kit.delivery.outbox", "bridgework.kit.security.auth"),
    "emails": ("sqlalchemy", "bridgework.kit.data.db"),
}
"""What a module may not import. Imports inside an area are checked by import-linter."""


def forbidden_imports(source: Source) -> Iterator[str]:
    for node, module in source.imported():
        dotted = f"{module}."
        forbidden = MAY_NOT.get(source.module, ())
        if any(dotted.startswith(f"{prefix}.") for prefix in forbidden):
            yield f"{source.at(node)}: {source.module}.py may not import {module}"
        if source.module != "routes" and dotted.startswith("bridgework.kit.http."):
            yield f"{source.at(node)}: only routes.py may import the HTTP layer"


def behaviour(source: Source) -> Iterator[str]:
    """Functions and classes in tables.py."""
    if source.module == "tables":
        for node in source.all(ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef):
            yield f"{source.at(node)}: tables.py contains only table definitions"


def code(source: Source) -> Iterator[str]:
    """Code in `__init__.py`, or a missing docstring."""
    if source.module == "__init__":
        if ast.get_docstring(source.tree) is None:
            yield f"{source.name}: a docstring is missing"
        for node in source.tree.body[1:]:
            yield f"{source.at(node)}: __init__.py contains only a docstring"


def test_an_area_has_no_other_modules() -> None:
    modules = {f"{Path(source.name).parent.name}/{source.module}" for source in sources(AREAS)}
    others = {module for module in modules if Path(module).name not in MODULES}
    assert others == set(FURTHER), "add further modules to FURTHER"


def test_an_email_has_a_template_of_its_name() -> None:
    for module in sorted(AREAS.rglob("emails.py")):
        area = module.parent
        (emails,) = (source for source in sources(area) if source.module == module.stem)
        functions = (
            function
            for function in emails.functions()
            if ast.unparse(function.returns or function) == "Email"
        )
        names = {function.name for function in functions if not function.name.startswith("_")}
        files = {path.name for path in (area / "templates").iterdir()}
        assert files == {f"{name}.jinja" for name in names}


@pytest.mark.parametrize("rule", [forbidden_imports, behaviour, code])
def test_area_modules_follow_the_rules(rule: Callable[[Source], Iterator[str]]) -> None:
    assert [violation for source in sources(AREAS) for violation in rule(source)] == []


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("routes", "import sqlalchemy as sa"),
        ("schemas", "from bridgework.kit.data.db import cache_versions"),
        ("actions", "from bridgework.kit.http.operations.results import Ok"),
        ("queries", "from bridgework.kit.delivery.outbox.email import Email"),
        ("tables", "def rows(): ..."),
        ("__init__", '"""An area."""\nimport json'),
        ("__init__", ""),
    ],
)
def test_a_violation_is_found(module: str, text: str) -> None:
    source = parse_source(text, f"src/bridgework/areas/work/dentures/{module}.py")
    assert [*forbidden_imports(source), *behaviour(source), *code(source)]
