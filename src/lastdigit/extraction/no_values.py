"""Outputs without values, recognised by their source: strings, plot limits, settings of objects, files, formulas."""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule
from lastdigit.document import Output, Passage
from lastdigit.source.documentation import shows_documentation

SHOWS_FILES = Rule(
    r"(?=(?:[^\n]*\n)*?[ \t]*[!%])"
    r"(?:\s*(?:#[^\n]*|[!%][ \t]*(?:\[|cat|pygmentize|head|tail|less|more|ls|type|wc|du|df|file|stat|brew|apt|apt-get"
    r"|gdalinfo|ogrinfo|ncdump|pip|pip3|conda|git|wget|curl|unzip|tar|mv|cp|rm|mkdir|cd|pwd|sudo|nvidia-smi"
    r"|pylint|flake8|mypy|tree|ps|free|lscpu|env|uname|date|nvcc|make|cmake|which|7z)(?!\w)[^\n]*)(?:\n|\Z))+\s*\Z",
    "a source runs commands alone that show files or install something",
    "!head pears.csv",
    "!python pears.py",
)
VERSIONS = Rule(
    r"%watermark|%version_information|(?:show|print)_(?:versions?|header|versions_and_date)\(|\bsession_info\b",
    "a source shows the versions of what is installed",
    "sc.logging.print_header()",
    "print(header)",
)
SHELL = Rule(
    r"\s*%%(?:bash|sh|script|cmd|powershell|writefile|file|html|javascript|js|latex|svg)\b(?!.*\bpython3? )",
    "a cell of the shell, or of a file, that runs no Python",
    "%%bash\ncat pears.csv",
    "%%time\nf(x)",
)
RUNS_A_PROGRAM = Rule(
    r"(?:\s*(?:#[^\n]*|![ \t]*(?!python)[^\n]*)(?:\n|\Z))+\s*",
    "a source runs programs alone, none of them Python's",
    "!pears convert a.xml",
    "!python pears.py",
)
_OF_PROGRAMS = ("{", "usage:", "Usage:")
"""How JSON begins, and how a program says the options that it takes."""
_BRACKETS = frozenset("⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎩⎫⎬⎭")
_DRAWN = _BRACKETS | {"π"}
"""Characters of drawn formulas."""
_DERIVATIVE = "─("
"""What follows the line of a fraction where SymPy draws a derivative."""
FRACTION = Rule(
    r"(?m)^(?=[^│┌├┼╭\n]{0,400}─)[ ─+-]{1,400}$",
    "a line of the bars of fractions, as SymPy draws them",
    "──── - ────",
    "┌────┐",
)
_STRING = re.compile(r"[bu]?['\"]")
FORMATS = Rule(
    r"(?:\A|\n)\s*(?:f['\"]|['\"][^\n]*['\"]\s*(?:%|\.format\())[^\n]*\s*\Z",
    "the last line of a source puts values into a string",
    'x = 1\nf"{x:.2f}"',
    'x = 1\n"two"',
)
SHOWS = (
    Rule(
        r"(?:\A|\n)(?:[\w.\[\](), ]{1,60}\.set_[xyz](?:lim|ticks)"
        r"|(?:pl|plt|pyplot|pylab|ax\w{0,9}(?:\[[^]\n]{1,20}\])?)"
        r"\.(?:axis|[xyz]lim|[xyz]ticks|[xyr]?grids?)|[xyz]lim)\([^\n]*\)[^\n()]*"
        r"(?:\n[ \t]{0,40}#[^\n]{0,400}){0,20}\s*\Z",
        "plot",
        "plt.plot(x)\nplt.ylim(0, 1)",
        "lim(0, 1)",
    ),
    Rule(
        r"(?:\A|\n)[^\n#]{0,200}\.(?:(?:get_params|get_config)\(\)|hparams|settings|configs?)\s*\Z"
        r"|(?:\A|\n)(?:locals|globals)\(\)\s*\Z",
        "representation",
        "model.get_params()",
        "params = 3",
    ),
)
"""The last line of a source sets plot limits or ticks, or requests an object's settings."""
OBJECT = Rule(
    r"\A\s*<(?:bound method [\w.]+ of|[\w.]+ object at 0x[0-9A-Fa-f]+>[ \t]*\n)"
    r"|\A\s*<[\w.]+Dataset>[ \t]*\n|\A\s*R object with classes: |\A\s*<rpy2\."
    r"|\A[A-Z]\w{1,60}\(\w+=[^\n]{1,4000}…\s*\Z"
    r"|\A\s*(?:dask\.array<|functools\.partial\()|\A[A-Z]\w{1,60} \{\n  \"\w"
    r"|\A[\w.]{1,80}\(['\"][A-Z]{3,20}\["
    r"|\A(?:View of )?AnnData object with |\A\w+(?:\([^\n]*\))?\n +\[0\] [A-Z]",
    "a method that nobody called, an object with its parts or settings below, one of R, or a coordinate system",
    "<bound method Frame.head of 0.5 1.5",
    "<tf.Tensor: 0.5>",
)
TREE = Rule(
    r"\A\s*(?:\[&[RU]\] ?)?\((?=[^\n]{0,200}?[(,][^():,\n]{0,60}:-?\d)(?=[^\n]*\)[^\n(),]{0,60};)",
    "a tree in Newick's format, with the lengths of its branches",
    "[&R] ((:0.25,b:0.5)1.00:0.125,c:1.5);",
    "(0.25, 0.5); c",
)
CHARACTERS = Rule(
    r"\A(?=(?:[^\n]\n){0,40}[.,\[(]\n)(?:[^\n]\n){12}",
    "a string printed character by character",
    "0\n.\n5\n9\n7\n1\n2\n4\n3\n8\n1\n6\n",
    "0\n1\n5\n9\n7\n1\n2\n4\n3\n8\n1\n6\n",
)
BRANCH = Rule(
    r"[ \t]*[A-Z]\w{0,60}\([^()\n]{0,200}\)",
    "a line of an object that holds others, each on a line below it",
    "    Clade(branch_length=0.5)",
    "    mean(x) = 0.5",
)
FEWEST_BRANCHES = 3
"""The fewest such lines that make a tree of objects, if they are a third of all lines; fewer may be a list."""
NESTED = (
    Rule(
        r"\A[{\[](?:.*\n){1,9999}.*dtype: \w+[,}\]]",
        "a dict or a list of Series",
        "{'a': 0    0.5\n1    1.5\ndtype: float64}",
        "0    0.5\n1    1.5\ndtype: float64",
    ),
    Rule(
        r"\A(?![^\n]{0,400}(?:[aA]rray|tensor)\()"
        r"[{(\[][^\n]{0,200}?(?:: |, |[(\[{]) {2,}\S[^\n]*\n \S+ {1,20}[^\s,()\[\]]",
        "a dict, a list or a tuple of frames",
        "{'a':    x  y\n 0  1  2}",
        "{'a': 1,\n 'b': 2}",
    ),
    Rule(
        r"\A\[ {3,}[^\W\d][^\n,=\[\]]*\n[^\s\[\](),][^\n,\[\]]*\S {2,}\S",
        "a list of frames",
        "[        plum  pear\nfirst   0.5   1.5  ,        plum\nsecond  2.5]",
        "[  plum  pear\n 0.5 1.5]",
    ),
    Rule(
        r"\A[^\W\d]\w{0,80}\([^\W\d]\w{0,80}= {2,}[^\s=][^\n=,()\[\]]*\n",
        "a record of frames",
        "Pears(green=    x  y\n0  1  2)",
        "Pears(green=array([1, 2]))",
    ),
)
"""Tables printed inside a container, whose columns are no longer aligned with their names."""
DESCRIBES = Rule(
    r"Data Set Characteristics:|:Number of (?:Instances|Attributes): \d",
    "scikit-learn describes a data set",
    "**Data Set Characteristics:**",
    "Number of rows: 3",
)
SHOWS_HELP = Rule(
    r"(?:\s*(?:#[^\n]*|(?:import|from) [^\n]*|[^\W\d]\w{0,60} = [\w.]+\([^\n]{0,300}\)"
    r"|print ?\(?[ ]?[\w.]+\.__doc__ ?\)?|[\w.]+\.__doc__|help\([\w.]+\)|[\w.]+\.help\(\)"
    r"|(?:np|numpy)\.info\([\w.]+\)|inspect\.get\w+\([\w.]+\)|[\w.]+\?{1,2}"
    r"|\?{1,2} ?[\w.]+\??)"
    r"[ \t]*;?(?:\n|\Z))+\s*\Z",
    "a source shows the documentation of something and nothing else",
    "import numpy as np\nprint(np.mean.__doc__)",
    "print(np.mean(x))",
)
_ASKS_FOR_HELP = ("__doc__", "help(", "?", "np.info(", "numpy.info(")
SETS = Rule(
    r"(?:\A|\n)([^\W\d]\w{0,80})(?:\.[^\W\d]\w*)+ ?= ?(?![=\n])[^\n]*(?:\n[^\n]*){0,80}\n\1\s*\Z",
    "a source sets what belongs to an object, and shows it in its last line",
    "run.rate = 0.5\nrun.steps = 3\nrun",
    "x.data = y\nx.data",
)
SHOWS_SETTINGS = Rule(
    r"(?i)(?:\A|\n)(?:\w+\.)*\w*(?:config|cfg|hparams|settings|options)\w*[ \t]*\s*\Z",
    "a source shows settings in its last line, by their name",
    "model_config = CONFIGS[name]\nmodel_config",
    "config.loss(x)",
)
LISTS = Rule(
    r"\A(?: {0,8}[^\W\d]\w{0,80}:[^\n]*\n?){2,}\s*\Z",
    "a text is a list of names, each with what is set for it",
    "rate: 0.5\nsteps: 3",
    "array([1, 2])",
)
HEADED = Rule(
    r"\A\s*={3,200} *\n([A-Z]\w{1,80}) *\n={3,200} *\n(?:[^\W\d][^:\n]{0,80}:[^\n]*(?:\n|\Z)){2,}\s*\Z",
    "the name of a class heads what its object was set to",
    "=======\nSmoother\n=======\nWindow: 12\nSteps: 36\n",
    "=======\nSmoother\n=======\n12 36\n",
)


_HEADERS = ("SIMPLE  =", "XTENSION=")
"""How a header of a FITS file begins."""
_GRAPHS = ("node {\n  name:", "graph {\n  node {")
"""How TensorFlow prints a graph, as the text of a protocol buffer."""


def shows_no_values(passage: Passage, output: Output) -> str:
    """Why an output of a source, this ``passage``, has no values, as a key of ``REASONS``; "" for any other."""
    source = passage.text
    if VERSIONS.search(source):
        return "version"
    if (("!" in source or "%" in source) and SHOWS_FILES.fullmatch(source)) or SHELL.match(source):
        return "command"
    if "!" in source and RUNS_A_PROGRAM.fullmatch(source) and output.passage.text.lstrip().startswith(_OF_PROGRAMS):
        return "command"
    if output.passage.text.startswith(_HEADERS):
        return "file"
    if output.passage.text.startswith(_GRAPHS):
        return "representation"
    if _is_a_program(output.passage.text):
        return "program"
    if CHARACTERS.match(output.passage.text) or TREE.match(output.passage.text):
        return "string"
    if OBJECT.match(output.passage.text) or _is_a_tree(output.passage.text) or _is_headed(source, output.passage.text):
        return "representation"
    if output.kind == "result" and any(rule.search(output.passage.text) for rule in NESTED):
        return "container"
    if "DESCR" in source and DESCRIBES.search(output.passage.text):
        return "prose"
    if any(one in source for one in _ASKS_FOR_HELP) and (
        SHOWS_HELP.fullmatch(source) or (output.kind == "stream" and shows_documentation(passage))
    ):
        return "prose"
    is_result = output.kind == "result"
    text = output.passage.text
    is_drawn = output.kind != "stream" and (_DERIVATIVE in text or ("─" in text and FRACTION.search(text) is not None))
    if is_drawn or not (_DRAWN if is_result else _BRACKETS).isdisjoint(output.passage.text):
        return "formula"
    return _shows_none(source, output) if is_result else ""


def _shows_none(source: str, output: Output) -> str:
    """Why the output of a cell has no value, judged by its last lines."""
    if shown := next((rule.says for rule in SHOWS if rule.search(source)), ""):
        return shown
    if LISTS.match(output.passage.text) and (SETS.search(source) or SHOWS_SETTINGS.search(source)):
        return "representation"
    return "string" if _is_string(output.passage.text) and not FORMATS.search(source) else ""


def _is_string(text: str) -> bool:
    """Whether ``text`` is the ``repr`` of a string."""
    stripped = text.strip()
    return stripped[-1:] in ("'", '"') and _STRING.match(stripped) is not None


def _is_a_program(text: str) -> bool:
    """Whether ``text`` is source code: most lines end as in C, Java or JavaScript, and one opens a block."""
    if "{\n" not in text or ";\n" not in text:
        return False
    lines = [line.rstrip() for line in text.split("\n") if line.strip()]
    ended = sum(line.endswith((";", "{", "}")) for line in lines)
    return ended * 2 > len(lines) and any(line.endswith((") {", "){")) for line in lines)


def _is_headed(source: str, text: str) -> bool:
    """Whether a text lists the settings of an object below the name of its class, which the source calls."""
    heading = HEADED.expression.match(text) if text.lstrip().startswith("===") else None
    return heading is not None and f"{heading[1]}(" in source


def _is_a_tree(text: str) -> bool:
    """Whether ``text`` shows nested objects, line by line, by indentation."""
    if ")\n  " not in text:
        return False
    lines = text.split("\n")
    branches = [line for line in lines if line.endswith(")") and BRANCH.fullmatch(line)]
    indented = sum(line[:1] == " " for line in branches)
    return len(branches) >= FEWEST_BRANCHES and len(branches) * 3 >= len(lines) and indented * 2 > len(branches)
