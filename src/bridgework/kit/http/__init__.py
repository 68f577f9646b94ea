"""The HTTP layer, on Starlette: middleware, then operations in one transaction each.

Read `app.py` for the middleware in its order, `router.py` to declare an operation, `operation.py`
for what is compiled from its handler, and `execution.py` for where and how it runs.
"""
