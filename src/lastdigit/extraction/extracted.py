"""Results of extraction: goldens with the places of their tokens, and what was left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from lastdigit.base.frozen import frozen
from lastdigit.document import Place
from lastdigit.extraction.names import slug
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.found import LeftOut
from lastdigit.printing.golden import Golden, Provenance
from lastdigit.printing.print_format import PrintFormat


@frozen
class Extracted:
    """A golden, its position in the document, and a way to locate each of its tokens.

    It is unnamed until all goldens of its document are known.
    """

    golden: Golden
    start: Place
    locate: Callable[[], tuple[Place, ...]]

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The place of each token."""
        return self.locate()

    @property
    def wanted(self) -> tuple[str, int]:
        """The name derived from its label, and its cell."""
        return slug(self.golden.label), self.golden.provenance.cell

    @property
    def order(self) -> tuple[int, int, int, int]:
        """The sort key: the position in the document; a source comes before its output."""
        provenance = self.golden.provenance
        return provenance.cell, provenance.output or 0, self.start.line, self.start.column

    @property
    def table(self) -> tuple[int, int | None, Place]:
        """The start of the table it belongs to: all columns of a frame share it."""
        return self.golden.provenance.cell, self.golden.provenance.output, self.start

    def named(self, name: str, frame: str = "") -> Extracted:
        """The same with a name, as a column of ``frame``."""
        return replace(self, golden=replace(self.golden, name=name, frame=frame))


def golden_of(
    array: ArrayPrint,
    kind: str,
    label: str,
    provenance: Provenance,
    form: PrintFormat,
    options: str,
    inferred: tuple[str, ...],
    frame: str = "",
) -> Golden:
    """The golden of ``array``, without a name; ``options`` is the source of its print options.

    ``frame`` is the label shared by all columns of its table.
    """
    return Golden(
        name="",
        kind=kind,
        label=label,
        provenance=provenance,
        format=form,
        options=options,
        shape=array.shape,
        tokens=array.texts,
        cut=array.cut,
        summary=array.summary,
        inferred=inferred,
        column=array.column,
        frame=frame if array.column else "",
    )


@dataclass(frozen=True)
class Extraction:
    """All goldens of a document, in order of their first lines, and what was left out, in document order."""

    goldens: tuple[Extracted, ...]
    left_out: tuple[LeftOut, ...]
