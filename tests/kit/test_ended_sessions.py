"""Ended sessions: occasional look-ups, and bounded memory."""

from bridgework.kit.core import Id, new_id
from bridgework.kit.security import EndedSessions


def uses(sessions: EndedSessions, session_id: Id, times: int) -> list[bool | None]:
    return [sessions.has_ended(session_id) for _ in range(times)]


def test_one_request_in_eleven_needs_a_look_up() -> None:
    sessions, one = EndedSessions(), new_id()
    for _ in range(3):
        assert uses(sessions, one, 10) == [False] * 10
        assert sessions.has_ended(one) is None
        sessions.record(one, ended=False)


def test_an_ended_session_needs_no_look_up() -> None:
    sessions, one, other = EndedSessions(), new_id(), new_id()
    sessions.record(one, ended=True)
    assert uses(sessions, one, 50) == [True] * 50
    assert sessions.has_ended(other) is False


def test_a_session_that_is_active_again_is_counted_again() -> None:
    sessions, one = EndedSessions(), new_id()
    sessions.record(one, ended=True)
    sessions.record(one, ended=False)
    assert sessions.has_ended(one) is False


def test_the_least_recently_used_sessions_are_removed() -> None:
    sessions, one, two, three = EndedSessions(capacity=2), new_id(), new_id(), new_id()
    sessions.record(one, ended=True)
    sessions.record(two, ended=True)
    assert sessions.has_ended(one) is True
    sessions.record(three, ended=True)
    assert [sessions.has_ended(each) for each in (one, three)] == [True, True]
    assert sessions.has_ended(two) is False
