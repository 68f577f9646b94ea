"""Components without knowledge of dentistry: HTTP, the database, keys, e-mail, rate limits.

No module in this package imports an area. Its packages are layers, from `core` up to `http`. A
package exports the names that other packages use, and import-linter verifies the layers.
"""
