"""Pages of the directory: nobody is lost, nobody is there twice, the headers lead on."""

import hypothesis
import pytest
from hypothesis import strategies as st

from tests import make, paging
from tests.areas.directory import reading
from tests.world import PUBLIC_URL, World

EXPERTS = 23

many = hypothesis.settings(
    max_examples=60,
    derandomize=True,
    deadline=None,
    # The experts are made once; no example changes them.
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture],
)


@pytest.fixture
def everybody(world: World) -> list[str]:
    """The ids of the directory's experts, as they stand in it: the newest first."""
    made = []
    for number in range(EXPERTS):
        made.append(make.expert(world, f"Ada Lovell{number}", tags=[("even", "odd")[number % 2]]))
        if number % 5 == 0:
            world.clock.advance(seconds=1)
    return [str(one) for one in reversed(made)]


@many
@hypothesis.given(page=st.integers(1, 30), limit=st.integers(1, 100))
def test_a_page_is_its_part_of_the_whole(
    world: World, everybody: list[str], page: int, limit: int
) -> None:
    answer = reading.experts(world, page=page, limit=limit)
    start = (page - 1) * limit
    assert [card["id"] for card in answer.data] == everybody[start : start + limit]
    assert paging.total(answer) == EXPERTS
    last = -(-EXPERTS // limit)
    around = {"first": 1, "last": last}
    around |= {"prev": page - 1} if 2 <= page <= last + 1 else {}
    around |= {"next": page + 1} if page < last else {}
    assert paging.links(answer) == {
        relation: f"/experts?limit={limit}&page={number}" for relation, number in around.items()
    }


@many
@hypothesis.given(limit=st.integers(1, 25), odd=st.booleans())
def test_the_links_lead_past_everybody_once(
    world: World, everybody: list[str], limit: int, odd: bool
) -> None:
    query = f"limit={limit}&tags=odd" if odd else f"limit={limit}"
    pages = list(paging.walk_pages(world, f"/experts?{query}"))
    met = [one for page in pages for one in page]
    assert met == (everybody[1::2] if odd else everybody)
    assert all(len(page) == limit for page in pages[:-1])


def test_twenty_are_a_page_unless_said(world: World, everybody: list[str]) -> None:
    answer = reading.experts(world)
    assert [card["id"] for card in answer.data] == everybody[:20]
    assert answer.headers["link"] == (
        f'<{PUBLIC_URL}/experts?page=1>; rel="first", <{PUBLIC_URL}/experts?page=2>; rel="next", '
        f'<{PUBLIC_URL}/experts?page=2>; rel="last"'
    )


def test_an_empty_directory_has_one_empty_page(world: World) -> None:
    answer = reading.experts(world)
    assert (answer.json, paging.total(answer)) == ({"data": []}, 0)
    assert set(paging.links(answer)) == {"first", "last"}


def test_links_keep_what_was_asked_for(world: World, everybody: list[str]) -> None:
    query = "tags=odd&search=ada%20lov&limit=5&location=&page=2&unknown=a%26b"
    following = paging.links(world.get(f"/experts?{query}").must(200))["next"]
    assert following == "/experts?tags=odd&search=ada+lov&limit=5&page=3"


WRONG_PAGES = {
    "page=0": {"page": "too_small"},
    "page=-1": {"page": "wrong_type"},
    "page=1.0": {"page": "wrong_type"},
    "page=+1": {"page": "wrong_type"},
    "page=%D9%A1": {"page": "wrong_type"},
    "page=1000001": {"page": "too_large"},
    "page=99999999999999999999": {"page": "wrong_type"},
    "limit=0": {"limit": "too_small"},
    "limit=101": {"limit": "too_large"},
    "limit=ten&page=x": {"limit": "wrong_type", "page": "wrong_type"},
}


@pytest.mark.parametrize("path", ["/experts", "/blogs"])
def test_pages_that_can_not_be(world: World, path: str) -> None:
    told = {query: world.get(f"{path}?{query}").must(422).faults for query in WRONG_PAGES}
    assert told == WRONG_PAGES
