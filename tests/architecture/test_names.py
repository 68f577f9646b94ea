"""Names of modules, classes, functions, settings and metrics use the terms of the field."""

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from bridgework.kit.core.observability import metrics
from bridgework.settings import Settings
from tests.architecture.sources import Source, all_sources, parse_source

VAGUE = {
    *("util", "utils", "helper", "helpers", "common"),
    *("base", "manager", "service", "services"),
}
"""Vague words."""
BANNED: Mapping[str, str] = {
    "anybody": "name the role: caller, member, administrator",
    "beat": "interval",
    "bell": "signal",
    "brought": "uploaded",
    "chore": "periodic task",
    "chores": "periodic tasks",
    "door": "endpoint, middleware",
    "everybody": "all, public",
    "everyones": "all",
    "gone": "deleted, removed, missing",
    "heard": "received",
    "house": "application",
    "nobody": "anonymous, none",
    "room": "module, space, limit",
    "rooms": "modules",
    "shelf": "queries, writes, cache",
    "somebody": "name the role: caller, member, administrator",
    "sought": "requested, searched",
    "street": "layers, routes",
    "sweep": "delete_expired, clean_up",
    "telling": "to_schema, sync, notify",
    "told": "to_schema, notified, synced",
    "visit": "request context",
    "whoever": "name the role: caller, owner, applicant",
    "worn": "stale",
}
"""Words that are not terms of the field, and their replacements.

A name must be clear to an engineer who knows Django, Starlette or SQLAlchemy; these words have a
special meaning in this project, or several.
"""
ALLOWED = {"in_house", "common_password", "nobody_else", "NoRoomLeft", "on_visit"}
"""Terms of the field, classes whose names are error codes of the API, and a method of LibCST."""
PEERS = "bench/peers/"
"""The peers of the benchmark follow the naming of their own frameworks."""
WORD = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")


def _words(name: str) -> list[str]:
    for allowed in ALLOWED:
        name = name.replace(allowed, "")
    return [word.lower() for word in WORD.findall(name)]


def vague(source: Source) -> Iterator[str]:
    """Modules, classes and functions with a vague word in their name."""
    for step in Path(source.name).with_suffix("").parts:
        if not VAGUE.isdisjoint(_words(step)):
            yield f"{source.name}: {step} is vague"
    for function in source.functions():
        # The last word is the noun: `base_url` is clear.
        if not VAGUE.isdisjoint(_words(function.name)[-1:]):
            yield f"{source.at(function)}: {function.name} is vague"
    for each in source.all(ast.ClassDef):
        if not VAGUE.isdisjoint(_words(each.name)):
            yield f"{source.at(each)}: {each.name} is vague"


def banned(source: Source) -> Iterator[str]:
    """Modules, classes and functions with a banned word in their name."""
    for step in Path(source.name).with_suffix("").parts:
        yield from (f"{source.name}: {reason}" for reason in _reasons(step))
    for node in (*source.functions(), *source.all(ast.ClassDef)):
        yield from (f"{source.at(node)}: {reason}" for reason in _reasons(node.name))


def _reasons(name: str) -> list[str]:
    return [f"{name}: instead of {w}, write {BANNED[w]}" for w in _words(name) if w in BANNED]


def test_names_are_not_vague() -> None:
    ours = [source for source in all_sources() if not source.name.startswith(PEERS)]
    assert [violation for source in ours for violation in vague(source)] == []


def test_names_use_the_terms_of_the_field() -> None:
    ours = [source for source in all_sources() if not source.name.startswith(PEERS)]
    assert [violation for source in ours for violation in banned(source)] == []


def test_settings_and_metrics_use_the_terms_of_the_field() -> None:
    names = [*Settings.model_fields, *re.findall(r"bridgework_\w+", inspect.getsource(metrics))]
    assert names
    assert [reason for name in names for reason in _reasons(name)] == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("class ToothManager: ...", "src/bridgework/areas/work/dentures/actions.py"),
        ("def tooth_helpers(): ...", "src/bridgework/areas/work/dentures/actions.py"),
        ("", "src/bridgework/areas/work/dentures/utils.py"),
        ("def told(): ...", "src/bridgework/areas/work/dentures/actions.py"),
        ("class House: ...", "src/bridgework/areas/work/dentures/actions.py"),
        ("", "src/bridgework/areas/work/dentures/shelf.py"),
    ],
)
def test_a_violation_is_found(text: str, name: str) -> None:
    source = parse_source(text, name)
    assert [*vague(source), *banned(source)]


def test_terms_of_the_field_are_allowed() -> None:
    source = parse_source("def database(): ...\ndef in_house_specialists(): ...")
    assert [*vague(source), *banned(source)] == []
