"""The port in an address."""

from urllib.parse import SplitResult


def is_good_in(parts: SplitResult) -> bool:
    """Whether the port of an address is one, or left out: from 1 to 65535."""
    try:
        return parts.port != 0
    except ValueError:
        return False
