"""The evidence of matches: in the words of the posting, without words that state nothing."""

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


def test_a_synonym_is_shown_in_the_words_of_the_posting(world: World) -> None:
    posting = {
        "roleNeeded": "Orthodontist as clinical advisor",
        "challenge": "Remote monitoring of clear aligner patients.",
    }
    bio = "Key opinion leader on teledentistry and Invisalign."
    (found,) = lines(world, posting, {"specialty": ["Orthodontics"], "bio": bio, "title": "KOL"})
    assert found["specialty"]["evidence"] == "Found: orthodontist or clinical advisor."
    assert found["need"]["evidence"] == "Found: clinical advisor, remote monitoring, clear aligner."


def test_the_specialty_of_a_tag_is_shown_as_the_tag_says(world: World) -> None:
    posting = {"roleNeeded": "-", "challenge": "-", "tags": ["Recall", "Pedo"]}
    (found,) = lines(world, posting, {"specialty": ["Pediatric dentistry"]})
    assert found["specialty"]["evidence"] == "Found: pedo."


def test_names_and_abbreviations_keep_their_capitals(world: World) -> None:
    text = "Invisalign reviews. CBCT scans. Recall in Peoria."
    bios = ("Aligners, cone beam, recall, Peoria, scans", "From Peoria")
    assert needs(world, text, *bios) == [
        ("Found: Invisalign, CBCT, scans, recall, Peoria.", "met"),
        ("Found: Peoria. Not found: Invisalign, CBCT, reviews, scans, recall.", "partly"),
    ]


def test_words_that_state_nothing_neither_count_nor_show(world: World) -> None:
    text = "We build six of these with somebody a dentist trusts, and rebuild recall and billing."
    bio = "A dentist builds, rebuilds and trusts somebody; six dentists trusted me."
    assert needs(world, text, "Recall.", bio) == [
        ("Found: recall.", "met"),
        ("Not found: billing, recall.", "not_met"),
    ]


def test_a_posting_of_words_that_state_nothing_has_no_need(world: World) -> None:
    posting = {"roleNeeded": "Somebody great", "challenge": "We build things with nice people."}
    (found,) = lines(world, posting, {"bio": "Somebody great who builds things."})
    assert "need" not in found


def test_singular_and_plural_are_shown_once(world: World) -> None:
    text = "Reviews, glasses and a child. One review, one glass, many children."
    (found,) = needs(world, text, "I review the glass of children.")
    assert found == ("Found: reviews, glasses, child.", "met")


def test_a_word_of_a_found_phrase_is_not_shown_again(world: World) -> None:
    text = "Surgery with a guide: guided surgery, and planning of the surgery."
    (found,) = needs(world, text, "Guided surgery, surgery, a guide and planning.")
    assert found == ("Found: guided surgery, guide, planning.", "met")


def test_the_location_counts_as_the_place_only(world: World) -> None:
    text = "Recall and billing in Round Rock."
    (found,) = needs(world, text, "Round Rock", location="Round Rock, Texas")
    assert found == ("Not found: billing, recall.", "not_met")


def test_synonyms_among_the_tags_are_one_skill(world: World) -> None:
    posting = {"tags": ["CBCT", "Cone beam CT", "Braces", "Recall", "recalls"]}
    (found,) = lines(world, posting, {"tags": ["cone beam", "recalls"]})
    assert found["skills"]["evidence"] == "Found: CBCT, Recall. Not found: Braces."
