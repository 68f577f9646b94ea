"""Each record with states has `allowedActions`, by the rules of all operations on it."""

from collections.abc import Mapping

import pytest

from bridgework.kit.validation import ResponseModel
from tests.architecture import published_schemas as published
from tests.rights.allowed import ACTING, Acting

STATES = {"status", "state"}
RECORDS = [shape for shape in published.shapes() if issubclass(shape, ResponseModel)]
_EXPORT = "a file for administrators, who act on the records themselves"
_PROVIDER = "a record of the recruiting provider, with its own statuses"
_SERVER = "the state of the server"
_APPLICATION = "a part of a posting; the application has its own"
_POSTING = "the posting of an application, which has its own"
WITHOUT: Mapping[str, str] = {
    "AppliedJob": _POSTING,
    "AppliedRole": _POSTING,
    "Asset": "its owner deletes it in each state",
    "CandidateJob": _PROVIDER,
    "CandidateRecord": _PROVIDER,
    "CertificateStatus": _SERVER,
    "Delivery": "whether it is sent again depends on its webhook",
    "EventGuest": "no operation takes the ID of a guest",
    "ExportedApplication": _EXPORT,
    "ExportedGuest": _EXPORT,
    "InviteReply": "a member of the event, whose `respondToInvite` changes it",
    "JobOpening": _PROVIDER,
    "Liveness": _SERVER,
    "OwnJobApplication": _APPLICATION,
    "OwnRoleApplication": _APPLICATION,
    "PeriodicTasksStatus": _SERVER,
    "ProfileApplication": "a line of a profile; the application has its own",
    "RateLimitStatus": _SERVER,
    "Readiness": _SERVER,
    "SearchResult": "a line of a search; the record has its own",
    "StorageStatus": _SERVER,
    "TimelineEntry": "a line of a person; the record has its own",
}
"""Responses with a status and without `allowedActions`, with the reason."""


def test_each_record_with_states_has_its_allowed_actions() -> None:
    with_states = {each.__name__ for each in RECORDS if STATES & each.model_fields.keys()}
    acting = {each.__name__ for each in RECORDS if "allowed_actions" in each.model_fields}
    assert with_states - acting == WITHOUT.keys()
    declared = {schema.__name__ for kind in ACTING.values() for schema in kind.schemas}
    assert acting == declared


@pytest.mark.parametrize("kind", ACTING.values(), ids=[*ACTING])
def test_each_operation_on_a_record_has_a_rule(kind: Acting) -> None:
    by_id = {operation.operation_id: operation for operation in kind.operations()}
    assert sorted(rule.operation_id for rule in kind.rules) == sorted(by_id)


@pytest.mark.parametrize("kind", ACTING.values(), ids=[*ACTING])
def test_a_rule_has_the_callers_of_its_operation(kind: Acting) -> None:
    by_id = {operation.operation_id: operation for operation in kind.operations()}
    for rule in kind.rules:
        operation = by_id[rule.operation_id]
        assert (rule.who.name, rule.who.scope) == (operation.who.name, operation.who.scope)
        assert operation.who.needs_second_factor, "a session without one could not read the record"
