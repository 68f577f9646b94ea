"""What the tests of the clients need from the server's side, also as a command for Node.

python -m tests.clients.server_side FOLDER URL code ADDRESS       the newest code for an address
python -m tests.clients.server_side FOLDER URL expire TOKEN       the token, as if issued yesterday
"""

import email
import re
import sys
import time
from datetime import UTC, datetime, timedelta
from email import policy
from email.message import EmailMessage
from pathlib import Path

from bridgework import app
from bridgework.kit.core import SystemClock
from bridgework.kit.security import AccessTokens
from tests import world

_SECONDS = 10.0
_CODE = re.compile(r"^\d{6}$", re.MULTILINE)


class Yesterday:
    """A clock that is a day late."""

    def now(self) -> datetime:
        return datetime.now(UTC) - timedelta(days=1)

    def monotonic(self) -> float:
        return time.monotonic()


def newest_code(folder: Path, address: str) -> str:
    """Wait for an e-mail with a code to an address, in the mail folder; return the code."""
    deadline = time.monotonic() + _SECONDS
    while time.monotonic() < deadline:
        for file in sorted((folder / "mail").glob("*.eml"), reverse=True):
            message = email.message_from_bytes(file.read_bytes(), policy=policy.default)
            found = _CODE.search(_text_of(message)) if message["to"] == address else None
            if found:
                return found[0]
        time.sleep(0.02)
    raise TimeoutError(f"no e-mail with a code to {address}")


def _text_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    return "" if body is None else str(body.get_content())


def expire(folder: Path, url: str, token: str) -> str:
    """Return a token of the same session that the server issued yesterday."""
    settings = world.settings(folder, public_url=url)
    keys, lifetime = app.keyring(settings), timedelta(hours=1)
    now = AccessTokens(keys, SystemClock(), issuer=url, lifetime=lifetime)
    claims = now.verify(token)
    assert claims is not None
    yesterday = AccessTokens(keys, Yesterday(), issuer=url, lifetime=lifetime)
    return yesterday.issue(claims.account_id, claims.session_id)[0]


if __name__ == "__main__":
    data, base_url, command, argument = sys.argv[1:]
    folder = Path(data)
    is_code = command == "code"
    found = newest_code(folder, argument) if is_code else expire(folder, base_url, argument)
    sys.stdout.write(found)
