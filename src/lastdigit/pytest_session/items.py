"""Collection by pytest: documents, cases, relations, and each implementation on each case."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from lastdigit.base.errors import LastdigitError
from lastdigit.verdicts.verdict import Verdict

if TYPE_CHECKING:
    from lastdigit.pytest_session.session import Session

JUDGES = "lastdigit_judged"
"""The fixture used by test files that judge."""


class Document(pytest.File):
    """A folder of reference data."""

    def __init__(self, *, session_of_lastdigit: Session, **given: Any) -> None:
        super().__init__(**given)
        self._judging = session_of_lastdigit

    def collect(self) -> Iterable[pytest.Item]:
        """Collect a test for reading it, and one for each judgement."""
        if not self._judging.collects:
            return
        try:
            project = self._judging.project
        except LastdigitError as error:
            raise self.CollectError(f"{type(error).__name__}: {error}") from error
        document = self.path.parent.name
        yield self._test(f"read[{document}]", None)
        for case in project.cases:
            if case.document == document:
                yield self._test(f"document[{case.id}]", partial(project.judge_document, case))
        for relation in project.relations:
            if relation.document == document:
                yield self._test(f"relation[{relation.id}]", partial(project.judge_relation, relation))
        for pairing in project.pairings:
            if pairing.case.document == document:
                yield self._test(f"implementation[{pairing.id}]", partial(project.judge_implementation, pairing))

    def _test(self, name: str, judge: Callable[[], list[Verdict]] | None) -> pytest.Item:
        # pytest tells a parameter from a name in the text of an id, as --lf reads it, and not in a name alone
        nodeid = f"{self.nodeid}::{name}"
        item: Judgement = Judgement.from_parent(self, name=name, nodeid=nodeid, judge=judge, judging=self._judging)
        item.add_marker("lastdigit")
        if judge is not None:
            case = name.partition("[")[2].rstrip("]").partition("-")[0]
            item.add_marker(pytest.mark.xdist_group(case))
        return item


class Judgement(pytest.Item):
    """A test that judges; without ``judge``, a test that a document is readable."""

    def __init__(self, *, judge: Callable[[], list[Verdict]] | None, judging: Session, **given: Any) -> None:
        super().__init__(**given)
        self._judge, self._judging = judge, judging
        self.gives_verdicts = judge is not None

    def runtest(self) -> None:
        """Judge, and record the verdicts."""
        from lastdigit.pytest_session.session import recorder

        project = self._judging.project
        if self._judge is not None:
            recorder(self, project)(self._judge)
        elif (document := self.path.parent.name) in project.reference.refused:
            pytest.fail(str(project.reference.refused[document]), pytrace=False)
