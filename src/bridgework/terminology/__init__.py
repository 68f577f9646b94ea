"""The words of the trade: what means the same, what is a kind of what, and the states by name.

The words themselves stand in `words.toml`, read once. `terms.py` finds them in what people write,
`us_states.py` the states; search and matching ask the same two, so that they agree.
"""
