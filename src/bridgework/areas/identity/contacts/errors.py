"""The errors of blocks."""

from bridgework.kit.core import Conflict, NotFound


class MemberNotFound(NotFound):
    """There is no such member."""


class OwnBlock(Conflict):
    """You cannot block yourself."""


class BlockLimitReached(Conflict):
    """You have blocked the maximum of 1,000 members: unblock one of them first."""
