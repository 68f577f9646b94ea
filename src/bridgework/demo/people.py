"""The named people of the demo, one for each kind of account."""

from datetime import date

from bridgework.demo.data import Record, read, resolve

# Published on purpose: the demo holds no personal data, and production refuses to load it.
PASSWORD = "bridgework-demo"  # noqa: S105
MASTER_PASSWORD = "bridgework-demo-master"  # noqa: S105

ADA = "ada.expert@example.com"
BEN = "ben.client@example.com"
CARLA = "carla.clinic@example.com"
CYRUS = "cyrus.candidate@example.com"
VERA = "vera.vendor@example.com"
OMAR = "omar.ambassador@example.com"
ROOT = "root.admin@example.com"
MALLORY = "mallory.new@example.com"

NAMED = (ADA, BEN, CARLA, CYRUS, VERA, OMAR, ROOT, MALLORY)
"""The accounts that the guides and the page of the documentation use."""


def people(today: date) -> dict[str, Record]:
    """Return the eight named people by short name, with dates relative to `today`."""
    records = resolve(read("people")["people"], today)
    return {person["email"].partition(".")[0]: person for person in records}
