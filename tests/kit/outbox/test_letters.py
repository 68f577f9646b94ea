"""What a letter looks like when it arrives."""

from datetime import timedelta

import pytest

from bridgework.kit.outbox.file_transport import FileTransport
from bridgework.kit.outbox.transport import Transport
from tests.kit.outbox import posting
from tests.kit.outbox.posting import post, text
from tests.world import World

# A letter looks the same whichever database it lay in.
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

MARKUP = "<script>alert('1')</script> & \"co\""


def test_it_has_text_and_html_and_says_who_writes_to_whom(world: World) -> None:
    post(world)
    [letter] = world.mail()
    assert letter.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in letter.iter_parts()] == ["text/plain", "text/html"]
    assert (letter["From"], letter["To"]) == (
        "Bridgework <no-reply@example.com>",
        "eve@example.com",
    )
    assert letter["Subject"] == "Confirm your e-mail address"
    assert letter["Date"] == "Sat, 21 Nov 2026 12:00:00 +0000"
    assert letter["Auto-Submitted"] == "auto-generated"
    assert not letter.defects


def test_the_code_stands_alone_on_a_line_of_the_text(world: World) -> None:
    post(world)
    [letter] = world.mail()
    assert text(letter).splitlines().count("314159") == 1
    assert text(letter).count("314159") == 1
    assert ">314159<" in text(letter, "html")


def test_support_is_named_where_the_settings_name_it(world: World) -> None:
    post(world)
    [letter] = world.mail()
    assert "Questions? Write to help@example.com" in text(letter)
    assert 'href="mailto:help@example.com"' in text(letter, "html")


def test_message_id_and_file_name_are_the_letters_own(world: World) -> None:
    letter_id = post(world)
    [letter] = world.mail()
    assert letter["Message-ID"] == f"<{letter_id}@api.example.com>"
    [file] = posting.folder(world)
    assert file.name == f"{letter_id}@api.example.com.eml"


def test_what_is_rendered_twice_is_the_same_twice(world: World) -> None:
    letter_id = post(world)
    rendered = []
    for _ in range(2):
        transport = Keeping()
        posting.worker(world, transport).work_once()
        rendered.append(transport.messages)
        world.clock.advance(hours=1)
    assert rendered[0] == rendered[1] != {}
    assert list(rendered[0]) == [f"<{letter_id}@api.example.com>"]


class Keeping(Transport):
    """A way out that keeps what it is given, and then says that it could not."""

    def __init__(self) -> None:
        self.messages: dict[str, bytes] = {}

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        self.messages[message_id] = message
        raise OSError("the line went dead")


def test_facts_are_text_and_never_markup(world: World) -> None:
    post(world, secrets={"code": MARKUP})
    [letter] = world.mail()
    assert MARKUP in text(letter)
    html = text(letter, "html")
    assert "<script" not in html
    assert "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &#34;co&#34;" in html


@pytest.mark.parametrize("to", ["jürgen@example.com", "jo@exämple.de", "राम@example.com"])
def test_an_address_beyond_ascii_is_written_out(world: World, to: str) -> None:
    """RFC 6532; an encoded word within an address is forbidden by RFC 2047 section 5."""
    post(world, to=to)
    assert len(world.mail(to)) == 1
    [file] = posting.folder(world)
    assert f"\nTo: {to}\n".encode() in file.read_bytes()


def test_a_letter_reads_as_it_was_written_whatever_its_language(world: World) -> None:
    post(world, secrets={"code": "Ærlig talt: 314159 – 中文 – " + "lang " * 40 + "\n.\nFrom here"})
    [letter] = world.mail()
    assert "Ærlig talt: 314159 – 中文 – lang" in text(letter)
    assert "\n.\nFrom here\n" in text(letter)


def test_a_folder_takes_a_letter_once_and_whole(world: World) -> None:
    transport = FileTransport(world.application.app_state.settings.mail_dir)
    transport.deliver("<1@example.com>", "eve@example.com", b"first")
    transport.deliver("<1@example.com>", "eve@example.com", b"again")
    [file] = posting.folder(world)
    assert (file.name, file.read_bytes()) == ("1@example.com.eml", b"first")


def test_a_message_id_leads_to_no_other_folder(world: World) -> None:
    transport = FileTransport(world.application.app_state.settings.mail_dir)
    transport.deliver("<../../1@ex/ample.com>", "eve@example.com", b"first")
    [file] = posting.folder(world)
    assert file.name == ".._.._1@ex_ample.com.eml"


def test_letters_are_for_the_owners_eyes(world: World) -> None:
    post(world, expires=world.clock.now() + timedelta(minutes=10))
    world.mail()
    assert world.application.app_state.settings.mail_dir.stat().st_mode & 0o077 == 0
