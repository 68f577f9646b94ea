"""Pictures lose their metadata, such as the place where they were taken, and nothing else."""

import struct

import pytest

from tests import cast
from tests.areas.uploads import samples, upload_client
from tests.areas.uploads.samples import chunk, segment
from tests.world import Response, World

PLACE = b"GPS 30.2672N 97.7431W"
ICC = b"ICC_PROFILE\0\1\1" + bytes(40)


def exif(orientation: int = 1, order: str = "<") -> bytes:
    """EXIF with an orientation, a GPS directory and a thumbnail that has its own EXIF."""
    mark = b"II*\0" if order == "<" else b"MM\0*"
    entries = struct.pack(f"{order}HHIHH", 0x0112, 3, 1, orientation, 0)
    entries += struct.pack(f"{order}HHII", 0x8825, 4, 1, 38)
    head = mark + struct.pack(f"{order}IH", 8, 2) + entries + bytes(4)
    return head + PLACE + samples.JPEG_HEAD + segment(0xE1, b"Exif\0\0" + PLACE) + samples.JPEG_END


XMP = b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>" + PLACE + b"</x:xmpmeta>"
IPTC = b"Photoshop 3.0\x008BIM\4\4" + PLACE


def jpeg(orientation: int = 1, order: str = "<") -> bytes:
    """A JPEG with a color profile and metadata of every kind, and a second picture behind it."""
    metadata = segment(0xE1, b"Exif\0\0" + exif(orientation, order)) + segment(0xE1, XMP)
    metadata += segment(0xED, IPTC) + segment(0xE2, ICC) + segment(0xE2, b"MPF\0" + PLACE)
    metadata += segment(0xFE, PLACE)
    return samples.JPEG_HEAD + metadata + samples.JPEG_END + b"PK\3\4<script>" + PLACE


def oriented(orientation: int) -> bytes:
    """EXIF with the orientation alone."""
    entry = struct.pack(">HHHIHHI", 1, 0x0112, 3, 1, orientation, 0, 0)
    return b"MM\0*\0\0\0\x08" + entry


def png() -> bytes:
    text = chunk(b"tEXt", b"Comment\0" + PLACE) + chunk(b"iTXt", XMP) + chunk(b"eXIf", exif(6))
    return samples.PNG_HEAD + text + chunk(b"gAMA", bytes(4)) + samples.PNG_END + PLACE


def riff(*parts: tuple[bytes, bytes]) -> bytes:
    """A WebP of these chunks."""
    body = b"".join(
        kind + struct.pack("<I", len(content)) + content + bytes(len(content) % 2)
        for kind, content in parts
    )
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


IMAGE = (b"VP8 ", b"image data of an odd size")
EXTENDED = (b"VP8X", b"\x2c" + bytes(9))
PROFILE = (b"ICCP", bytes(12))
CASES = {
    "an upright JPEG": (
        "image/jpeg",
        jpeg(),
        samples.JPEG_HEAD + segment(0xE2, ICC) + samples.JPEG_END,
    ),
    "a rotated JPEG": (
        "image/jpeg",
        jpeg(6),
        samples.JPEG_HEAD
        + segment(0xE1, b"Exif\0\0" + oriented(6))
        + segment(0xE2, ICC)
        + samples.JPEG_END,
    ),
    "a rotated JPEG of another byte order": (
        "image/jpeg",
        jpeg(8, ">"),
        samples.JPEG_HEAD
        + segment(0xE1, b"Exif\0\0" + oriented(8))
        + segment(0xE2, ICC)
        + samples.JPEG_END,
    ),
    "a JPEG with EXIF that is cut": (
        "image/jpeg",
        samples.JPEG_HEAD
        + segment(0xE1, b"Exif\0\0II*\0\xff\xff\xff\xff" + PLACE)
        + samples.JPEG_END,
        samples.JPEG,
    ),
    "a JPEG with the largest segments": (
        "image/jpeg",
        samples.JPEG_HEAD
        + segment(0xE1, (b"Exif\0\0" + PLACE * 4000)[:65533]) * 9
        + samples.JPEG_END,
        samples.JPEG,
    ),
    "a PNG": (
        "image/png",
        png(),
        samples.PNG_HEAD + chunk(b"eXIf", oriented(6)) + chunk(b"gAMA", bytes(4)) + samples.PNG_END,
    ),
    "a WebP": (
        "image/webp",
        riff(EXTENDED, PROFILE, IMAGE, (b"EXIF", exif()), (b"XMP ", XMP)),
        riff((b"VP8X", b"\x20" + bytes(9)), PROFILE, IMAGE),
    ),
    "a rotated WebP": (
        "image/webp",
        riff(EXTENDED, PROFILE, IMAGE, (b"EXIF", exif(6)), (b"XMP ", XMP)),
        riff((b"VP8X", b"\x28" + bytes(9)), PROFILE, IMAGE, (b"EXIF", oriented(6))),
    ),
    "a JPEG without metadata": ("image/jpeg", samples.JPEG, samples.JPEG),
    "a JPEG without an end": ("image/jpeg", samples.JPEG[:-2], samples.JPEG[:-2]),
}


def read(world: World, url: str, **headers: str) -> Response:
    return world.get(upload_client.to_path(url), headers=headers)


@pytest.mark.parametrize("case", CASES)
def test_a_picture_keeps_its_image_data_colors_and_orientation_alone(
    world: World, case: str
) -> None:
    media_type, sent, expected = CASES[case]
    ada = cast.ada(world)
    asset = upload_client.upload(world, ada, sent, media_type)
    assert asset["fileSizeBytes"] == len(expected)
    response = read(world, asset["fileUrl"]).must(200)
    assert response.body == expected
    assert PLACE not in response.body
    etag = response.headers["etag"]
    assert read(world, asset["fileUrl"], **{"if-none-match": etag}).status == 304
    last = read(world, asset["fileUrl"], range="bytes=-3").must(206)
    assert last.body == expected[-3:]
    assert last.headers["content-range"].endswith(f"/{len(expected)}")


def test_pictures_of_the_same_image_have_the_same_etag(world: World) -> None:
    ada = cast.ada(world)
    sent = (jpeg(), jpeg() + b"more", samples.JPEG)
    urls = [upload_client.upload(world, ada, body, "image/jpeg")["fileUrl"] for body in sent]
    first, second, other = (read(world, url).must(200).headers["etag"] for url in urls)
    assert first == second != other


DAMAGED = {
    "a JPEG that ends in a segment": ("image/jpeg", jpeg()[:60]),
    "a JPEG without an image": ("image/jpeg", samples.JPEG_HEAD + b"\xff\xd9"),
    "a JPEG with bytes between segments": (
        "image/jpeg",
        samples.JPEG_HEAD + b"GPS" + samples.JPEG_END,
    ),
    "a JPEG of too many segments": (
        "image/jpeg",
        samples.JPEG_HEAD + (segment(0xFE, b"") + segment(0xDB, b"")) * 10_001 + samples.JPEG_END,
    ),
    "a PNG without an end": ("image/png", samples.PNG[:-12]),
    "a PNG whose chunk is too long": ("image/png", samples.PNG_HEAD + b"\xff" * 4 + b"tEXtabc"),
    "a WebP whose chunk is too long": ("image/webp", riff(IMAGE)[:-8]),
    "a WebP without an image": ("image/webp", riff(EXTENDED, PROFILE)),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_a_damaged_picture_is_refused_and_deleted(world: World, case: str) -> None:
    media_type, sent = DAMAGED[case]
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(world, ada, sent, media_type)
    upload_client.put_file(world, ticket, sent).must(201)
    refused = upload_client.complete(world, ada, ticket["objectPath"])
    assert refused.must(422).error == "content_mismatch"
    upload_client.complete(world, ada, ticket["objectPath"]).must(404)


def test_the_cover_of_an_event_loses_its_metadata(world: World) -> None:
    ada = cast.ada(world)
    ticket = world.post("/calendar/cover-upload-url", {"contentType": "image/jpeg"}, as_=ada)
    cover = ticket.must(201).data
    headers = {"content-type": "image/jpeg"}
    world.put(upload_client.to_path(cover["uploadUrl"]), jpeg(6), headers=headers).must(201)
    body = read(world, cover["fileUrl"]).must(200).body
    assert PLACE not in body
    assert oriented(6) in body


def test_a_second_upload_with_the_ticket_of_a_picture_is_refused(world: World) -> None:
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(world, ada, jpeg(), "image/jpeg")
    upload_client.put_file(world, ticket, jpeg()).must(201)
    refused = upload_client.put_file(world, ticket, jpeg()).must(409)
    assert refused.error == "upload_ticket_used"
