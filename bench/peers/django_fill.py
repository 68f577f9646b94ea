"""Makes the tables of the Django peer and fills them: a program of its own.

python -m bench.peers.django_fill FILE
"""

import json
import pathlib
import re
import sys
from typing import Any

import django
from django.core.management import call_command

_UPPER = re.compile(r"([A-Z])")


def main() -> None:
    django.setup()
    # Models can be imported once Django is set up.
    from rest_framework.authtoken.models import Token

    from bench.peers.django_models.models import Expert, User

    call_command("migrate", run_syncdb=True, verbosity=0)
    rows = json.loads(pathlib.Path(sys.argv[1]).read_bytes())
    experts = [
        Expert(position=position, **_python_names(row))
        for position, row in enumerate(rows["records"])
    ]
    Expert.objects.bulk_create(experts, batch_size=500)
    users = [User(**_python_names(row)) for row in rows["accounts"]]
    User.objects.bulk_create(users)
    tokens = zip(rows["tokens"], users, strict=True)
    Token.objects.bulk_create([Token(key=key, user=user) for key, user in tokens])


def _python_names(row: dict[str, Any]) -> dict[str, Any]:
    return {_UPPER.sub(r"_\1", name).lower(): value for name, value in row.items()}


if __name__ == "__main__":
    main()
