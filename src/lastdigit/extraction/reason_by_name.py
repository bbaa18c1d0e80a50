"""Why a print is no golden, judged by its label and by the source."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from lastdigit.base.rule import Rule
from lastdigit.document import PYTHON, Cell
from lastdigit.extraction.by_itself import is_by_itself
from lastdigit.extraction.context import Context
from lastdigit.extraction.conventions import reason_by_convention
from lastdigit.extraction.labels import Print
from lastdigit.extraction.no_labels import is_part_of_a_value
from lastdigit.extraction.no_results import reason_by_surroundings
from lastdigit.extraction.no_results_by_source import reason_by_source
from lastdigit.extraction.numbered_lines import are_numbers
from lastdigit.extraction.object_columns import is_of_objects
from lastdigit.extraction.printed_back import is_printed_back
from lastdigit.extraction.shown_dtypes import selects_rows
from lastdigit.extraction.since_1970 import is_of_seconds
from lastdigit.extraction.thresholds import FEWEST_COUNTED_ROWS
from lastdigit.printing.printers import PANDAS, TABLE
from lastdigit.printing.printers import PYTHON as PYTHON_PRINTS
from lastdigit.printing.words.line_labels import names_a_time
from lastdigit.source.copied import is_name_of_text, shows_a_copy
from lastdigit.source.put_in_values import IN_A_DATE, OF_A_LIBRARY, OF_MEMORY, is_gone_over
from lastdigit.source.syntax import spelled
from lastdigit.source.written_words import counters

SAYS_WHERE = Rule(
    r"\b(?:device_count|is_available|is_built|cpu_count|getpid|getsizeof|list_(?:physical|logical|local)_devices|__version__|get_device_\w+|current_device|gc\.collect)\b",
    "an expression asks for the machine that it runs on",
    "torch.cuda.is_available()",
    "x.device",
)

IN_ANOTHER = Rule(
    r"\s*%%(?:R|julia|octave|matlab|stata|sql|ruby|perl|js)\b",
    "a cell is written in another language",
    "%%R\nsummary(x)",
    "%run pears.py",
)
OF_DTYPES = Rule(r"\.dtypes\Z", "an expression shows dtypes", "frame.dtypes", "frame.dtypes_of")
OF_SETTINGS = Rule(
    r"(?:\A|\.)(?:configs?|cfg|hparams|settings|specifications?|(?:default_)?configuration|default_config|kwargs|param_grid|param_distributions|get_params\(\)|get_config\(\)|get_defaults\(\)|__dict__)\Z|\bget_option\(|\Avars\([\w.]*conf\w*\)\Z",
    "an expression shows what something was set to",
    "search.best().config",
    "search.best_params_",
)
IDENTIFIES = Rule(
    r"(?:\[['\"](?:\w*[_ ])?(?:[iI]d|ID|[GUPgup][iI][dD]|[uU]{2}[iI][dD])['\"]\]"
    r"|\.(?:\w+_)?(?:id|uid|gid|pid|uuid)|\.status_code|\A(?:id|hash)\([^()]*\))\Z",
    "an expression is an identifier, or the code of a response",
    "link['Id']",
    "link['width']",
)
TELLS_SUCCESS = Rule(
    r"\A(?:os\.system|subprocess\.(?:call|check_call))\(|\.returncode\Z|\b(?:response|resp|res|r|req)\d?\.ok\Z|\A[\w.]{1,80}\.(?:write|seek|truncate)\(",
    "an expression runs a program or writes a file, and tells how that went",
    "os.system('ls')",
    "system(3)",
)
SET_ON_AN_OBJECT = Rule(
    r"\A(?!.{0,80}(?:best|_\.))[\w.\[\]]{1,80}\.(?:[^\W\d]\w{0,40}_)?(?:lr|tol|(?i:batch_?size|learning_?rate|weight_?decay"
    r"|(?:max|min)_(?:steps|episode_?steps|iters?|iterations)|(?:num|n)_(?:epochs|episodes|estimators|neighbors|clusters"
    r"|workers|jobs)|(?:report|time|output|routing)_?step|(?:hidden|kernel|window|step|buffer)_?size|dropout(?:_rate)?"
    r"|momentum|epochs|random_state))\Z",
    "an attribute is called as what people set on an object, which no fit or search gives it",
    "run.ReportStep",
    "fit.n_clusters_",
)
COUNTED_OFF = Rule(
    r"\A(?:\w+_)?(?:ids?|idx|ix|index|indices|node|vertex|edge|key|pk)\d?\Z",
    "a loop's variable tells items apart",
    "node",
    "grid",
)
IS_TYPED = Rule(
    r"\A(?:(?:int|float|complex|eval|str)\()?(?:raw_)?input\(",
    "an expression is what a person types",
    "float(input())",
    "f(float(input()))",
)
OF_IDENTIFIERS = Rule(
    r"(?:\[['\"](?:[^'\"]*[_ ])?(?:ids?|ID|Id|IDs|uuid|UUID|pk|(?:[zZ]ip|[pP]ostal)[_ ]?[cC]odes?|ZIP)['\"]\]"
    r"|[a-z](?:ID|Id)['\"]\])"
    r"(?:\.iloc\[:, \d+\])?\Z",
    "a column of identifiers",
    "['StoreID']",
    "['grid']",
)
NAMED_BY_A_ROW = Rule(
    r"\['(?:[-+]?\d\.\d+[eE][-+]\d+|[^']*\\t[-+]?\d[\d.]*|\([-\d.]+\)[-\d.()* ]*)'\]\Z",
    "a column whose name is a number of a row that has no head",
    "['3.04246e-02']",
    "['0.25']",
)
TOOK = Rule(
    r"\b(?:mean_|std_)?(?:fit|score|train|training|pred(?:ict)?|inference|eval)_times?(?:\b|_)",
    "what scikit-learn and others call how long something took",
    "['mean_fit_time']",
    "lifetime",
)
OF_A_RUN = Rule(
    r"(?i)\b(?:train(?:ing)?|fit(?:ting)?|run(?:ning)?|inference|predict(?:ion)?|execution|wall|cpu|elapsed|comput(?:ation|e|ing)"
    r"|solv(?:e|er|ing))[ _-]times?\b",
    "a column says how long a program ran",
    "['Training Time in s']",
    "['runner time']",
)
IN_UNITS = Rule(
    r"(?i)\btime(?: in |[ _]?[(\[])(?:[mnuµ]?s|secs?|seconds?|milliseconds?|min|minutes?)\b"
    r"|\bcpu ?[(\[](?:[mnuµ]?s|m?secs?)\b|\['(?:elapsed|run[ _]?time)(?: ?[(\[][\w.]{1,9}[)\]])?'\]",
    "a column of times, by their unit or name: of a program, unless a document reads data",
    "['Time in s']",
    "['time step']",
)
OF_THE_CLOCK = Rule(
    r"(?i)\A[\w.]{0,80}(?:\[['\"])?(?<![^\W_])(?:run_?time|elapsed(?:_time)?|exec(?:ution)?_time)(?:_\w{1,40})?(?:['\"]\])?\Z",
    "a name or an item is called as how long a program ran",
    "row['Runtime']",
    "runtime_error(x)",
)
TEXT_OF = Rule(
    r"\.(?:text|string|get_text\(\)|read(?:line)?\(\d*\)|getvalue\(\)|decode\([^()]*\)|strip\([^()]*\)|(?:center|[lr]just)\([^()]*\)|stdout|stderr)\Z",
    "an expression is a text, whose numbers are its own",
    "item.text",
    "item.text.size",
)
NAMED_BY_A_SIGN = Rule(r"[^\W\d_][^\n]{0,80}[:=]\s*\Z", "words and a sign stand before a number", "t = ", "3.5 2.5 ")


OF_TIMES = Rule(
    r"\A[\w.]*(?:times?|timings?)(?: ?/ ?[\w.]*(?:times?|timings?))?\Z",
    "an expression of times that were measured, indices aside",
    "slow_times/fast_times",
    "times_fast",
)
_KEY = re.compile(r"\[['\"]([^'\"]{1,80})['\"]\]\Z")
_INDEX = re.compile(r"\[[-+:\d]{1,20}\]")

OTHER_WORDS = Rule(
    r"[^\W\d_]{2,}[^\n]*[|,].*\0|\0.*[|,][^\n]*[^\W\d_]{2,}",
    "a number stands in a field beside others with words",
    "PF.00 | 2011-03-11T05:46 | \0 Hz, 1200 samples",
    "\0 Hz",
)


OTHER_NUMBERS = Rule(
    r"(?:(?<![\w.])[-+]?\d[\d.]*[ \t]+){2}.*\0|\0(?:[ \t]+[-+]?\d[\d.]*(?![\w.])){2}|\d[ \t]+\0[ \t]+[-+]?\d",
    "a number stands in a row of others",
    " 1  2 \0  0",
    "\0 3",
)


_OPENS = ("'", '"', "\\n", "\\t")
_CLOSES = ("\n", "'", '"')
_IN_A_TEXT = re.compile("\"\"\"|'''")


def _around(entry: Print) -> str:
    """The line of a number, with a NUL character in its place."""
    text, array = entry.passage.text, entry.found.array
    end = text.find("\n", array.end)
    return text[text.rfind("\n", 0, array.start) + 1 : array.start] + "\0" + text[array.end : end if end >= 0 else None]


def _has_others_beside(entry: Print) -> bool:
    """Whether a number without words is a field of a line, or one of several in its row."""
    around = _around(entry)
    return OTHER_WORDS.search(around) is not None or (
        entry.output.kind == "stream" and entry.put_in is None and OTHER_NUMBERS.search(around) is not None
    )


def _before(entry: Print) -> str:
    """The text before a number on its line."""
    text, start = entry.passage.text, entry.found.array.start
    return text[text.rfind("\n", 0, start) + 1 : start]


def _is_spelled_out(source: str, entry: Print) -> bool:
    """Whether a single string of the source contains the whole line of a number."""
    text, array = entry.passage.text, entry.found.array
    end = text.find("\n", array.end)
    line = text[text.rfind("\n", 0, array.start) + 1 : end if end >= 0 else len(text)].strip()
    at = source.find(line)
    while at >= 0:
        before, behind = source[:at].rstrip(" "), source[at + len(line) :].lstrip(" ")
        is_a_line = before.endswith("\n") and behind.startswith(_CLOSES)
        if before.endswith(_OPENS) or (is_a_line and _IN_A_TEXT.search(source)):
            return True
        at = source.find(line, at + 1)
    return False


def reason_by_name(context: Context, cell: Cell, entry: Print, label: str, *, certain: bool) -> str:
    """Why a print is no golden, as a key of ``REASONS``; "" if it is one. ``certain``: its label is not inferred."""
    found, array = entry.found, entry.found.array
    reason = entry.put_in.reason if entry.put_in else "file" if context.prints_text_of_file(cell) else ""
    if reason in ("file", "container") and entry.output.kind == "stream":
        return reason
    foreign = context.document.language != PYTHON or IN_ANOTHER.match(cell.source.text)
    if foreign and (array.shape or found.path):
        return "language"
    if reason := _reason_apart_from_names(context, cell, entry, label):
        return reason
    if _is_behind_a_part(entry, label) or _is_nameless_item(entry, label, certain):
        return "nameless"
    if not found.label and (reason := _reason_by_what_is_shown(context, cell, entry, label.removesuffix(found.path))):
        return reason
    if array.shape or found.path:
        reason = "timing" if _is_a_time(context, entry, label) else _reason_by_column(context, entry, label)
        reason = reason or ("words" if _is_of_digits(context, entry, label) else "")
        return reason or ("by itself" if is_by_itself(context, cell, entry, label) else "")
    if _is_nameless(context, cell, entry, label, certain):
        return "nameless"
    if entry.output.kind == "stream" and (_is_spelled_out(cell.source.text, entry) or _is_answered(cell, entry)):
        return "setting"
    if not found.label and (reason := _reason_by_expression(context, cell, entry, label)):
        return reason
    if entry.put_in and entry.put_in.reason:
        return entry.put_in.reason
    if entry.put_in and entry.put_in.numbers_rounds and array.dtype == "int64":
        return "counter"
    if _is_a_time(context, entry, label):
        return "timing"
    return "by itself" if is_by_itself(context, cell, entry, label) else ""


def _is_a_place_of_a_loop(cell: Cell, entry: Print, label: str) -> bool:
    """Whether a name holds the indices of an element, over which a loop goes."""
    source, found = cell.source.text, entry.found
    if found.array.dtype != "int64" or not (found.array.shape or found.path):
        return False
    return ("ndindex" in source or "ndenumerate" in source) and label.removesuffix(found.path) in counters(source)


def _is_in_a_constant_line(cell: Cell, entry: Print) -> bool:
    """Whether a list stands behind its words on a line that a string of the source spells out."""
    array, text = entry.found.array, entry.passage.text
    if entry.output.kind != "stream" or entry.put_in is not None or not (entry.found.label and array.shape):
        return False
    behind_words = entry.found.label in _before(entry) and "\n" not in text[array.start : array.end]
    return behind_words and array.column is None and _is_spelled_out(cell.source.text, entry)


def _reason_apart_from_names(context: Context, cell: Cell, entry: Print, label: str) -> str:
    """Why a print is no golden: it repeats what the source says, or what surrounds it says so."""
    is_python = entry.found.array.by is PYTHON_PRINTS
    if is_python and _is_a_copy(context, cell, entry, label.removesuffix(entry.found.path)):
        return "setting"
    if is_printed_back(entry, label, cell, context.spelled) or _is_in_a_constant_line(cell, entry):
        return "setting"
    if _is_a_place_of_a_loop(cell, entry, label):
        return "counter"
    return (
        reason_by_source(context, cell, entry, label)
        or reason_by_convention(context, entry, label)
        or reason_by_surroundings(context, cell, entry, label)
    )


def _is_answered(cell: Cell, entry: Print) -> bool:
    """Whether a person typed the number, behind a prompt of ``input``."""
    label, source = entry.found.label, cell.source.text
    return (
        bool(label)
        and "input(" in source
        and re.search(rf"\binput\(f?['\"]\W{{0,9}}{re.escape(label)}", source) is not None
    )


def _prints_a_text(context: Context, cell: Cell, label: str) -> bool:
    """Whether the printed object is a string that the source assembles, judged by its name."""
    return label.isidentifier() and is_name_of_text(label, cell.source, context.reached)


def _is_a_copy(context: Context, cell: Cell, entry: Print, label: str) -> bool:
    """Whether the print repeats a literal of the source, a part of one, or a setting.

    A list or a dict printed as a whole is not: it may hold results computed elsewhere.
    """
    is_whole = bool(entry.found.array.shape) and not entry.found.path
    if entry.put_in is not None and entry.put_in.reason == "setting":
        return entry.put_in.label.endswith("]") and not entry.put_in.label.startswith("[")
    if is_whole or not context.tells_results or entry.output.kind != "result" or entry.found.label:
        return False
    known = context.show_copies
    if cell.number not in known:
        known[cell.number] = "(" not in label and shows_a_copy(cell.source, context.reached)
    return known[cell.number]


def _reason_by_what_is_shown(context: Context, cell: Cell, entry: Print, label: str) -> str:
    """Why the value of an expression is no golden: an amount of memory, a dtype, a string."""
    is_part = entry.found.array.by is PYTHON_PRINTS and bool(entry.found.path or not entry.found.array.shape)
    if is_part and entry.put_in is None and entry.output.kind == "stream" and _prints_a_text(context, cell, label):
        return "string"
    if OF_DTYPES.search(label) or OF_SETTINGS.search(label):
        return "representation"
    if OF_MEMORY.search(label):
        return "size"
    return "size" if label.isidentifier() and context.gives_memory(label) else ""


def _is_nameless_item(entry: Print, label: str, certain: bool) -> bool:
    """Whether it is printed by an unknown expression, or is a scalar in a list or dict that has no name."""
    found = entry.found
    is_unnamed = entry.output.kind == "stream" and label.startswith("output ")
    if found.label or entry.put_in or (certain and not is_unnamed):
        return False
    return (bool(found.path) and not found.array.shape) or (is_unnamed and not certain)


def _is_behind_a_part(entry: Print, label: str) -> bool:
    """Whether the words before a value, which the source does not write, are a part of another value's text."""
    words = entry.found.label
    if not words or not label.startswith(words) or (entry.put_in is not None and entry.put_in.in_words):
        return False
    return is_part_of_a_value(words)


def _is_nameless(context: Context, cell: Cell, entry: Print, label: str, certain: bool) -> bool:
    """Whether a scalar is named by neither words nor source."""
    if entry.output.kind == "stream" and are_numbers(label):
        return True
    if not (entry.found.label or (entry.put_in and entry.put_in.in_words)) and _has_others_beside(entry):
        return True
    if entry.put_in:
        return False
    if not context.is_python(cell) and not NAMED_BY_A_SIGN.search(_before(entry)):
        return True
    return not entry.found.label and (not certain or label.startswith("output "))


def _reason_by_expression(context: Context, cell: Cell, entry: Print, label: str) -> str:
    """Why an integer or a string that is named only by its expression is no result."""
    is_integer = entry.found.array.dtype == "int64"
    if is_integer and label in counters(cell.source.text):
        return "counter"
    if IS_TYPED.match(label) or OF_A_LIBRARY.search(label):
        return "setting"
    if "." in label and SET_ON_AN_OBJECT.search(label):
        return "setting"
    if is_integer and IN_A_DATE.search(label):
        return "date"
    if TELLS_SUCCESS.search(label):
        return "success"
    if SAYS_WHERE.search(label) or (is_integer and IDENTIFIES.search(label)):
        return "identifier"
    if is_integer and COUNTED_OFF.search(label) and is_gone_over(ast.Name(label), context.reached.within(cell.source)):
        return "identifier"
    return "string" if TEXT_OF.search(label) else ""


def _reason_by_column(context: Context, entry: Print, label: str) -> str:
    """Why a column is no golden: its header is a row, it numbers the epochs of a log, or identifies items."""
    array, path = entry.found.array, entry.found.path
    if array.column is not None and OF_IDENTIFIERS.search(path) and all(map(_is_whole, array.texts)):
        return "identifier"
    if array.column is not None and NAMED_BY_A_ROW.search(path):
        return "nameless"
    if array.column is not None and (reason := _reason_by_dtype(context, entry, label)):
        return reason
    if array.dtype != "int64":
        return ""
    if is_of_seconds(path, array.texts):
        return "date"
    if (path == "['epoch']" and array.by is TABLE) or (array.column is not None and _counts_rows(array.texts)):
        return "counter"
    if array.by is PANDAS and is_of_objects(array, entry.output.passage.text):
        return "words"
    return "identifier" if (array.column is not None or not array.shape) and OF_IDENTIFIERS.search(path) else ""


def _is_whole(text: str) -> bool:
    return text.endswith(".0") or text == "NaN"


def _reason_by_dtype(context: Context, entry: Print, label: str) -> str:
    """Why a column of a frame is no golden: it has no number, or its document shows that it is one of objects."""
    array, path = entry.found.array, entry.found.path
    if array.texts and all(text in ("NaN", "<NA>", "None", "NaT") for text in array.texts):
        return "empty"
    key = _KEY.search(path)
    if key is None or key[1] not in context.object_columns:
        return ""
    is_text = selects_rows(label.removesuffix(path), lambda name: map(spelled, context.reached.values_of(name)))
    return "words" if is_text else ""


def _is_of_digits(context: Context, entry: Print, label: str) -> bool:
    """Whether a column of integers is one of strings of digits, which a source makes."""
    array = entry.found.array
    key = _KEY.search(label) if array.column is not None and array.dtype == "int64" else None
    if key is None:
        return False
    is_of_objects = "dtype: object" in entry.passage.text[array.start : array.end + 100]
    return key[1] in context.text_columns[is_of_objects]


def _counts_rows(texts: Sequence[str]) -> bool:
    """Whether integers count up by one from 0 or 1, as keys of rows do: ``Unnamed: 0``, days, steps of a solver."""
    return (
        len(texts) >= FEWEST_COUNTED_ROWS
        and texts[0] in ("0", "1")
        and all(text == str(number) for number, text in enumerate(texts, int(texts[0])))
    )


def _is_of_times(context: Context, label: str) -> bool:
    """Whether an expression refers to items of a list of durations, if the document measures any."""
    return "tim" in label and context.measures_time and OF_TIMES.search(_INDEX.sub("", label)) is not None


def _is_a_time(context: Context, entry: Print, label: str) -> bool:
    """Whether a print is a measured duration: a number by its name; a column only if the document measures any."""
    array = entry.found.array
    if not array.dtype.startswith("float"):
        return False
    if TOOK.search(f"{entry.found.label}{entry.found.path}"):
        return True
    if not array.shape and not entry.found.path:
        said = (*(entry.put_in.expressions if entry.put_in else ()), label.rpartition(" ")[2])
        if context.measures_time and any(map(OF_THE_CLOCK.search, said)):
            return True
        return not entry.found.label and (names_a_time(label) or _is_of_times(context, label))
    path = entry.found.path
    if not path:
        return False
    if "time" in label and array.by is PYTHON_PRINTS and names_a_time(label.removesuffix(path)):
        return True
    if array.by is PYTHON_PRINTS and _is_of_times(context, label.removesuffix(path)):
        return True
    if (
        OF_A_RUN.search(path)
        or (path == "['dur']" and array.by is TABLE)
        or (IN_UNITS.search(path) and not context.reads_data)
    ):
        return True
    return context.measures_time and names_a_time(path.lower())
