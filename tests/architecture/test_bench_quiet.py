"""The benchmark waits for other programs, measures again beside them, and says which they were."""

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from bench import __main__ as command
from bench import figures, quiet, report, usage
from bench.cores import Cores
from bench.load import Load
from bench.quiet import Patience
from bench.rounds import Result, Start
from bench.usage import Program, Reading, Shares

QUIET = Shares(0.5, 0.02)
BUSY = Shares(0.5, 0.83, "mypy (123) 83%")
OURS = os.getpid()


def _samples(*shares: Shares) -> Callable[[], Shares]:
    return iter(shares).__next__


def _load(rate: float, others: float = 0.0) -> Load:
    return Load(rate, 1.0, 2.0, others=others, programs="mypy (123) 83%" if others else "")


def _reading(at: float, others: Mapping[int, Program], stolen: float = 0.0) -> Reading:
    return Reading(at, 0.0, others, {0: 0.0, 1: stolen})


def _program(name: str, seconds: float, core: int = 0, parent: int = 1) -> Program:
    return Program(name, parent, core, seconds)


def test_it_waits_until_other_programs_have_ended(capsys: pytest.CaptureFixture[str]) -> None:
    patience = Patience(60)
    patience.wait(_samples(BUSY, BUSY, QUIET, BUSY))
    assert capsys.readouterr().err == "  waiting, 1 minutes at most: mypy (123) 83% of a core\n"
    assert 0 < patience.left < 60


def test_it_waits_no_longer_than_its_patience(capsys: pytest.CaptureFixture[str]) -> None:
    def sample() -> Shares:
        time.sleep(0.002)
        return BUSY

    patience = Patience(0.01)
    patience.wait(sample)
    assert "waited long enough" in capsys.readouterr().err
    assert patience.left <= 0
    patience.wait(_samples())


def test_a_measurement_beside_other_programs_is_repeated() -> None:
    loads = iter([_load(100, others=0.3), _load(90)])
    measured = quiet.measure(loads.__next__, _samples(QUIET, QUIET), Patience(60))
    assert measured.rate == 90


def test_a_measurement_is_repeated_a_limited_number_of_times() -> None:
    loads = iter([_load(1, others=0.3), _load(2, others=0.1), _load(3, others=0.2)])
    measured = quiet.measure(loads.__next__, lambda: QUIET, Patience(60))
    assert (measured.rate, list(loads)) == (2, [])


def test_without_patience_it_measures_once() -> None:
    measured = quiet.measure(iter([_load(1, others=0.3)]).__next__, _samples(), Patience(0))
    assert measured.others == 0.3


def test_a_run_beside_other_programs_says_so_and_is_not_kept() -> None:
    quiet_start, disturbed_start = (
        Start(1.0, 1, loads={"list": load}) for load in (_load(1, 0.04), _load(2, 0.3))
    )
    assert report.most_disturbed([Result("a", "A", [quiet_start])]) is None
    both = [Result("a", "A", [disturbed_start]), Result("b", "B", [quiet_start])]
    assert report.most_disturbed(both) == "mypy (123) 83%"
    before = figures.REPORT.read_text("utf-8")
    with pytest.raises(click.ClickException, match=r"Nothing is kept: .*mypy"):
        command._keep("a disturbed report", "mypy (123) 83%")
    assert figures.REPORT.read_text("utf-8") == before


def test_a_quick_run_cannot_be_kept() -> None:
    result = CliRunner().invoke(command.main, ["--quick", "--keep"])
    assert result.exit_code == 2
    assert "nothing to --keep" in result.output


def test_the_share_of_other_programs_names_the_largest() -> None:
    before = _reading(10, {7: _program("mypy", 3.0), 8: _program("node", 1.0)})
    after = _reading(12, {7: _program("mypy", 4.0), 8: _program("node", 1.0)}, stolen=0.2)
    shares = usage.between(before, after)
    assert shares.others == pytest.approx(0.6)
    assert shares.programs == "mypy (7) 50%, the host of this virtual machine 10%"


def test_programs_on_other_cores_do_not_count() -> None:
    before = _reading(10, {7: _program("mypy", 3.0, core=5)})
    after = _reading(12, {7: _program("mypy", 5.0, core=6)})
    assert usage.between(before, after).others == 0


def test_a_program_that_began_meanwhile_counts() -> None:
    shares = usage.between(_reading(10, {}), _reading(12, {9: _program("cc1", 1.0)}))
    assert shares.programs == "cc1 (9) 50%"


def test_only_the_last_seconds_of_a_program_that_ended_count() -> None:
    shell, hour = _program("sh", 1.0), _program("mypy", 3600.0, parent=9)
    before = _reading(10, {7: shell, 9: _program("make", 5.0, parent=7), 8: hour})
    after = _reading(12, {7: _program("sh", 1.0 + 5.0 + 3601.0)})
    assert usage.between(before, after).others == pytest.approx(0.5)


def test_the_benchmark_and_the_kernel_are_no_other_programs(tmp_path: Path) -> None:
    for pid, name, parent in (
        (2, "kthreadd", 0),
        (3, "ksoftirqd/0", 2),
        (OURS, "python", 1),
        (31, "a (name)", OURS),
        (32, "wrk", 31),
        (40, "postgres", 1),
        (41, "postgres", 40),
        (50, "mypy (other)", 1),
    ):
        (tmp_path / str(pid)).mkdir()
        numbers = [str(number) for number in range(40)]
        fields = ["S", str(parent), *numbers[2:11], "100", "50", "30", "20", *numbers[15:36], "1"]
        (tmp_path / str(pid) / "stat").write_text(f"{pid} ({name}) {' '.join(fields)}\n")
    (tmp_path / "stat").write_text("cpu 0\ncpu0 1 2 3 4 5 6 7 800 0 0\ncpu1 1 2 3 4 5 6 7 9 0 0\n")
    reading = usage.read([40], Cores(server=0, load=1), tmp_path)
    assert reading.others == {50: Program("mypy (other)", 1, 1, 200 / usage.TICKS)}
    assert reading.stolen == {0: 800 / usage.TICKS, 1: 9 / usage.TICKS}


def test_the_counters_of_this_machine_are_read() -> None:
    core = min(os.sched_getaffinity(0))
    before = usage.read([], Cores(core, core))
    assert before.others
    assert OURS not in before.others
    assert usage.between(before, usage.read([], Cores(core, core))).others >= 0
