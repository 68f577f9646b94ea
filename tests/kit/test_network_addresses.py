"""Which addresses the server may connect to."""

import ipaddress

import pytest

from bridgework.kit.core.net import (
    AddressRefused,
    is_local_name,
    literal_address,
    must_be_allowed,
    parse_resolved,
)

NEVER = [
    *("169.254.169.254", "169.254.0.1", "100.100.100.200", "168.63.129.16", "fd00:ec2::254"),
    *("fe80::1", "224.0.0.1", "239.255.255.255", "ff02::1", "0.0.0.0", "::"),  # noqa: S104 - not bound to
    *("240.0.0.1", "255.255.255.255", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe"),
    *("2002:a9fe:a9fe::1", "::ffff:0.0.0.0", "::169.254.169.254", "fd00:ec2::254", "224.0.0.251"),
    *("4000::1", "100::1", "5f00::1", "1::1", "64:ff9b:1::a9fe:a9fe", "febf::1", "ff05::2"),
]
PRIVATE = [
    *("127.0.0.1", "127.255.255.255", "::1", "10.0.0.1", "172.16.0.1", "172.31.255.255"),
    *("192.168.0.1", "100.64.0.1", "100.127.255.255", "0.0.0.1", "0.255.255.255", "fc00::1"),
    *("fd12:3456::1", "fec0::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::1"),
    *("2002:a00:1::", "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "198.18.0.1", "192.0.2.1", "::7f00:1"),
    *("192.0.0.1", "192.0.0.9", "192.0.0.255", "192.31.196.1", "192.52.193.1", "192.88.99.1"),
    *("192.175.48.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "64:ff9b:1::808:808"),
    *(
        "2001:0:808:808::f7f7:f7f7",
        "2001:1::1",
        "2001:2::1",
        "2001:10::1",
        "2001:20::1",
        "2001:1ff:ffff::1",
    ),
    *("2001:db8::1", "2002:808:808::1", "2620:4f:8000::1", "3fff::1", "3fff:fff::1", "fec0::1"),
]
PUBLIC = [
    *("8.8.8.8", "172.15.255.255", "172.32.0.1", "100.63.255.255", "100.128.0.1", "9.255.255.255"),
    *("11.0.0.1", "1.0.0.0", "126.255.255.255", "128.0.0.1", "169.253.255.255", "169.255.0.1"),
    *("2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "223.255.255.1", "192.0.1.1"),
    *("192.0.3.1", "192.88.98.1", "192.88.100.1", "198.17.255.255", "198.20.0.1", "2001:200::1"),
    *("2620:4f:7fff::1", "2620:4f:8001::1", "3fff:1000::1", "2003::1", "2001:db7::1", "::8.8.8.8"),
]


def is_allowed(text: str, *, allow_private: bool) -> bool:
    try:
        must_be_allowed(ipaddress.ip_address(text), allow_private=allow_private)
    except AddressRefused:
        return False
    return True


@pytest.mark.parametrize("text", NEVER)
def test_some_addresses_are_always_refused(text: str) -> None:
    assert not is_allowed(text, allow_private=False)
    assert not is_allowed(text, allow_private=True)


@pytest.mark.parametrize("text", PRIVATE)
def test_private_addresses_are_refused_unless_allowed(text: str) -> None:
    assert not is_allowed(text, allow_private=False)
    assert is_allowed(text, allow_private=True)


@pytest.mark.parametrize("text", PUBLIC)
def test_public_addresses_are_allowed(text: str) -> None:
    assert is_allowed(text, allow_private=False)


@pytest.mark.parametrize("host", ["127.1", "0x7f.1", "2130706433", "017700000001", "[::1]"])
def test_unusual_notations_are_addresses(host: str) -> None:
    address = literal_address(host)
    assert address is not None
    assert address.is_loopback


def test_names_are_not_addresses() -> None:
    assert literal_address("example.com") is None
    assert literal_address("127.example.com") is None
    assert is_local_name("LOCALHOST")
    assert is_local_name("a.localhost.")
    assert not is_local_name("localhost.example.com")


def test_a_zone_is_ignored() -> None:
    assert parse_resolved("fe80::1%eth0") == ipaddress.ip_address("fe80::1")
