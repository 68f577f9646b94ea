"""Jobs are found by the words of people who look for work, whatever the words of the posting."""

from urllib.parse import urlencode

import pytest

from tests.areas.jobs import board
from tests.world import World

POSTINGS = {
    "traveling": {
        "roleNeeded": "Traveling OS for 3rds & IV sed",
        "companyName": "Lone Star Smiles",
        "challenge": "Cases wait. We have the endorsement of two schools.",
        "location": "Plano, TX",
    },
    "hygienist": {
        "roleNeeded": "RDH needed ASAP!!",
        "companyName": "Harbor Kids Dental",
        "challenge": "Two columns, no weekends.",
        "location": "Brooklyn, NY",
    },
    "endo": {
        "roleNeeded": "Endodontist, 1-2 days/wk",
        "companyName": "Lakeside Specialists",
        "challenge": "Molars go out of the house.",
        "location": "Naperville, Illinois",
    },
    "manager": {
        "roleNeeded": "OM for a two doctor office",
        "companyName": "Fraser Family Dental",
        "challenge": "Our manager retires.",
        "location": "Burnaby, BC",
    },
}
SEARCHES = [
    ({"search": "oral surgeon"}, {"traveling"}),
    ({"search": "hygienist"}, {"hygienist"}),
    ({"search": "hygenist"}, {"hygienist"}),
    ({"search": "RDH brooklyn"}, {"hygienist"}),
    ({"search": "endo"}, {"endo"}),
    ({"search": "endodontist chicago"}, set()),
    ({"search": "endodontist illinois"}, {"endo"}),
    ({"search": "office manager"}, {"manager"}),
    ({"search": "texas"}, {"traveling"}),
    ({"search": "oral surgeon DFW"}, {"traveling"}),
    ({"search": "NYC"}, {"hygienist"}),
    ({"search": "smiles"}, {"traveling"}),
    ({"location": "NYC"}, {"hygienist"}),
    ({"location": "Chicagoland"}, {"endo"}),
    ({"location": "TX"}, {"traveling"}),
    ({"location": "Canada"}, {"manager"}),
    ({"location": "British Columbia"}, {"manager"}),
    ({"location": "GTA"}, set()),
    ({"search": "hygienist", "location": "Texas"}, set()),
]


def test_jobs_are_found_by_title_and_place(world: World) -> None:
    people = board.sign_up_all(world)
    names = {
        board.post_required(world, people, **posting): name for name, posting in POSTINGS.items()
    }
    found = {
        str(query): {
            names[job] for job in board.list_ids(world, people.cyrus, f"/jobs?{urlencode(query)}")
        }
        for query, _ in SEARCHES
    }
    assert found == {str(query): expected for query, expected in SEARCHES}


@pytest.mark.parametrize("search", ["hygenist", "NYC", "oral surgeon DFW"])
def test_a_saved_search_finds_what_the_list_finds(world: World, search: str) -> None:
    people = board.sign_up_all(world)
    query = {"search": search}
    saved = {"name": "Mine", "kind": "jobs", "query": query, "frequency": "daily"}
    created = world.post("/searches", saved, as_=people.cyrus).must(201).data
    for posting in POSTINGS.values():
        board.post_required(world, people, **posting)
    listed = board.list_ids(world, people.cyrus, f"/jobs?{urlencode(query)}")
    results = world.get(f"/searches/{created['id']}/results", as_=people.cyrus).must(200).data
    assert [item["id"] for item in results["items"]] == listed
    assert len(listed) == 1
