"""The program uses documented Python modules for system calls, and signals only to stop."""

import ast
from collections.abc import Iterator

from tests.architecture.sources import PACKAGE, Source, parse_source, sources

HANDLE_SIGNALS = {
    "src/bridgework/commands/processes/supervisor.py",
    "src/bridgework/commands/worker.py",
    "src/bridgework/commands/processes/worker_process.py",
}
"""The modules that stop a process, or let it finish its requests first."""
SETS_HANDLER = {
    "signal",
    "add_signal_handler",
    "setitimer",
    "alarm",
    "set_wakeup_fd",
    "siginterrupt",
}
FOREIGN = {"ctypes", "_ctypes", "cffi"}


def low_level_calls(source: Source) -> Iterator[str]:
    """Yield calls into C, reads of /proc, scheduling, and signal handlers."""
    for node, module in source.imported():
        if module.partition(".")[0] in FOREIGN:
            yield f"{source.at(node)}: no functions of C libraries"
        if module.partition(".")[2] in SETS_HANDLER and module.startswith("signal."):
            yield f"{source.at(node)}: import the module signal, so that its use is visible"
    for text in source.all(ast.Constant):
        if isinstance(text.value, str) and "/proc/self" in text.value:
            yield f"{source.at(text)}: nothing depends on /proc/self"
    for attribute in source.all(ast.Attribute):
        if attribute.attr.startswith("sched_set"):
            yield f"{source.at(attribute)}: scheduling is a matter of the systemd unit"
    for call in source.all(ast.Call):
        sets = isinstance(call.func, ast.Attribute) and call.func.attr in SETS_HANDLER
        if sets and source.name not in HANDLE_SIGNALS:
            yield f"{source.at(call)}: signals are handled in {', '.join(sorted(HANDLE_SIGNALS))}"


def test_no_low_level_system_interface_is_used() -> None:
    assert [violation for source in sources(PACKAGE) for violation in low_level_calls(source)] == []


def test_a_low_level_system_interface_is_found() -> None:
    assert [*low_level_calls(parse_source("import ctypes"))]
    assert [*low_level_calls(parse_source("from ctypes.util import find_library"))]
    assert [*low_level_calls(parse_source("from signal import setitimer"))]
    assert [*low_level_calls(parse_source('open("/proc/self/maps")'))]
    assert [*low_level_calls(parse_source("os.sched_setscheduler(0, policy, param)"))]
    assert [*low_level_calls(parse_source("signal.signal(signal.SIGALRM, answer)"))]
    assert [*low_level_calls(parse_source("loop.add_signal_handler(10, answer)"))]
    assert not [
        *low_level_calls(
            parse_source("signal.signal(15, end)", "src/bridgework/commands/worker.py")
        )
    ]
    assert not [*low_level_calls(parse_source("os.kill(pid, signal.SIGTERM)"))]
