"""The program uses the system through Python's documented modules, and handles signals to end."""

import ast
from collections.abc import Iterator

from tests.architecture.sources import PACKAGE, Source, made_up, sources

HANDLE_SIGNALS = {
    "src/bridgework/commands/supervisor.py",
    "src/bridgework/commands/worker.py",
    "src/bridgework/commands/worker_process.py",
}
"""The modules that end a process, or let it finish its requests first."""
SETS_HANDLER = {
    "signal",
    "add_signal_handler",
    "setitimer",
    "alarm",
    "set_wakeup_fd",
    "siginterrupt",
}
FOREIGN = {"ctypes", "_ctypes", "cffi"}


def tricks(source: Source) -> Iterator[str]:
    """Calls into C, what the kernel tells of this process, scheduling, and signal handlers."""
    for node, module in source.imported():
        if module.partition(".")[0] in FOREIGN:
            yield f"{source.at(node)}: no functions of C libraries"
        if module.partition(".")[2] in SETS_HANDLER and module.startswith("signal."):
            yield f"{source.at(node)}: import the module signal, so that its use is seen"
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
    assert [fault for source in sources(PACKAGE) for fault in tricks(source)] == []


def test_a_low_level_system_interface_is_found() -> None:
    assert [*tricks(made_up("import ctypes"))]
    assert [*tricks(made_up("from ctypes.util import find_library"))]
    assert [*tricks(made_up("from signal import setitimer"))]
    assert [*tricks(made_up('open("/proc/self/maps")'))]
    assert [*tricks(made_up("os.sched_setscheduler(0, policy, param)"))]
    assert [*tricks(made_up("signal.signal(signal.SIGALRM, answer)"))]
    assert [*tricks(made_up("loop.add_signal_handler(10, answer)"))]
    assert not [*tricks(made_up("signal.signal(15, end)", "src/bridgework/commands/worker.py"))]
    assert not [*tricks(made_up("os.kill(pid, signal.SIGTERM)"))]
