"""Convert the members of the tests' postings and people to the records that matching reads."""

from collections.abc import Mapping
from typing import Any

from bridgework.areas.people.matching.criteria.records import JobsMembers
from bridgework.areas.people.profiles.records import Fields
from bridgework.areas.work.jobs.records import JobFields
from bridgework.areas.work.roles.records import RoleFields
from bridgework.kit.data.db import from_json

Members = Mapping[str, Any]


def to_role(members: Members) -> RoleFields:
    """Return a role; required texts that are missing are empty."""
    return from_json(RoleFields, {**_required(RoleFields), **members})


def to_job(members: Members) -> JobFields:
    """Return a job; required texts that are missing are empty."""
    return from_json(JobFields, {**_required(JobFields), **members})


def to_profile(members: Members) -> Fields:
    return from_json(Fields, members)


def to_account(members: Members) -> JobsMembers:
    return from_json(JobsMembers, members)


def _required(record: type[JobFields | RoleFields]) -> Members:
    return dict.fromkeys(set(record._fields) - set(record._field_defaults), "")
