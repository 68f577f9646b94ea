"""What a process knows of who changed: it never spares whom a change was of."""

import hypothesis
from hypothesis import strategies as st

from bridgework.kit.db.topics import News
from bridgework.kit.http.changes import Changes
from bridgework.kit.ids import Id

ADA, BO, CY = Id("ada"), Id("bo"), Id("cy")
EVERYBODY, NOBODY = Id("everybody"), Id("nobody")
"""Nobody: only the order of the lists changed."""

HISTORIES = st.lists(st.sampled_from([ADA, BO, CY, EVERYBODY, NOBODY]), max_size=30)


def news(history: list[Id], after: int, upto: int) -> News:
    """What the database says of a topic that changed so, when asked at the version `upto`."""
    changed = {one: at for at, one in enumerate(history[:upto], 1) if at > after}
    members = {one: at for one, at in changed.items() if one in {ADA, BO, CY}}
    return News(after, upto, history[:upto].count(EVERYBODY), members)


@hypothesis.given(history=HISTORIES, data=st.data())
def test_who_is_spared_was_not_changed(history: list[Id], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(history)))
    changes = Changes(start)
    known = [start]
    for _ in range(data.draw(st.integers(0, 12))):
        # Whoever asks may have begun before others were answered, and be answered after them.
        after = data.draw(st.sampled_from(known))
        changes.hear(news(history, after, data.draw(st.integers(after, len(history)))))
        known.append(changes.version)
        for since in range(changes.version + 1):
            meanwhile = history[since : changes.version]
            for member in (ADA, BO, CY):
                if changes.spare(member, since):
                    assert member not in meanwhile
                    assert EVERYBODY not in meanwhile


def test_where_versions_went_back_nobody_is_spared() -> None:
    changes = Changes(0)
    changes.hear(news([ADA], 0, 1))
    changes.hear(news([ADA, BO, ADA], 1, 3))
    changes.hear(News(3, 2, 0, {}))
    assert changes.version == 2
    assert not changes.spare(CY, 1)
    changes.hear(news([ADA, CY, CY], 2, 3))
    assert [changes.spare(one, 2) for one in (ADA, BO, CY)] == [True, True, False]


def test_others_are_spared_once_it_is_known_how_many_changes_were_of_everybody() -> None:
    history = [BO, ADA, NOBODY, CY]
    changes = Changes(0)
    changes.hear(news(history, 0, 1))
    assert not changes.spare(ADA, 0)
    changes.hear(news(history, 1, 4))
    assert [changes.spare(one, 1) for one in (ADA, BO, CY)] == [False, True, False]
    assert [changes.spare(one, 2) for one in (ADA, BO, CY)] == [True, True, False]


def test_after_too_many_changes_nobody_is_spared() -> None:
    changes = Changes(0)
    changes.hear(News(0, 1, 0, {}))
    changes.hear(News(1, 2, 0, None))
    assert not changes.spare(ADA, 1)
    assert changes.spare(ADA, 2)
    for version in range(3, 20):
        names = {Id(f"{version}-{number}"): version for number in range(900)}
        changes.hear(News(version - 1, version, 0, names))
    assert not changes.spare(ADA, 2)
