"""The evidence of matches quotes the profile, without words that state nothing."""

from typing import Any

from tests import make
from tests.areas.roles import desk
from tests.world import World

Lines = dict[str, dict[str, Any]]


def lines(world: World, posting: dict[str, Any], *profiles: dict[str, Any]) -> list[Lines]:
    """Return the criteria by name of each expert's match with a role, as its owner sees them."""
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people, **{"tags": [], "location": "", **posting})
    matching = {"title": "Speaker", "engagement_type": "advisory"}
    experts = [make.expert(world, "Gil One", **{**matching, **profile}) for profile in profiles]
    matches = world.get(f"/roles/{role}/matches", as_=people.ben).must(200).data["items"]
    criteria = {match["subject"]["id"]: match["criteria"] for match in matches}
    return [{line["name"]: line for line in criteria[expert]} for expert in experts]


def needs(world: World, text: str, *bios: str, **posting: Any) -> list[tuple[str, str]]:
    """Return the evidence and the outcome for a need of experts with these bios."""
    stated = {"roleNeeded": "-", "challenge": text, **posting}
    found = [line["need"] for line in lines(world, stated, *({"bio": bio} for bio in bios))]
    return [(line["evidence"], line["outcome"]) for line in found]


def test_a_synonym_is_quoted_beside_the_words_of_the_posting(world: World) -> None:
    posting = {
        "roleNeeded": "Orthodontist as clinical advisor",
        "challenge": "Remote monitoring of clear aligner patients.",
    }
    bio = "Key opinion leader on teledentistry and Invisalign."
    (found,) = lines(world, posting, {"specialty": ["Orthodontics"], "bio": bio, "title": "KOL"})
    assert found["specialty"]["evidence"] == "specialty: Orthodontics (orthodontist)."
    assert found["need"]["evidence"] == (
        "bio: Key opinion leader on teledentistry and Invisalign (clinical advisor); "
        "bio: teledentistry (remote monitoring); bio: Invisalign (clear aligner)."
    )


def test_the_specialty_of_a_tag_is_shown_as_the_tag_says(world: World) -> None:
    posting = {"roleNeeded": "-", "challenge": "-", "tags": ["Recall", "Pedo"]}
    (found,) = lines(world, posting, {"specialty": ["Pediatric dentistry"]})
    assert found["specialty"]["evidence"] == "specialty: Pediatric dentistry (pedo)."


def test_names_and_abbreviations_keep_their_capitals(world: World) -> None:
    text = "Invisalign reviews. CBCT scans. Recall in Spanish."
    bios = ("Aligners, cone beam, recall, Spanish, scans", "In Spanish")
    all_found = "bio: Aligners (Invisalign); bio: cone beam (CBCT); bio: scans; bio: recall"
    assert needs(world, text, *bios) == [
        (f"{all_found}; bio: Spanish.", "met"),
        ("bio: In Spanish. Not found: Invisalign, CBCT, scans, recall.", "partly"),
    ]


def test_words_that_state_nothing_neither_count_nor_show(world: World) -> None:
    text = "We build six of these with somebody a dentist trusts, and rebuild recall and billing."
    bio = "A dentist builds, rebuilds and trusts somebody; six dentists trusted me."
    assert needs(world, text, "Recall.", bio) == [
        ("bio: Recall.", "met"),
        ("Not found: recall.", "not_met"),
    ]


def test_words_that_are_no_topic_are_neither_counted_nor_missing(world: World) -> None:
    text = (
        "Two of our offices refer every molar. We look for recall with a microscope habit, "
        "who teaches the associates, and is happy with two full columns."
    )
    bio = "Columns of molars: I refer, I teach associates, and I have a habit."
    assert needs(world, text, "Recall.", bio) == [
        ("bio: Recall.", "met"),
        ("Not found: microscope, recall.", "not_met"),
    ]


def test_a_posting_of_words_that_state_nothing_has_no_need(world: World) -> None:
    posting = {"roleNeeded": "Somebody great", "challenge": "We build things with nice people."}
    (found,) = lines(world, posting, {"bio": "Somebody great who builds things."})
    assert "need" not in found


def test_singular_and_plural_are_shown_once(world: World) -> None:
    text = "Scans, glasses and a child. One scan, one glass, many children."
    (found,) = needs(world, text, "I scan the glass of children.")
    assert found == (
        "bio: I scan the glass of children; bio: glass; bio: children.",
        "met",
    )


def test_a_word_of_a_found_phrase_is_not_shown_again(world: World) -> None:
    text = "Surgery with a protocol: guided surgery, and lectures on the surgery."
    (found,) = needs(world, text, "Guided surgery, surgery, a protocol and lectures.")
    assert found == (
        "bio: Guided surgery; bio: a protocol and lectures; bio: lectures.",
        "met",
    )


def test_the_location_counts_as_the_place_only(world: World) -> None:
    text = "Recall and billing in Round Rock."
    (found,) = needs(world, text, "Round Rock", location="Round Rock, Texas")
    assert found == ("Not found: recall.", "not_met")


def test_synonyms_among_the_tags_are_one_skill(world: World) -> None:
    posting = {"tags": ["CBCT", "Cone beam CT", "Braces", "Recall", "recalls"]}
    (found,) = lines(world, posting, {"tags": ["cone beam", "recalls"]})
    assert found["skills"]["evidence"] == (
        "tags: cone beam (CBCT); tags: recalls. Not found: Braces."
    )


def quotes(line: dict[str, Any]) -> list[tuple[str, str]]:
    return [(found["member"], found["quote"]) for found in line["found"]]


def test_a_tag_is_found_in_the_clause_of_the_bio_that_states_it(world: World) -> None:
    bio = "I run a practice. One day a week I teach at the dental school, mostly by asking why."
    (found,) = lines(world, {"tags": ["Teaching"]}, {"bio": bio})
    assert found["skills"]["evidence"] == "bio: One day a week I teach at the dental school."
    assert quotes(found["skills"]) == [("bio", "One day a week I teach at the dental school")]


def test_a_licence_for_the_state_is_quoted_as_such(world: World) -> None:
    profile = {
        "location": "Boston, Massachusetts",
        "licenses": [{"license_number": "IL-1", "licensed_state": "Illinois"}],
    }
    (found,) = lines(world, {"location": "Chicago, Illinois"}, profile)
    assert found["place"]["evidence"] == "In part: licence: Illinois (Chicago, Illinois)."
    assert quotes(found["place"]) == [("licenses", "Illinois")]
    assert found["place"]["missing"] == []


FULL_PROFILE: dict[str, Any] = {
    "specialty": ["Periodontics"],
    "secondary_specialties": ["Dentofacial Orthopedics"],
    "availability": "A few hours",
    "availability_date": "in a month",
    "skills": [{"category": "Imaging", "items": ["Cone beam scans"]}],
    "systems_experience": ["Dentrix Ascend"],
    "tags": ["braces"],
    "outcomes": [{"title": "Recall", "metric": "up by 9 %", "description": "-"}],
    "background": [
        {
            "role": "Lead",
            "description": "Claims management",
            "company": "Lead Dental",
            "start_year": 2019,
            "end_year": None,
            "currently_working": True,
        }
    ],
    "bio": "I sedate children: IV sedation.",
}


def test_each_member_is_quoted_by_its_name(world: World) -> None:
    posting = {
        "hoursPerWeek": "10 hours",
        "timeline": "Within 3 months",
        "workingPreference": "Advisory",
        "tags": ["CBCT", "Dentrix", "Braces", "Recall", "Billing", "Sedation"],
    }
    (found,) = lines(world, posting, FULL_PROFILE)
    assert quotes(found["specialty"]) == [("secondarySpecialties", "Dentofacial Orthopedics")]
    assert quotes(found["time"]) == [
        ("availability", "A few hours"),
        ("availabilityDate", "in a month"),
    ]
    assert quotes(found["engagement"]) == [("engagementType", "advisory")]
    assert quotes(found["skills"]) == [
        ("skills", "Cone beam scans"),
        ("systemsExperience", "Dentrix Ascend"),
        ("tags", "braces"),
        ("outcomes", "Recall"),
        ("background", "Claims management"),
    ]
    assert found["skills"]["evidence"].endswith(
        "background: Claims management (Billing) and 1 more."
    )


def test_a_long_clause_is_quoted_around_the_words(world: World) -> None:
    bio = f"{'On many a long and winding day ' * 5}I teach {'students of every age and kind ' * 5}"
    (found,) = lines(world, {"tags": ["Teaching"]}, {"bio": bio})
    [(member, quote)] = quotes(found["skills"])
    assert member == "bio"
    assert "I teach" in quote
    assert 100 < len(quote) <= 120


def test_a_quote_contains_no_contact(world: World) -> None:
    contacts = ("gil@example.com", "512-555-0164", "https://gil.example.com", "www.gil.example")
    bios = [f"I like to be asked by {contact} for teaching" for contact in contacts]
    for found in lines(world, {"tags": ["Teaching"]}, *({"bio": bio} for bio in bios)):
        assert quotes(found["skills"]) == [("bio", "teaching")]


def test_the_same_words_are_the_reason_for_one_share_of_points(world: World) -> None:
    posting = {
        "roleNeeded": "Orthodontist",
        "challenge": "An orthodontist for clear aligners, for orthodontics and for CBCT scans.",
        "tags": ["Clear aligners", "Invisalign", "Orthodontics"],
    }
    profile = {
        "title": "Orthodontist",
        "specialty": ["Orthodontics"],
        "bio": "Orthodontics by clear aligners, and CBCT scans.",
    }
    (found,) = lines(world, posting, profile)
    assert quotes(found["specialty"]) == [("specialty", "Orthodontics")]
    assert quotes(found["skills"]) == [("bio", "Orthodontics by clear aligners")]
    assert quotes(found["need"])[0] == ("bio", "and CBCT scans")
    every = [quote for line in found.values() for quote in quotes(line)]
    assert len(every) == len(set(every))


def test_a_narrower_term_counts_for_the_narrowest_that_asks_for_it(world: World) -> None:
    posting = {"tags": ["Endodontics", "Molar endodontics"]}
    molar, retreatment = lines(world, posting, {"tags": ["molar endo"]}, {"tags": ["retreatment"]})
    assert molar["skills"]["missing"] == ["Endodontics"]
    assert retreatment["skills"]["missing"] == ["Molar endodontics"]


def test_a_match_lists_its_must_haves(world: World) -> None:
    people = desk.sign_up_all(world)
    on_site = {"workingPreference": "On site", "location": "Chicago, Illinois"}
    role = desk.post_active(world, people, **on_site)
    make.expert(world, "Gil One", tags=["CBCT"], specialty=["Endodontics"], title="Endodontist")
    matches = world.get(f"/roles/{role}/matches", as_=people.ben).must(200).data["items"]
    must_haves = {match["subject"]["firstName"]: match["mustHaves"] for match in matches}
    assert must_haves["Ada"] == [
        {"name": "specialty", "met": True},
        {"name": "place", "met": False},
    ]
    assert must_haves["Gil"] == [
        {"name": "specialty", "met": False},
        {"name": "place", "met": None},
    ]


def test_what_the_specialty_finds_is_missing_nowhere_else(world: World) -> None:
    posting = {
        "roleNeeded": "Practice management consultant",
        "challenge": "Practice management and billing fell behind.",
        "workingPreference": "Part-time",
        "hoursPerWeek": "16",
        "tags": ["Practice management", "Billing"],
    }
    profile = {
        "title": "General dentist",
        "engagement_type": "part-time",
        "tags": ["Practice management"],
        "availability": "within 1 month",
    }
    (found,) = lines(world, posting, profile)
    assert found["specialty"]["evidence"] == "In part: tags: Practice management."
    assert found["skills"]["missing"] == ["Billing"]
    assert "need" not in found
    assert found["engagement"]["outcome"] == "met"
    assert (found["time"]["outcome"], found["time"]["missing"]) == ("met", [])


def test_the_name_of_an_employer_is_not_what_a_person_does(world: World) -> None:
    posting = {"roleNeeded": "Endodontist", "tags": ["Microscope", "CBCT"]}
    profiles = [
        {"title": title, "tags": ["CBCT"]}
        for title in (
            "Dentist at Larkmere Endodontics & Microsurgery",
            "General dentist, Larkmere Endodontics & Microsurgery",
        )
    ]
    for found in lines(world, posting, *profiles):
        assert found["specialty"]["outcome"] == "not_met"
        assert found["skills"]["missing"] == ["Microscope"]


def test_a_specialty_in_any_part_of_a_title_counts(world: World) -> None:
    posting = {"roleNeeded": "Endodontist", "tags": ["CBCT"]}
    titles = ("Partner, endodontist", "Dentist, Endodontics", "Lead dentist, endodontics")
    general = {"tags": ["CBCT"], "specialty": ["General dentistry"]}
    profiles = [{"title": title, **general} for title in titles]
    for found in lines(world, posting, *profiles):
        assert found["specialty"]["outcome"] == "met"


def test_free_time_is_not_what_a_person_does_at_work(world: World) -> None:
    bio = "I keep a recall list. On weekends I climb slowly and photograph birds."
    (found,) = needs(world, "Photographs, recall and lectures.", bio)
    assert found == ("bio: I keep a recall list. Not found: photographs, lectures.", "partly")


def test_a_tool_is_not_what_it_is_used_for(world: World) -> None:
    posting = {"tags": ["Digital treatment planning"]}
    scanner, planner = lines(
        world,
        posting,
        {"systems_experience": ["Intraoral scanner"]},
        {"skills": [{"category": "Planning", "items": ["Digital treatment planning"]}]},
    )
    assert scanner["skills"]["outcome"] == "not_met"
    assert planner["skills"]["outcome"] == "met"
