"""The console of administrators: its page, and the files that it loads."""

import html
import json
import string
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib import resources

from bridgework.kit.api_docs import SampleAccount, StaticFile, static_file
from bridgework.kit.http.operations import Operation
from bridgework.kit.storage import Storage
from bridgework.web import page_files


def load_files(
    operations: Sequence[Operation],
    storage: Storage,
    name: str,
    accounts: Sequence[SampleAccount] = (),
) -> Mapping[str, StaticFile]:
    """Every file by its path below `/console/`; the page itself has the empty path.

    Its title has the `name` of the installation, and the sign-in offers `accounts`. Images are
    loaded from the console's own origin and from `storage`, and files are uploaded to them.
    """
    loaded = page_files.load("console", operations)
    origins = storage.origins()
    template = resources.files(__package__) / "console" / "index.html"
    page = string.Template(template.read_text("utf-8")).substitute(
        base=loaded.base,
        name=html.escape(name),
        import_map=loaded.import_map,
        preloads="\n  ".join(
            f'<link rel="modulepreload" href="{loaded.base}/{module}">'
            for module in loaded.with_imports("console/main.js")
        ),
        origins=html.escape(" ".join(origins)),
        accounts=html.escape(json.dumps([asdict(account) for account in accounts])),
    )
    policy = loaded.policy(origins, loaded.import_map)
    index = static_file("text/html; charset=utf-8", page.encode(), content_security_policy=policy)
    return {"": index, **loaded.files}
