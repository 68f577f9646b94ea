"""Whatever is sent, in whatever order: the server does and tells what a simple model says."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import cast
from tests.kit.idempotency import shelf
from tests.kit.idempotency.shelf import count, sent
from tests.world import Person, World, next_number


@dataclass(frozen=True)
class Step:
    """One request, and whether it gets into trouble."""

    who: str
    key: str | None
    shelf: str
    title: str
    trouble: str

    @property
    def asks(self) -> tuple[str, str]:
        return self.shelf, self.title


STEPS = st.lists(
    st.builds(
        Step,
        who=st.sampled_from(["ada", "ben"]),
        key=st.sampled_from(["k1", '"k1"', "k2", None]),
        shelf=st.sampled_from(["top", "low", "top/slowly"]),
        title=st.sampled_from(["Molars", "Incisors"]),
        trouble=st.sampled_from(["", "", "", "refused", "noted", "broken"]),
    ),
    min_size=2,
    max_size=12,
)
TROUBLES = {
    "refused": (shelf.BookRefused, 409),
    "noted": (shelf.BookNoted, 409),
    "broken": (RuntimeError, 500),
}


class Model:
    """What should come of it: one line a rule."""

    def __init__(self) -> None:
        self.books = 0
        self._done: dict[tuple[str, str], Step] = {}

    def expects(self, step: Step) -> tuple[int, bool]:
        """The status, and whether it is a replay."""
        name = (step.who, (step.key or "").strip('"'))
        first = self._done.get(name) if step.key else None
        if first is not None:
            return (201, True) if first.asks == step.asks else (422, False)
        if step.trouble:
            self.books += step.trouble == "noted"
            return TROUBLES[step.trouble][1], False
        self.books += 1
        if step.key:
            self._done[name] = step
        return 201, False


@pytest.fixture
def people(world: World) -> dict[str, Person]:
    return {"ada": cast.ada(world), "ben": cast.ben(world)}


@given(steps=STEPS)
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_any_sequence_comes_to_what_the_model_says(
    world: World, people: dict[str, Person], steps: Sequence[Step]
) -> None:
    model = Model()
    before, fresh = count(world), next_number()
    for step in steps:
        expected = model.expects(step)
        if step.trouble and not expected[1] and expected[0] != 422:
            shelf.troubles.append(TROUBLES[step.trouble][0]())
        # Keys are the example's own: the database is the same for all of them.
        key = None if step.key is None else step.key.replace("k", f"{fresh}-k")
        how = sent(key, step.title, checked=False, as_=people[step.who])
        answer = world.post(f"/shelves/{step.shelf}", **how)
        assert (answer.status, "idempotency-replayed" in answer.headers) == expected
    assert count(world) - before == model.books
