"""Lists a page at a time: by number where somebody looks things up, by cursor where rows come in.

A numbered page says how many there are in all. A cursor names the last row that was seen, so that
a row that stays is seen exactly once however many come in between (contract section 1).
"""
