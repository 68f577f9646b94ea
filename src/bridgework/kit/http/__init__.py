"""The HTTP edge: operations compiled once, dispatched by a dict, one transaction a call.

Read `area.py` to declare an operation, `operation.py` for what it is compiled to, `edge.py`
for a request's way through the server, `performance.py` for how a call is run.
"""
