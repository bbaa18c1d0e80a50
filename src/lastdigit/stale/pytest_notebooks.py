"""Tests of a notebook: one per stored output, and per executed cell without stored output."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import pytest

from lastdigit.base.errors import LastdigitError
from lastdigit.pytest_session.options import settings_of
from lastdigit.reports.page.notebooks_page import RerunOutput
from lastdigit.stale.compare import Rerun, in_words
from lastdigit.stale.meanings import Key
from lastdigit.stale.rule import ROUNDING, UNSEEDED
from lastdigit.stale.sources import stored_outputs


class Stale(Exception):
    """A stale output."""


class NotebookFile(pytest.File):
    """A notebook whose outputs are tests; nothing is executed before the first of them runs."""

    @cached_property
    def rerun(self) -> Rerun:
        """The notebook and its runs."""
        seconds = float(self.config.getoption("lastdigit_cell_seconds"))
        store = self.config.rootpath / settings_of(self.config).reference_data
        return Rerun(self.path, stored_outputs(self.path), seconds, store=store)

    def collect(self) -> Iterator[pytest.Item]:
        try:
            stored = self.rerun.stored
            keys = list(stored.outputs)
        except LastdigitError as error:
            raise self.CollectError(str(error)) from error
        silent = [(cell.number, 1) for cell in stored.document.cells if cell.count is not None]
        cells = {cell.number: cell for cell in stored.document.cells}
        for key in sorted({*keys, *silent}):
            name = f"cell {key[0]} output {key[1]}"
            cell = cells[key[0]]
            given = {"key": key, "count": cell.count, "source": cell.source.text}
            item: pytest.Item = OutputItem.from_parent(self, name=name, **given)
            item.add_marker(pytest.mark.xdist_group(name=self.nodeid))
            yield item


class OutputItem(pytest.Item):
    """One output."""

    def __init__(self, *, key: Key, count: int | None, source: str, **given: Any) -> None:
        super().__init__(**given)
        self.key, self.count, self.source = key, count, source
        self.found: RerunOutput | None = None

    def runtest(self) -> None:
        assert isinstance(self.parent, NotebookFile)
        try:
            found = self.parent.rerun.compare(self.key)
        except LastdigitError as error:
            reason = f"{type(error).__name__}: {error}"
            self.found = RerunOutput(self._notebook, *self.key, stale=True, reason=reason, count=self.count)
            raise Stale(reason) from error
        told = [(each.line, each.stored, each.new) for each in found.differences]
        source = self.source if found.is_stale else ""
        self.found = RerunOutput(
            self._notebook, *self.key, found.is_stale, told, found.reason, found.counts, self.count, source
        )
        for name in (ROUNDING, UNSEEDED):
            if found.counts.get(name):
                self.user_properties.append((f"lastdigit {name}", found.counts[name]))
        if found.is_stale:
            raise Stale(in_words(self.path, found, self.count))

    @property
    def _notebook(self) -> str:
        return self.nodeid.partition("::")[0]

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, Stale):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        return self.path, None, f"{self.path.name}: {self.name}"
