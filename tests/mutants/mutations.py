"""The changes of a source file: each is a mutant, which a test must notice."""

import difflib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import libcst as cst
import libcst.matchers as m
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider
from mutmut.mutation import mutators

Operator = Callable[[cst.CSTNode], Iterable[cst.CSTNode]]

CONDITIONS = frozenset({"and_", "or_", "where", "union", "all_", "case"})
"""Calls whose positional arguments are dropped one at a time. Elsewhere, an argument that is
missing is an error of types."""
_SWAPPED = {
    "is_": "is_not",
    "is_not": "is_",
    "any": "all",
    "all": "any",
    "min": "max",
    "max": "min",
}


@dataclass(frozen=True, eq=False)
class Mutant:
    """One change of one file."""

    path: str
    """The path below the root of the repository."""
    lines: range
    """The lines of the changed expression, and the first line of its statement."""
    function: tuple[str, int] | None
    """The outermost function around it: the qualified name and the first line."""
    names: frozenset[str]
    """The names that its statement assigns."""
    module: cst.Module = field(repr=False)
    original: cst.CSTNode = field(repr=False)
    mutated: cst.CSTNode = field(repr=False)

    @cached_property
    def source(self) -> str:
        """The whole file with the change."""
        changed = self.module.deep_replace(self.original, self.mutated)
        assert isinstance(changed, cst.Module)
        return changed.code

    @cached_property
    def diff(self) -> str:
        """The change as a unified diff, without its head."""
        lines = difflib.unified_diff(
            _lines(self.module), self.source.splitlines(), n=1, lineterm=""
        )
        return "\n".join([*lines][2:])

    def may_change(self, before: str) -> bool:
        """Tell quickly whether the change can be one of these lines."""
        lines = _lines(self.module)[self.lines.start - 1 : self.lines.stop - 1]
        return any(line in before for line in map(on_one_line, lines) if line)

    @property
    def line(self) -> int:
        """The first line of the changed expression."""
        return self.lines[0]

    @property
    def before(self) -> str:
        """The lines that are changed, on one line."""
        return self._side("-")

    @property
    def after(self) -> str:
        """What they are changed to, on one line."""
        return self._side("+")

    def _side(self, sign: str) -> str:
        changed = (line[1:] for line in self.diff.splitlines() if line.startswith(sign))
        return on_one_line("\n".join(changed))


@lru_cache(maxsize=8)
def _lines(module: cst.Module) -> Sequence[str]:
    return module.code.splitlines()


def on_one_line(text: str) -> str:
    """Return the text with single spaces between its words."""
    return " ".join(text.split())


def mutants_of(path: str, source: str) -> Sequence[Mutant]:
    """Return the mutants of a file, in the order of its lines."""
    wrapper = MetadataWrapper(cst.parse_module(source))
    visitor = _Visitor(path, wrapper.module)
    wrapper.visit(visitor)
    return visitor.mutants


class _Visitor(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, path: str, module: cst.Module) -> None:
        super().__init__()
        self.mutants: list[Mutant] = []
        self._path, self._module = path, module
        self._statements: list[int] = [1]
        self._names: list[str] = []
        self._function: tuple[str, int] | None = None
        self._depth = 0  # of functions
        self._assigned: frozenset[str] = frozenset()

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, _WITHOUT_MUTANTS) or _is_log(node):
            return False
        if isinstance(node, (cst.SimpleStatementLine, cst.BaseCompoundStatement)):
            self._statements.append(self._range(node).start.line)
            if not self._names:
                self._assigned = _assigned(node)
        if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            self._enter(node)
        for operator in _OPERATORS:
            for mutated in operator(node):
                self._add(node, mutated)
        if isinstance(node, (cst.If, cst.IfExp)):
            for mutated in _negate(node.test):
                self._add(node.test, mutated)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if _is_log(original_node):
            return
        if isinstance(original_node, (cst.SimpleStatementLine, cst.BaseCompoundStatement)):
            self._statements.pop()
        if isinstance(original_node, (cst.FunctionDef, cst.ClassDef)):
            self._names.pop()
        if isinstance(original_node, cst.FunctionDef):
            self._depth -= 1
            if self._depth == 0:
                self._function = None

    def _enter(self, node: cst.FunctionDef | cst.ClassDef) -> None:
        self._names.append(node.name.value)
        if isinstance(node, cst.FunctionDef):
            self._depth += 1
            if self._depth == 1:
                first = node.decorators[0] if node.decorators else node
                line = self._range(first).start.line
                self._function = (".".join(self._names), line)

    def _add(self, node: cst.CSTNode, mutated: cst.CSTNode) -> None:
        span = self._range(node)
        lines = range(min(self._statements[-1], span.start.line), span.end.line + 1)
        self.mutants.append(
            Mutant(self._path, lines, self._function, self._assigned, self._module, node, mutated)
        )

    def _range(self, node: cst.CSTNode) -> CodeRange:
        position = self.get_metadata(PositionProvider, node)
        assert isinstance(position, CodeRange)
        return position


_WITHOUT_MUTANTS = (
    cst.Annotation,
    cst.Decorator,
    cst.Import,
    cst.ImportFrom,
    cst.Param,  # a default is read when the function is defined
    cst.TypeAlias,
)


def _assigned(statement: cst.CSTNode) -> frozenset[str]:
    """Return the names that a statement assigns."""
    if not isinstance(statement, cst.SimpleStatementLine):
        return frozenset()
    targets = [
        target.target
        for small in statement.body
        if isinstance(small, cst.Assign)
        for target in small.targets
    ]
    targets += [small.target for small in statement.body if isinstance(small, cst.AnnAssign)]
    names = [name for target in targets for name in m.findall(target, m.Name())]
    return frozenset(name.value for name in names if isinstance(name, cst.Name))


def _is_log(node: cst.CSTNode) -> bool:
    """Tell whether a statement writes to the log, whose text is not a promise."""
    log = m.Name("log") | m.Name("_log")
    call = m.Call(func=m.Attribute(value=log))
    return m.matches(node, m.SimpleStatementLine(body=[m.Expr(value=call)]))


def _drop_call(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Drop a statement that is a call, such as a check."""
    if isinstance(node, cst.Expr) and isinstance(node.value, cst.Call):
        yield cst.Pass()


def _drop_condition(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Drop a condition, or all of them: `select(a).where(b)` becomes `select(a)`."""
    if not isinstance(node, cst.Call):
        return
    is_method = isinstance(node.func, cst.Attribute)
    name = node.func.attr if isinstance(node.func, cst.Attribute) else node.func
    if not isinstance(name, cst.Name):
        return
    if is_method and name.value == "where":
        assert isinstance(node.func, cst.Attribute)
        yield node.func.value
    if len(node.args) < 2:
        return
    for index, argument in enumerate(node.args):
        is_option = argument.keyword is not None and argument.keyword.value != "type_"
        if is_option or (not argument.star and name.value in CONDITIONS):
            kept = [*node.args[:index], *node.args[index + 1 :]]
            yield node.with_changes(args=kept)


def _swap_name(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Swap a function for its opposite."""
    if not isinstance(node, cst.Call):
        return
    name = node.func.attr if isinstance(node.func, cst.Attribute) else node.func
    if isinstance(name, cst.Name) and name.value in _SWAPPED:
        yield node.with_deep_changes(name, value=_SWAPPED[name.value])


def _negate(test: cst.BaseExpression) -> Iterator[cst.CSTNode]:
    """Negate the test of a branch, unless its operator is changed anyway."""
    if isinstance(test, (cst.BooleanOperation, cst.Comparison, cst.UnaryOperation, cst.NamedExpr)):
        return
    inner = test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    yield cst.UnaryOperation(operator=cst.Not(), expression=inner)


def _only(kind: type[Any], operator: Callable[[Any], Iterable[cst.CSTNode]]) -> Operator:
    """Apply an operator to nodes of its kind."""
    return lambda node: operator(node) if isinstance(node, kind) else ()


_OPERATORS: Sequence[Operator] = (
    _drop_call,
    _drop_condition,
    _swap_name,
    _only(cst.BaseNumber, mutators.operator_number),
    _only(cst.Name, mutators.operator_name),
    _only(cst.UnaryOperation, mutators.operator_remove_unary_ops),
    _only(cst.Call, mutators.operator_symmetric_string_methods_swap),
    _only(cst.CSTNode, mutators.operator_keywords),
    _only(cst.CSTNode, mutators.operator_swap_op),
    _only(cst.Match, mutators.operator_match),
)
