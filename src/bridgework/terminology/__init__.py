"""The terminology of dentistry: synonyms, hierarchies of terms, professions, and places.

The terms are listed in `words.toml`. `terms.py` finds terms in text, `wording.py` quotes them,
`us_states.py` finds states, and `places.py` cities, regions and metropolitan areas. Search and
matching use the same functions, so their results agree. `general_words.toml` lists the words that
are not specific to dentistry.
"""
