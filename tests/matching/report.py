"""Reports how well the ranking agrees with readers, and writes the sheets that they grade."""

import argparse
import csv
import itertools
import random
import statistics
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.matching import judged_set, measures, rankings
from tests.matching.judged_set import GRADES, READERS, Judgement, Person, Posting

BEST = 10
_AT_RANDOM = 5
_BANDS = (25, 50, 75)
"""Scores from which the formula's grade is 1, 2 and 3: quarters, chosen before grades were read."""


@dataclass(frozen=True)
class World:
    """All postings and people."""

    postings: Sequence[Posting]
    people: Sequence[Person]

    @cached_property
    def held_out(self) -> set[str]:
        return judged_set.held_out(self.postings)

    @cached_property
    def by_formula(self) -> Mapping[str, Sequence[tuple[Person, int]]]:
        """The people that the product lists for each posting, best first, with their scores."""
        return {
            posting.key: rankings.by_formula(posting, self.people_for(posting))
            for posting in self.postings
        }

    def people_for(self, posting: Posting) -> list[Person]:
        return [person for person in self.people if person.kind == posting.person_kind]

    def best(self, posting: Posting) -> list[Person]:
        """Return the first page of the formula."""
        return [person for person, _ in self.by_formula[posting.key][:BEST]]

    def pool(self, posting: Posting, graded: Collection[str]) -> list[Person]:
        """Return whom readers grade next: the best of both rankings, and at first some at random.

        They are shuffled. `graded` are the keys of those who have grades.
        """
        people = self.people_for(posting)
        draws = random.Random(posting.key)  # noqa: S311 - the same sheets each time
        chosen = {person.key: person for person in self.best(posting)}
        chosen |= {person.key: person for person in rankings.by_bm25(posting, people)[:BEST]}
        if not graded:
            others = [person for person in people if person.key not in chosen]
            chosen |= {person.key: person for person in draws.sample(others, _AT_RANDOM)}
        pool = [chosen[key] for key in sorted(chosen.keys() - set(graded))]
        draws.shuffle(pool)
        return pool


@dataclass(frozen=True, slots=True)
class Ranking:
    """The nDCG@10 of each posting."""

    formula: Mapping[str, float]
    bm25: Mapping[str, float]


class Report:
    """The figures of the judged set."""

    def __init__(self, world: World, judgements: Sequence[Judgement]) -> None:
        self.world = world
        self.judgements = judgements
        self._grades: dict[str, dict[str, float]] = {}
        for judgement in judgements:
            of_posting = self._grades.setdefault(judgement.posting, {})
            of_posting[judgement.person] = statistics.median(judgement.grades)

    def stale(self) -> list[str]:
        """Return the pairs whose texts are not those that were read."""
        postings = {posting.key: posting for posting in self.world.postings}
        people = {person.key: person for person in self.world.people}
        return [
            f"{one.posting} {one.person}"
            for one in self.judgements
            if one.posting not in postings
            or one.person not in people
            or one.digest != judged_set.digest(postings[one.posting], people[one.person])
        ]

    def ungraded(self, postings: Iterable[Posting]) -> int:
        """Count the people among the best of the formula whom nobody graded; they count as 0."""
        return sum(
            person.key not in self._grades[posting.key]
            for posting in postings
            for person in self.world.best(posting)
        )

    def ranking(self, postings: Iterable[Posting]) -> Ranking:
        """Return the nDCG@10 of both rankings."""
        formula: dict[str, float] = {}
        bm25: dict[str, float] = {}
        for posting in postings:
            grades = self._grades[posting.key]
            people = self.world.people_for(posting)
            for ndcg, best in (
                (formula, self.world.best(posting)),
                (bm25, rankings.by_bm25(posting, people)[:BEST]),
            ):
                ranked = [grades.get(person.key, 0) for person in best]
                ndcg[posting.key] = measures.ndcg(ranked, list(grades.values()), BEST)
        return Ranking(formula, bm25)

    def alpha(self) -> float:
        """Return the agreement of the readers."""
        return measures.krippendorff_alpha([one.grades for one in self.judgements])

    def kappa_of_readers(self) -> float:
        """Return the mean weighted kappa of each two readers."""
        pairs = itertools.combinations(range(READERS), 2)
        return statistics.mean(
            measures.weighted_kappa(self._of_reader(one), self._of_reader(other))
            for one, other in pairs
        )

    def kappa_of_formula(self) -> float:
        """Return the mean weighted kappa of the formula and each reader."""
        grades = [self._grade_of_formula(one) for one in self.judgements]
        return statistics.mean(
            measures.weighted_kappa(grades, self._of_reader(reader)) for reader in range(READERS)
        )

    def _of_reader(self, reader: int) -> list[int]:
        return [one.grades[reader] for one in self.judgements]

    @cached_property
    def _scores(self) -> Mapping[tuple[str, str], int]:
        return {
            (posting, person.key): score
            for posting, people in self.world.by_formula.items()
            for person, score in people
        }

    def _grade_of_formula(self, one: Judgement) -> int:
        score = self._scores.get((one.posting, one.person), 0)
        return sum(score >= least for least in _BANDS)

    def row(self, name: str, postings: Sequence[Posting]) -> str:
        """Return the row of the table for some of the postings."""
        ranking = self.ranking(postings)
        keys = [posting.key for posting in postings]
        formula, bm25 = (
            measures.interval([ndcg[key] for key in keys])
            for ndcg in (ranking.formula, ranking.bm25)
        )
        more = measures.interval([ranking.formula[key] - ranking.bm25[key] for key in keys])
        return f"| {name} | {len(keys)} | {_cell(formula)} | {_cell(bm25)} | {_cell(more)} |"

    def text(self, *, with_held_out: bool) -> str:
        """Return the whole report in Markdown."""
        world = self.world
        read: Sequence[Posting] = world.postings
        known = [one for one in world.postings if one.key not in world.held_out]
        parts: list[tuple[str, Sequence[Posting]]] = [("Development", known)]
        if with_held_out:
            held_out = [one for one in world.postings if one.key in world.held_out]
            parts += [("Held out", held_out), ("All", world.postings)]
            parts += [
                (f"All {kind}s", [one for one in world.postings if one.kind == kind])
                for kind in ("role", "job")
            ]
        else:
            read = known
        return "\n".join(
            [
                "| Postings | Number | nDCG@10 of the formula | of BM25 | Difference |",
                "|---|---:|---|---|---|",
                *(self.row(name, postings) for name, postings in parts),
                "",
                f"Pairs: {len(self.judgements)}; texts changed since: {len(self.stale())}.",
                f"Krippendorff's alpha of the readers: {self.alpha():.2f}.",
                f"Weighted kappa of formula and readers: {self.kappa_of_formula():.2f}.",
                f"Weighted kappa among readers: {self.kappa_of_readers():.2f}.",
                f"Not graded among the first {BEST}: {self.ungraded(read)}.",
            ]
        )


def _cell(interval: measures.Interval) -> str:
    return f"{interval.mean:.3f} ({interval.low:.3f} to {interval.high:.3f})"


def write_sheets(world: World, judgements: Iterable[Judgement], folder: Path) -> None:
    """Write a sheet for each posting with people to grade: its text, then those of the people.

    The people have the digests of the texts as names, so that a key tells nothing.
    """
    graded = defaultdict(set)
    for one in judgements:
        graded[one.posting].add(one.person)
    folder.mkdir(parents=True, exist_ok=True)
    for posting in world.postings:
        texts = [f"# {posting.key}\n\n{posting.text}"]
        texts += [
            f"## {judged_set.digest(posting, person)}\n\n{person.text}"
            for person in world.pool(posting, graded[posting.key])
        ]
        if len(texts) > 1:
            (folder / f"{posting.key}.md").write_text("\n".join(texts), encoding="utf-8")


def read_grades(world: World, folder: Path) -> list[Judgement]:
    """Join the grades of the readers. Each has a file, with a tab between the columns.

    The columns are posting, person, grade and reason. Raises ValueError for a pair that a reader
    omitted or graded twice.
    """
    readers = [_read_reader(file) for file in sorted(folder.glob("*.tsv"))]
    if len(readers) != READERS or any(reader.keys() != readers[0].keys() for reader in readers):
        raise ValueError("there must be three files, with grades of the same pairs")
    judgements = []
    for posting in world.postings:
        for person in world.people_for(posting):
            digest = judged_set.digest(posting, person)
            if (posting.key, digest) in readers[0]:
                given = [reader[posting.key, digest] for reader in readers]
                grades, reasons = zip(*given, strict=True)
                judgements.append(Judgement(posting.key, person.key, digest, grades, reasons))
    return judgements


def _read_reader(file: Path) -> dict[tuple[str, str], tuple[int, str]]:
    grades: dict[tuple[str, str], tuple[int, str]] = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        posting, person, grade, reason = line.split("\t")
        if (posting, person) in grades or int(grade) not in measures.GRADES:
            raise ValueError(f"{file.name}, line {number}: a second grade, or not from 0 to 3")
        grades[posting, person] = (int(grade), reason)
    return grades


def write_grades(judgements: Iterable[Judgement]) -> None:
    """Write the grades into the judged set, in the order of postings and people."""
    numbers = range(1, READERS + 1)
    columns = [name for number in numbers for name in (f"grade{number}", f"reason{number}")]
    with GRADES.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["posting", "person", "texts", *columns])
        for one in sorted(judgements, key=lambda one: (one.posting, one.person)):
            graded = zip(one.grades, one.reasons, strict=True)
            writer.writerow(
                [one.posting, one.person, one.digest, *itertools.chain.from_iterable(graded)]
            )


def main() -> None:
    """Print the report, write sheets, or read grades."""
    parser = argparse.ArgumentParser(prog="script/match-report", description=__doc__)
    parser.add_argument("--sheets", type=Path, help="write the sheets for readers to this folder")
    parser.add_argument("--grades", type=Path, help="add the grades of a .tsv file of each reader")
    parser.add_argument("--development", action="store_true", help="omit the postings held out")
    arguments = parser.parse_args()
    world = World(judged_set.postings(), judged_set.people())
    judgements = judged_set.judgements()
    if arguments.sheets:
        write_sheets(world, judgements, arguments.sheets)
    elif arguments.grades:
        added = read_grades(world, arguments.grades)
        write_grades([*judgements, *added])
    else:
        if arguments.development:
            judgements = [one for one in judgements if one.posting not in world.held_out]
        report = Report(world, judgements)
        sys.stdout.write(f"{report.text(with_held_out=not arguments.development)}\n")


if __name__ == "__main__":
    main()
