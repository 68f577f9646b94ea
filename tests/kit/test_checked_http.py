"""The HTTP client for addresses that administrators choose."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from bridgework.kit.delivery import CheckedClient, HttpFailure, HttpResponse, Resolve, resolve
from tests.servers import receiver as receivers
from tests.servers.certificates import certificate
from tests.servers.receiver import HUGE, Hang, HangUp, Receiver, Reply, Trickle


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receivers.running() as running:
        yield running


@contextmanager
def client(
    *, allow_private: bool = True, seconds: float = 5.0, resolve: Resolve = resolve
) -> Iterator[CheckedClient]:
    created = CheckedClient(allow_private=allow_private, seconds=seconds, resolve=resolve)
    try:
        yield created
    finally:
        created.close()


def post(http: CheckedClient, url: str) -> HttpResponse:
    return http.post(url, {"content-type": "application/json"}, b"{}").result(30)


def resolving(*answers: Sequence[str]) -> tuple[list[tuple[str, int]], Resolve]:
    """Return a resolver that gives these answers in turn, and its questions."""
    asked: list[tuple[str, int]] = []

    def answer(host: str, port: int) -> Sequence[str]:
        asked.append((host, port))
        return answers[min(len(asked), len(answers)) - 1]

    return asked, answer


def test_a_request_arrives_with_its_host_and_body(receiver: Receiver) -> None:
    asked, resolver = resolving(["127.0.0.1"])
    with client(resolve=resolver) as http:
        url = f"http://hooks.example.com:{receiver.port}/path?token=1"
        assert post(http, url) == HttpResponse(200, b"thanks")
    [received] = receiver.received
    assert asked == [("hooks.example.com", receiver.port)]
    assert received.headers["host"] == f"hooks.example.com:{receiver.port}"
    assert (received.path, received.body) == ("/path?token=1", b"{}")


@pytest.mark.parametrize("address", ["169.254.169.254", "fd00:ec2::254", "::ffff:169.254.169.254"])
def test_a_name_that_resolves_to_a_metadata_address_is_refused(address: str) -> None:
    with client(resolve=resolving([address])[1]) as http, pytest.raises(HttpFailure, match="not"):
        post(http, "http://hooks.example.com/")


def test_one_refused_address_among_several_refuses_all(receiver: Receiver) -> None:
    resolver = resolving(["127.0.0.1", "169.254.169.254"])[1]
    with client(resolve=resolver) as http, pytest.raises(HttpFailure, match=r"169\.254"):
        post(http, f"http://hooks.example.com:{receiver.port}/")
    assert receiver.received == []


def test_private_networks_are_refused_unless_allowed(receiver: Receiver) -> None:
    with client(allow_private=False) as http:
        for host in ("127.0.0.1", "localhost", "127.1", "[::ffff:127.0.0.1]"):
            with pytest.raises(HttpFailure, match=r"private network|not found"):
                post(http, f"http://{host}:{receiver.port}/")
    assert receiver.received == []


def test_a_name_is_resolved_once_and_the_checked_address_is_used(receiver: Receiver) -> None:
    """A name that changes between the check and the connection (DNS rebinding)."""
    asked, resolver = resolving(["127.0.0.1"], ["169.254.169.254"])
    with client(resolve=resolver) as http:
        assert post(http, f"http://hooks.example.com:{receiver.port}/").status == 200
        assert len(asked) == 1
        with pytest.raises(HttpFailure, match=r"169\.254"):
            post(http, f"http://hooks.example.com:{receiver.port}/")


def test_the_next_address_is_tried_if_one_does_not_accept(receiver: Receiver) -> None:
    with client(resolve=resolving(["127.0.0.2", "127.0.0.1"])[1]) as http:
        assert post(http, f"http://hooks.example.com:{receiver.port}/").status == 200


def test_an_unknown_host_is_a_failure() -> None:
    def fail(host: str, port: int) -> Sequence[str]:
        raise OSError("Name or service not known")

    with client(resolve=fail) as http, pytest.raises(HttpFailure, match="not found"):
        post(http, "http://hooks.example.com/")


@pytest.mark.parametrize("answer", [Hang(), Trickle()])
def test_the_timeout_covers_the_whole_request(receiver: Receiver, answer: receivers.Answer) -> None:
    receiver.always["/"] = answer
    started = time.monotonic()
    with client(seconds=0.5) as http, pytest.raises(HttpFailure, match=r"within 0\.5 seconds"):
        post(http, receiver.url())
    assert 0.4 < time.monotonic() - started < 3


def test_a_resolver_that_hangs_is_a_timeout() -> None:
    def hang(host: str, port: int) -> Sequence[str]:
        time.sleep(1.0)
        return ["127.0.0.1"]

    with client(seconds=0.2, resolve=hang) as http, pytest.raises(HttpFailure, match="within"):
        post(http, "http://hooks.example.com/")


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.always["/"] = Reply(302, b"", (f"Location: {receiver.url('/other')}",))
    with client() as http:
        assert post(http, receiver.url()).status == 302
    assert [each.path for each in receiver.received] == ["/"]


@pytest.mark.parametrize(("size", "kept"), [(1023, 1023), (1024, 1024), (1025, 1024)])
def test_the_first_kib_of_a_body_is_kept(receiver: Receiver, size: int, kept: int) -> None:
    receiver.always["/"] = Reply(500, b"y" * size)
    with client() as http:
        assert post(http, receiver.url()) == HttpResponse(500, b"y" * kept)


def test_of_ten_megabytes_only_a_little_is_read(receiver: Receiver) -> None:
    receiver.always["/"] = HUGE
    with client() as http:
        assert post(http, receiver.url()) == HttpResponse(200, b"x" * 1024)
    assert receiver.sent_bytes < 8_000_000  # what the buffers of the sockets hold


def test_a_closed_connection_is_a_failure(receiver: Receiver) -> None:
    receiver.always["/"] = HangUp()
    with client() as http, pytest.raises(HttpFailure, match="connection failed"):
        post(http, receiver.url())


def test_proxies_of_the_environment_are_not_used(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with client() as http:
        assert post(http, receiver.url()).status == 200


def test_a_certificate_must_be_of_the_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = certificate(tmp_path, "hooks.example.com")
    monkeypatch.setenv("SSL_CERT_FILE", str(files.authority))
    with receivers.running(files) as secure, client(resolve=resolving(["127.0.0.1"])[1]) as http:
        assert post(http, f"https://hooks.example.com:{secure.port}/").status == 200
        with pytest.raises(HttpFailure, match="connection failed"):
            post(http, f"https://other.example.com:{secure.port}/")


def test_a_request_that_is_not_finished_is_cancelled_at_the_end(receiver: Receiver) -> None:
    receiver.always["/"] = Hang()
    with client() as http:
        future = http.post(receiver.url(), {}, b"{}")
        assert receiver.arrived.wait(5)
    assert future.cancelled()
