"""Numbers that are no results by their source: inputs that are described, parameters of a search, texts of literals."""

from __future__ import annotations

import ast
import re

from lastdigit.base.rule import Rule
from lastdigit.document import Cell
from lastdigit.extraction.context import Context
from lastdigit.extraction.described_inputs import is_of_a_described_input
from lastdigit.extraction.labels import Print
from lastdigit.extraction.of_libraries import reason_by_library
from lastdigit.extraction.of_the_machine import reason_by_machine
from lastdigit.extraction.thresholds import MORE_DIGITS_THAN_TYPED
from lastdigit.extraction.told_to_commands import is_told_to_a_command
from lastdigit.printing.printers import PYTHON
from lastdigit.printing.tokens import significant_digits
from lastdigit.source.copied import is_grid_of_literals
from lastdigit.source.given_arguments import is_given
from lastdigit.source.item_keys import columns_given
from lastdigit.source.items_given import is_always_set
from lastdigit.source.searched_grids import tried_in
from lastdigit.source.shown_texts import reason_of_text

_COUNTED = re.compile(r"\bfor\s{0,9}\(?\s{0,9}(\w{1,40})\s{0,9}(?:=|in\b|∈)\s{0,9}\d+:\w")
"""A loop of Julia or R over a range."""

_QUOTES = ("'", '"')
_LAST_WORDS = re.compile(r"[^\W\d][^\d]*\Z")
_EDGE = re.compile(r" {2,}|\t|\|")
_LONGEST = 2000
_LAST_KEY = re.compile(r"\['([^'\\]{1,80})'\]\Z")
_SEARCH = "cv_results_"
OF_PARAMETERS = Rule(
    r"(?i)\A(?!.*(?:best|optim|found|fitted|estimat|learned|final|select|chosen|tuned))(?:[\w-]+ ){0,3}"
    r"(?:hyper[ -]?)?(?:param(?:eter)?s?|config(?:uration)?|settings|options)\b[^\[\d]{0,60}\['[^']{1,80}'\]",
    "words say that a dict holds parameters, and not that they were found",
    "Parameters for the forest['verbose']",
    "Best parameters['depth']",
)
OF_A_TRAINER = Rule(
    r"\['(?:\w{1,20}_)?(?:optim|optimizer|scheduler)(?:_state)?(?:_dict)?'\](?:\[[^\]]{1,40}\]){0,4}"
    r"\['(?:lr|initial_lr|base_lrs|min_lrs?|betas|eps|weight_decay|momentum|dampening|nesterov|amsgrad|gamma|step_size|factor"
    r"|threshold|patience|cooldown|T_max|eta_min|warmup_steps)'\](?:\[\d\])?\Z",
    "a setting in the state of an optimizer or of a scheduler",
    "state['scheduler']['threshold']",
    "state['scheduler']['best']",
)
SHOWS_A_CONFIGURATION = Rule(
    r"(?i)(?m)^[ \t]*(?:\w+\.){0,3}\w*(?:config|cfg|hparams|settings|options|args)\w{0,20}"
    r"\.(?:display|show|print|dump)\w*\(\)[ \t]*$",
    "a statement shows a configuration",
    "net.config.display()",
    "net.display()",
)


def reason_by_source(context: Context, cell: Cell, entry: Print, label: str) -> str:
    """Why the source says that a number is no result, as a key of ``REASONS``; "" if it does not."""
    if reason := reason_by_machine(label) or reason_by_library(context, entry, label):
        return reason
    if is_told_to_a_command(cell, entry, label):
        return "setting"
    if is_of_a_described_input(entry) or _is_of_a_grid(context, cell, entry, label) or _is_a_set_item(context, entry):
        return "setting"
    is_unseen = entry.output.kind == "stream" and entry.put_in is None
    if is_unseen and not entry.found.array.shape and label in _COUNTED.findall(cell.source.text):
        return "counter"
    if is_unseen and "(" in cell.source.text and SHOWS_A_CONFIGURATION.search(cell.source.text):
        return "setting"
    if _is_a_grid_of_literals(context, cell, entry, label):
        return "setting"
    if _is_an_argument(context, cell, entry, label) or _is_a_parameter(context, cell, entry, label):
        return "setting"
    if OF_A_TRAINER.search(entry.found.path):
        return "setting"
    if entry.output.kind == "stream" and entry.put_in is None and _is_in_a_constant_cell(context, entry):
        return "setting"
    is_a_text = entry.output.kind == "result" and entry.passage.text.lstrip().startswith(_QUOTES)
    return reason_of_text(cell.source, context.reached.within(cell.source)) if is_a_text else ""


def _is_a_set_item(context: Context, entry: Print) -> bool:
    """Whether a number is an item of a dict to which the source gives a setting, wherever it gives it anything."""
    array = entry.found.array
    key = _LAST_KEY.search(entry.found.path) if array.by is PYTHON and not array.shape else None
    if key is None or key[1] not in context.items_given:
        return False
    return is_always_set(key[1], context.items_given, context.reached)


def _is_a_grid_of_literals(context: Context, cell: Cell, entry: Print, label: str) -> bool:
    """Whether an array, or a column of a frame, can only be a grid between literals of the source."""
    array, path = entry.found.array, entry.found.path
    if not array.shape or not context.given_beside_grids:
        return False
    if array.column is None:
        names = [] if path else [one for one in entry.expressions(label) if one.isidentifier()]
        if not names or not context.given_beside_grids.issuperset(names):
            return False
        if any(context.is_computed(cell, one) for one in names):
            return False
        reached = context.reached.within(cell.source)
        return all(is_grid_of_literals(ast.Name(one), reached) for one in names)
    frame = label.removesuffix(path)
    item = f"({frame})[{array.column.name!r}]"
    if not frame.isidentifier() or context.is_computed(cell, item, otherwise=True):
        return False
    reached = context.reached.within(cell.source)
    given = columns_given(frame, array.column.name, reached.definitions)
    return bool(given) and all(one is not None and is_grid_of_literals(one, reached) for one in given)


def _is_an_argument(context: Context, cell: Cell, entry: Print, label: str) -> bool:
    """Whether a number is an item of a dict that the call was given which is printed, or gave what is."""
    array = entry.found.array
    key = _LAST_KEY.search(entry.found.path) if array.by is PYTHON and not array.shape else None
    if key is None:
        return False
    known = context.reached.within(cell.source).definitions
    return any(is_given(one, key[1], array.texts[0], known) for one in entry.expressions(label))


def _is_a_parameter(context: Context, cell: Cell, entry: Print, label: str) -> bool:
    """Whether a number with few digits is an item of a dict that is called parameters, and nothing computes it."""
    array = entry.found.array
    if not (entry.found.path and entry.found.label) or array.shape or OF_PARAMETERS.search(label) is None:
        return False
    if significant_digits(array.texts[0]) >= MORE_DIGITS_THAN_TYPED:
        return False
    return not any(context.is_computed(cell, one) for one in entry.expressions(label) if not one.endswith("params()"))


def _is_of_a_grid(context: Context, cell: Cell, entry: Print, label: str) -> bool:
    """Whether a part of a dict is a parameter that a search tried, by its expression or by the words before it."""
    words, path = entry.found.label, entry.found.path
    if not path or not context.says(_SEARCH):
        return False
    last = _LAST_WORDS.search(words)
    said = last[0] if last else label.removesuffix(path)
    tried = tried_in(cell.source, context.reached.within(cell.source))
    return any(_shows(name, said, cell.source.text) for name in tried)


def _shows(name: str, said: str, source: str) -> bool:
    """Whether a source prints a name as such, or behind these words."""
    return said == name or re.search(rf"{re.escape(said)}[^\w\n]{{0,12}}\b{name}\b", source) is not None


def _is_in_a_constant_cell(context: Context, entry: Print) -> bool:
    """Whether a number stands among words in a column of a table, and a string of the source is just this cell."""
    text, array = entry.passage.text, entry.found.array
    begin, end = text.rfind("\n", 0, array.start) + 1, text.find("\n", array.end)
    line = text[begin : end if end >= 0 else None]
    if array.shape or entry.found.path or "  " not in line.strip() or len(line) > _LONGEST:
        return False
    before, behind = _EDGE.split(line[: array.start - begin])[-1], _EDGE.split(line[array.end - begin :])[0]
    cell = f"{before}{text[array.start : array.end]}{behind}".strip()
    is_of_words = any(map(str.isalpha, before + behind))
    return is_of_words and (context.says(f"'{cell}'") or context.says(f'"{cell}"'))
