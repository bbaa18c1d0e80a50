"""Whether a number says how long something ran, judged by its name, its column and its expression."""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule
from lastdigit.document import Cell
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.printing.printers import PYTHON, TABLE
from lastdigit.printing.words.line_labels import names_a_time
from lastdigit.source.clocked_values import is_a_time as is_clocked
from lastdigit.source.syntax import expression_of

TOOK = Rule(
    r"\b(?:mean_|std_)?(?:fit|score|train|training|pred(?:ict)?|inference|eval)_times?(?:\b|_)",
    "what scikit-learn and others call how long something took",
    "['mean_fit_time']",
    "lifetime",
)
OF_A_RUN = Rule(
    r"(?i)\b(?:train(?:ing)?|fit(?:ting)?|run(?:ning)?|inference|predict(?:ion)?|execution|wall|cpu|elapsed|comput(?:ation|e|ing)"
    r"|solv(?:e|er|ing))[ _-]times?\b|\['solver'\]\[\d+\]\['time'\]",
    "a column or an item of a solver says how long a program ran",
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
OF_TIMES = Rule(
    r"\A(?:(?:np\.|numpy\.|statistics\.)?(?:mean|average|median|sum|min|max|std)\()?[\w.]*(?:times?|timings?|tiempos?|zeiten)"
    r"(?: ?/ ?[\w.]*(?:times?|timings?))?\)?\Z",
    "an expression of times that were measured, indices aside",
    "slow_times/fast_times",
    "times_fast",
)
OF_TIMEIT = Rule(
    r"\.(?:best|worst|average|stdev|all_runs|timings)\b",
    "an expression has a number of what the magic ``%timeit -o`` gives",
    "runs['b'].best / runs['a'].best",
    "search.best_score",
)
CALLED_TIMINGS = Rule(
    r"(?i)\A(?:[^\W_]{1,40}_){0,4}(?:timings?|elapsed|run_?times?)(?:_(?!error|offset|jitter|residual)[^\W_]{1,40}){0,4}"
    r"(?:\[[-+:\d]{1,20}\]|\.(?:mean|std|median|min|max|sum|head|tail|round|tolist|to_numpy)\([^()\n]{0,40}\)"
    r"|\.(?:T|values|iloc|loc)\b){0,4}\Z",
    "an expression is what its name calls timings, or a mean of them",
    "timing_pears.mean()",
    "timing_pears['size']",
)
PER_SECOND = Rule(
    r"(?i)\['(?:n_)?(?:ess|eff|it(?:er(?:ation)?)?s?|samples|tokens|images|steps|examples|rows|records|frames)(?:_bulk|_tail)?"
    r" ?(?:/ ?|_per_|_| per )s(?:ec(?:ond)?s?)?'\]\Z",
    "a column says how much a program does in a second",
    "['N_Eff/s']",
    "['steps']",
)
_INDEX = re.compile(r"\[[-+:\d]{1,20}\]")


def is_a_time(context: Context, cell: Cell, entry: Print, label: str) -> bool:
    """Whether a print is a measured duration: a number by its name; a column only if the document measures any."""
    array = entry.found.array
    if not array.dtype.startswith("float"):
        return False
    if TOOK.search(f"{entry.found.label}{entry.found.path}"):
        return True
    if context.measures_time and _is_by_a_clock(context, cell, entry, label):
        return True
    if not array.shape and not entry.found.path:
        said = (*(entry.put_in.expressions if entry.put_in else ()), label.rpartition(" ")[2])
        if context.measures_time and any(OF_THE_CLOCK.search(one) or _is_of_times(context, one) for one in said):
            return True
        if context.keeps_timings and any(map(OF_TIMEIT.search, (*said, label))):
            return True
        return not entry.found.label and (names_a_time(label) or _is_of_times(context, label))
    path = entry.found.path
    if not path:
        is_a_list = array.by is PYTHON and not entry.found.label
        return is_a_list and context.measures_time and names_a_time(label)
    if "time" in label and array.by is PYTHON and names_a_time(label.removesuffix(path)):
        return True
    if array.by is PYTHON and _is_of_times(context, label.removesuffix(path)):
        return True
    if (
        OF_A_RUN.search(path)
        or PER_SECOND.search(path)
        or (path == "['dur']" and array.by is TABLE)
        or (IN_UNITS.search(path) and not context.reads_data)
    ):
        return True
    return context.measures_time and names_a_time(path.lower())


def _is_by_a_clock(context: Context, cell: Cell, entry: Print, label: str) -> bool:
    """Whether the expression of a print is made of differences of times, or named so where it is no table."""
    expressions = (label,) if entry.output.kind == "result" else entry.expressions(label)
    column = entry.found.array.column
    if column is None or not column.name:
        called = [one.removesuffix(entry.found.path) for one in expressions]
        if called and all(map(CALLED_TIMINGS.search, called)):
            return True
    return bool(expressions) and all(_is_of_a_clock(context, cell, one) for one in expressions)


def _is_of_a_clock(context: Context, cell: Cell, label: str) -> bool:
    """Whether an expression is a difference of times, or an item of a list of such."""
    node = expression_of(label)
    return node is not None and is_clocked(node, context.reached.within(cell.source))


def _is_of_times(context: Context, label: str) -> bool:
    """Whether an expression refers to items of a list of durations, if the document measures any."""
    may_be = context.measures_time and ("ti" in label or "zei" in label)
    return may_be and OF_TIMES.search(_INDEX.sub("", label)) is not None
