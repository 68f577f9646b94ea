"""The HTTP layer, on Starlette: middleware, then operations in one transaction each.

`app.py` connects the middleware. `router.py` declares operations, `operation.py` compiles them from
their handlers, and `execution.py` runs them.
"""

from bridgework.kit.http.app import ApiApp
from bridgework.kit.http.execution import OperationRunner
