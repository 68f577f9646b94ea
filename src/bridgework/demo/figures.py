"""The numbers in a claim: "down from {high} to {low}" becomes "down from 24 to 11"."""

from __future__ import annotations

import functools

from bridgework.demo.draws import Draws


def filled(draws: Draws, *texts: str) -> tuple[str, ...]:
    """Return the texts with one set of figures in all their slots.

    The slots: `pct` 12 to 38, a change for the better; `share` 68 to 94, most of a hundred; `high`
    16 to 34, and `low`, a third to two thirds of it; `count` 60 to 480; `many` 200 to 600; `few` 3
    to 6; `gain` 5 to 12; `months` 6 to 18; `weeks` 6 to 12.
    """
    figures = draws.pick(_figures())
    return tuple([text.format_map(figures) if "{" in text else text for text in texts])


@functools.cache
def _figures() -> tuple[dict[str, int], ...]:
    return tuple(_set_of_figures(Draws("figures", number)) for number in range(97))


def _set_of_figures(draws: Draws) -> dict[str, int]:
    high = 16 + draws.below(19)
    return {
        "pct": 12 + draws.below(27),
        "share": 68 + draws.below(27),
        "high": high,
        "low": high * (33 + draws.below(31)) // 100,
        "count": 60 + 10 * draws.below(43),
        "many": 200 + 20 * draws.below(21),
        "few": 3 + draws.below(4),
        "gain": 5 + draws.below(8),
        "months": 6 + draws.below(13),
        "weeks": 6 + draws.below(7),
    }
