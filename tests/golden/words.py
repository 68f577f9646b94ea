"""The texts of the golden data and the words of its queries."""

import random
from collections.abc import Sequence

TITLES = (
    "Associate dentist",
    "Endodontist",
    "Orthodontist, clear aligners",
    "Pediatric dentist for sedation",
    "Oral surgeon",
    "Dental hygienist",
    "Practice manager",
    "Clinical advisor",
    "Periodontist and implants",
    "Root canal specialist",
    "Prosthodontist",
    "Dental director",
)
SENTENCES = (
    "Our molars wait three weeks.",
    "We open a clear aligner service and need protocols.",
    "Calm children, calm dentists.",
    "Implants by day, sedation by night.",
    "A cone-beam CT stands unused.",
    "Billing and coding are behind.",
    "Hygiene recall fell by 20 percent in 2025.",
    "Émigré doctors who speak Español are welcome.",
    "The lab down the hall makes zirconia crowns.",
    "Artificial intelligence reads our X-rays.",
    "We merge four practices into one.",
    "Infection control needs an audit.",
)
COMPANIES = ("Orchard Gate", "Larkspur", "Quarrystone", "Blue Molar", "Über Smiles", "Northwind")
KINDS_OF_COMPANY = ("Dental", "Dental Group", "Orthodontics", "Labs", "Family Dentistry")
PLACES = (
    "Austin, Texas",
    "Round Rock, TX",
    "Dallas, Texas",
    "Wheeling, West Virginia",
    "Richmond, Virginia",
    "Washington, DC",
    "Seattle, Washington",
    "New York, New York",
    "Kansas City, Missouri",
    "Wichita, Kansas",
    "Reykjavík",
    "Remote",
    "São Paulo",
)
TAGS = ("CBCT", "Clear aligners", "Mentor", "Éndo", "AI", "Sleep apnea", "DSO", "Speaker")
SKILLS = ("Root Canal", "Microscopy", "Implants", "Aligners", "Sedation", "Digital scanning")
VERTICALS = ("Dental", "Dermatology", "Vision", "Medical devices")
CATEGORIES = ("Imaging", "Hygiene", "Software", "Éducation", "Supplies")
SUBCATEGORIES = ("CBCT", "Air polishing", "Practice management", "Whitening", "Scanners")
FIRST_NAMES = ("Ada", "Bo", "Cy", "Dora", "Eli", "Éva", "Finn", "Gus", "Hana", "Ives")
LAST_NAMES = ("Lovell", "Bell", "Clam", "Ortega", "O'Brien", "Marsh", "Østby", "Quill", "Endo")
PUNCTUATION = ("!!", ",", "?", "--")


def some(draw: random.Random, choices: Sequence[str], most: int) -> list[str]:
    """Return up to `most` different items, possibly none."""
    return draw.sample(choices, draw.randint(0, most))


def company(draw: random.Random) -> str:
    return f"{draw.choice(COMPANIES)} {draw.choice(KINDS_OF_COMPANY)}"


def text(draw: random.Random, sentences: int) -> str:
    return " ".join(draw.choice(SENTENCES) for _ in range(sentences))


def search(draw: random.Random, *sources: Sequence[str]) -> str:
    """Return zero to three words, possibly truncated, misspelled or in capitals."""
    if draw.random() < 0.03:
        return draw.choice(PUNCTUATION)
    words: list[str] = []
    source = draw.choice(sources)
    source_words = draw.choice(source).split()
    if draw.random() < 0.3:  # consecutive words
        start = draw.randrange(len(source_words))
        words = source_words[start : start + 2]
    else:
        for _ in range(draw.choice((1, 1, 2, 2, 3))):
            words.append(draw.choice(draw.choice(draw.choice(sources)).split()))
    return " ".join([_written(draw, word) for word in words])


def place(draw: random.Random) -> str:
    location = draw.choice(PLACES)
    return draw.choice(
        (location, _written(draw, draw.choice(location.split())), location.upper(), location[:2])
    )


def _written(draw: random.Random, word: str) -> str:
    how = draw.random()
    if how < 0.25:
        return word[: draw.randint(1, len(word))]
    if how < 0.35 and len(word) > 5:
        at = draw.randrange(1, len(word) - 1)
        return word[:at] + word[at + 1 :]
    return word.upper() if how < 0.45 else word
