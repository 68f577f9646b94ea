"""Every operation that a member may call is used by a screen of the site."""

import re
from collections.abc import Mapping

from bridgework import routes
from tests.architecture.sources import PACKAGE

SITE = PACKAGE / "web" / "site"
OTHERWISE: Mapping[str, str] = {
    "getFeedComment": "the comments of a post are shown with it",
    "acceptAdminInvitation": "the page of the invitation",
    "adminLogin": "the console",
    "completeSecondFactor": "the console",
    "blogFeed": "a feed reader",
    "calendarFeed": "a calendar",
    "getFile": "the address of a picture or a download",
    "getWelcome": "a browser at the first page of the API",
    "putUpload": "the address of an upload ticket",
    "replyByLink": "a link in an e-mail",
    "unsubscribe": "a link in an e-mail",
    "suggestPlaces": "the field of a place, which the console has too",
    "replaceClinicProfile": "`updateClinicProfile` changes single members",
}
"""What uses the operations that no screen calls."""
_NOT_OF_MEMBERS = ("Member site", "System")
_CONSTANT = re.compile(r'const (\w+) =\s+operation\(\s*"(\w+)"')


def _own_operations() -> set[str]:
    """Return the operations that are neither pages nor of administrators or partners."""
    return {
        operation.operation_id
        for operation in routes.operations()
        if not operation.operation_id.endswith(("Page", "Redirect"))
        and operation.tag.name not in _NOT_OF_MEMBERS
        and not operation.who.name.startswith(("admin", "partner"))
    }


def test_every_operation_is_used_by_a_screen() -> None:
    sources = {file: file.read_text("utf-8") for file in SITE.rglob("*.js")}
    quoted = set(re.findall(r'"(\w+)"', "".join(sources.values())))
    unused = _own_operations() - quoted
    assert unused == OTHERWISE.keys() & _own_operations()


def test_every_function_of_an_operation_is_imported() -> None:
    sources = {file: file.read_text("utf-8") for file in SITE.rglob("*.js")}
    for file, source in sources.items():
        for constant, _ in _CONSTANT.findall(source):
            users = [
                other for other, text in sources.items() if re.search(rf"\b{constant}\b", text)
            ]
            uses = len(re.findall(rf"\b{constant}\b", source))
            assert len(users) > 1 or uses > 1, f"{constant} of {file.name} is never called"
