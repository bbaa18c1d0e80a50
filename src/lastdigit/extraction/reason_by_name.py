"""Why a print is no golden, by what names it and by what the source says of it."""

from __future__ import annotations

from lastdigit.document import PYTHON, Cell
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.printing.words.line_labels import names_a_time
from lastdigit.rule import Rule
from lastdigit.source.written_words import counters

SAYS_WHERE = Rule(
    r"\b(?:device_count|is_available|is_built|cpu_count|getpid|getsizeof|__version__|get_device_\w+|current_device)\b",
    "an expression asks for the machine that it runs on",
    "torch.cuda.is_available()",
    "x.device",
)

TOOK = Rule(
    r"\b(?:mean_|std_)?(?:fit|score|train|training|predict|inference)_time\b",
    "what scikit-learn and others call how long something took",
    "['mean_fit_time']",
    "lifetime",
)
TEXT_OF = Rule(
    r"\.(?:text|string|get_text\(\)|read(?:line)?\(\d*\)|getvalue\(\)|decode\([^()]*\)|strip\([^()]*\)|stdout|stderr)\Z",
    "an expression is a text, whose numbers are its own",
    "item.text",
    "item.text.size",
)
NAMED_BY_A_SIGN = Rule(r"[^\W\d_][^\n]{0,80}[:=]\s*\Z", "words and a sign stand before a number", "t = ", "3.5 2.5 ")


def _before(entry: Print) -> str:
    """What stands before a number on its line."""
    text, start = entry.passage.text, entry.found.array.start
    return text[text.rfind("\n", 0, start) + 1 : start]


def _is_spelled_out(source: str, entry: Print) -> bool:
    """Whether a source writes the whole line of a number in one string."""
    text, array = entry.passage.text, entry.found.array
    end = text.find("\n", array.end)
    line = text[text.rfind("\n", 0, array.start) + 1 : end if end >= 0 else len(text)].strip()
    return line in source and any(quote + line in source for quote in ("'", '"', "\\n"))


def reason_by_name(context: Context, cell: Cell, entry: Print, label: str, *, certain: bool) -> str:
    """Why a print is no golden, as a key of ``REASONS``; "" for one that is. ``certain``: its label is no guess."""
    found, array = entry.found, entry.found.array
    if context.document.language != PYTHON and (array.shape or found.path):
        return "language"
    if found.path and not (array.shape or found.label or entry.put_in or certain):
        return "nameless"
    if array.shape or found.path:
        return "timing" if _is_a_time(context, entry, label) else ""
    if not entry.put_in and not context.is_python(cell) and not NAMED_BY_A_SIGN.search(_before(entry)):
        return "nameless"
    if entry.output.kind == "stream" and _is_spelled_out(cell.source.text, entry):
        return "setting"
    if not found.label:
        if not entry.put_in and (not certain or label.startswith("output ")):
            return "nameless"
        if array.dtype == "int64" and label in counters(cell.source.text):
            return "counter"
        if SAYS_WHERE.search(label):
            return "identifier"
        if TEXT_OF.search(label):
            return "string"
    if entry.put_in and entry.put_in.reason:
        return entry.put_in.reason
    return "timing" if _is_a_time(context, entry, label) else ""


def _is_a_time(context: Context, entry: Print, label: str) -> bool:
    """Whether a print is a time that was measured: a number by its name, a column where the document measures any."""
    array = entry.found.array
    if not array.dtype.startswith("float"):
        return False
    if TOOK.search(f"{entry.found.label}{entry.found.path}"):
        return True
    if not array.shape:
        return not entry.found.label and names_a_time(label)
    return bool(entry.found.path) and context.measures_time and names_a_time(entry.found.path.lower())
