"""Pages of the directory contain each expert once, and link to one another."""

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
    # The experts are created once; no example changes them.
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture],
)


@pytest.fixture
def all_experts(world: World) -> list[str]:
    """The IDs of all experts, newest first."""
    experts = []
    for number in range(EXPERTS):
        experts.append(
            make.expert(world, f"Ada Lovell{number}", tags=[("even", "odd")[number % 2]])
        )
        if number % 5 == 0:
            world.clock.advance(seconds=1)
    return [str(expert_id) for expert_id in reversed(experts)]


@many
@hypothesis.given(page=st.integers(1, 30), limit=st.integers(1, 100))
def test_a_page_is_a_part_of_the_list(
    world: World, all_experts: list[str], page: int, limit: int
) -> None:
    response = reading.list_experts(world, page=page, limit=limit)
    start = (page - 1) * limit
    assert [card["id"] for card in response.data] == all_experts[start : start + limit]
    assert paging.total(response) == EXPERTS
    last = -(-EXPERTS // limit)
    pages_by_relation = {"first": 1, "last": last}
    pages_by_relation |= {"prev": page - 1} if 2 <= page <= last + 1 else {}
    pages_by_relation |= {"next": page + 1} if page < last else {}
    assert paging.links(response) == {
        relation: f"/experts?limit={limit}&page={number}"
        for relation, number in pages_by_relation.items()
    }


@many
@hypothesis.given(limit=st.integers(1, 25), odd=st.booleans())
def test_the_links_lead_to_each_expert_once(
    world: World, all_experts: list[str], limit: int, odd: bool
) -> None:
    query = f"limit={limit}&tags=odd" if odd else f"limit={limit}"
    pages = list(paging.walk_pages(world, f"/experts?{query}"))
    listed = [expert_id for page in pages for expert_id in page]
    assert listed == (all_experts[1::2] if odd else all_experts)
    assert all(len(page) == limit for page in pages[:-1])


def test_a_page_has_twenty_items_by_default(world: World, all_experts: list[str]) -> None:
    response = reading.list_experts(world)
    assert [card["id"] for card in response.data] == all_experts[:20]
    assert response.headers["link"] == (
        f'<{PUBLIC_URL}/experts?page=1>; rel="first", <{PUBLIC_URL}/experts?page=2>; rel="next", '
        f'<{PUBLIC_URL}/experts?page=2>; rel="last"'
    )


def test_an_empty_directory_has_one_empty_page(world: World) -> None:
    response = reading.list_experts(world)
    assert (response.json, paging.total(response)) == ({"data": []}, 0)
    assert set(paging.links(response)) == {"first", "last"}


def test_links_keep_the_query(world: World, all_experts: list[str]) -> None:
    query = "tags=odd&search=ada%20lov&limit=5&location=&page=2&unknown=a%26b"
    following = paging.links(world.get(f"/experts?{query}").must(200))["next"]
    assert following == "/experts?tags=odd&search=ada+lov&limit=5&page=3"


WRONG_PAGES = {
    "page=0": {"page": "too_small"},
    "page=-1": {"page": "too_small"},
    "page=1.0": {"page": "wrong_type"},
    "page=+1": {"page": "wrong_type"},
    "page=%D9%A1": {"page": "wrong_type"},
    "page=9007199254740993": {"page": "too_large"},
    "page=99999999999999999999": {"page": "wrong_type"},
    "limit=0": {"limit": "too_small"},
    "limit=101": {"limit": "too_large"},
    "limit=ten&page=x": {"limit": "wrong_type", "page": "wrong_type"},
}


@pytest.mark.parametrize("path", ["/experts", "/blogs"])
def test_invalid_pages_are_refused(world: World, path: str) -> None:
    faults = {query: world.get(f"{path}?{query}").must(422).faults for query in WRONG_PAGES}
    assert faults == WRONG_PAGES
