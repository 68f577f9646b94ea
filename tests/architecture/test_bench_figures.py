"""The figures in README.md are those of the committed report of the benchmark."""

import pytest

from bench import figures

REPORT = """\
2026-11-24 19:03 UTC. 10,000 experts; best of 2 rounds of 5 s.
A processor, 2 cores, Linux; server on core 0, load on core 1.

## Responses a second, and p99

| Stack         |           list |          post |
| ------------- | -------------: | ------------: |
| Bridgework    | 11,452* 5.6 ms | 3,077 35.3 ms |
| raw ASGI      |  58,481 1.1 ms |               |
| PocketBase    |   869 119.9 ms |               |

## Memory of the largest process, and start

| Stack      |   idle | under load | first response |
| ---------- | -----: | ---------: | -------------: |
| Bridgework | 106 MB |     192 MB |         1.31 s |
"""
FIGURES = """\
|  | List of 20 | Create | Memory | Start |
| --- | ---: | ---: | ---: | ---: |
| Bridgework | 11,452* | 3,077 | 192 MB | 1.31 s |
| PocketBase | 869 | – | – | – |

2026-11-24 19:03 UTC. 10,000 experts; best of 2 rounds of 5 s. A processor, 2 cores, Linux.
"""


def test_the_readme_has_the_figures_of_the_report() -> None:
    readme = figures.README.read_text(encoding="utf-8")
    report = figures.REPORT.read_text(encoding="utf-8")
    assert figures.update(readme, report) == readme, "run python -m bench.figures"


def test_figures_replace_those_between_the_markers() -> None:
    readme = "# Bridgework\n\n<!-- bench -->\nold\n<!-- /bench -->\n\nMore.\n"
    expected = f"# Bridgework\n\n<!-- bench -->\n{FIGURES}<!-- /bench -->\n\nMore.\n"
    assert figures.update(readme, REPORT) == expected


def test_a_readme_without_the_markers_is_refused() -> None:
    with pytest.raises(ValueError, match="has no <!-- bench -->"):
        figures.update("# Bridgework\n", REPORT)
