"""The kinds of members, which depend on the roles of an account on all platforms."""

from typing import get_args

from bridgework.areas.identity.accounts import schemas
from bridgework.areas.identity.accounts.schemas import JobsRole, Role, VendorsRole
from bridgework.kit.security import ANONYMOUS, Caller

ROLES = [value for kind in (Role, JobsRole, VendorsRole) for value in get_args(kind.__value__)]


def test_role_names_are_unique_across_platforms() -> None:
    assert len(ROLES) == len({*ROLES})


def test_each_kind_of_member_has_its_roles() -> None:
    for kind, roles in (
        (schemas.expert, {"expert"}),
        (schemas.client, {"client", "rpo"}),
        (schemas.clinic, {"clinic_owner", "recruiter"}),
    ):
        assert {role for role in ROLES if kind.allows(Caller(roles=frozenset({role})))} == roles
        assert not kind.allows(ANONYMOUS)
