"""Which addresses the server may connect to on behalf of an administrator's URL.

Such a URL must not reach services that are only protected by their network (server-side request
forgery). Addresses that never belong to a receiver, such as that of a cloud's metadata service, are
always refused. Loopback and private networks are refused unless a setting allows them.
"""

import ipaddress
import socket
from collections.abc import Iterable

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def _networks(*texts: str) -> tuple[Network, ...]:
    return tuple(ipaddress.ip_network(text) for text in texts)


# The blocks are listed here, since the properties of `ipaddress`, such as `is_global`, differ
# between versions of Python. Source: the special-purpose address registries of the IANA for IPv4
# and IPv6, and the registries of multicast addresses, as of November 2026.

_METADATA = _networks(
    "169.254.169.254/32", "100.100.100.200/32", "168.63.129.16/32", "fd00:ec2::254/128"
)
"""The metadata services of Amazon, Google, Azure, Alibaba and others."""

_NEVER_ALLOWED = (
    *_METADATA,
    *_networks("0.0.0.0/32", "::/128"),  # unspecified
    *_networks("169.254.0.0/16", "fe80::/10"),  # link-local
    *_networks("224.0.0.0/4", "ff00::/8"),  # multicast
    *_networks("240.0.0.0/4"),  # reserved, and limited broadcast
)
_PRIVATE = _networks(
    "0.0.0.0/8",  # this network
    "10.0.0.0/8",
    "100.64.0.0/10",  # shared address space of carriers
    "127.0.0.0/8",
    "172.16.0.0/12",
    "192.0.0.0/24",  # protocol assignments
    "192.0.2.0/24",  # documentation
    "192.31.196.0/24",  # AS112
    "192.52.193.0/24",  # automatic multicast tunneling
    "192.88.99.0/24",  # 6to4 relays
    "192.168.0.0/16",
    "192.175.48.0/24",  # AS112
    "198.18.0.0/15",  # benchmarks
    "198.51.100.0/24",  # documentation
    "203.0.113.0/24",  # documentation
    "::1/128",
    "64:ff9b:1::/48",  # translation within a network
    "2001::/23",  # protocol assignments, such as Teredo
    "2001:db8::/32",  # documentation
    "2002::/16",  # 6to4
    "2620:4f:8000::/48",  # AS112
    "3fff::/20",  # documentation
    "fc00::/7",
    "fec0::/10",  # site-local
)
_TRANSLATED = _networks("::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48")
"""IPv6 addresses that end with the IPv4 address that their packets reach."""
_UNICAST = _networks("2000::/3")
"""The IPv6 addresses that the IANA assigns. All others are reserved unless listed above."""


class AddressRefused(Exception):
    """The server does not connect to this address; the text says why."""


def must_be_allowed(address: Address, *, allow_private: bool) -> None:
    """Raise AddressRefused for an address that the server must not connect to.

    An IPv6 address that contains an IPv4 address is refused like that one.
    """
    for each in (address, *_embedded(address)):
        if _is_never_allowed(each):
            raise AddressRefused(f"{address} is not an address of a receiver.")
        if not allow_private and _is_private(each):
            raise AddressRefused(f"{address} is in a private network, which is not allowed.")


def literal_address(host: str) -> Address | None:
    """Return the address that a host of a URL spells out, None for a name.

    Operating systems also read numbers such as `127.1`, `0x7f.1` and `2130706433` as addresses.
    """
    try:
        return ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        try:
            return ipaddress.IPv4Address(socket.inet_aton(host))
        except OSError:
            return None


def parse_resolved(text: str) -> Address:
    """Return the address that a resolver returned. A zone (`%eth0`) has no meaning here."""
    return ipaddress.ip_address(text.partition("%")[0])


def is_local_name(host: str) -> bool:
    """Whether a host name always means the same machine (RFC 6761)."""
    name = host.lower().rstrip(".")
    return name == "localhost" or name.endswith(".localhost")


def _is_never_allowed(address: Address) -> bool:
    if _is_in(address, _NEVER_ALLOWED):
        return True
    is_known = address.version == 4 or _is_in(address, (*_UNICAST, *_PRIVATE, *_TRANSLATED))
    return not is_known


def _is_private(address: Address) -> bool:
    return _is_in(address, _PRIVATE)


def _is_in(address: Address, networks: Iterable[Network]) -> bool:
    return any(address in network for network in networks)


def _embedded(address: Address) -> list[ipaddress.IPv4Address]:
    """Return the IPv4 addresses that packets to an IPv6 address may reach."""
    if isinstance(address, ipaddress.IPv4Address):
        return []
    found = [address.sixtofour, *(address.teredo or ())]
    if _is_in(address, _TRANSLATED):
        found.append(ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF))
    return [each for each in found if each is not None]
