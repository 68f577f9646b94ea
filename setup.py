"""The build of the wheel: pyproject.toml has the metadata.

The wheel contains no files of earlier builds, and the commit in `commit.txt`.
"""

import os
import shutil
import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildPy(build_py):
    """Copies the package without files of earlier builds."""

    def run(self) -> None:
        """Empty the build directory, copy the package and record the commit."""
        package = Path(self.build_lib) / "bridgework"
        shutil.rmtree(package, ignore_errors=True)
        super().run()
        (package / "commit.txt").write_text(f"{_commit()}\n", encoding="ascii")


def _commit() -> str:
    """The commit of the source tree; SOURCE_COMMIT where there is no repository."""
    if given := os.environ.get("SOURCE_COMMIT"):
        return given
    command = ["git", "rev-parse", "--short=12", "HEAD"]
    try:
        found = subprocess.run(  # noqa: S603 - a fixed command
            command, capture_output=True, text=True, check=True, timeout=10
        )
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return found.stdout.strip()


setup(cmdclass={"build_py": BuildPy})
