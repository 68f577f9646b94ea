"""The demo world's people and texts, invented, and the same on every machine.

Everything here is pure content: a function of a number and of today's date, without a database,
without the network and without a clock of its own. Expert number 17 is the same person wherever it
is asked for, so a world of two hundred and a world of a million agree on the first two hundred.
The words themselves stand in `words/`, `articles/` and `articles_to_come/` as Markdown that anyone
can read and mend.
People, practices and schools are made up; addresses end in example.com and telephone numbers lie
in the range kept for fiction.
"""
