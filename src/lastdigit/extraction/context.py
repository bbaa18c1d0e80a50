"""What a whole document says of each of its prints."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from lastdigit.document import Cell, Document
from lastdigit.source.print_settings import PrintSettings, print_settings
from lastdigit.source.printed_calls import Helpers
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.shown_floats import may_be_shorter, rounds, shows_all_digits
from lastdigit.source.written_words import WrittenWords

_PANDAS = re.compile(r"\b(?:pandas\b|pd\.)")


@dataclass(frozen=True)
class Context:
    """The print options that a document sets, and the words that its strings write about values.

    ``with_pandas``: its source names pandas, or an output is a frame in HTML. What looks like a table of pandas in
    another document was aligned by somebody else, who trimmed no zeros: then its digits are all that was printed.
    """

    document: Document
    settings: PrintSettings
    written: WrittenWords
    with_pandas: bool

    @classmethod
    def of(cls, document: Document) -> Context:
        """What ``document`` says."""
        sources = [cell.source.text for cell in document.cells]
        with_pandas = any(map(_names_pandas, sources)) or any(map(_shows_a_frame, document.cells))
        return cls(document, print_settings(document), WrittenWords(sources), with_pandas)

    @cached_property
    def helpers(self) -> Helpers:
        """The functions that print for its cells."""
        return Helpers([cell.source for cell in self.document.cells])

    @cached_property
    def reached(self) -> ReachedSource:
        """The source that each cell's prints rest on."""
        return ReachedSource(self.document.cells)

    @cached_property
    def rounds(self) -> bool:
        """Whether any of its sources may round numbers."""
        return any(rounds(cell.source.text) for cell in self.document.cells)

    @cached_property
    def may_be_shorter(self) -> bool:
        """Whether any of its sources may make numbers of a shorter dtype than float64."""
        return any(may_be_shorter(cell.source.text) for cell in self.document.cells)

    @cached_property
    def exact(self) -> bool:
        """Whether a float that Python shows as a value is a float64 number that was not rounded."""
        return shows_all_digits(cell.source.text for cell in self.document.cells)


def _names_pandas(source: str) -> bool:
    return ("pandas" in source or "pd." in source) and _PANDAS.search(source) is not None


def _shows_a_frame(cell: Cell) -> bool:
    return any(output.html is not None and 'class="dataframe"' in output.html.text for output in cell.outputs)
