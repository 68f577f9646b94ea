"""A CV that does not open without a password is refused with this reason, and deleted."""

import pytest

from tests import cast
from tests.areas.uploads import encrypted_pdfs, samples, upload_client
from tests.world import World

PDF = "application/pdf"
LOCKED = encrypted_pdfs.pdf(*encrypted_pdfs.WITH_PASSWORD["AES, 256 bits"])
OPEN = encrypted_pdfs.pdf(*encrypted_pdfs.WITHOUT_PASSWORD["AES, 256 bits"])


@pytest.mark.parametrize(
    ("media", "body"),
    [
        (PDF, LOCKED),
        (samples.DOCX, samples.compound("EncryptedPackage")),
        (samples.DOC, samples.compound("WordDocument", flags=0x0100)),
    ],
)
def test_a_cv_with_a_password_is_refused_and_deleted(world: World, media: str, body: bytes) -> None:
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(world, ada, body, media, folder="job-cvs")
    upload_client.put_file(world, ticket, body).must(201)
    refused = upload_client.complete(world, ada, ticket["objectPath"]).must(422)
    assert refused.error == "file_encrypted"
    assert "without a password" in refused.json["message"]
    assert upload_client.list_files(world) == []
    again = upload_client.complete(world, ada, ticket["objectPath"]).must(404)
    assert again.error == "asset_not_found"


def test_a_cv_whose_owner_limits_its_use_is_accepted(world: World) -> None:
    ada = cast.ada(world)
    asset = upload_client.upload(world, ada, OPEN, PDF, folder="job-cvs")
    assert asset["state"] == "ready"


def test_an_encrypted_letter_says_so_in_every_folder(world: World) -> None:
    ada, body = cast.ada(world), samples.compound("EncryptedPackage")
    ticket = upload_client.create_ticket(world, ada, body, samples.DOCX)
    upload_client.put_file(world, ticket, body).must(201)
    refused = upload_client.complete(world, ada, ticket["objectPath"]).must(422)
    assert refused.error == "file_encrypted"


def test_a_pdf_with_a_password_that_is_no_cv_is_accepted(world: World) -> None:
    asset = upload_client.upload(world, cast.ada(world), LOCKED, PDF, folder="vendor-attachments")
    assert asset["state"] == "ready"
