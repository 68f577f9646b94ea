"""Demands for protected characteristics are found, as people write them in advertisements."""

import time

import pytest

from bridgework.terminology import protected

DEMANDS = """
no veterans, nobody pregnant | veteran pregnancy
Female hygienist preferred | sex
Looking for a young and energetic dental assistant | age
must be under 35 | age
Nobody over 40 | age
Native English speaker | origin
Christian dentist wanted | religion
No kids at home | family
We need a man for the front desk | sex
no foreign accents please | origin
Hygienist, women only | sex
Must be able-bodied | disability
no one with small children | family
Ideally a married lady | family
must not be pregnant or planning a family | pregnancy
Age limit 45 | age
Seeking Hispanic female front desk | sex origin
LADIES ONLY!! | sex
25-30 years old | age
No single moms | family
Not disabled | disability
Muslims need not apply | religion
gay people need not apply | orientation
we prefer a mature woman | age
white dentist only | origin
no military | veteran
US citizens only | origin
Young dentist for a growing team | age
RDH, must be childless | family
no wheelchairs | disability
Young lady for front desk | age sex
Girl for the front desk, 3 days a week | sex
Nice lady to answer phones and greet | sex
seeking a gal who knows Dentrix | sex
"""
NO_DEMANDS = """
We treat pregnant patients and veterans
Pediatric dentist for young children
Family practice, single doctor office
You must be 18 years of age or older
Equal opportunity employer: age, sex, religion. Veterans welcome
Veterans Affairs hospital experience
A women's health clinic
Spanish speaking assistant
The practice has mature patients
Mature practice with associate
No military experience required
Single-tooth implants
Geriatric dentistry for elderly patients
We see no children under 3
White fillings and black triangles
Lady of the Lake Dental
Able to man the front desk
Maternity leave cover
Christian Brothers Dental seeks hygienist
See 40 patients a week, under 12 a day
a healthy work-life balance
Mother and daughter own the practice
Work with seniors in nursing homes
no health insurance
Indian Health Service clinic
Young practice that grows
Experienced with special needs and disabled patients
Women in dentistry study club
Medical conditions are reviewed before treatment
Anyone is welcome, young or old
"""


@pytest.mark.parametrize("line", DEMANDS.strip().splitlines())
def test_a_demand_is_found(line: str) -> None:
    text, _, expected = line.partition("|")
    found = {demand.characteristic for demand in protected.demands(text)}
    assert found == set(expected.split())


@pytest.mark.parametrize("text", NO_DEMANDS.strip().splitlines())
def test_what_describes_patients_or_the_practice_is_no_demand(text: str) -> None:
    assert [*protected.demands(text)] == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Female hygienist preferred", "hygienist preferred"),
        ("Orthodontist, no veterans, for aligners", "Orthodontist, no , for aligners"),
        ("female", ""),
        ("We treat pregnant patients", "We treat pregnant patients"),
    ],
)
def test_the_words_of_a_demand_are_left_out(text: str, left: str) -> None:
    assert " ".join(protected.without_demands(text).split()) == left


def test_the_longest_texts_are_read_at_once() -> None:
    began = time.process_time()
    for phrase in ("young ", "no veterans ", "must be a ", "female and kind and "):
        list(protected.demands(phrase * (5_000 // len(phrase))))
    assert time.process_time() - began < 1
