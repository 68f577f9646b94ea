"""The HTTP layer, on Starlette: middleware, then operations in one transaction each.

`app.py` lists the middleware in order. `router.py` declares operations, `operation.py` compiles
them from their handlers, and `execution.py` runs them.
"""
