"""Administrators import accounts, candidates and articles from files."""

import json
from typing import Any

import pytest

from tests import cast
from tests.areas.audit import log
from tests.areas.imports.sending import (
    JSONL,
    counts,
    imported,
    lines,
    messages,
    process,
    read,
    send,
)
from tests.world import ANONYMOUS, World

ACCOUNTS = lines(
    [
        "nora@example.com,Nora,Quist,client,,",
        "omar@example.com,Omar,,,candidate,",
        "pia@example.com,,,,,vendor",
    ]
)
ARTICLE: dict[str, Any] = {
    "slug": "first-visit",
    "title": "The first visit",
    "excerpt": "What to expect.",
    "body": "Text, with *emphasis*.\nAnd a second line.",
    "tags": ["practice", "patients"],
    "status": "published",
}


def users(world: World, root: Any, search: str) -> list[Any]:
    items: list[Any] = world.get(f"/admin/users?search={search}", as_=root).data["items"]
    return items


def jsonl(*records: dict[str, Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def test_accounts_are_created_without_password_verification_or_email(world: World) -> None:
    root = cast.root(world)
    emails = len(world.mail())
    started = send(world, root, "accounts", ACCOUNTS).must(202).data
    assert (started["state"], started["lines"], started["report"]) == ("running", 0, [])
    process(world)
    done = read(world, root, started["id"])
    assert counts(done) == ("done", 3, 3, 0, 0)
    assert (done["kind"], done["dryRun"], done["createdBy"]) == ("accounts", False, root.id)
    assert done["finishedAt"] is not None
    [nora] = users(world, root, "nora@example.com")
    assert (nora["firstName"], nora["lastName"], nora["role"]) == ("Nora", "Quist", "client")
    assert nora["isEmailVerified"] is False
    [omar] = users(world, root, "omar@example.com")
    assert (omar["role"], omar["jobsRole"], omar["lastName"]) == ("expert", "candidate", None)
    [pia] = users(world, root, "pia@example.com")
    assert (pia["vendorsRole"], pia["firstName"]) == ("vendor", None)
    assert len(world.mail()) == emails
    for password in ("", cast.PASSWORD):
        body = {"email": "nora@example.com", "password": password}
        assert world.post("/auth/login", body).status in {401, 422}


def test_the_owner_of_an_imported_account_sets_a_password_by_a_reset(world: World) -> None:
    imported(world, cast.root(world), "accounts", ACCOUNTS)
    email = "nora@example.com"
    world.post("/auth/forgot-password", {"email": email}).must(202)
    body = {"email": email, "otp": world.queued_code(email), "newPassword": cast.PASSWORD}
    world.post("/auth/reset-password", body).must(200)
    nora = cast.sign_in(world, email)
    account = world.get("/users/me", as_=nora).must(200).data
    assert (account["isEmailVerified"], account["role"]) == (True, "client")


def test_the_same_file_twice_creates_nothing_twice(world: World) -> None:
    root = cast.root(world)
    assert counts(imported(world, root, "accounts", ACCOUNTS)) == ("done", 3, 3, 0, 0)
    again = imported(world, root, "accounts", ACCOUNTS.replace("nora@", "Nora@"))
    assert counts(again) == ("done", 3, 0, 3, 0)
    assert messages(again)[2] == "email: An account with this e-mail address exists."
    assert [entry["outcome"] for entry in again["report"]] == ["skipped"] * 3
    assert len(users(world, root, "nora@example.com")) == 1


def test_json_lines_are_imported(world: World) -> None:
    root = cast.root(world)
    body = jsonl({"email": "nora@example.com", "role": "rpo"}, {"email": "nora@example.com"}) + "\n"
    done = imported(world, root, "accounts", body + "{broken\n[]\n", content_type=JSONL)
    assert counts(done) == ("done", 4, 1, 1, 2)
    assert set(messages(done)) == {2, 4, 5}
    [nora] = users(world, root, "nora")
    assert nora["role"] == "rpo"


def test_candidates_are_created_once_by_their_email(world: World) -> None:
    root = cast.root(world)
    header = "firstName,lastName,email,experienceInYears,openToWork,skillSet"
    body = lines(
        [
            'Cy,Dane,cy@example.com,7,true,"aligners, implants"',
            "Eva,Moss,eva@example.com,,,",
            "Eva,Moss,EVA@example.com,,,",
            "No,Mail,,,,",
            "Old,Times,old@example.com,seventy,maybe,",
        ],
        header,
    )
    done = imported(world, root, "candidates", body)
    assert counts(done) == ("done", 5, 2, 1, 2)
    assert messages(done)[5] == "email: This is required."
    assert "experienceInYears: Must be an integer." in messages(done)[6]
    assert "openToWork: Must be true or false." in messages(done)[6]
    found = world.get("/admin/recruiting/candidates?search=cy", as_=root).data["items"]
    [cy] = found
    assert (cy["experienceInYears"], cy["openToWork"], cy["source"]) == (7, True, root.email)
    assert counts(imported(world, root, "candidates", body)) == ("done", 5, 0, 3, 2)


def test_articles_are_created_once_by_their_slug(world: World) -> None:
    root = cast.root(world)
    header = "slug,title,excerpt,body,tags,status,publishedAt"
    body = lines(
        [
            'first-visit,The first visit,What to expect.,"Two\r\nlines, ""quoted"".","a, b",draft,',
            'second,Second,Short.,Text.,"[""x, y""]",published,2026-01-02T00:00:00Z',
            "first-visit,Again,Short.,Text.,,draft,",
            "third,Third,Short.,Text.,,scheduled,",
            "Fourth,Fourth,Short.,Text.,,draft,yesterday",
        ],
        header,
    )
    done = imported(world, root, "articles", body)
    assert counts(done) == ("done", 5, 2, 1, 2)
    # The first record has two lines.
    assert messages(done)[5] == "slug: A post has or had this slug."
    assert messages(done)[6] == "publishedAt: A scheduled post needs a publication time."
    assert messages(done)[7].startswith("slug: ")
    posts = {post["slug"]: post for post in world.get("/admin/blogs", as_=root).data["items"]}
    assert posts["first-visit"]["tags"] == ["a", "b"]
    assert posts["first-visit"]["body"] == 'Two\r\nlines, "quoted".'
    assert posts["second"]["tags"] == ["x, y"]
    assert world.get("/blogs/second").must(200).data["author"]["id"] == root.id
    assert counts(imported(world, root, "articles", body)) == ("done", 5, 0, 3, 2)


def test_articles_are_imported_from_json_lines(world: World) -> None:
    root = cast.root(world)
    body = jsonl(ARTICLE, {**ARTICLE, "slug": "second", "seoTitle": None})
    assert counts(imported(world, root, "articles", body, content_type=JSONL))[2] == 2
    assert world.get("/blogs/first-visit").must(200).data["tags"] == ARTICLE["tags"]


@pytest.mark.parametrize("kind", ["accounts", "candidates", "articles"])
def test_a_dry_run_writes_nothing_and_has_the_numbers_of_an_import(world: World, kind: str) -> None:
    root = cast.root(world)
    body = {
        "accounts": lines(["a@example.com", "A@example.com", "root@example.com", "b"], "email"),
        "candidates": lines(
            ["A,B,a@example.com", "A,B,a@example.com", "A,B,"], "firstName,lastName,email"
        ),
        "articles": jsonl(ARTICLE, ARTICLE, {**ARTICLE, "slug": "x", "status": "scheduled"}),
    }[kind]
    how = {"content_type": JSONL} if kind == "articles" else {}
    total = log.page(world, root)["total"]
    dry = imported(world, root, kind, body, dry_run=True, **how)
    assert dry["dryRun"] is True
    assert log.page(world, root)["total"] == total + 1  # the start of the import
    assert users(world, root, "a@example.com") == []
    assert world.get("/admin/recruiting/candidates", as_=root).data["total"] == 0
    assert world.get("/admin/blogs", as_=root).data["total"] == 0
    real = imported(world, root, kind, body, **how)
    assert counts(dry) == counts(real)
    assert real["created"] == 1
    again = imported(world, root, kind, body, dry_run=True, **how)
    assert again["created"] == 0
    assert counts(again) == counts(imported(world, root, kind, body, **how))


def test_an_administrator_cannot_be_imported(world: World) -> None:
    root = cast.root(world)
    done = imported(world, root, "accounts", lines(["a@example.com,admin"], "email,role"))
    assert counts(done) == ("done", 1, 0, 0, 1)
    assert messages(done)[2].startswith("role: Must be one of")


def test_imports_are_listed_newest_first_without_reports(world: World) -> None:
    root = cast.root(world)
    first = imported(world, root, "accounts", ACCOUNTS)
    world.clock.advance(minutes=1)
    second = imported(world, root, "accounts", ACCOUNTS, dry_run=True)
    page = world.get("/admin/imports?limit=1", as_=root).must(200).data
    assert (page["total"], [item["id"] for item in page["items"]]) == (2, [second["id"]])
    older = world.get("/admin/imports?limit=1&page=2", as_=root).must(200).data["items"]
    world.get("/admin/imports?limit=0", as_=root).must(422)
    del first["report"]
    assert older == [first]


def test_the_audit_log_has_the_import_and_its_records(world: World) -> None:
    root = cast.root(world)
    done = imported(world, root, "accounts", ACCOUNTS)
    [entry] = log.page(world, root, action="data.import")["items"]
    assert (entry["actor"], entry["target"]) == (root.id, done["id"])
    changes = {change["field"]: change["after"] for change in entry["changes"]}
    assert changes == {"kind": "accounts", "dryRun": False}
    accounts = log.page(world, root, action="account.import")["items"]
    assert {entry["actor"] for entry in accounts} == {root.id}
    assert len(accounts) == 3


def test_only_an_administrator_session_may_import(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    done = imported(world, root, "accounts", ACCOUNTS)
    as_member = cast.sign_in(world, root.email)
    for person, status in ((ANONYMOUS, 401), (ada, 403), (as_member, 403)):
        send(world, person, "accounts", ACCOUNTS).must(status)
        world.get("/admin/imports", as_=person).must(status)
        world.get(f"/admin/imports/{done['id']}", as_=person).must(status)
    assert world.get("/admin/imports", as_=root).data["total"] == 1
    unknown = "01942520-e3a0-7704-b3c8-3850c0ae0354"
    assert world.get(f"/admin/imports/{unknown}", as_=root).must(404).error == "import_not_found"


def test_one_import_runs_at_a_time(world: World) -> None:
    root = cast.root(world)
    first = send(world, root, "accounts", ACCOUNTS).must(202).data
    assert send(world, root, "accounts", ACCOUNTS).must(409).error == "import_running"
    process(world)
    assert read(world, root, first["id"])["state"] == "done"
    send(world, root, "accounts", ACCOUNTS).must(202)


def test_an_import_ends_when_its_administrator_is_none_any_more(world: World) -> None:
    root, other = cast.root(world), cast.root(world, "other@example.com")
    started = send(world, root, "accounts", ACCOUNTS).must(202).data
    world.post(f"/admin/users/{root.id}/disable", {"reason": "left"}, as_=other).must(200)
    process(world)
    done = read(world, other, started["id"])
    assert counts(done) == ("failed", 0, 0, 0, 0)
    assert "not an administrator" in done["message"]
