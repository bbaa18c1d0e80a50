"""A class of copies with known mistakes: how many are named, and how long grading takes.

``python -m studies.graded_class --copies 200 --into class`` writes the copies and prints one line.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

from lastdigit.cases.reference import load_reference_document
from lastdigit.grading.grader import Grader
from lastdigit.grading.mark import RIGHT, STUB
from lastdigit.operations.mistakes import Mistake, NotApplicable
from lastdigit.readers.table import read_document
from studies.copies import Author, write_copy

SOURCES = (
    "import numpy as np\nnp.random.seed(3)\nnp.random.seed(0)\n",
    "np.random.seed(3)\nnp.random.seed(0)\nnp.set_printoptions(precision=3, suppress=True)\n",
)
GOLDENS = {
    "attentions_for_output_0": 1,
    "x_prime_0_calculated": 1,
    "matrix_form_self_attention_result": 1,
    "scaled_dot_product_attention_result": 1,
    "your_answer": 2,
}
"""Goldens of document 003 in which mistakes are made, with their cells."""
SHARE = 0.6
"""The fraction of copies with a mistake."""
ZEROS = "all zeros"


def main() -> None:
    """Write a class, grade it and print how many mistakes were named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--copies", type=int, default=200)
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", type=Path, default=Path("reference_data"))
    options = parser.parse_args()
    document = load_reference_document(options.store / "003")
    document.check()
    made = write_class(Grader(document), options.into, options.copies, random.Random(options.seed))
    start = time.perf_counter()
    grader = Grader(document)
    named, refused = 0, 0
    for path, (golden, mistake) in made.items():
        marks = {mark.golden: mark for mark in grader.grade(read_document(path), path.stem).marks}
        wrong = [name for name, mark in marks.items() if mark.verdict != RIGHT]
        if mistake is None:
            refused += bool(wrong)
            continue
        mark = marks[golden]
        names = mark.mistake.split("; ") if mark.verdict != STUB else [ZEROS]
        named += mistake.name in names and wrong == [golden]
    seconds = time.perf_counter() - start
    mistaken = sum(mistake is not None for _, mistake in made.values())
    right = len(made) - mistaken
    print(f"{len(made)} copies in {seconds:.0f} s: {named} of {mistaken} mistakes named, {refused} of {right} refused")


def write_class(
    grader: Grader, folder: Path, copies: int, chance: random.Random
) -> dict[Path, tuple[str, Mistake | None]]:
    """Write copies of document 003; returns for each the golden with a mistake, and the mistake, if any."""
    author = Author(grader.dues.document)
    catalogue = {
        due.name: grader.dues.reading(due.cases[0][0]).mistakes for due in grader.dues.graded if due.name in GOLDENS
    }
    made: dict[Path, tuple[str, Mistake | None]] = {}
    while len(made) < copies:
        golden = chance.choice(list(GOLDENS))
        mistake = chance.choice(catalogue[golden]) if chance.random() < SHARE else None
        changes = {golden: [mistake]} if mistake else {}
        texts = [author.text({}, 1), author.text({}, 2, 3)]
        try:
            changed = [author.text(changes, 1), author.text(changes, 2, 3)]
        except (NotApplicable, ValueError):
            continue
        if (changed == texts) == (mistake is not None):
            continue
        path = write_copy(folder / f"copy_{len(made):03}.ipynb", list(zip(SOURCES, changed, strict=True)))
        made[path] = golden, mistake
    return made


if __name__ == "__main__":
    main()
