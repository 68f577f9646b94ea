"""Recovery codes replace a lost second factor."""

from dataclasses import replace

import pytest

from tests import cast
from tests.areas.administrators.second_factor import COMPLETE, add_app, challenge, sign_in
from tests.world import World


def test_each_of_ten_codes_is_valid_once(world: World) -> None:
    root = cast.root(world)
    app = add_app(world, root)
    assert len(set(app.recovery_codes)) == 10
    for number, code in enumerate(app.recovery_codes):
        sign_in(world, root, recoveryCode=code).must(200)
        remaining = 9 - number
        body = world.mail(root.email)[-1].get_body(("plain",))
        assert body is not None
        text = " ".join(body.get_content().split())
        expected = f"{remaining} recovery code" if remaining else "It was the last one"
        assert expected in text
    assert (
        sign_in(world, root, recoveryCode=app.recovery_codes[0]).must(400).error == "code_invalid"
    )
    assert challenge(world, root)["methods"] == ["totp"]


def test_hyphens_spaces_and_case_do_not_matter(world: World) -> None:
    root = cast.root(world)
    first, second, *_ = add_app(world, root).recovery_codes
    sign_in(world, root, recoveryCode=first.replace("-", "").upper()).must(200)
    sign_in(world, root, recoveryCode=second.replace("-", " ")).must(200)


@pytest.mark.postgresql("concurrent requests")
def test_of_concurrent_requests_with_one_code_one_signs_in(world: World) -> None:
    root = cast.root(world)
    code = add_app(world, root).recovery_codes[0]
    sent = [
        {"challenge": challenge(world, root)["challenge"], "recoveryCode": code} for _ in range(8)
    ]
    person = replace(root, token=None)
    requests = [
        lambda body=body: world.sending("POST", COMPLETE, body, as_=person) for body in sent
    ]
    statuses = [response.status for response in world.together(requests)]
    assert sorted(statuses) == [200, *[400] * 7]


def test_the_code_of_another_administrator_is_wrong(world: World) -> None:
    root, second = cast.root(world), cast.root(world, "second@example.com")
    code = add_app(world, root).recovery_codes[0]
    add_app(world, second)
    sign_in(world, second, recoveryCode=code).must(400)
    sign_in(world, root, recoveryCode=code).must(200)
