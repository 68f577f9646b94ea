"""The demo data: invented people, and a loader that writes the data files to a database.

People, postings, the feed, events and vendors are TOML files; blog articles are Markdown. Experts
are generated from the phrases in `words/`. Expert number 17 is the same on every machine, so
databases of 200 and of a million experts share the first 200. E-mail addresses end in example.com,
and telephone numbers are in the range that is reserved for fiction.
"""
