"""Why the value of an expression is no result: a setting, an identifier, a date, a counter, a text."""

from __future__ import annotations

import ast
import re

from lastdigit.base.rule import Rule
from lastdigit.document import Cell
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.printing.printers import PYTHON
from lastdigit.source.copied import is_name_of_text
from lastdigit.source.given_values import once_given
from lastdigit.source.put_in_values import IN_A_DATE, OF_A_LIBRARY, OF_MEMORY, is_gone_over
from lastdigit.source.reached_source import is_always_given
from lastdigit.source.written_words import counters

SAYS_WHERE = Rule(
    r"\b(?:device_count|is_available|is_gpu_available|is_built(?:_with_\w+)?|cpu_count|getpid|getsizeof|list_(?:physical|logical|local)_devices|__version__|get_device_\w+|current_device|gc\.collect)\b",
    "an expression asks for the machine that it runs on",
    "torch.cuda.is_available()",
    "x.device",
)
OF_DTYPES = Rule(r"\.dtypes\Z", "an expression shows dtypes", "frame.dtypes", "frame.dtypes_of")
OF_SETTINGS = Rule(
    r"(?:\A|\.)(?:configs?|cfg|hparams|settings|pars|specifications?|(?:default_)?configuration|default_config|kwargs|param_grid|param_distributions|get_(?!n_|num_|total_)\w*params\(\)|get_config\(\)|get_defaults\(\)|__dict__)\Z|(?i:settings|configs?|options)\.(?:(?:to|as)_?dict|dict|items|copy|get)\(\)\Z|\bget_option\(|\Avars\([\w.]*conf\w*\)\Z",
    "an expression shows what something was set to",
    "search.best().config",
    "search.best_params_",
)
IDENTIFIES = Rule(
    r"(?:\[['\"](?:\w*[_ ])?(?:[iI]d|ID|[GUPgup][iI][dD]|[uU]{2}[iI][dD])['\"]\]"
    r"|\.(?:\w+_)?(?:id|uid|gid|pid|qid|oid|sid|cid|uuid|objid|ccdid|fieldid|userid|handle)|\.get_(?:\w+_)?u?id\(\)|\.status_code|\A(?:id|hash)\([^()]*\))\Z",
    "an expression is an identifier, or the code of a response",
    "link['Id']",
    "link['width']",
)
TELLS_SUCCESS = Rule(
    r"\A(?:os\.system|subprocess\.(?:call|check_call)|nltk\.download)\(|\.returncode\Z|\b(?:response|resp|res|r|req)\d?\.ok\Z|\A[\w.]{1,80}\.(?:write|seek|truncate|imwrite|imsave)\(|\Acv2?\.(?:waitKey(?:Ex)?|pollKey)\(",
    "an expression runs a program, gets or writes a file or waits for a key, and tells how that went",
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
IS_A_VERSION = Rule(
    r"(?:\A|\[['\"]|[\w\])]\.|[^\W_]_)(?:version|vers|Version|VERSION|VERS)(?:['\"]\])?(?:\.value)?\Z",
    "a key or an attribute is called a version",
    "file.header['Version']['VERS'].value",
    "inversion",
)
_VERSION = re.compile(r"\d{1,12}(?:\.\d{0,2})?")
BITS = Rule(r"[01]{4,64}", "digits that may be the bits that a quantum computer measured", "01101", "01201")
TEXT_OF = Rule(
    r"\.(?:text|page_content|string|get_text\(\)|read(?:line)?\(\d*\)|getvalue\(\)|decode\([^()]*\)|strip\([^()]*\)|(?:center|[lr]just)\([^()]*\)|stdout|stderr)\Z",
    "an expression is a text, whose numbers are its own",
    "item.text",
    "item.text.size",
)


def _value_of(context: Context, cell: Cell, label: str) -> str:
    return once_given(label, cell.source, context.reached) if label.isidentifier() else label


def reason_by_expression(context: Context, cell: Cell, entry: Print, label: str) -> str:
    """Why a scalar is no result, by the expression that it shows: a key of ``REASONS``, or ""."""
    is_integer = entry.found.array.dtype == "int64"
    if is_integer and label in counters(cell.source.text):
        return "counter"
    if IS_TYPED.match(label) or OF_A_LIBRARY.search(_value_of(context, cell, label)):
        return "setting"
    if "." in label and SET_ON_AN_OBJECT.search(label):
        return "setting"
    if (is_integer or entry.found.array.texts[0].endswith(".0")) and IN_A_DATE.search(label):
        return "date"
    if TELLS_SUCCESS.search(label):
        return "success"
    if is_integer and context.says("get_counts") and BITS.fullmatch(entry.found.array.texts[0]):
        return "string"
    if SAYS_WHERE.search(label) or (is_integer and (IDENTIFIES.search(label) or _counts_processors(context, label))):
        return "identifier"
    if is_integer and COUNTED_OFF.search(label) and is_gone_over(ast.Name(label), context.reached.within(cell.source)):
        return "identifier"
    return "string" if TEXT_OF.search(label) else ""


def _counts_processors(context: Context, name: str) -> bool:
    """Whether a name is given the number of the machine's processors, and nothing else."""
    return name.isidentifier() and context.says("cpu_count") and is_always_given(name, "cpu_count", context.reached)


def reason_by_what_is_shown(context: Context, cell: Cell, entry: Print, label: str) -> str:
    """Why the value of an expression is no golden: an amount of memory, a dtype, a string."""
    if _is_a_version(context, cell, entry, label):
        return "version"
    is_part = entry.found.array.by is PYTHON and bool(entry.found.path or not entry.found.array.shape)
    if is_part and entry.put_in is None and entry.output.kind == "stream" and _prints_a_text(context, cell, label):
        return "string"
    if OF_DTYPES.search(label) or OF_SETTINGS.search(label):
        return "representation"
    if OF_MEMORY.search(label):
        return "size"
    return "size" if label.isidentifier() and context.gives_memory(label) else ""


def _is_a_version(context: Context, cell: Cell, entry: Print, label: str) -> bool:
    """Whether a number stands under a key called a version, or is an attribute called so, or its value."""
    array = entry.found.array
    if array.column is not None or not all(map(_VERSION.fullmatch, array.whole_texts)):
        return False
    if entry.found.path:
        return IS_A_VERSION.search(entry.found.path) is not None
    if not any(map(context.says, ("vers", "Vers", "VERS"))):
        return False
    name = label.removesuffix(".value")
    whole = f"{_value_of(context, cell, name)}{label[len(name) :]}"
    return not whole.isidentifier() and IS_A_VERSION.search(whole) is not None


def _prints_a_text(context: Context, cell: Cell, label: str) -> bool:
    """Whether the printed object is a string that the source assembles, judged by its name."""
    return label.isidentifier() and is_name_of_text(label, cell.source, context.reached)
