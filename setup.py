"""The build of the distributions: pyproject.toml has the metadata.

The wheel contains no files of earlier builds, and the commit in `commit.txt`, with `-dirty` if the
tree was changed after it. A build of a wheel leaves nothing in the tree. With SOURCE_DATE_EPOCH,
two builds of the same tree have the same bytes.
"""

import atexit
import gzip
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist


class BuildPy(build_py):
    """Records the commit in the package."""

    def run(self) -> None:
        """Copy the package and record the commit."""
        super().run()
        (Path(self.build_lib) / "bridgework" / "commit.txt").write_text(
            f"{_commit()}\n", encoding="ascii"
        )


class Sdist(sdist):
    """Writes a source distribution whose times are SOURCE_DATE_EPOCH, if that is set."""

    def make_archive(self, base_name: str, *args: Any, **options: Any) -> str:
        """Write the archive of the directory `base_dir`, and return its name."""
        epoch = os.environ.get("SOURCE_DATE_EPOCH")
        if epoch is None:
            return str(super().make_archive(base_name, *args, **options))
        time, base_dir = int(epoch), options["base_dir"]

        def with_time(member: tarfile.TarInfo) -> tarfile.TarInfo:
            member.mtime, member.uid, member.gid, member.uname, member.gname = time, 0, 0, "", ""
            return member

        name = f"{base_name}.tar.gz"
        with (
            Path(name).open("wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=time) as packed,
            tarfile.open(fileobj=packed, mode="w") as archive,
        ):
            archive.add(base_dir, filter=with_time)
        return name


def _commit() -> str:
    """The commit of the source tree; SOURCE_COMMIT where there is no repository."""
    if given := os.environ.get("SOURCE_COMMIT"):
        return given
    try:
        commit = _git("rev-parse", "--short=12", "HEAD")
        changed = _git("status", "--porcelain", "--", "src", "pyproject.toml", "setup.py")
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return f"{commit}-dirty" if changed else commit


def _git(*arguments: str) -> str:
    command = ["git", *arguments]
    ran = subprocess.run(  # noqa: S603 - fixed commands
        command, capture_output=True, text=True, check=True, timeout=10
    )
    return ran.stdout.strip()


def _folders() -> dict[str, dict[str, str]]:
    """Options that put the intermediate files of a wheel outside the tree."""
    if "sdist" in sys.argv:  # it packs a folder of the tree
        return {}
    folder = tempfile.mkdtemp(prefix="bridgework-build-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return {"build": {"build_base": folder}, "egg_info": {"egg_base": folder}}


setup(cmdclass={"build_py": BuildPy, "sdist": Sdist}, options=_folders())
