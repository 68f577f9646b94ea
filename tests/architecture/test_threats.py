"""Each line of the threat page names a test that exists."""

import re

from tests.architecture.sources import ROOT

LINE = re.compile(r"^\| .* \| `(tests/[\w/]+\.py)::(\w+)` \|$")


def test_each_threat_names_a_test() -> None:
    lines = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith("| ") and not line.startswith("| Attempt ")]
    named = [LINE.match(row) for row in rows]
    assert len(rows) > 10
    for row, match in zip(rows, named, strict=True):
        assert match is not None, row
        assert f"def {match[2]}(" in (ROOT / match[1]).read_text(encoding="utf-8"), row
