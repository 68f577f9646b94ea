"""The content of e-mails, and the file transport."""

from datetime import timedelta

import pytest

from bridgework.kit.delivery.outbox import FileTransport, Transport
from tests.kit.outbox import posting
from tests.kit.outbox.posting import post, text
from tests.world import World

# The content does not depend on the database.
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

MARKUP = "<script>alert('1')</script> & \"co\""


def test_an_email_has_headers_text_and_html(world: World) -> None:
    post(world)
    [email] = world.mail()
    assert email.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in email.iter_parts()] == ["text/plain", "text/html"]
    assert (email["From"], email["To"]) == (
        "Bridgework <no-reply@example.com>",
        "eve@example.com",
    )
    assert email["Subject"] == "Confirm your e-mail address"
    assert email["Date"] == "Sat, 21 Nov 2026 12:00:00 +0000"
    assert email["Auto-Submitted"] == "auto-generated"
    assert not email.defects


def test_the_code_is_on_its_own_line_of_the_text(world: World) -> None:
    post(world)
    [email] = world.mail()
    assert text(email).splitlines().count("314159") == 1
    assert text(email).count("314159") == 1
    assert ">314159<" in text(email, "html")


def test_the_support_address_is_in_the_footer(world: World) -> None:
    post(world)
    [email] = world.mail()
    assert "Questions? Write to help@example.com" in text(email)
    assert 'href="mailto:help@example.com"' in text(email, "html")


def test_message_id_and_file_name_contain_the_id(world: World) -> None:
    email_id = post(world)
    [email] = world.mail()
    assert email["Message-ID"] == f"<{email_id}@api.example.com>"
    [file] = posting.folder(world)
    assert file.name == f"{email_id}@api.example.com.eml"


def test_rendering_is_deterministic(world: World) -> None:
    email_id = post(world)
    rendered = []
    for _ in range(2):
        transport = Keeping()
        posting.worker(world, transport).work_once()
        rendered.append(transport.messages)
        world.clock.advance(hours=1)
    assert rendered[0] == rendered[1] != {}
    assert list(rendered[0]) == [f"<{email_id}@api.example.com>"]


class Keeping(Transport):
    """A transport that records each message and then fails."""

    def __init__(self) -> None:
        self.messages: dict[str, bytes] = {}

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        self.messages[message_id] = message
        raise OSError("the line went dead")


def test_values_are_escaped_in_html(world: World) -> None:
    post(world, secrets={"code": MARKUP})
    [email] = world.mail()
    assert MARKUP in text(email)
    html = text(email, "html")
    assert "<script" not in html
    assert "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &#34;co&#34;" in html


@pytest.mark.parametrize("to", ["jürgen@example.com", "राम@example.com"])
def test_a_non_ascii_local_part_is_written_as_utf_8(world: World, to: str) -> None:
    """RFC 6532: RFC 2047 section 5 forbids an encoded word in an address."""
    post(world, to=to)
    assert len(world.mail(to)) == 1
    [file] = posting.folder(world)
    assert f"\nTo: {to}\n".encode() in file.read_bytes()


def test_non_ascii_text_is_preserved(world: World) -> None:
    post(world, secrets={"code": "Ærlig talt: 314159 – 中文 – " + "lang " * 40 + "\n.\nFrom here"})
    [email] = world.mail()
    assert "Ærlig talt: 314159 – 中文 – lang" in text(email)
    assert "\n.\nFrom here\n" in text(email)


def test_the_file_transport_writes_an_email_once(world: World) -> None:
    transport = FileTransport(world.application.app_state.settings.mail_dir)
    transport.deliver("<1@example.com>", "eve@example.com", b"first")
    transport.deliver("<1@example.com>", "eve@example.com", b"again")
    [file] = posting.folder(world)
    assert (file.name, file.read_bytes()) == ("1@example.com.eml", b"first")


def test_a_message_id_cannot_leave_the_folder(world: World) -> None:
    transport = FileTransport(world.application.app_state.settings.mail_dir)
    transport.deliver("<../../1@ex/ample.com>", "eve@example.com", b"first")
    [file] = posting.folder(world)
    assert file.name == ".._.._1@ex_ample.com.eml"


def test_the_folder_is_readable_by_its_owner_only(world: World) -> None:
    post(world, expires=world.clock.now() + timedelta(minutes=10))
    world.mail()
    assert world.application.app_state.settings.mail_dir.stat().st_mode & 0o077 == 0
