"""The rate limit of a request: the policy that holds, and the key that it is counted by."""

from collections.abc import Callable

from bridgework.kit.db.transaction import Transaction
from bridgework.kit.errors import Unavailable
from bridgework.kit.http.context import Kit
from bridgework.kit.http.execution import Performer
from bridgework.kit.http.visit import Shown
from bridgework.kit.limits.counter import Counter
from bridgework.kit.limits.window import Verdict
from bridgework.kit.tokens import Claims


class RateLimits:
    """Counts requests against the partner key, else the account, else the client address.

    Sessions of the administrator login have a policy of their own. A token whose session has ended
    counts against the address.
    """

    def __init__(
        self, kit: Kit, performer: Performer, default: Counter, address_key: Callable[[str], str]
    ) -> None:
        self._kit = kit
        self._performer = performer
        self._default = default
        self._address_key = address_key

    async def count(self, shown: Shown, address: str, *, spends: bool) -> Verdict:
        """Count a request; where it does not spend, only return what is left."""
        counter, key = await self._counted_by(shown, address)
        return await (counter.spend(key) if spends else counter.peek(key))

    async def _counted_by(self, shown: Shown, address: str) -> tuple[Counter, str]:
        if shown.key is not None:
            return self._default, f"key:{shown.key.key_id}"
        claims = shown.token
        if claims is None or await self._has_ended(claims):
            return self._default, self._address_key(address)
        counter = self._kit.admin_counter if claims.is_admin else self._default
        return counter, f"account:{claims.account_id}"

    async def _has_ended(self, claims: Claims) -> bool:
        ended_sessions = self._kit.ended_sessions
        ended = ended_sessions.has_ended(claims.session_id)
        if ended is not None:
            return ended

        def look_up(transaction: Transaction) -> bool:
            with transaction as tx:
                return self._performer.identify(tx, claims, self._kit.clock.now()) is None

        try:
            ended = await self._performer.read(look_up)
        except Unavailable:
            # The database does not answer now: count against the account, and ask again next time.
            return False
        ended_sessions.record(claims.session_id, ended=ended)
        return ended
