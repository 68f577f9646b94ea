"""An area has certain modules, each of which may do some things and not others."""

import ast
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.architecture.sources import AREAS, Source, made_up, sources

ROOMS = {
    *("__init__", "routes", "shapes", "fields", "actions", "rules", "store", "tables", "letters"),
    *("schemas", "errors", "policies", "queries", "writes", "emails", "serializers"),
    "moderation_hooks",
}
FURTHER: Mapping[str, str] = {
    "accounts/account_deletion": "the erasure of an account, with its grace period",
    "accounts/account_status": "what administrators change of an account, for the areas above",
    "accounts/admin_auth": "the administrator login, by a second secret",
    "accounts/admin_bootstrap": "what the command line does, without a request",
    "accounts/email_change": "another address is requested and verified",
    "accounts/enumeration_protection": "the same response with and without an account",
    "accounts/invitations": "how an appointed administrator sets a master password",
    "accounts/pages": "the page that an invitation links to",
    "accounts/passwords": "forgotten, reset, changed: a story of its own",
    "accounts/login_limits": "the limits on guesses, codes, e-mails and registrations",
    "accounts/reauthentication": "a password given again, by four operations",
    "accounts/session_queries": "the statements of sessions; those of accounts fill queries.py",
    "accounts/callers": "the kinds of members, by their roles, that operations of all areas name",
    "accounts/codes": "one-time codes are made, mailed and used by several acts",
    "accounts/hooks": "what areas above do when an account changes, since nothing imports upwards",
    "accounts/sessions": "opened by three acts, and asked at every request",
    "audit/sealing_anew": "other secrets taking a log over",
    "audit/verification": "walking the chain, which the command line does and no call",
    "feed/shelf": "the statements behind members' calls; those of store.py see what is shown",
    "moderation/content_types": "what other areas register; `wiring.py` fills it",
    "postings/applications": "applying, deciding and withdrawing, for every type of posting",
    "postings/lifecycle": "what is done alike with postings of every type",
    "postings/matches": "the match pages of every type of posting",
    "postings/notifications": "the recipients of optional e-mails, and enqueuing them",
    "postings/visibility": "the conditions of statements: which postings a caller may see",
    "postings/posting_type": "what differs between the types of postings, as data",
    "jobs/applications": "applying, deciding, withdrawing, and the CVs of applications",
    "jobs/job_type": "how jobs differ from roles",
    "jobs/search": "the statements of the lists that are searched",
    "roles/role_type": "how roles differ from jobs",
    "roles/search": "the statements of the lists that are searched",
    "matching/compiled": "wants and offers as they are stored, and as the index finds them",
    "matching/formula": "the weights and the reckoning, which lean on nothing",
    "matching/jobs": "what a job wants and a candidate offers",
    "matching/needs": "the distinct terms of a text",
    "matching/places": "cities and states, read from free text",
    "matching/ranking": "the best without reckoning with everybody",
    "matching/records": "what a record says, for roles and jobs alike",
    "matching/roles": "what a role wants and an expert offers",
    "matching/skills": "specialties, skills and procedures, by the trade's terms",
    "matching/telling": "a reckoning in words",
    "matching/times": "hours, beginnings and kinds of work, read from free text",
    "profiles/hooks": "what areas above do when a profile changes, since nothing imports upwards",
    "uploads/finishing": "looking into the bytes, by completing and by bringing a cover alike",
    "uploads/hooks": "what areas above say and do about files, since nothing imports upwards",
    "uploads/receiving": "bytes that come and go, where the storage is a folder of ours",
    "uploads/rendering": "from a row to what is told and what the storage is asked for",
    "uploads/sweeping": "what goes by itself, without a call",
    "recruiting/attempts": "the statements on attempts; those of queries.py are the builtin's",
    "recruiting/builtin": "the provider that is built in",
    "recruiting/provider": "what each recruiting provider does",
    "zoho/client": "requests to Zoho, retries, and what its statuses mean",
    "zoho/create_candidates": "creating candidates so that none is created twice",
    "zoho/exchange": "one bounded HTTP request",
    "zoho/pending_candidates": "a candidate on the way to Zoho",
    "zoho/provider": "the provider that stores candidates in Zoho Recruit",
    "zoho/requests": "the requests to Zoho, a function each",
    "zoho/serialization": "between our schemas and Zoho's records and answers",
    "zoho/tokens": "the access token, shared by all requests",
    "calendar/event_requests": "submitting event requests, and deciding on them",
    "calendar/feed": "the personal feed: its token and its content",
    "calendar/guest_queries": "the statements on guests; those on events fill queries.py",
    "calendar/guests": "inviting guests, their replies, and the e-mails to them",
    "calendar/html_pages": "the pages of an event and of the reply to an invitation",
    "calendar/ics": "events as iCalendar, for e-mails and for the feed",
    "luma/client": "Luma's wire format, and what its answers mean",
    "luma/covers": "the pictures that Luma is given, as far as they lie with us",
    "luma/sync": "the worker that synchronizes events with Luma, which no request does",
    "vendors/rendering": "from account and profile to an entry of the directory",
    "emails/introduction": "the text of an introduction, from its template",
    "mail/rendering": "the pages behind an unsubscribe link",
    "blogs/atom": "the feed as others read it, without a database",
    "blogs/rendering": "from what a person wrote to what is sent, without a database",
    "directory/index_entries": "what an expert is found by, without a database",
    "directory/search_query": "from a query to conditions of a search, without a database",
    "directory/rendering": "from account and profile to what the public sees, without a database",
    "directory/shelf": "the statements that write; those of store.py read public rows alone",
}
"""A module beside those needs a reason, and says here what it is."""

MAY_NOT: Mapping[str, tuple[str, ...]] = {
    "routes": ("sqlalchemy", "bridgework.kit.db", "bridgework.kit.outbox"),
    "shapes": ("sqlalchemy", "bridgework.kit.db", "bridgework.kit.http", "bridgework.kit.outbox"),
    "schemas": ("sqlalchemy", "bridgework.kit.db", "bridgework.kit.http", "bridgework.kit.outbox"),
    "fields": ("sqlalchemy", "bridgework.kit.db", "bridgework.kit.http", "bridgework.kit.outbox"),
    "rules": ("sqlalchemy", "bridgework.kit.db", "bridgework.kit.http", "bridgework.kit.outbox"),
    "errors": ("sqlalchemy", "bridgework.kit.db", "bridgework.kit.http", "bridgework.kit.outbox"),
    "policies": ("sqlalchemy", "bridgework.kit.db", "bridgework.kit.http", "bridgework.kit.outbox"),
    "store": ("bridgework.kit.outbox", "bridgework.kit.http"),
    "queries": ("bridgework.kit.outbox", "bridgework.kit.http"),
    "writes": ("bridgework.kit.outbox", "bridgework.kit.http"),
    "tables": ("bridgework.kit.http", "bridgework.kit.outbox", "bridgework.kit.auth"),
    "letters": ("sqlalchemy", "bridgework.kit.db", "bridgework.kit.http"),
    "emails": ("sqlalchemy", "bridgework.kit.db", "bridgework.kit.http"),
}
"""What a room imports nothing of; what it imports of its own area is import-linter's to keep."""

HTTP_OF_ACTIONS = "bridgework.kit.http.context."
"""All that actions know of HTTP: the call they are part of."""


def trespasses(source: Source) -> Iterator[str]:
    for node, module in source.imported():
        dotted = f"{module}."
        forbidden = MAY_NOT.get(source.room, ())
        if any(dotted.startswith(f"{one}.") for one in forbidden):
            yield f"{source.at(node)}: {source.room}.py may not import {module}"
        of_http = source.room == "actions" and dotted.startswith("bridgework.kit.http.")
        if of_http and not dotted.startswith(HTTP_OF_ACTIONS):
            yield f"{source.at(node)}: actions know the call, and nothing else of HTTP"


def behaviour(source: Source) -> Iterator[str]:
    """Tables only define: a function or a class there would be behaviour."""
    if source.room == "tables":
        for node in source.all(ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef):
            yield f"{source.at(node)}: tables.py defines tables and does nothing"


def code(source: Source) -> Iterator[str]:
    """A package's first file says in a paragraph what the package is."""
    if source.room == "__init__":
        if ast.get_docstring(source.tree) is None:
            yield f"{source.name}: say what this is, in a paragraph"
        for node in source.tree.body[1:]:
            yield f"{source.at(node)}: __init__.py holds a docstring and no code"


def test_an_area_has_no_other_rooms() -> None:
    found = {f"{Path(one.name).parent.name}/{one.room}" for one in sources(AREAS)}
    others = {each for each in found if Path(each).name not in ROOMS}
    assert others == set(FURTHER), "a module beside those of ROOMS: its reason belongs into FURTHER"


def test_an_email_has_a_template_of_its_name() -> None:
    modules = [*AREAS.rglob("letters.py"), *AREAS.rglob("emails.py")]
    for module in sorted(modules):
        area = module.parent
        (letters,) = (one for one in sources(area) if one.room == module.stem)
        made = (
            each for each in letters.functions() if ast.unparse(each.returns or each) == "Email"
        )
        names = {each.name for each in made if not each.name.startswith("_")}
        files = {path.name for path in (area / "templates").iterdir()}
        assert files == {f"{name}.jinja" for name in names}


@pytest.mark.parametrize("rule", [trespasses, behaviour, code])
def test_rooms_keep_to_themselves(rule: Callable[[Source], Iterator[str]]) -> None:
    assert [fault for source in sources(AREAS) for fault in rule(source)] == []


@pytest.mark.parametrize(
    ("room", "text"),
    [
        ("routes", "import sqlalchemy as sa"),
        ("shapes", "from bridgework.kit.db import cache_versions"),
        ("actions", "from bridgework.kit.http.results import Ok"),
        ("store", "from bridgework.kit.outbox.email import Letter"),
        ("tables", "def rows(): ..."),
        ("__init__", '"""An area."""\nimport json'),
        ("__init__", ""),
    ],
)
def test_a_trespass_is_found(room: str, text: str) -> None:
    source = made_up(text, f"src/bridgework/areas/dentures/{room}.py")
    assert [*trespasses(source), *behaviour(source), *code(source)]
