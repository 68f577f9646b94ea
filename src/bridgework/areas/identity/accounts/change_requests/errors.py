"""The errors of requests for changes."""

from bridgework.kit.core import Conflict


class NotInReview(Conflict):
    """This account does not wait for its verification. Write an e-mail to its owner instead."""
