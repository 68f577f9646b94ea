"""The verification of tokens, tested with a fake server of each provider."""

import logging
import time
from collections.abc import Iterator

import pytest
from pydantic import MISSING

from bridgework.kit.security.captcha import PROVIDERS, BotCheckFailed
from bridgework.kit.security.captcha.siteverify import SiteVerify
from tests.servers import siteverify
from tests.servers.siteverify import SECRET, Misbehaviour, StandIn

CALLER = "198.51.100.1"
OURS = frozenset({"api.example.com", "www.example.com"})
TIMEOUT = 0.3

any_vendor = pytest.mark.parametrize("vendor", ["turnstile"], indirect=True)
"""For tests that do not depend on the provider."""


@pytest.fixture(params=PROVIDERS)
def vendor(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    """A fake server of each provider."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with siteverify.running(request.param) as stand_in:
        yield stand_in


@pytest.fixture
def check(vendor: StandIn) -> Iterator[SiteVerify]:
    """A verifier for that provider, with a short timeout."""
    verifier = SiteVerify(
        PROVIDERS[vendor.vendor], SECRET, url=vendor.url, hosts=OURS, timeout=TIMEOUT
    )
    yield verifier
    verifier.close()


def passes(check: SiteVerify, token: str) -> bool:
    try:
        check.must_pass(token, CALLER)
    except BotCheckFailed:
        return False
    return True


def warnings(caplog: pytest.LogCaptureFixture) -> str:
    return "\n".join(record.getMessage() for record in caplog.records)


def test_a_good_token_passes_once(vendor: StandIn, check: SiteVerify) -> None:
    token = vendor.token()
    assert passes(check, token)
    assert not passes(check, token)


def test_the_form_has_the_members_of_the_provider(vendor: StandIn, check: SiteVerify) -> None:
    token = vendor.token()
    check.must_pass(token, CALLER)
    (form,) = vendor.asked
    key = form.get("idempotency_key")
    rest = {name: value for name, value in form.items() if name != "idempotency_key"}
    assert rest == {"secret": SECRET, "response": token, "remoteip": CALLER}
    assert (key is not None) is (vendor.vendor == "turnstile")


def test_an_unknown_address_is_not_sent(vendor: StandIn, check: SiteVerify) -> None:
    check.must_pass(vendor.token(), "")
    assert "remoteip" not in vendor.asked[0]


def test_a_missing_token_is_refused_without_a_request(vendor: StandIn, check: SiteVerify) -> None:
    for nothing in (MISSING, ""):
        with pytest.raises(BotCheckFailed):
            check.must_pass(nothing, CALLER)
    assert vendor.asked == []


def test_an_unknown_token_is_refused(
    vendor: StandIn, check: SiteVerify, caplog: pytest.LogCaptureFixture
) -> None:
    assert not passes(check, "made up")
    assert warnings(caplog) == ""


@pytest.mark.parametrize(
    "misbehaviour", [siteverify.breaks, siteverify.stumbles, siteverify.hangs, siteverify.hangs_up]
)
def test_a_temporary_failure_is_retried_once(
    vendor: StandIn, check: SiteVerify, misbehaviour: Misbehaviour
) -> None:
    vendor.misbehaving.append(misbehaviour)
    assert passes(check, vendor.token())
    first, second = vendor.asked
    assert first == second


def test_a_token_is_verified_twice_only_with_an_idempotency_key(
    vendor: StandIn, check: SiteVerify
) -> None:
    vendor.misbehaving.append(siteverify.breaks_late)
    assert passes(check, vendor.token()) is (vendor.vendor == "turnstile")
    assert len(vendor.asked) == 2


@any_vendor
@pytest.mark.parametrize(
    ("misbehaviour", "times"),
    [
        (siteverify.breaks, 2),
        (siteverify.stumbles, 2),
        (siteverify.hangs, 2),
        (siteverify.hangs_up, 2),
        (siteverify.drips, 2),
        (siteverify.talks_nonsense, 1),
        (siteverify.nests, 1),
        (siteverify.redirects, 1),
        (siteverify.never_ends, 1),
        (siteverify.says_yes_by_a_404, 1),
        (siteverify.says_almost_yes, 1),
    ],
)
def test_without_a_verdict_the_token_is_refused_and_a_warning_is_logged(
    vendor: StandIn,
    check: SiteVerify,
    caplog: pytest.LogCaptureFixture,
    misbehaviour: Misbehaviour,
    times: int,
) -> None:
    vendor.misbehaving.extend([misbehaviour] * 3)
    token = vendor.token()
    started = time.monotonic()
    assert not passes(check, token)
    assert time.monotonic() - started < 2 * TIMEOUT + 1.5
    assert len(vendor.asked) == times
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert f"reaches {vendor.url}, or temporarily set BRIDGEWORK_CAPTCHA=off" in record.getMessage()
    assert token not in record.getMessage()
    assert SECRET not in record.getMessage()


@any_vendor
def test_an_unreachable_provider_gives_no_verdict(
    vendor: StandIn, caplog: pytest.LogCaptureFixture
) -> None:
    nowhere = SiteVerify(PROVIDERS[vendor.vendor], SECRET, url="http://127.0.0.1:9/siteverify")
    assert not passes(nowhere, vendor.token())
    nowhere.close()
    assert "(ConnectError)" in warnings(caplog)


@any_vendor
@pytest.mark.parametrize(
    ("hostname", "is_allowed"),
    [
        ("api.example.com", True),
        ("WWW.Example.com", True),
        ("example.com", False),
        ("api.example.com.evil.example", False),
        ("", True),
        (None, True),
    ],
)
def test_the_page_must_be_on_an_allowed_host(
    vendor: StandIn,
    check: SiteVerify,
    caplog: pytest.LogCaptureFixture,
    hostname: str | None,
    is_allowed: bool,
) -> None:
    vendor.hostname = hostname
    assert passes(check, vendor.token()) is is_allowed
    assert ("BRIDGEWORK_CORS_ORIGINS" in warnings(caplog)) is not is_allowed


def test_hcaptcha_may_return_an_unknown_host(vendor: StandIn, check: SiteVerify) -> None:
    vendor.hostname = "not-provided"
    assert passes(check, vendor.token()) is (vendor.vendor == "hcaptcha")


@any_vendor
def test_any_page_is_accepted_if_cors_allows_every_origin(vendor: StandIn) -> None:
    check = SiteVerify(PROVIDERS[vendor.vendor], SECRET, url=vendor.url, hosts=None)
    vendor.hostname = "localhost"
    assert passes(check, vendor.token())
    check.close()


def test_a_wrong_secret_is_logged(vendor: StandIn, caplog: pytest.LogCaptureFixture) -> None:
    check = SiteVerify(PROVIDERS[vendor.vendor], "another", url=vendor.url, hosts=OURS)
    assert not passes(check, vendor.token())
    assert "BRIDGEWORK_CAPTCHA_SECRET must belong to the site key" in warnings(caplog)
    check.close()


@pytest.mark.parametrize("score", [0.0, 0.49, 0.5, 1.0])
def test_recaptcha_requires_a_minimum_score(
    vendor: StandIn, check: SiteVerify, score: float
) -> None:
    """hCaptcha's score rises with the risk, and its `success` takes it into account."""
    vendor.score = score
    assert passes(check, vendor.token()) is (vendor.vendor != "recaptcha" or score >= 0.5)


@any_vendor
def test_the_http_client_logs_nothing(
    vendor: StandIn, check: SiteVerify, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        assert passes(check, vendor.token())
    assert warnings(caplog) == ""
