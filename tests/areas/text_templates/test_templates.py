"""Templates for the reasons of decisions and for e-mails."""

from typing import Any

import pytest

from bridgework.areas.back_office.text_templates import policies
from tests import cast
from tests.world import ANONYMOUS, Person, Response, World

PATH = "/admin/templates"
REASON = "Hello {{firstName}}, a license is missing in {{title}}."
REJECTION = {"kind": "rejection", "body": REASON}
EMAIL = {"kind": "email", "subject": "A call, {{ firstName }}?", "body": "Yours, {{senderName}}"}


def put(world: World, root: Person, at: str = "license-missing", **members: Any) -> Response:
    body = {name: value for name, value in {**REJECTION, **members}.items() if value != "omitted"}
    return world.put(f"{PATH}/{at}", body, as_=root)


def list_all(world: World, root: Person, query: str = "") -> Any:
    return world.get(f"{PATH}{query}", as_=root).must(200).data


def test_only_administrators_use_templates(world: World) -> None:
    root = cast.root(world)
    put(world, root).must(200)
    for person, status in ((ANONYMOUS, 401), (cast.ben(world), 403)):
        world.get(PATH, as_=person).must(status)
        put(world, person).must(status)
        world.delete(f"{PATH}/license-missing", as_=person).must(status)
    assert list_all(world, root)["total"] == 1


def test_a_template_is_created_and_replaced(world: World) -> None:
    root = cast.root(world)
    created = put(world, root).must(200).data
    assert created == {
        "name": "license-missing",
        **REJECTION,
        "subject": None,
        "variables": ["firstName", "title"],
        "createdAt": created["createdAt"],
        "updatedAt": created["createdAt"],
    }
    world.clock.advance(minutes=1)
    replaced = put(world, root, **EMAIL).must(200).data
    assert replaced["createdAt"] == created["createdAt"] < replaced["updatedAt"]
    assert replaced["subject"] == EMAIL["subject"], "spaces within the braces are allowed"
    assert replaced["variables"] == ["firstName", "senderName"]
    assert list_all(world, root)["items"] == [replaced]


def test_templates_are_listed_by_name_with_the_allowed_variables(world: World) -> None:
    root = cast.root(world)
    put(world, root, "zebra")
    put(world, root, "call", **EMAIL)
    put(world, root, "area-9")
    page = list_all(world, root)
    assert [template["name"] for template in page["items"]] == ["area-9", "call", "zebra"]
    assert page["variables"] == {
        "rejection": ["firstName", "lastName", "senderName", "title"],
        "email": ["firstName", "lastName", "senderName"],
    }
    assert [each["name"] for each in list_all(world, root, "?kind=email")["items"]] == ["call"]
    second = list_all(world, root, "?limit=1&page=2")
    assert ([each["name"] for each in second["items"]], second["total"]) == (["call"], 3)


def test_a_filter_of_templates_names_a_kind(world: World) -> None:
    response = world.get(f"{PATH}?kind=letter", as_=cast.root(world)).must(422)
    assert response.faults.keys() == {"kind"}


def test_a_template_is_deleted(world: World) -> None:
    root = cast.root(world)
    put(world, root).must(200)
    world.delete(f"{PATH}/license-missing", as_=root).must(200)
    for name in ("license-missing", "No%20name", "%C3%A9"):
        missing = world.delete(f"{PATH}/{name}", as_=root).must(404)
        assert missing.error == "template_not_found"
    assert list_all(world, root)["items"] == []


def test_changes_of_templates_are_audited(world: World) -> None:
    root = cast.root(world)
    put(world, root).must(200)
    world.delete(f"{PATH}/license-missing", as_=root).must(200)
    page = world.get("/admin/logs?target=license-missing", as_=root).must(200).data
    actions = [entry["action"] for entry in page["items"]]
    assert actions == ["template.delete", "template.put"]


@pytest.mark.parametrize("name", ["a", "a" * 99, "a" * 100, "license-missing-2"])
def test_a_name_has_words_with_hyphens(world: World, name: str) -> None:
    assert put(world, cast.root(world), name).must(200).data["name"] == name


@pytest.mark.parametrize("name", ["a" * 101, "A", "a_b", "-a", "a--b", "a%20b", "%C3%A9"])
def test_another_name_is_refused(world: World, name: str) -> None:
    assert put(world, cast.root(world), name).must(422).faults == {"name": "slug"}


def test_no_template_has_a_name_with_a_nul(world: World) -> None:
    assert put(world, cast.root(world), "a%00").must(404).error == "no_such_thing"


@pytest.mark.parametrize("kind", ["rejection", "email"])
def test_every_variable_of_the_list_is_allowed(world: World, kind: str) -> None:
    root, subject = cast.root(world), "A call" if kind == "email" else None
    allowed = list_all(world, root)["variables"][kind]
    body = " ".join(f"{{{{{name}}}}}" for name in allowed)
    stored = put(world, root, kind=kind, subject=subject, body=body).must(200).data
    assert stored["variables"] == allowed


def test_an_unknown_variable_is_named_with_the_allowed_ones(world: World) -> None:
    root = cast.root(world)
    body = {"kind": "email", "subject": "{{title}}", "body": "{{nickName}} {{nickName}} {{}}"}
    refused = put(world, root, **body).must(422)
    allowed = "Allowed are: firstName, lastName, senderName."
    assert [(each["path"], each["code"], each["message"]) for each in refused.details] == [
        ("subject", "unknown_variable", f'"title" is not a variable. {allowed}'),
        ("body", "unknown_variable", f'"nickName" is not a variable. {allowed}'),
        ("body", "unknown_variable", f'"" is not a variable. {allowed}'),
    ]
    assert list_all(world, root)["items"] == []


@pytest.mark.parametrize("text", ["{{firstName", "firstName}}", "{{first{Name}}", "{{{firstName"])
def test_a_malformed_variable_is_refused(world: World, text: str) -> None:
    refused = put(world, cast.root(world), body=text).must(422)
    assert refused.faults == {"body": "malformed_variable"}
    assert "{{firstName}}" in refused.details[0]["message"]


@pytest.mark.parametrize("text", ["{firstName}", "a { b } c", "100 % {", "<b>{{firstName}}</b>"])
def test_single_braces_and_markup_are_text(world: World, text: str) -> None:
    assert put(world, cast.root(world), body=text).must(200).data["body"] == text


@pytest.mark.parametrize(("kind", "most"), [("rejection", 1000), ("email", 10_000)])
def test_a_body_has_the_length_that_its_use_allows(world: World, kind: str, most: int) -> None:
    root, subject = cast.root(world), "A call" if kind == "email" else None
    for length in (1, most - 1, most):
        put(world, root, kind=kind, subject=subject, body="a" * length).must(200)
    for length, code in ((0, "too_short"), (most + 1, "too_long")):
        refused = put(world, root, kind=kind, subject=subject, body="a" * length).must(422)
        assert refused.faults == {"body": code}


def test_a_subject_belongs_to_an_email(world: World) -> None:
    root = cast.root(world)
    for length in (1, 199, 200):
        put(world, root, **{**EMAIL, "subject": "a" * length}).must(200)
    too_long = put(world, root, **{**EMAIL, "subject": "a" * 201}).must(422)
    assert too_long.faults == {"subject": "too_long"}
    for subject in (None, "omitted"):
        members: dict[str, Any] = {**EMAIL, "subject": subject}
        refused = put(world, root, **members).must(422)
        assert refused.faults == {"subject": "required"}
    assert put(world, root, subject="A call").must(422).faults == {"subject": "not_allowed"}
    put(world, root, subject=None).must(200)


def test_long_texts_of_braces_take_no_long_time() -> None:
    for text in ("{{" + " " * 10_000, "{" * 10_000, "{{" * 5_000 + "}}", "{{ }" * 2_500):
        policies.variables_in(text)
