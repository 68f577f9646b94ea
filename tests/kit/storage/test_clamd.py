"""The client of clamd: chunks, replies, and a scanner that does not reply."""

import io
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridgework.kit.storage import (
    Clamd,
    ClamdAddress,
    ScannerFault,
    ScannerUnavailable,
    ScanSizeExceeded,
)
from tests.servers import clamd, frozen_provider
from tests.servers.ports import free_port

SECONDS = 0.5


@pytest.fixture
def scanner() -> Iterator[tuple[Clamd, clamd.StandIn]]:
    with clamd.running() as (address, stand_in):
        yield Clamd(address), stand_in


def scan(address: ClamdAddress, content: bytes = b"content") -> str | None:
    return Clamd(address, SECONDS).find_malware(io.BytesIO(content))


def test_the_whole_file_is_scanned(scanner: tuple[Clamd, clamd.StandIn]) -> None:
    client, stand_in = scanner
    contents = [b"", b"a", bytes(clamd.STREAM_MAX_LENGTH)]
    assert [client.find_malware(io.BytesIO(content)) for content in contents] == [None] * 3
    assert stand_in.scanned == contents


def test_malware_is_named(scanner: tuple[Clamd, clamd.StandIn]) -> None:
    client, _ = scanner
    assert client.find_malware(io.BytesIO(b"%PDF-" + clamd.EICAR)) == "Eicar-Signature"


def test_a_scanner_is_used_by_its_socket(tmp_path: Path) -> None:
    with clamd.running(tmp_path / "clamd.ctl") as (address, _):
        assert scan(address, clamd.EICAR) == "Eicar-Signature"
        assert Clamd(address).version().startswith("ClamAV 1.4.6/27000")


@pytest.mark.parametrize("size", [clamd.STREAM_MAX_LENGTH + 1, 50 * 1024**2])
def test_a_file_beyond_the_limit_of_the_scanner_is_named_so(
    scanner: tuple[Clamd, clamd.StandIn], tmp_path: Path, size: int
) -> None:
    client, _ = scanner
    with pytest.raises(ScanSizeExceeded):
        client.find_malware(io.BytesIO(bytes(size)))
    with clamd.running(tmp_path / "clamd.ctl") as (address, _), pytest.raises(ScanSizeExceeded):
        Clamd(address).find_malware(io.BytesIO(bytes(size)))


@pytest.mark.parametrize("behavior", ["close in the middle", "reply nonsense"])
def test_a_scan_without_a_valid_reply_is_no_result(
    scanner: tuple[Clamd, clamd.StandIn], behavior: clamd.Behavior
) -> None:
    client, stand_in = scanner
    stand_in.behavior = behavior
    for size in (7, clamd.STREAM_MAX_LENGTH):
        with pytest.raises(ScannerUnavailable):
            client.find_malware(io.BytesIO(bytes(size)))


def test_an_absent_scanner_is_unavailable(tmp_path: Path) -> None:
    absent = [
        ClamdAddress(host="127.0.0.1", port=free_port()),
        ClamdAddress(path=str(tmp_path / "no")),
    ]
    for address in absent:
        with pytest.raises(ScannerUnavailable):
            scan(address)
        with pytest.raises(ScannerFault):
            Clamd(address).version()


@pytest.mark.parametrize("size", [7, 50 * 1024**2])
def test_a_frozen_scanner_is_unavailable_at_the_deadline(size: int) -> None:
    with frozen_provider.running_frozen() as port:
        began = time.monotonic()
        with pytest.raises(ScannerUnavailable) as raised:
            scan(ClamdAddress(host="127.0.0.1", port=port), bytes(size))
        assert SECONDS <= time.monotonic() - began < SECONDS + 1
    assert "no reply within 0.5 seconds" in str(raised.value.__cause__)


class SlowFile(io.BytesIO):
    """A file each of whose reads takes longer than a scan may."""

    def read(self, size: int | None = -1) -> bytes:
        time.sleep(SECONDS + 0.1)
        return super().read(size)


def test_reading_the_file_counts_towards_the_deadline(
    scanner: tuple[Clamd, clamd.StandIn],
) -> None:
    client, _ = scanner
    with pytest.raises(ScannerUnavailable):
        Clamd(client.address, SECONDS).find_malware(SlowFile(b"content"))


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("/run/clamav/clamd.ctl", ClamdAddress(path="/run/clamav/clamd.ctl")),
        ("127.0.0.1:3310", ClamdAddress(host="127.0.0.1", port=3310)),
        ("[::1]:3310", ClamdAddress(host="::1", port=3310)),
    ],
)
def test_an_address_is_parsed_and_printed_the_same(text: str, address: ClamdAddress) -> None:
    assert ClamdAddress.parse(text) == address
    assert str(address) == text


@pytest.mark.parametrize(
    "text",
    [
        "clamd",
        "clamd:",
        "clamd:0",
        "clamd:65536",
        ":3310",
        "tcp://clamd:3310",
        "a@clamd:3310",
        "clamd:3310/x",
        "run/clamd.ctl",
        "[::1:3310",
    ],
)
def test_an_address_that_is_neither_a_path_nor_a_host_with_a_port_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"must be the path|Invalid IPv6"):
        ClamdAddress.parse(text)
