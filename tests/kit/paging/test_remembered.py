"""What was found once is told again at the same version, and at no other."""

from bridgework.kit.paging.remembered import Firsts, Remembered

ADA = Firsts(["ada"], 1)
BOTH = Firsts(["ben", "ada"], 2)


def test_it_is_told_at_its_own_version_alone() -> None:
    remembered = Remembered()
    at_first = remembered.question("accounts", 7, "role=expert")
    assert at_first.recall() is None
    at_first.keep(ADA)
    assert at_first.recall() == ADA
    assert remembered.question("accounts", 8, "role=expert").recall() is None
    remembered.question("accounts", 8, "role=expert").keep(BOTH)
    assert remembered.question("accounts", 8, "role=expert").recall() == BOTH
    assert at_first.recall() is None


def test_each_topic_and_each_question_has_its_own() -> None:
    remembered = Remembered()
    remembered.question("accounts", 7, "role=expert").keep(ADA)
    assert remembered.question("accounts", 7, "role=client").recall() is None
    assert remembered.question("experts", 7, "role=expert").recall() is None


def test_what_was_not_asked_for_longest_is_forgotten() -> None:
    remembered = Remembered()
    for number in range(100):
        remembered.question("accounts", 1, f"search={number}").keep(ADA)
    assert remembered.question("accounts", 1, "search=0").recall() == ADA
    remembered.question("accounts", 1, "search=100").keep(BOTH)
    assert remembered.question("accounts", 1, "search=0").recall() == ADA
    assert remembered.question("accounts", 1, "search=1").recall() is None
