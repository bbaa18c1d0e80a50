"""``grades.html``: one self-contained page of a class: copies × goldens, and the mistakes in each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from lastdigit.base.files import write_whole
from lastdigit.grading.due import Dues
from lastdigit.grading.mark import MEANINGS, RIGHT, WRONG, Graded, Mark
from lastdigit.grading.tables import look_at
from lastdigit.grading.text import headline, what_is_wrong
from lastdigit.reports.page.templating import page_templates

SIGNS = {"right": "✓", "wrong": "✗", "follows": "↳", "undecided": "?", "stub": "0", "missing": "–"}
"""The symbol of a mark in the table of the class; its words accompany it for screen readers."""


def write_grade_page(graded: Sequence[Graded], dues: Dues, path: Path) -> None:
    """Write the page."""
    write_whole(path, render_grades(graded, dues).encode("utf-8", "replace"))


def render_grades(graded: Sequence[Graded], dues: Dues) -> str:
    """The page of a class; the same marks give the same page."""
    return (
        page_templates()
        .get_template("grades.html")
        .render(
            document=dues.document.stored,
            headline=headline(graded, dues),
            graded=graded,
            dues=dues.graded,
            meanings=MEANINGS,
            signs=SIGNS,
            right=RIGHT,
            common=common_mistakes(graded),
            marks=[(copy, mark) for copy in graded for mark in copy.marks if mark.verdict != RIGHT or mark.notes],
            what_is_wrong=what_is_wrong,
            look_at=look_at,
            tip=tip,
        )
    )


def common_mistakes(graded: Sequence[Graded]) -> list[tuple[str, str, int]]:
    """Each mistake with its golden and the number of copies, the most frequent first."""
    found = Counter(
        (mark.golden, mark.mistake or mark.reason) for copy in graded for mark in copy.marks if mark.verdict == WRONG
    )
    return [(golden, mistake, count) for (golden, mistake), count in found.most_common()]


def tip(mark: Mark) -> str:
    """A mark in a few words."""
    told = mark.mistake or (f"follows {mark.follows}" if mark.follows else mark.reason)
    return f"{mark.verdict}: {told}" if told else mark.verdict
