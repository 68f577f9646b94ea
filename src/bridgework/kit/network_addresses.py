"""Which addresses the server may connect to on behalf of an administrator's URL.

Such a URL must not reach services that are only protected by their network (server-side request
forgery). Addresses that never belong to a receiver, such as that of a cloud's metadata service, are
always refused. Loopback and private networks are refused unless a setting allows them.
"""

import ipaddress
import socket

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_METADATA = frozenset(
    ipaddress.ip_address(text)
    for text in ("169.254.169.254", "fd00:ec2::254", "100.100.100.200", "168.63.129.16")
)
"""The metadata services of Amazon, Google, Azure, Alibaba and others."""
_NAT64 = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("64:ff9b:1::/48"))
_IPV4_COMPATIBLE = ipaddress.ip_network("::/96")


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
    if address.is_loopback:
        return False  # `::1` is also in a reserved block
    if address in _METADATA or address.is_link_local or address.is_multicast:
        return True
    return address.is_unspecified or (address.is_reserved and not _embedded(address))


def _is_private(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv6Address):
        # The embedded address decides; the block itself is not global.
        return not _embedded(address) and (address.is_site_local or not address.is_global)
    return not address.is_global


def _embedded(address: Address) -> list[ipaddress.IPv4Address]:
    """Return the IPv4 addresses that packets to an IPv6 address may reach."""
    if isinstance(address, ipaddress.IPv4Address) or address.is_loopback or address.is_unspecified:
        return []
    found = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in _IPV4_COMPATIBLE or any(address in network for network in _NAT64):
        found.append(ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF))
    return [each for each in found if each is not None]
