"""Changes the code a little at a time, and prints the changes that no test notices."""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import textwrap
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.mutants import runs, table
from tests.mutants.mutations import Mutant, mutants_of
from tests.mutants.runs import ROOT, Status
from tests.mutants.table import Subject

MINUTES = 10.0
_EXPLANATIONS = table.EXPLAINED.relative_to(ROOT)
_LIST = table.SUBJECTS.relative_to(ROOT)


def main() -> int:
    """Run the command. Returns 1 if a survivor is not explained, 2 if nothing could be tried."""
    parser = argparse.ArgumentParser(prog="script/test --mutants", description=__doc__)
    parser.add_argument(
        "files", nargs="*", help=f"modules of {_LIST}; by default those that differ from main"
    )
    parser.add_argument("--minutes", type=float, default=MINUTES, help="the time for all")
    arguments = parser.parse_args()
    until = time.monotonic() + 60 * arguments.minutes
    listed = {module: each for each in table.subjects() for module in each.modules}
    files = [os.path.relpath(file, ROOT) for file in arguments.files] or _differing(listed)
    os.chdir(ROOT)
    if unknown := [file for file in files if file not in listed]:
        _say(f"mutants: not in {_LIST}: {', '.join(unknown)}")
        return 2
    if not files:
        _say(f"mutants: no module of {_LIST} differs from main; name the modules to try")
        return 0
    if lost := [each for each in table.explained() if not each.is_present()]:
        for each in lost:
            _say(f"mutants: {each.file} no longer has: {each.before}")
        _say(f"mutants: remove these from {_EXPLANATIONS}")
        return 2
    subjects = [each for each in table.subjects() if {*each.modules} & {*files}]
    try:
        # The tests write below this folder. Processes that are killed leave their files.
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            tempfile.tempdir = folder
            return _try(files, subjects, until)
    except runs.TestsFail as error:
        _say(f"mutants: {error}")
        return 2


def _differing(listed: dict[str, Subject]) -> Sequence[str]:
    """Return the listed modules that differ from `origin/main`, or `main` without a remote."""
    remote = _git("rev-parse", "--verify", "--quiet", "origin/main")
    base = "origin/main" if remote else "main"
    begun = _git("merge-base", base, "HEAD").strip()
    changed = _git("diff", "--name-only", "--diff-filter=d", begun).split() if begun else []
    return [file for file in changed if file in listed]


def _git(*arguments: str) -> str:
    """Return the output of git, empty if it fails."""
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def _try(files: Sequence[str], subjects: Sequence[Subject], until: float) -> int:
    tests = sorted({test for each in subjects for test in each.tests})
    mutants = [each for file in files for each in mutants_of(file, _read(file))]
    # The time may end before the last: a sample of all files, which is the same each time.
    random.Random(0).shuffle(mutants)  # noqa: S311 - no secret
    _say(f"mutants: {len(mutants)} of {len(files)} files; running {len(tests)} files of tests")
    began = time.monotonic()
    reach = runs.measure(files, tests, until)
    _say(f"mutants: {len(reach.tests)} tests pass in {time.monotonic() - began:.0f} s")
    outcomes = runs.run(mutants, reach, until, _tell)
    counts = Counter(outcomes.values())
    unnoticed = [each for each, outcome in outcomes.items() if _is_unnoticed(outcome)]
    known = [each for each in unnoticed if _reason(each) is not None]
    _say(
        f"mutants: {len(mutants) - counts['left']} tried, {counts['killed']} killed, "
        f"{counts['survived']} survived, {counts['untested']} in lines without a test, "
        f"{counts['left']} not reached in the time"
    )
    if known:
        _say(f"mutants: {len(known)} of these are explained in {_EXPLANATIONS}")
    if len(known) < len(unnoticed):
        _say(
            f"mutants: {len(unnoticed) - len(known)} changes are noticed by no test: test the rule "
            f"if a caller can notice the change, or explain it in {_EXPLANATIONS}"
        )
        return 1
    return 0


def _read(file: str) -> str:
    return Path(ROOT, file).read_text(encoding="utf-8")


def _is_unnoticed(outcome: Status) -> bool:
    return outcome in {"survived", "untested"}


def _reason(mutant: Mutant) -> str | None:
    return next((each.reason for each in table.explained() if each.is_of(mutant)), None)


def _tell(mutant: Mutant, outcome: Status) -> None:
    """Print a change that no test noticed, unless it is explained."""
    if _is_unnoticed(outcome) and _reason(mutant) is None:
        _say("")
        _say(f"{mutant.path}:{mutant.line}: {outcome}")
        _say(textwrap.indent(mutant.diff, "    "))


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
