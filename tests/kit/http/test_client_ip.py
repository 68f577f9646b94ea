"""The client address: that of the peer, or the one that trusted proxies report."""

from typing import NamedTuple

import pytest

from bridgework.kit.core.net import address_key
from tests import world as worlds
from tests.kit.http import library as sample
from tests.kit.http import stage, wire
from tests.loop import Loop

TRUSTED = ("10.0.0.0/8", "192.0.2.7", "2001:db8:ffff::/48", "127.0.0.1")
PROXY = "10.0.0.1"
STRANGER = "203.0.113.9"


class Case(NamedTuple):
    peer: str
    forwarded: list[str]
    client: str


CASES = {
    "nobody forwards": Case(STRANGER, [], STRANGER),
    "a stranger claims to forward": Case(STRANGER, ["198.51.100.5"], STRANGER),
    "a stranger claims to be a proxy": Case(STRANGER, [PROXY], STRANGER),
    "a proxy forwards": Case(PROXY, ["198.51.100.5"], "198.51.100.5"),
    "a proxy without a client": Case(PROXY, [], PROXY),
    "an empty claim": Case(PROXY, [""], PROXY),
    "two proxies": Case(PROXY, ["198.51.100.5, 192.0.2.7"], "198.51.100.5"),
    "two proxies, a line each": Case(PROXY, ["198.51.100.5", "192.0.2.7"], "198.51.100.5"),
    "a spoofed left part": Case(PROXY, ["1.2.3.4, 198.51.100.5"], "198.51.100.5"),
    "a spoofed line above": Case(PROXY, ["1.2.3.4", "198.51.100.5"], "198.51.100.5"),
    "a spoofed proxy on the left": Case(PROXY, ["10.0.0.9, 198.51.100.5"], "198.51.100.5"),
    "proxies all the way": Case(PROXY, ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
    "nonsense on the right": Case(PROXY, ["198.51.100.5, unknown"], PROXY),
    "nonsense in the middle": Case(PROXY, ["198.51.100.5, _x, 192.0.2.7"], "192.0.2.7"),
    "with a port": Case(PROXY, ["198.51.100.5:4711"], PROXY),
    "blanks around": Case(PROXY, ["  198.51.100.5 ,192.0.2.7  "], "198.51.100.5"),
    "IPv6": Case("2001:db8:ffff::1", ["2001:db8::5"], "2001:db8::5"),
    "a proxy in IPv6's clothing": Case("::ffff:10.0.0.1", ["198.51.100.5"], "198.51.100.5"),
    "a path instead of a peer": Case("", ["198.51.100.5"], ""),
    "raw bytes": Case(PROXY, ["198.51.100.5, \xff"], PROXY),
}


@pytest.mark.parametrize("name", CASES)
def test_the_client_is_the_nearest_untrusted_address(
    tmp_path_factory: pytest.TempPathFactory, loop: Loop, name: str
) -> None:
    folder = tmp_path_factory.mktemp("addresses")
    settings = worlds.settings(folder, trusted_proxies=",".join(TRUSTED))
    world = stage.world(settings, sample.router.operations, loop)
    case = CASES[name]
    headers = [(b"x-forwarded-for", line.encode("latin-1")) for line in case.forwarded]
    response = wire.send_raw(world, "GET", b"/whoami", headers=headers, peer=case.peer)
    world.close()
    assert response is not None
    assert response.must(200).data["name"] == case.client


ALIKE = [
    ("2001:db8::1", "2001:db8::ffff:ffff:ffff:ffff"),
    ("2001:db8::1", "2001:0DB8:0:0::2"),
    ("198.51.100.5", "::ffff:198.51.100.5"),
    ("198.51.100.5", "::ffff:c633:6405"),
    ("fe80::1%eth0", "fe80::2%eth1"),
]
APART = [
    ("2001:db8::1", "2001:db8:0:1::1"),
    ("198.51.100.5", "198.51.100.6"),
    ("198.51.100.5", "::198.51.100.5"),
    ("", "198.51.100.5"),
]


def key(address: str) -> str:
    return address_key(address)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_addresses_of_one_network_have_one_key(one: str, other: str) -> None:
    assert key(one) == key(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_addresses_of_different_networks_have_different_keys(one: str, other: str) -> None:
    assert key(one) != key(other)


@pytest.mark.parametrize("address", ["198.51.100.5", "2001:db8::1"])
def test_a_key_does_not_contain_the_address(address: str) -> None:
    assert address not in key(address)
    assert key(address).startswith("address:")
