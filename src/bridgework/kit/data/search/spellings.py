"""The words of an index by their variants with one letter deleted (`fuzzy`)."""

from collections.abc import Iterable, Sequence

import sqlalchemy as sa

from bridgework.kit.data.db import Key, Tx, array_param, insert, metadata, no_personal_data
from bridgework.kit.data.search import fuzzy, tokens


class Spellings:
    """The table `<name>_spellings`."""

    def __init__(self, name: str) -> None:
        self.table = sa.Table(
            f"{name}_spellings",
            metadata,
            sa.Column("variant", Key, primary_key=True),
            sa.Column("word", Key, primary_key=True),
            sqlite_with_rowid=False,
            info=no_personal_data("the words of the index, by their misspelt variants"),
        )
        self._drop = self.table.delete().where(
            self.table.c.variant == sa.bindparam("this_variant"),
            self.table.c.word == sa.bindparam("this_word"),
        )

    def add(self, tx: Tx, new: Iterable[str]) -> None:
        """Add the words among these tokens."""
        rows = [{"variant": variant, "word": word} for variant, word in _variants(new)]
        if rows:
            tx.execute(insert(tx.dialect, self.table).on_conflict_do_nothing(), rows)

    def drop(self, tx: Tx, removed: Iterable[str]) -> None:
        """Remove the words among these tokens."""
        rows = [
            {"this_variant": variant, "this_word": word} for variant, word in _variants(removed)
        ]
        if rows:
            tx.execute(self._drop, rows)

    def near(self, tx: Tx, words: Iterable[str]) -> Sequence[str]:
        """Return the words that share a variant with one of these."""
        variant = array_param.values("variants", sa.Text(), tx.dialect)
        words_of = sa.select(self.table.c.word).distinct().where(self.table.c.variant == variant)
        variants = {form for word in words for form in fuzzy.deletions(word)}
        return tx.values(words_of, {"variants": sorted(variants)})


def _variants(named: Iterable[str]) -> list[tuple[str, str]]:
    """Return the variants of the words among these tokens that are matched fuzzily."""
    words = (token.removeprefix(tokens.WORD) for token in named if token.startswith(tokens.WORD))
    return [
        (variant, word)
        for word in sorted(filter(fuzzy.is_fuzzy, words))
        for variant in sorted(fuzzy.deletions(word))
    ]
