"""The declaration of the operations of an area.

    router = Router("Jobs", members=Tag("Jobs", "Post jobs, search them and apply."))

    @router.post("/jobs/{id}/applications", who=member, status=201)
    def apply_to_job(context: Context, job_id: Id, body: JobApplicationRequest) -> JobApplication:
        \"\"\"Apply once to an approved posting.\"\"\"
        return actions.apply(context, job_id, body)

`who` has no default: a declaration without it fails at import. The name of the handler is the
operationId in snake case; its docstring is the text of the API description. The operations of an
area for one audience have a tag of their own.
"""

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from bridgework.kit.http.operations.operation import Operation, OperationOptions
from bridgework.kit.http.operations.tags import Audience, Tag, audience_of

Handler = TypeVar("Handler", bound=Callable[..., Any])
Options = ParamSpec("Options")


def _declares(
    method: str, options_type: Callable[Options, OperationOptions]
) -> Callable[Concatenate["Router", str, Options], Callable[[Handler], Handler]]:
    """Return a method of Router whose keyword arguments are the fields of `options_type`."""

    def declare(
        router: "Router", path: str, /, *args: Options.args, **options: Options.kwargs
    ) -> Callable[[Handler], Handler]:
        declared = options_type(*args, **options)

        def register(handler: Handler) -> Handler:
            tag = router.tags[audience_of(declared.who)]
            router.operations.append(Operation(tag, method, path, handler, declared))
            return handler

        return register

    return declare


class Router:
    """The operations of one area, in the order of their declaration."""

    def __init__(
        self,
        title: str,
        *,
        public: Tag | None = None,
        members: Tag | None = None,
        administrators: Tag | None = None,
    ) -> None:
        """The operations for an audience without a tag have the tag `title`."""
        self.title = title
        self.tags = {
            Audience.PUBLIC: public or Tag(title),
            Audience.MEMBERS: members or Tag(title),
            Audience.ADMINISTRATORS: administrators or Tag(title),
        }
        self.operations: list[Operation] = []

    get = _declares("GET", OperationOptions)
    """Declare a read, which also supports HEAD."""
    post = _declares("POST", OperationOptions)
    put = _declares("PUT", OperationOptions)
    patch = _declares("PATCH", OperationOptions)
    delete = _declares("DELETE", OperationOptions)
