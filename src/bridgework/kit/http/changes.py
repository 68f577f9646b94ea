"""Which members of a topic changed, and by which of its versions: what this process knows of it."""

from bridgework.kit.db.topics import News
from bridgework.kit.ids import Id

_MOST = 10_000
"""Members that are remembered; after more, everybody may have changed."""


class Changes:
    """The changes of one topic from some version on, as far as it was asked for them."""

    def __init__(self, version: int) -> None:
        """Nothing is known of what was before `version`, and everything that it holds."""
        self.version = version
        """The one up to which they are known."""
        self._everybody = version
        self._by_member: dict[Id, int] = {}
        self._untold: int | None = None

    def hear(self, news: News) -> None:
        """Take in what became of the topic after the version up to which it was known."""
        if news.after != self.version:
            return  # somebody else asked meanwhile, and was heard
        if (
            news.version < news.after  # as in a database that was put back
            or news.changed is None
            or news.untold != self._untold
            or len(self._by_member) + len(news.changed) > _MOST
        ):
            self._everybody, self._by_member = news.version, {}
        else:
            self._by_member |= news.changed
        self.version, self._untold = news.version, news.untold

    def spare(self, member: Id, since: int) -> bool:
        """Whether none of them was of this member after the version `since`."""
        return since >= max(self._everybody, self._by_member.get(member, 0))
