"""Facts about a whole document that apply to each of its prints."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from lastdigit.base.rule import Rule
from lastdigit.document import Cell, Document
from lastdigit.extraction.numpy_versions import has_new_numpy
from lastdigit.extraction.shown_dtypes import object_columns
from lastdigit.printing.tables.text_table import FOOTER
from lastdigit.source.assigned_columns import assigned_columns
from lastdigit.source.computed import is_computed
from lastdigit.source.copied import SPACED
from lastdigit.source.file_text import cells_printing_files
from lastdigit.source.inserted_rows import inserted_rows
from lastdigit.source.items_given import Given, WrittenNumbers, items_given, numbers_written, tried_keys
from lastdigit.source.made_dtypes import READS, SINGLE, coarsest_made
from lastdigit.source.print_settings import PrintSettings, formats_elements, print_settings
from lastdigit.source.printed_calls import Helpers
from lastdigit.source.reached_source import ReachedSource, is_always_given
from lastdigit.source.rounding import Roundings, may_round
from lastdigit.source.shown_floats import ANY_PRECISION, OF_NUMPY, names_numpy, names_sympy, rounds, shows_all_digits
from lastdigit.source.spelled_values import SpelledValues
from lastdigit.source.syntax import parse
from lastdigit.source.text_columns import text_columns
from lastdigit.source.unrounded import is_unrounded, prints_as_it_is
from lastdigit.source.unseen import any_may_be_no_float64, any_runs_a_file, any_uses_unseen
from lastdigit.source.written_csv import csv_columns
from lastdigit.source.written_rows import rows_written
from lastdigit.source.written_settings import settings_in_texts
from lastdigit.source.written_words import WrittenWords

WRITES_A_LIST = Rule(
    r"[\[(\"']\s{0,40}-?[\d.]{1,30}(?:\s{0,40}[,;]\s{0,40}-?[\d.e]{1,30}){2}",
    "a source writes several numbers in a list",
    "x = [0.5, 1.5, 2.5]",
    "x = f(2, a)[3]",
)
MEASURES_TIME = Rule(
    r"\b(?:timeit|perf_counter|process_time|default_timer)\b|\btime\(\)",
    "a source measures how long something takes",
    "start = time.perf_counter()",
    "time = np.arange(3)",
)
KEEPS_TIMINGS = Rule(
    r"%timeit [^\n]{0,80}-\w{0,10}o\b", "a source keeps what a magic measures", "t = %timeit -o f(x)", "%timeit f(x)"
)
FETCHES_DATA = Rule(
    r"\b(?:fetch_\w+|get_dataset|DataReader) ?\(",
    "a source fetches data that no cell has written",
    "fetch_openml('pears')",
    "fetch.data()",
)
HAS_NO_CODE = Rule(
    r"\A(?:\s|#[^\n]*(?:\n|\Z)|\.\.\.|pass\b)*\Z",
    "a cell has no code, since it was taken out after it ran",
    "# your code here\n...",
    "x",
)
MAKES_WHOLE = Rule(
    r"(?<![a-zA-Z_])(?:round|rint|int|floor|ceil|trunc|fix)\(|\bastype\(|:?\.(?:0|\{\w{1,40}\})f|%d|\.(?:map|apply)\((?:int|round)\)",
    "a source makes whole numbers",
    "int(x)",
    "print(x)",
)
_JULIA = "julia"
ROUNDS_IN_JULIA = Rule(
    r"\b(?:round|floor|ceil|trunc)\(|printf\b|\b(?:sig)?digits ?=|\bFloat(?:16|32)\b|\bBigFloat\b|\bFormat|:compact",
    "a source of Julia rounds, formats, or makes shorter floats",
    '@printf("%.3f", x)',
    "println(x / 3)",
)
_BEGINS_A_LONG_TEXT = ('"""', "'''", "\\n", "%%writefile")
_PAGES = (".html", ".htm")
_GIVEN = re.compile(r"\b[^\W\d]\w{0,80}\b(?=[^=\n()\[\]]{0,200}=(?!=))")
"""A name before an equals sign."""
NAMES_PANDAS = Rule(r"\b(?:pandas\b|pd\.)", "a source names pandas", "pd.DataFrame(x)", "pdf = 3")


@dataclass(frozen=True)
class Context:
    """The print options that a document sets, and the words in its strings.

    ``with_pandas``: the source names pandas, or an output is an HTML frame. In other documents a table that looks like
    pandas was aligned by other means, without trimming zeros.
    """

    document: Document
    settings: PrintSettings
    written: WrittenWords
    with_pandas: bool

    @classmethod
    def of(cls, document: Document) -> Context:
        """The context of ``document``."""
        sources = [cell.source.text for cell in document.cells]
        with_pandas = any(map(_names_pandas, sources)) or any(map(_shows_a_frame, document.cells))
        return cls(document, print_settings(document), WrittenWords(sources), with_pandas)

    @cached_property
    def helpers(self) -> Helpers:
        """The functions that print on behalf of its cells."""
        return Helpers([cell.source for cell in self.document.cells])

    @cached_property
    def reached(self) -> ReachedSource:
        """The source that each cell's prints depend on."""
        return ReachedSource(self.document.cells)

    def defines(self, function: str) -> bool:
        """Whether any source defines a function or a method of this name."""
        return any(isinstance(one, ast.FunctionDef) for one in self.reached.definitions.get(function, ()))

    @cached_property
    def spelled(self) -> SpelledValues:
        """What its cells show of literals of its source."""
        return SpelledValues(self.document.cells)

    @cached_property
    def _are_python(self) -> dict[int, bool]:
        return {cell.number: parse(cell.source) is not None for cell in self.document.cells if cell.outputs}

    def is_python(self, cell: Cell) -> bool:
        """Whether the source of any cell with outputs is Python."""
        return self._are_python[cell.number]

    def says(self, words: str) -> bool:
        """Whether any source contains these words."""
        return any(words in cell.source.text for cell in self.document.cells)

    @cached_property
    def tells_results(self) -> bool:
        """Whether it distinguishes the value of a cell's last expression from printed text, as notebooks do."""
        suffix = self.document.path.suffix.lower()
        outputs = (output for cell in self.document.cells for output in cell.outputs)
        return suffix == ".ipynb" or (suffix in _PAGES and any(output.kind == "result" for output in outputs))

    @cached_property
    def show_copies(self) -> dict[int, bool]:
        """Whether cells, by number, show text that a source contains."""
        return {}

    @cached_property
    def _computed(self) -> dict[tuple[int, str, bool], bool]:
        return {}

    def is_computed(self, cell: Cell, expression: str, *, otherwise: bool = False) -> bool:
        """Whether a cell's source, and what it depends on, show that an expression is computed.

        ``otherwise``: the answer for an expression with names that no source assigns.
        """
        known = cell.number, expression, otherwise
        if known not in self._computed:
            self._computed[known] = is_computed(expression, cell.source, self.reached, otherwise=otherwise)
        return self._computed[known]

    @cached_property
    def _unrounded(self) -> dict[tuple[int, str], bool]:
        return {}

    def is_unrounded(self, cell: Cell, expression: str) -> bool:
        """Whether a cell's source, and what it depends on, show that an expression is computed last and not rounded."""
        known = cell.number, expression
        if known not in self._unrounded:
            self._unrounded[known] = is_unrounded(expression, cell.source, self.reached)
        return self._unrounded[known]

    def prints_as_it_is(self, cell: Cell, expression: str) -> bool:
        """Whether a call of ``print`` in a cell has an expression among its arguments."""
        return f"({expression})" in cell.source.text and prints_as_it_is(cell.source, expression)

    @cached_property
    def measures_time(self) -> bool:
        """Whether any source measures durations."""
        return any(
            "time" in cell.source.text and MEASURES_TIME.search(cell.source.text) for cell in self.document.cells
        )

    @cached_property
    def keeps_timings(self) -> bool:
        """Whether any source keeps what the magic ``timeit`` measures."""
        return any(
            "timeit" in cell.source.text and KEEPS_TIMINGS.search(cell.source.text) for cell in self.document.cells
        )

    @cached_property
    def given_beside_grids(self) -> frozenset[str]:
        """The names that cells give values which call a function that makes evenly spaced numbers."""
        texts = (cell.source.text for cell in self.document.cells)
        making = (text for text in texts if any(word in text for word in SPACED))
        return frozenset(name for text in making for name in _GIVEN.findall(text))

    @cached_property
    def makes_whole(self) -> bool:
        """Whether any source may make whole numbers of floats."""
        return self._any_matches(MAKES_WHOLE)

    @cached_property
    def formats_elements(self) -> bool:
        """Whether any source tells NumPy how to format the elements of arrays."""
        return self.says("formatter") and self.reached.any_says(formats_elements)

    @cached_property
    def formats_cells(self) -> bool:
        """Whether any source formats the cells of a table."""
        return self.with_pandas and self.reached.formats_cells

    @cached_property
    def _any_may_round(self) -> bool:
        return self.reached.any_says(may_round)

    @cached_property
    def _rounds(self) -> dict[int, bool]:
        return {}

    @cached_property
    def _may_round(self) -> dict[int, bool]:
        return {}

    @cached_property
    def roundings(self) -> Roundings:
        """The roundings of what the document prints."""
        return Roundings(self.reached)

    def rounds(self, cell: Cell) -> bool:
        """Whether the source that a cell's prints depend on rounds numbers."""
        if cell.number not in self._rounds:
            self._rounds[cell.number] = self.may_round(cell) and self.reached.says(cell, rounds)
        return self._rounds[cell.number]

    def may_round(self, cell: Cell) -> bool:
        """The same also of a rounding that matters only where arithmetic follows it, or that has one direction."""
        if not self._any_may_round:
            return False
        if cell.number not in self._may_round:
            self._may_round[cell.number] = self.reached.says(cell, may_round)
        return self._may_round[cell.number]

    @cached_property
    def reads_data(self) -> bool:
        """Whether any source reads data, whose time columns may be measurements."""
        sources = (cell.source.text for cell in self.document.cells)
        return any(READS.search(source) or FETCHES_DATA.search(source) for source in sources)

    @cached_property
    def _print_files(self) -> set[int]:
        """The numbers of the cells that print the text of a file."""
        if not self.says(".read") and not self.says("open("):
            return set()
        return cells_printing_files(self.document.cells, self.helpers, self.reached)

    def prints_text_of_file(self, cell: Cell) -> bool:
        """Whether a cell prints the text of a file."""
        return cell.number in self._print_files

    @cached_property
    def _asks_for_memory(self) -> bool:
        return any("memory_usage" in cell.source.text for cell in self.document.cells)

    def gives_memory(self, name: str) -> bool:
        """Whether a name refers to an amount of memory."""
        return self._asks_for_memory and is_always_given(name, "memory_usage", self.reached)

    @cached_property
    def text_columns(self) -> tuple[frozenset[str], frozenset[str]]:
        """The names of columns that its sources fill with strings only, and with strings at some place."""
        sources = [cell.source.text for cell in self.document.cells]
        may_fill = any(hint in one for one in sources for hint in ("str", ".apply(", ".map("))
        return text_columns(sources) if may_fill else (frozenset(), frozenset())

    @cached_property
    def assigned_columns(self) -> frozenset[str]:
        """The names of columns that its sources give values."""
        return assigned_columns([cell.source for cell in self.document.cells])

    @cached_property
    def object_columns(self) -> frozenset[str]:
        """The names of columns that it shows as objects."""
        return object_columns(self.document.cells)

    @cached_property
    def items_given(self) -> Given:
        """What its sources give to items of dicts, by their keys."""
        return items_given([cell.source for cell in self.document.cells])

    @cached_property
    def numbers_written(self) -> Mapping[str, frozenset[float]]:
        """The numbers that its sources write as items of dicts, or in texts, by their keys."""
        return _joined(numbers_written(self.items_given), self.numbers_in_texts)

    @cached_property
    def numbers_in_texts(self) -> Mapping[str, frozenset[float]]:
        """The numbers that its sources write in texts, by their names: columns of tables, and lines of settings."""
        sources = [cell.source for cell in self.document.cells]
        reads_any = self.says("csv") or self.says("StringIO")
        has_long_texts = any(sign in source.text for source in sources for sign in _BEGINS_A_LONG_TEXT)
        return _joined(csv_columns(sources) if reads_any else {}, settings_in_texts(sources) if has_long_texts else {})

    @cached_property
    def written_numbers(self) -> WrittenNumbers:
        """The numbers that its sources write."""
        return WrittenNumbers.of([cell.source for cell in self.document.cells])

    @cached_property
    def written_rows(self) -> str:
        """The lists of numbers that its sources write, as one text."""
        sources = [cell.source for cell in self.document.cells if WRITES_A_LIST.search(cell.source.text)]
        return rows_written(sources) if sources else ""

    @cached_property
    def tried_keys(self) -> frozenset[str]:
        """The keys of items in which its sources put what their loops try."""
        return tried_keys(self.items_given, self.reached)

    @cached_property
    def inserted_rows(self) -> frozenset[Sequence[float]]:
        """The rows of numbers that its sources insert in a database."""
        return inserted_rows([cell.source.text for cell in self.document.cells])

    @cached_property
    def names_sympy(self) -> bool:
        """Whether any source names SymPy."""
        return self.names_any_precision and self.reached.any_says(names_sympy)

    @cached_property
    def names_any_precision(self) -> bool:
        """Whether any source names a package whose numbers may have more digits than a float64."""
        return self._any_matches(ANY_PRECISION)

    @cached_property
    def may_name_mlx(self) -> bool:
        """Whether any source may name MLX."""
        return self.says("mlx")

    @cached_property
    def uses_unseen(self) -> bool:
        """Whether any source uses functions whose code is not in the document."""
        return any_uses_unseen([cell.source.text for cell in self.document.cells])

    @cached_property
    def runs_a_file(self) -> bool:
        """Whether any source runs another file, which may set print options."""
        return any_runs_a_file([cell.source.text for cell in self.document.cells])

    @cached_property
    def makes_other_dtypes(self) -> bool:
        """Whether any source may make numbers that are shorter than float64."""
        return any_may_be_no_float64([cell.source.text for cell in self.document.cells])

    @cached_property
    def _coarsest_made(self) -> dict[int, str]:
        return {}

    def is_float64(self, cell: Cell, expressions: Sequence[str]) -> bool:
        """Whether what a cell prints is certainly no shorter than a float64."""
        others = self.reached.may_be_no_float64
        return bool(expressions) and not any(others.may_be(one, cell.source) for one in expressions)

    def is_of_python(self, cell: Cell, expressions: Sequence[str]) -> bool:
        """Whether what a cell prints is certainly a number of Python 3, which shows all digits of its floats."""
        if self.document.version[:1] < (3,):
            return False
        others = self.reached.may_be_of_packages
        return bool(expressions) and not any(others.may_be(one, cell.source) for one in expressions)

    def coarsest_made(self, cell: Cell) -> str:
        """The coarsest dtype that the source may make on which a cell's prints depend; "" if that is float64.

        A cell without code hides its source, which may be any.
        """
        if self.is_exact_julia:
            return ""
        if cell.number not in self._coarsest_made:
            hidden = HAS_NO_CODE.search(cell.source.text) is not None
            of_any = SINGLE if hidden and self.makes_other_dtypes else ""
            self._coarsest_made[cell.number] = of_any or coarsest_made(self.reached, cell)
        return self._coarsest_made[cell.number]

    @cached_property
    def exact(self) -> bool:
        """Whether a float shown as the value of a cell is an unrounded float64."""
        return shows_all_digits([cell.source.text for cell in self.document.cells])

    def is_rounded_once(self, expression: str) -> bool:
        """Whether an expression is a call that rounds what was not rounded before."""
        return self.reached.kept_roundings.is_first(expression)

    @cached_property
    def is_exact_julia(self) -> bool:
        """Whether it is of Julia, which shows all digits of its floats, and no source rounds or formats any."""
        return self.document.language == _JULIA and not self._any_matches(ROUNDS_IN_JULIA)

    def prints_all_digits(self, cell: Cell) -> bool:
        """Whether ``print`` shows all digits of a float64 that a cell computes.

        So it does since Python 3 where the number is none of NumPy's, and since the NumPy of Python 3.7 else.
        """
        if self._has_new_numpy:
            return True
        if cell.number not in self._uses_numpy:
            is_named = self.says_numpy and self.reached.says(cell, names_numpy)
            self._uses_numpy[cell.number] = is_named
        return self.document.version[:1] >= (3,) and not self._uses_numpy[cell.number]

    @cached_property
    def says_numpy(self) -> bool:
        """Whether any source names NumPy, or a package whose numbers are those of NumPy."""
        return self._any_matches(OF_NUMPY)

    @cached_property
    def _has_new_numpy(self) -> bool:
        return has_new_numpy(self.document)

    @cached_property
    def _uses_numpy(self) -> dict[int, bool]:
        return {}

    def _any_matches(self, rule: Rule) -> bool:
        return any(rule.search(cell.source.text) for cell in self.document.cells)


def _joined(one: Mapping[str, frozenset[float]], other: Mapping[str, frozenset[float]]) -> dict[str, frozenset[float]]:
    return {**one, **{key: one.get(key, frozenset()) | numbers for key, numbers in other.items()}}


def _names_pandas(source: str) -> bool:
    return ("pandas" in source or "pd." in source) and NAMES_PANDAS.search(source) is not None


def _shows_a_frame(cell: Cell) -> bool:
    return any(
        FOOTER.search(output.passage.text) or (output.html is not None and 'class="dataframe"' in output.html.text)
        for output in cell.outputs
    )
