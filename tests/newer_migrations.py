"""Programs of later versions: the migrations of this one, and further ones."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from bridgework import migrations


@dataclass(frozen=True)
class Step:
    """A migration of a later version, by the body of its function `upgrade`."""

    upgrade: str
    additive: bool


ADDITIVE = Step(
    """
    op.create_table("samples", sa.Column("id", sa.Text, primary_key=True))
    op.create_index("ix_samples", "samples", ["id"])
    op.execute("INSERT INTO samples (id) VALUES ('first')")
    op.add_column("accounts", sa.Column("nickname", sa.Text))
    op.add_column("accounts", sa.Column("level", sa.Integer, nullable=False, server_default="1"))
""",
    additive=True,
)
BREAKING = Step(
    """
    op.execute("UPDATE accounts SET first_name = NULL WHERE first_name = ''")
""",
    additive=False,
)
LATER = Step(
    """
    op.add_column("accounts", sa.Column("pronouns", sa.Text))
""",
    additive=True,
)
"""An additive migration after the others."""


def newer(folder: Path, *steps: Step) -> Path:
    """Write the migrations of a newer program to a folder: all of this one, and the steps."""
    shutil.copytree(migrations.FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for step in steps:
        last = max(file.name[:4] for file in folder.glob("versions/[0-9]*_*.py"))
        following = f"{int(last) + 1:04}"
        (folder / "versions" / f"{following}_sample.py").write_text(
            '"""A sample."""\n\nimport sqlalchemy as sa\nfrom alembic import op\n\n'
            f'revision = "{following}"\ndown_revision = "{last}"\nadditive = {step.additive}\n\n\n'
            f"def upgrade() -> None:{step.upgrade}"
        )
    return folder
