"""The words in which the specification's limits are written down here."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Member:
    """What the specification says of one member; what it leaves unsaid is None or empty."""

    kind: str = "string"
    least: int | None = None
    most: int | None = None
    """Of a text's length, of a number, or of the items of an array."""
    form: str = ""
    """`email`, `uri`, `uri-or-empty`, `a letter`, `six digits`, `digits`, `plus and digits`,
    `slug`."""
    values: tuple[str, ...] = ()
    default: str | bool | None = None
    items: "Member | None" = None
    """What an array holds, or the values of an object whose names are the client's own."""
    either: tuple["Member", ...] = ()
    """The branches of what may be one thing or another."""
    of: str = ""
    """The name of an object's shape."""
    nullable: bool = False
    required: bool = False


def text(least: int | None = None, most: int | None = None, form: str = "") -> Member:
    return Member(least=least, most=most, form=form)


def number(least: int, most: int) -> Member:
    return Member("integer", least, most)


def amount(least: int, most: int) -> Member:
    return Member("number", least, most)


def one_of(*values: str, default: str | None = None) -> Member:
    return Member(values=values, default=default)


def array(items: Member, least: int | None = None, most: int = 1000) -> Member:
    """An array; one without a maximum in the specification holds at most 1,000 items."""
    return Member("array", least, most, items=items)


def items_of(shape: str) -> Member:
    """A list of such objects, or null."""
    return nullable(array(Member("object", of=shape)))


def either(*branches: Member) -> Member:
    return Member("object", either=branches)


def nullable(member: Member) -> Member:
    return replace(member, nullable=True)


def all_nullable(**members: Member) -> dict[str, Member]:
    return {name: nullable(member) for name, member in members.items()}


def required(**members: Member) -> dict[str, Member]:
    return {name: replace(member, required=True) for name, member in members.items()}


EMAIL = text(most=254, form="email")
NAME = text(1, 100, form="a letter")
SIX_DIGITS = text(form="six digits")
JOBS_ROLE = one_of("candidate", "recruiter", "clinic_owner")
VENDORS_ROLE = one_of("vendor", "ambassador")
AVATAR_URL = text(most=2048, form="uri-or-empty")
"""The length is our own: the specification names none, and the text goes out with every list."""
ADDRESS = text(most=2048, form="uri")
"""The length is our own here too."""
