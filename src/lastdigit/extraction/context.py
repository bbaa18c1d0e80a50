"""What a whole document says of each of its prints."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lastdigit.base.rule import Rule
from lastdigit.document import Cell, Document
from lastdigit.source.file_text import cells_printing_files
from lastdigit.source.print_settings import PrintSettings, print_settings
from lastdigit.source.printed_calls import Helpers
from lastdigit.source.reached_source import ReachedSource, is_always_given
from lastdigit.source.shown_floats import names_sympy, shows_all_digits
from lastdigit.source.syntax import parse
from lastdigit.source.unseen import any_uses_unseen
from lastdigit.source.written_words import WrittenWords

MEASURES_TIME = Rule(
    r"\b(?:timeit|perf_counter|process_time|default_timer)\b|\btime\(\)",
    "a source measures how long something takes",
    "start = time.perf_counter()",
    "time = np.arange(3)",
)
READS_DATA = Rule(
    r"\b(?:read_\w+|load\w*|open|genfromtxt|fetch_\w+|get_dataset)\(",
    "a source reads data",
    "pd.read_csv(path)",
    "x.ready()",
)
_PAGES = (".html", ".htm")
NAMES_PANDAS = Rule(r"\b(?:pandas\b|pd\.)", "a source names pandas", "pd.DataFrame(x)", "pdf = 3")


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
    def _are_python(self) -> dict[int, bool]:
        return {cell.number: parse(cell.source) is not None for cell in self.document.cells if cell.outputs}

    def is_python(self, cell: Cell) -> bool:
        """Whether the source of a cell with outputs is Python."""
        return self._are_python[cell.number]

    def says(self, words: str) -> bool:
        """Whether any of its sources has these words."""
        return any(words in cell.source.text for cell in self.document.cells)

    @cached_property
    def tells_results(self) -> bool:
        """Whether it tells what a cell's last expression gives from what is printed, as notebooks do."""
        suffix = self.document.path.suffix.lower()
        outputs = (output for cell in self.document.cells for output in cell.outputs)
        return suffix == ".ipynb" or (suffix in _PAGES and any(output.kind == "result" for output in outputs))

    @cached_property
    def measures_time(self) -> bool:
        """Whether any of its sources measures how long something takes."""
        return any(
            "time" in cell.source.text and MEASURES_TIME.search(cell.source.text) for cell in self.document.cells
        )

    @cached_property
    def reads_data(self) -> bool:
        """Whether any of its sources reads a file of data, in which a column of times may have been measured."""
        return any(READS_DATA.search(cell.source.text) for cell in self.document.cells)

    @cached_property
    def _print_files(self) -> set[int]:
        """The numbers of the cells that print the text of a file."""
        return cells_printing_files(self.document.cells, self.helpers, self.reached)

    def prints_text_of_file(self, cell: Cell) -> bool:
        """Whether a cell prints the text of a file."""
        return cell.number in self._print_files

    @cached_property
    def _asks_for_memory(self) -> bool:
        return any("memory_usage" in cell.source.text for cell in self.document.cells)

    def gives_memory(self, name: str) -> bool:
        """Whether a name stands for an amount of memory."""
        return self._asks_for_memory and is_always_given(name, "memory_usage", self.reached)

    @cached_property
    def names_sympy(self) -> bool:
        """Whether any of its sources names SymPy."""
        return any(names_sympy(cell.source.text) for cell in self.document.cells)

    @cached_property
    def uses_unseen(self) -> bool:
        """Whether any of its sources uses functions that nobody sees."""
        return any_uses_unseen([cell.source.text for cell in self.document.cells])

    @cached_property
    def exact(self) -> bool:
        """Whether a float that Python shows as a value is a float64 number that was not rounded."""
        return shows_all_digits([cell.source.text for cell in self.document.cells])


def _names_pandas(source: str) -> bool:
    return ("pandas" in source or "pd." in source) and NAMES_PANDAS.search(source) is not None


def _shows_a_frame(cell: Cell) -> bool:
    return any(output.html is not None and 'class="dataframe"' in output.html.text for output in cell.outputs)
