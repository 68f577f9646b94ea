"""The terminology of dentistry: synonyms, hierarchies of terms, and names of US states.

The terms are listed in `words.toml`. `terms.py` finds terms in text, and `us_states.py` finds
states. Search and matching use the same functions, so their results agree.
"""
