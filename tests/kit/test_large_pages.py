"""What a hash takes lies in large pages, where the machine has them."""

import subprocess
import sys
from pathlib import Path

import pytest

from bridgework.kit.passwords import COST

SYSTEM = Path("/sys/kernel/mm/transparent_hugepage/enabled")
HASHES = """
import pathlib
from bridgework.kit.passwords import Passwords

Passwords().hash("a good password")
print(pathlib.Path("/proc/self/smaps_rollup").read_text())
"""


def has_large_pages() -> bool:
    return SYSTEM.exists() and "[never]" not in SYSTEM.read_text()


@pytest.mark.skipif(not has_large_pages(), reason="the kernel gives out no large pages here")
def test_a_hash_lies_in_large_pages() -> None:
    # In a process of its own: here other tests' threads have taken memory before.
    told = subprocess.run([sys.executable, "-c", HASHES], capture_output=True, check=True).stdout
    kib = next(int(line.split()[1]) for line in told.splitlines() if b"AnonHugePages" in line)
    assert kib > COST.kib * 0.75
