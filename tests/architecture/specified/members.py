"""The notation for the limits of the specification."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Member:
    """The limits of a member in the specification; None or empty if it has none."""

    kind: str = "string"
    least: int | None = None
    most: int | None = None
    """The maximum length of a text, value of a number, or number of items."""
    form: str = ""
    """`email`, `uri`, `uri-or-empty`, `a letter`, `six digits`, `digits`, `plus and digits`,
    `slug`.
    """
    values: tuple[str, ...] = ()
    default: str | bool | None = None
    items: "Member | None" = None
    """The items of an array, or the values of an object with arbitrary names."""
    either: tuple["Member", ...] = ()
    """The branches of a union."""
    of: str = ""
    """The name of the schema of an object."""
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
    """An array; without a maximum in the specification, at most 1,000 items."""
    return Member("array", least, most, items=items)


def items_of(shape: str) -> Member:
    """A nullable list of objects."""
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
SIX_SPACED_DIGITS = text(form="six spaced digits")
JOBS_ROLE = one_of("candidate", "recruiter", "clinic_owner")
VENDORS_ROLE = one_of("vendor", "ambassador")
AVATAR_URL = text(most=2048, form="uri-or-empty")
"""The length is ours: the specification has none, and every list contains the text."""
ADDRESS = text(most=2048, form="uri")
"""This length is ours too."""
