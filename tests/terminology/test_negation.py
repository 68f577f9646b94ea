"""What a text denies is left out, as people write it in profiles and advertisements."""

import time

import pytest

from bridgework.terminology import negation

PHRASES = """
no IV sedation | | sedation
No endo. | | endo
NO ENDO!! | | endo
general dentistry, no endo, perio, or pedo | general | endo perio pedo
General dentistry without IV sedation | general | sedation
I refer out all molar endo | | endo
I refer molar endo out | | endo
We refer our third molars to the surgeon and I restore implants | implants | molars
Molar endo is referred out. | | endo
Implants are referred out; I restore them with crowns. | crowns | implants
Third molars go to the oral surgeon, I do the crowns | crowns | molars
stopped placing implants in 2019 | | implants
I stopped doing endo years ago but teach perio | perio | endo
I no longer place implants | | implants
I no longer place implants, and I teach perio | perio | implants
I gave up orthodontics for prosthodontics | | orthodontics
Gave up endo. Crowns are my life. | crowns | endo
Quit doing sedation after residency | | sedation
I used to place implants | | implants
I'm used to working with rubber dam | rubber dam |
I am used to doing endo under a microscope | endo microscope |
I don't do ortho but I love clear aligners | aligners | ortho
I dont do ortho | | ortho
I do not do root canals | | root canals
I don't place implants or do sinus lifts | | implants sinus
I have never placed an implant | | implant
never done sedation | | sedation
I can't do surgical extractions | | extractions
I cannot do IV sedation | | sedation
won't do pedo | | pedo
Haven't done endo since school | | endo
I am not trained in sedation | | sedation
I'm not comfortable with molar endo | | endo
Not comfortable with pedo, happy with endo on anteriors | endo | pedo
Not interested in implants | | implants
Endo is not my thing | | endo
Ortho isn't something I offer | | ortho
Pedo is not for me | | pedo
Sedation: none. Implants: yes. | implants | none
Neither ortho nor endo | | ortho endo
neither implants nor sedation, but lots of crowns | crowns | implants sedation
zero endo | | endo
Everything except molar endo | | endo
everything but endo | | endo
All but pedo | | pedo
Full scope minus ortho | full scope | ortho
full scope dentistry excluding implants | dentistry | implants
Comfortable with extractions except third molars | extractions | third
I avoid molar endo | | endo
I stay away from... no, I moved away from ortho | | ortho
retired from implants | | implants
I would rather avoid children | | children
I do crowns rather than veneers | crowns | veneers
aligners instead of brackets | aligners | brackets
I lack experience with implants | | implants
unable to do sedation | | sedation
Hygienist (not a dentist) | hygienist | dentist
NOT a GP | | GP
Endodontist - not a general dentist | endodontist | general
Associate w/o endo | associate | endo
We need crowns, not veneers | crowns | veneers
Crowns and bridges / no implants | crowns bridges | implants
No weekends, great team, implants in house | team implants | weekends
No weekends. Implants in house. | implants | weekends
You will not do endo | | endo
You won't have to do endo; we have an endodontist. | endodontist | endo;
No sedation required | | sedation
implants not required | | implants
Endo experience is not needed | | endo
Ortho is a plus, but perio isn't necessary | ortho | perio
I leave the extractions to colleagues, and I do crowns | crowns | extractions
sedation is out of the question | | sedation
I hate endo | | endo
no implants yet | | implants
I do molar endo without referring out | endo | referring
No endo or ortho, implants and crowns | implants crowns | endo ortho
Not a fan of pedo however I treat teens with aligners | aligners | pedo
I place implants, although not in the aesthetic zone | implants | aesthetic
While I don't place implants, I restore them with crowns | crowns | place
I can't wait to place more implants | implants |
Can't get enough endo | endo |
I never tire of endo | endo |
I never stop learning about perio | perio |
I never turn down molar endo | endo |
Not only crowns: I love endo | crowns endo |
not just cleanings but perio therapy | cleanings perio |
I'm no stranger to molar endo | endo |
No shortage of implants here | implants |
No matter how hard the endo | endo |
no-prep veneers and bonding | veneers bonding |
No prep veneers | veneers |
nothing but endo | endo |
I am not afraid of third molars | third molars |
Implants without hesitation | implants |
Chair no. 4 is for implants | implants |
Knowledge of implants | implants |
Nordic school of endo | endo |
Notable cases: implants, sinus lifts | implants sinus |
A note on endo | endo |
Canal anatomy | canal anatomy |
Denotes experience in perio | perio |
Referral-based endo practice | endo |
Patients are referred to me for implants | implants |
Colleagues refer their molars to us | molars |
Refers nothing, does endo | endo |
"""
"""A phrase, the words that it states, and those that it denies."""


@pytest.mark.parametrize(
    ("phrase", "kept", "dropped"),
    [tuple(part.strip() for part in line.split("|")) for line in PHRASES.strip().splitlines()],
)
def test_what_is_denied_is_left_out(phrase: str, kept: str, dropped: str) -> None:
    said = " ".join(negation.stated(phrase)).lower()
    assert [word for word in kept.lower().split() if word not in said] == []
    assert [word for word in dropped.lower().split() if word in said.split()] == []


def test_a_text_without_a_denial_stays_as_it_is() -> None:
    text = "I place implants.\n\nI teach (mostly) perio; and endo, too - with joy!"
    assert negation.stated(text) == [text]


def test_other_sentences_stay() -> None:
    text = "I teach perio. I do not place implants. I love endo."
    assert negation.stated(text) == ["I teach perio.", "I do", "I love endo."]


def test_the_longest_texts_are_read_at_once() -> None:
    began = time.process_time()
    for phrase in ("I refer ", "all of it, and more ", "not endo, ", "leave it ", "don" * 9):
        negation.stated(phrase * (5_000 // len(phrase)))
    assert time.process_time() - began < 2
