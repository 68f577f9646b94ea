"""How an area declares its operations.

    router = Router("Jobs")

    @router.post("/jobs/{id}/applications", who=member, status=201)
    def apply_to_job(context: Context, job_id: Id, body: JobApplicationRequest) -> JobApplication:
        \"\"\"Apply once to an approved posting.\"\"\"
        return actions.apply(context, job_id, body)

`who` has no default: an operation that forgets it does not import. The handler's name is the
operationId in snake case, its docstring the text of the API's documentation.
"""

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from bridgework.kit.http.operation import Operation, OperationOptions

Handler = TypeVar("Handler", bound=Callable[..., Any])
Options = ParamSpec("Options")


def _declares(
    method: str, options_type: Callable[Options, OperationOptions]
) -> Callable[Concatenate["Router", str, Options], Callable[[Handler], Handler]]:
    """A method of Area whose keyword arguments are the fields of `options_type`."""

    def declare(
        router: "Router", path: str, /, *args: Options.args, **options: Options.kwargs
    ) -> Callable[[Handler], Handler]:
        declared = options_type(*args, **options)

        def register(handler: Handler) -> Handler:
            router.operations.append(Operation(router.title, method, path, handler, declared))
            return handler

        return register

    return declare


class Router:
    """The operations of one area, in the order in which they are declared."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.operations: list[Operation] = []

    get = _declares("GET", OperationOptions)
    """Declare a read. HEAD comes with it."""
    post = _declares("POST", OperationOptions)
    put = _declares("PUT", OperationOptions)
    patch = _declares("PATCH", OperationOptions)
    delete = _declares("DELETE", OperationOptions)
