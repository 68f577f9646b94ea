"""The demo world: invented people, and a loader of data files that reads them into a database.

People, postings, the feed, events and vendors are TOML files, the articles of the blog Markdown.
Experts are generated from the phrases in `words/`: expert number 17 is the same person on every
machine, so a world of two hundred and one of a million agree on the first two hundred.
Addresses end in example.com, and telephone numbers lie in the range kept for fiction.
"""
