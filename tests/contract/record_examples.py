"""Writes the responses in `examples.json` of each area, from a server with the demo data.

    .venv/bin/python -m tests.contract.record_examples [OPERATION …]

With names of operations, only their responses are written. The rest of these files is written by
hand. A value that differs in each run or on each machine, such as a time, an ID or the version of
Python, is written once and kept: a response that did not change is not touched.
"""

import json
import re
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from bridgework.demo import rows
from bridgework.kit.core import Id
from bridgework.kit.http.openapi.examples import OF_LISTS
from tests import world
from tests.contract import demo_client
from tests.contract.demo_client import EXAMPLES, OPERATIONS, DemoClient

_AREAS = Path(__file__).parents[2] / "src" / "bridgework" / "areas"
_BY_HAND = ("getOpenapi",)
"""Operations whose response is too large."""
_ITEMS = 2
"""The number of records in a list, which not every list limits by a parameter."""
_RECORDS = ("items", "days", "@graph")
"""The members of a response that contain the records."""
_FURTHER_CODES = (
    "b4mzt-xk9ue-dj3fq-r7whn",
    "y2gpc-m6ntv-a8kse-u5xrb",
    "f9qjd-w3hzk-p7ymt-c4vng",
    "t5xbe-r2uaf-k8gjw-n6hdq",
    "c7vmy-p4zsq-h3ntx-b9kfe",
    "u6wgr-d8ejb-m2xpa-y5tcz",
    "n3kfh-q9rvu-w4bds-g7myj",
    "x8tae-c5mgn-z6qpk-f2hwd",
    "r4jys-b7cxh-u3vez-t9nka",
)
_SECRETS = {
    "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIwMTk0MWYzOCJ9.b1J7dExqYzB0QnZx",
    "refreshToken": EXAMPLES["refreshToken"]["request"]["refreshToken"],
    "key": "bwk_3f9ac07e51d248b6_01978c45-9d20-7b18-86c4-2e5fa07d3b91_b6e08d17c4f3",
    "prefix": "bwk_3f9ac07e",
    "deviceToken": "p7Xc2Vn9QyLr4TsK1bJ6dWzG8mHfAu3eoRi5YtNxCkE",
    "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
    "otpauthUri": "otpauth://totp/Bridgework:root.admin%40example.com"
    "?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Bridgework",
    "recoveryCodes": [EXAMPLES["completeSecondFactor"]["request"]["recoveryCode"], *_FURTHER_CODES],
    "nextCursor": OF_LISTS["cursor"],
}
_WEBHOOK_SECRET = "whsec_" + "3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs="
_VARIABLE_MEMBERS = ("oldestSeconds", "signIns", "emailsSent", "sizeBytes", "commit", "python")
_BY_HAND_MEMBERS = ("backup", "certificates", "schemaVersion")
"""Members whose example is that of an installation in use, which the demo is not."""
_OF_WORKERS = ("attempts", "lastAttemptAt", "waiting")
"""Members that say how far the workers are, which the time decides."""
_VARIABLE = re.compile(
    r"(?P<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
    r"|\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?|\b[0-9a-f]{10}-[0-9a-f]+\b|[0-9a-f]{32,}"
    r"|(?<![\w-])[\w-]{43}(?![\w-])|(?<=[?&]expires=)\d+"
)
"""IDs, times, request IDs, signatures and challenges."""


def main() -> None:
    """Send every example, and write the responses of the named operations, or of all."""
    names = set(sys.argv[1:])
    if unknown := names - OPERATIONS.keys():
        sys.exit(f"There is no operation {', '.join(sorted(unknown))}.")
    with (
        tempfile.TemporaryDirectory() as folder,
        demo_client.run_demo(world.settings(Path(folder))) as demo,
    ):
        for operation in demo_client.in_order():
            response = demo.send_example(operation)
            if response.status != operation.status:
                sys.exit(f"{response.request}: {response.status} {response.body.decode()}")
    for file, text in changed_files(demo, names or OPERATIONS.keys()).items():
        file.write_text(text, "utf-8")


def changed_files(demo: DemoClient, names: Collection[str]) -> Mapping[Path, str]:
    """Return the new text of each file of examples in which the response of an operation changed.

    The demo has received the responses of all operations.
    """
    responses = _to_examples(demo)
    changed = {}
    for file in sorted(_AREAS.glob("*/*/examples.json")):
        before = file.read_text("utf-8")
        examples = json.loads(before)
        for name, example in examples.items():
            if name in responses and name in names:
                example["response"] = _merge(example.get("response"), responses[name])
        if examples != json.loads(before):
            changed[file] = json.dumps(examples, indent=2, ensure_ascii=False) + "\n"
    return changed


def _to_examples(demo: DemoClient) -> Mapping[str, Any]:
    """The responses with the IDs and secrets of the examples, and with short lists."""
    names = [name for name in demo.received if name in OPERATIONS and name not in _BY_HAND]
    text = json.dumps({name: demo.received[name] for name in names})
    replaced = {"127.0.0.1": "203.0.113.24", **demo.replaced}
    for actual in sorted(replaced, key=len, reverse=True):
        if len(actual) > len("123456"):  # a code is in no response
            text = text.replace(json.dumps(actual)[1:-1], json.dumps(replaced[actual])[1:-1])
    return {name: _shorten(response) for name, response in json.loads(text).items()}


def _shorten(data: Any) -> Any:
    """The value of `data` with few records, and without secrets."""
    if isinstance(data, list):
        return _without_secrets(data[:_ITEMS])
    for name in _RECORDS:
        if name in data:
            data[name] = data[name][:_ITEMS]
    return _without_secrets(data)


def _without_secrets(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_secrets(item) for item in value]
    if isinstance(value, str) and value.startswith("whsec_"):
        return _WEBHOOK_SECRET
    if isinstance(value, dict):
        return {
            name: _SECRETS[name]
            if name in _SECRETS
            and isinstance(member, type(_SECRETS[name]))
            and not str(member).startswith("whsec_")
            else _without_secrets(member)
            for name, member in value.items()
        }
    return value


def _merge(old: Any, new: Any) -> Any:
    """The new value, with the old values of times, IDs and the like."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {
            name: old[name] if _is_kept(name, old, member) else _merge(old.get(name), member)
            for name, member in new.items()
        }
    if isinstance(old, list) and isinstance(new, list):
        previous = [*old, *[None] * len(new)]
        return [_merge(*pair) for pair in zip(previous, new, strict=False)]
    if isinstance(old, str) and isinstance(new, str) and _constant(old) == _constant(new):
        return old
    return new


def _is_kept(name: str, old: Mapping[str, Any], new: Any) -> bool:
    """Tell whether a member keeps its old value."""
    if name not in old:
        return False
    if name == "version" and isinstance(old[name], int):  # of a record: a digest of its rows
        return isinstance(new, int)
    if name in _VARIABLE_MEMBERS:
        return old[name] is not None and new is not None
    return name in _BY_HAND_MEMBERS or name in _OF_WORKERS


def _constant(text: str) -> list[str]:
    """The parts of a text that are the same in each run."""
    return [*_constant_parts(text)]


def _constant_parts(text: str) -> Iterator[str]:
    end = 0
    for match in _VARIABLE.finditer(text):
        yield text[end : match.start()]
        found = match["id"]
        yield found if found and _is_of_demo(Id(found)) else "…"
        end = match.end()
    yield text[end:]


def _is_of_demo(row_id: Id) -> bool:
    number = rows.number_of(row_id)
    return 0 < number < rows.EXPERTS + rows.MOST_EXPERTS and rows.id_of(number) == row_id


if __name__ == "__main__":
    main()
