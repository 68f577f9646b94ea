"""The kinds of members, which are known by the roles of their account on all platforms at once."""

from typing import get_args

from bridgework.areas.accounts import schemas
from bridgework.areas.accounts.schemas import JobsRole, Role, VendorsRole
from bridgework.kit.auth import ANONYMOUS, Caller

ROLES = [*get_args(Role), *get_args(JobsRole), *get_args(VendorsRole)]


def test_no_two_platforms_have_a_role_of_one_name() -> None:
    assert len(ROLES) == len({*ROLES})


def test_each_kind_has_its_roles() -> None:
    for kind, roles in (
        (schemas.expert, {"expert"}),
        (schemas.client, {"client", "rpo"}),
        (schemas.clinic, {"clinic_owner", "recruiter"}),
    ):
        assert {role for role in ROLES if kind.allows(Caller(roles=frozenset({role})))} == roles
        assert not kind.allows(ANONYMOUS)
