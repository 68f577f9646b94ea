"""Leaves out what a text denies, so that only what it states is read.

    stated("I place implants, but I refer out all molar endo.")    # ["I place implants,"]
    stated("General dentistry without IV sedation")                # ["General dentistry"]
    stated("Not only crowns: I love endo.")                        # the whole text

A denial reaches to the end of its clause, and over the further items of a list that "or" ends. What
says it after the fact ("implants are referred out") denies the whole clause.
"""

import re
from collections.abc import Iterator, Sequence

_SENTENCE_ENDS = re.compile(r"(?<=[.!?;•])\s+|\n+")
_CLAUSE_ENDS = re.compile(
    r"(?<=[,:)])\s+|\s+[-–—]\s+|\s*(?=\()|(?<=\w)\s*/\s*(?=no\b)"
    r"|(?<!\ball)(?<!thing)\s+(?=(?:but|although|though|however|while|whereas|yet)\b)"
    r"|\s+(?=and (?:i|we|my|our|am|can|will|do|love|enjoy|have|with|also|still|happily)\b)",
    re.IGNORECASE,
)
_NO_DENIAL = re.compile(
    r"\bnot (?:only|just|merely|simply|afraid|shy|uncommon|to mention|least)\b"
    r"|\bno (?:stranger|problem|doubt|shortage|less|fewer|matter|limit|wonder)\b"
    r"|\b(?:can['’]?t|cannot|could(?:n['’]t| not)) (?:wait|imagine|live|get enough|recommend)\b"
    r"|\b(?:never|not) (?:tire|tired|stop|stopped|miss|missed|bored|grow tired|turn down)\b"
    r"|\bnothing but\b|\bwhy not\b|\bif not\b|\bwhether or not\b"
    r"|\bwithout (?:hesitation|fail|doubt)\b|\brefer\w* (?:[\w']+ ){0,3}to (?:me|us)\b"
    r"|\bno[- ](?:prep|show|shows)\b|\bno\.? ?\d",
    re.IGNORECASE,
)
"""What has the words of a denial and denies nothing."""
_WHOLE_CLAUSE = re.compile(
    r"\brefer(?:s|red|ring)?\b[^.]{0,60}?\bout\b|\b(?:i|we|always|usually|then|would|will) refer\b"
    r"|\b(?:is|are|get|gets|was|were|being) (?:all |always |usually )?"
    r"(?:referred|sent out|handled by)\b"
    r"|\b(?:is|are|was|were|be) not\b|\b(?:is|are|was|were)n['’]t\b"
    r"|\bnot (?:for me|my thing|my cup|included|offered|needed|required|necessary|provided"
    r"|part of)\b"
    r"|\bout of the question\b|\bleave (?:it|them|that|those|these|.{1,60}) to\b"
    r"|\bgo(?:es)? (?:out )?to (?:a|an|the) "
    r"(?:specialist|endodontist|periodontist|orthodontist|(?:oral )?surgeon|colleague)",
    re.IGNORECASE,
)
"""What denies its whole clause, also what stands before it."""
_FROM_HERE = re.compile(
    r"\b(?:no|no longer|not|none|never|neither|nor|zero|without|w/o|minus|cannot|cant|dont|wont)\b"
    r"|\b\w+n['’]t\b|\bstopped \w+ing\b|\b(?:quit|gave up|given up|giving up)\b"
    r"|\bretired from\b|\bmoved away from\b|\bstay(?:ed|ing)? away from\b"
    r"|\bun(?:able|willing) to\b|\bavoid(?:s|ed|ing)?\b|\bexcept\b|\bexcluding\b"
    r"|\b(?:other|rather) than\b|\binstead of\b|\b(?:everything|anything|all) but\b"
    r"|\bhates?\b|\bdislikes?\b|\black(?:s|ing)?\b"
    r"|\bused(?<!am used)(?<!are used)(?<!is used)(?<!be used)(?<!get used)(?<!['’]m used)"
    r"(?<!['’]re used) to (?!\w+ing\b)",
    re.IGNORECASE,
)
"""What denies the words after it."""
_LETTERS = re.compile(r"[^\W\d_]")
_CONTINUES = re.compile(r"\s*(?:or|nor)\b", re.IGNORECASE)
_MOST_WORDS_OF_AN_ITEM = 4


def stated(text: str) -> Sequence[str]:
    """Return the parts of a text that deny nothing, in order."""
    if not _is_denial(text):
        return [text]
    return [part for part in _parts(text) if _LETTERS.search(part)]


def _parts(text: str) -> Iterator[str]:
    for sentence in _SENTENCE_ENDS.split(text):
        if not _is_denial(sentence):
            yield sentence
            continue
        clauses = _CLAUSE_ENDS.split(sentence)
        denied_until = 0
        for at, clause in enumerate(clauses):
            if at < denied_until:
                continue
            masked = _mask(clause)
            found = _FROM_HERE.search(masked)
            whole = _WHOLE_CLAUSE.search(masked)
            if found or whole:
                denied_until = _end_of_list(clauses, at + 1)
            if found and (whole is None or found.start() < whole.start()):
                yield clause[: found.start()].rstrip()
            elif whole is None:
                yield clause


def _end_of_list(clauses: Sequence[str], start: int) -> int:
    """Return where a list of short items ends whose last one begins with "or"; else the start."""
    for at in range(start, len(clauses)):
        if _CONTINUES.match(clauses[at]):
            return at + 1
        if len(clauses[at].split()) > _MOST_WORDS_OF_AN_ITEM:
            break
    return start


def _is_denial(text: str) -> bool:
    masked = _mask(text)
    return bool(_FROM_HERE.search(masked) or _WHOLE_CLAUSE.search(masked))


def _mask(text: str) -> str:
    """Replace what denies nothing by spaces, so that all positions stay."""
    return _NO_DENIAL.sub(lambda found: " " * len(found[0]), text)
