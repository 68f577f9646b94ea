"""What the program was built from."""

from pathlib import Path


def source_commit() -> str:
    """The commit that the wheel was built from; in a source tree, the current one."""
    folder = Path(__file__).parents[2]
    recorded = folder / "commit.txt"
    if recorded.exists():
        return recorded.read_text(encoding="ascii").strip()
    head = folder.parents[1] / ".git" / "HEAD"
    if not head.is_file():
        return "unknown"
    reference = head.read_text(encoding="ascii").strip().removeprefix("ref: ")
    branch = head.parent / reference
    return (branch.read_text(encoding="ascii") if branch.is_file() else reference)[:12].strip()
