"""Names of uploaded PDFs, and the names under which they must arrive."""

import re
from urllib.parse import unquote

NAMES = {
    "履歴書.pdf": "履歴書.pdf",
    "Lebenslauf – Jürgen Müller.PDF": "Lebenslauf – Jürgen Müller.PDF",
    "my cv (2).pdf": "my cv (2).pdf",
    'a"; filename="b.exe': 'a"; filename="b.exe.pdf',
    "it's 100%2F; x=*.pdf": "it's 100%2F; x=*.pdf",
    "../../etc/passwd": "passwd.pdf",
    "C:\\fakepath\\cv.pdf": "cv.pdf",
    "cv.exe": "cv.exe.pdf",
    "cv\u200ffdp.exe": "cvfdp.exe.pdf",
    "...": "job-cvs.pdf",
    "/": "job-cvs.pdf",
    "🦷" * 63 + ".pdf": "🦷" * 62 + ".pdf",
    "歯" * 84 + ".docx": "歯" * 83 + ".pdf",
}
REFUSED = ["cv\r\nSet-Cookie: a=b.pdf", "cv\u202efdp.exe", "cv\x00.pdf", ""]


def name_in(disposition: str) -> str:
    """The name in a Content-Disposition, which must be one line of ASCII."""
    assert disposition.isascii()
    assert disposition.isprintable()
    match = re.fullmatch(
        r"attachment; filename=\"[^\"\\\\%]+\"; filename\*=UTF-8''([^ ;,*\"'()<>]+)", disposition
    )
    assert match is not None, disposition
    name = unquote(match[1])
    assert len(name.encode()) <= 255
    return name
