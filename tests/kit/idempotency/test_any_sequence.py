"""Any sequence of requests has the results of a simple model."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import cast
from tests.kit.idempotency import sample_area
from tests.kit.idempotency.sample_area import count, request_of
from tests.world import Person, World, next_number


@dataclass(frozen=True)
class Step:
    """A request, and whether it fails."""

    who: str
    key: str | None
    collection: str
    title: str
    trouble: str

    @property
    def asks(self) -> tuple[str, str]:
        return self.collection, self.title


STEPS = st.lists(
    st.builds(
        Step,
        who=st.sampled_from(["ada", "ben"]),
        key=st.sampled_from(["k1", '"k1"', "k2", None]),
        collection=st.sampled_from(["top", "low", "top/slowly"]),
        title=st.sampled_from(["Molars", "Incisors"]),
        trouble=st.sampled_from(["", "", "", "refused", "noted", "broken"]),
    ),
    min_size=2,
    max_size=12,
)
TROUBLES = {
    "refused": (sample_area.BookRefused, 409),
    "noted": (sample_area.BookNoted, 409),
    "broken": (RuntimeError, 500),
}


class Model:
    """The expected results: one rule per line."""

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
def test_any_sequence_of_requests_matches_the_model(
    world: World, people: dict[str, Person], steps: Sequence[Step]
) -> None:
    model = Model()
    before, fresh = count(world), next_number()
    for step in steps:
        expected = model.expects(step)
        if step.trouble and not expected[1] and expected[0] != 422:
            sample_area.failures.append(TROUBLES[step.trouble][0]())
        # Each example has its own keys, since all examples share the database.
        key = None if step.key is None else step.key.replace("k", f"{fresh}-k")
        how = request_of(key, step.title, checked=False, as_=people[step.who])
        response = world.post(f"/shelves/{step.collection}", **how)
        assert (response.status, "idempotency-replayed" in response.headers) == expected
    assert count(world) - before == model.books
