"""The areas of the trade, one folder each, on one downhill street.

An area imports only areas below its own; the order stands in `pyproject.toml` under
`[tool.importlinter]` and is kept by `script/check`.
"""
