"""Lines that tools write rather than computations: why all numbers of a line are left out."""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule, any_of

REASONS = {
    "installation": "the log of an installation or a download (pip, apt, conda, git)",
    "progress": "a progress bar, or the counter of one",
    "timing": "a measured time or speed, which differs from run to run",
    "size": "an amount of memory or of disk space",
    "version": "a version number",
    "date": "a date or a time of day",
    "address": "a memory address",
    "identifier": "an identifier: a seed, port, process, device, hash or line number",
    "path": "a path or a URL",
    "traceback": "part of a traceback or an error's message",
    "warning": "a warning or a log entry of a library",
    "test run": "the report of a test runner",
    "box": "a line of a drawing, such as a box with a listing of graphics cards",
    "counter": "an epoch or step counter, kept in the labels of its line",
    "setting": "a number written as a literal in the source",
    "coordinate": "a coordinate of an axis",
    "nameless": "an unlabelled number that the source does not name",
    "enumeration": "the number of an item in a list",
    "loose integer": "an unlabelled integer, such as a count in a sentence",
    "loose boolean": "an unlabelled boolean",
    "loose tuple": "an unlabelled tuple",
    "comparison": "a bound or an expected value in a comparison",
    "fraction": "two numbers separated by a slash, neither of which is the value",
    "alphabet": "the characters of an alphabet",
    "program": "a program, or a part of one",
    "markup": "HTML or XML",
    "latex": "a row of a table in LaTeX",
    "container": "brackets among words, not recognised as a value",
    "long line": "a line of more than 10,000 characters, which is data rather than words",
    "word": "a number within a word or a name",
    "words": "a Series of strings, categories or dates, or a frame with words in all of its columns",
    "representation": "the representation of an object: its settings",
    "formula": "a formula",
    "command": "the output of a shell command",
    "language": "an array or a table printed by a language other than Python, in an unknown format",
    "plot": "the return value of a plot call, such as limits or ticks",
    "string": "inside a quoted string",
    "file": "the text of a file",
    "table": "an HTML table without a header or a numeric column",
    "scaled": "a tensor printed with a common factor, by which its numbers are not multiplied",
    "by itself": "a library's own log: the source does not print it, and no label names a metric",
    "prose": "a sentence, or text among sentences, that the source does not print",
}
"""The reasons to leave out numbers of a line, by the key that a :class:`Skip` names."""

STARTS = (
    Rule(
        r"Requirement already satisfied|Collecting |Downloading|Using cached|Installing |"
        r"Defaulting to user|Obtaining ",
        "installation",
        "Requirement already satisfied: numpy",
        "numpy is satisfied",
    ),
    Rule(
        r"Successfully (?:installed|built|uninstalled)|Building wheel|Created wheel|Stored in directory|"
        r"Uninstalling ",
        "installation",
        "Successfully installed numpy-2.1.0",
        "successfully trained",
    ),
    Rule(
        r"Preparing (?:metadata|to unpack)|Looking in |Attempting uninstall|Found existing installation|"
        r"\[notice\]",
        "installation",
        "Preparing metadata (setup.py)",
        "prepared 3 batches",
    ),
    Rule(
        r"Note: you may need to restart|Cloning into|remote: |Receiving objects|Resolving deltas|"
        r"Updating files",
        "installation",
        "Cloning into 'repo'...",
        "cloned 3 heads",
    ),
    Rule(
        r"Unpacking |Setting up |Selecting previously|Reading (?:package|database|state)|"
        r"\(Reading database",
        "installation",
        "Unpacking libfoo (1.2-3) ...",
        "unpacked sequence 0.5",
    ),
    Rule(
        r"Building dependency|Processing triggers|Need to get|After this operation|Fetched |Extracting|"
        r"Archive: ",
        "installation",
        "Fetched 12.3 MB in 2s",
        "fetched loss 0.5",
    ),
    Rule(
        r"(?:Get|Hit|Ign|Err):\d+ |\d+ upgraded|\d+ newly installed|The following (?:NEW|"
        r"additional) packages",
        "installation",
        "Get:1 http://archive",
        "Got:1 result",
    ),
    Rule(
        r"Solving environment|Collecting package metadata|added \d+ packages|Running command|inflating: |"
        r"creating: ",
        "installation",
        "Solving environment: done",
        "solved in 0.25",
    ),
    Rule(
        r"(?:Checking out files|(?:Counting|Enumerating|Compressing|Filtering|Unpacking) (?:objects|"
        r"content|files)): ",
        "installation",
        "Counting objects: 100% (3/3)",
        "objects: 3",
    ),
    Rule(
        r"Saving to: |Resolving |Connecting to |HTTP request sent|Length: \d+ \(",
        "installation",
        "Saving to: 'data.csv'",
        "saved loss: 0.5",
    ),
    Rule(
        r"time: [\d.]+ (?:min|h|[mµn]?s)\b[^(\n]{0,20}\(started: ",
        "timing",
        "time: 22 s (started: 2022-08-17 08:50:02 +00:00)",
        "time: 22 s",
    ),
    Rule(
        r"(?:Range|Datetime|Multi|Period|Int64|UInt64|Float64|Timedelta|Categorical|Interval)?Index: \d+ entries",
        "representation",
        "RangeIndex: 50000 entries, 0 to 49999",
        "Index: 0.5",
    ),
    Rule(
        r"arn:aws[\w-]*:",
        "identifier",
        "arn:aws:personalize:eu-west-1:002268754244:tracker/0.5",
        "arn: 0.5",
    ),
    Rule(
        r"CPU times:|Wall time:|(?:real|user|sys)\s+\d+m|The slowest run took|Compiler\s+:|Time elapsed|"
        r"Finished in",
        "timing",
        "Wall time: 1.2 s",
        "walltime_loss 0.5",
    ),
    Rule(
        r"Traceback \(most recent|File \"|File [^\s:]+:\d+|-+> ?\d+ |(?:Cell|Input) In ?\[|"
        r"<ipython-input-",
        "traceback",
        "Traceback (most recent call last)",
        "trace of the matrix: 3",
    ),
    Rule(
        r"[\w.]*(?:Error|Exception|KeyboardInterrupt|StopIteration)(?::|\Z)|~[/\\]|[/\\][^\s:]+ in |error: \d+, \d+: ",
        "traceback",
        "ValueError: shapes (2,3)",
        "error: 0.25",
    ),
    Rule(
        r"(?:INFO|DEBUG|ERROR|CRITICAL):\w",
        "warning",
        "INFO:root: step 3",
        "info: 3",
    ),
    Rule(
        r"WARNING|Warning|warnings\.warn|Found device|To enable the following|Loaded (?:cuDNN|runtime)|"
        r"Created device",
        "warning",
        "WARNING: 3 rows",
        "warn at 3",
    ),
    Rule(
        r"[IWEF]\d{4} |\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.,]\d{1,9}: [IWEF] ",
        "warning",
        "I0101 12:00:00.1 main",
        "I 0.5",
    ),
    Rule(
        r"=+ (?:test session|\d+ (?:passed|failed|error|skipped|warning))|collected \d+ items?|"
        r"platform \w+ --",
        "test run",
        "===== 3 passed in 0.1s",
        "=== results ===",
    ),
    Rule(
        r"\d+\s+\S.{0,80}?\s\d+ non-null\s",
        "representation",
        "0   pears   30 non-null   int64",
        "3 of 30 are null",
    ),
    Rule(
        r"<(?:function|method|built-in|bound method) [\w.]{1,80}\(",
        "representation",
        "<function pears.show(size=None, clear=False, **kwargs)>",
        "<function: 0.5>",
    ),
    Rule(
        r"\w+ = [A-Za-z_][\w.]*\([A-Za-z_]\w*, [^()]*\)\Z",
        "program",
        "v2 = Op.add(v1, 3.0)",
        "x = mean(3.0, 4.0)",
    ),
    Rule(
        r"(?:Decimal|Fraction|mpf|mpc)\(",
        "string",
        "Decimal('0.25')",
        "a decimal (0.25)",
    ),
    Rule(
        r"\(\w+\): [A-Z]\w* \(",
        "representation",
        "(0): Linear (3 -> 2)",
        "(0): 0.5 (3)",
    ),
    Rule(
        r"\d+ (?:passed|failed)\b|Ran \d+ tests? in|rootdir: |plugins: ",
        "test run",
        "Ran 3 tests in 0.001s",
        "run 3",
    ),
    Rule(
        r"\|(?!(?: *[A-Z][A-Za-z .]{0,30}[:=] *-?\d+\.\d+%? *\|)+\Z)[^|].*\|\Z|\+[-=+]+\+|[│┌├└╞╭╰┃┏┗┡«]|[^┤\n]{0,80}┤",
        "box",
        "+-------+-------+",
        "+ 0.5",
    ),
    Rule(
        r"(?:Freq: [^,\n]*, )?(?:Name: [^\n]{0,80}, )?(?:Length: \d+, )?dtype: [^\n]{1,60}\Z|Length: \d+, Freq: ",
        "words",
        "Name: 3, Length: 22, dtype: object",
        "Length: 22",
    ),
    Rule(
        r"(?:\* )?\w[\w /+().-]{0,80}? +\(\w[\w ]*(?:, \w[\w ]*){0,8}\) "
        r"(?:float|int|uint|bool|complex|datetime64|object|<?U)[\w\[\]]* ",
        "representation",
        "speed    (time, x) float64 2.185 14.03 ... 12.22",
        "speed (float64) 2.185",
    ),
    Rule(
        r"b(?:'[^'\n]*'|\"[^\"\n]*\")\s*\Z",
        "string",
        "b'0.25,1.5'",
        "b = 0.25",
    ),
    Rule(
        r"[a-z][a-z-]{1,40}: [^;:\n]{1,80};\s*\Z",
        "markup",
        "padding: 2em;",
        "loss: 0.25",
    ),
    Rule(
        r"dtype='[^'\n]{1,40}', (?:length|freq|name|names)=",
        "representation",
        "dtype='datetime64[ns]', length=1826, freq='B')",
        "dtype=float64",
    ),
    Rule(
        r"\S{1,40}\s+Axes(?:Subplot)?\(\d",
        "representation",
        "J    Axes(0.125,0.125;0.775x0.775)",
        "Axes of 0.5",
    ),
    Rule(
        r"Categories \(\d+, [^\n]{1,60}\): \[",
        "words",
        "Categories (2, interval[float64]): [(0.5, 1.5] < (1.5, 2.5]]",
        "Categories: 3",
    ),
    Rule(
        r"(?:[\w.+/]+-){0,4}(?:gcc|g\+\+|clang(?:\+\+)?|nvcc|gfortran|ld)(?:-[\d.]+)? -",
        "command",
        "x86_64-linux-gnu-gcc -pthread -O2 pears.c",
        "gcc 0.5",
    ),
    Rule(
        r"%[\w.]+ = [a-z]|(?:tail )?call \w+\*? @|(?:br|ret|store|switch) (?:label|i\d|void|double)"
        r"|(?:define|declare) .*@",
        "program",
        "  call void @Py_DecRef(i8* nonnull %.24)",
        "call of the mean: 0.24",
    ),
    Rule(
        r"\S.{0,80}? {2,}(?:u?int\d+|float\d+|object|bool|category|datetime64\[[^]]{1,20}\])\Z",
        "representation",
        "11.2910    float64",
        "float64    11.2910",
    ),
    Rule(
        r"(?=.*\S ?&).*\\\\?(?:\[[^\]]{0,20}\])?\s*\Z",
        "latex",
        "Medicare & 37.2 & 45.2 \\\\",
        "this & that: 0.5",
    ),
    Rule(
        r"[\[(] *(?:-?inf|-?\d[\d.]*), +-?(?:inf|\d[\d.]*)[\])] *\|",
        "container",
        "( 3.21,  6.25] |   353",
        "(0.5, 1.5): 353",
    ),
    Rule(
        r"PROGRESS: \|",
        "box",
        "PROGRESS: | 4         | 5        | 0.760076     |",
        "PROGRESS: Number of features: 5",
    ),
    Rule(
        r"\[(?:GridSearchCV|RandomizedSearchCV|CV(?: \d+/\d+)?)\] (?!.*\bscore\b)",
        "setting",
        "[CV] C=10, gamma=0.5",
        "[CV] C=10, score=0.85, total=0.1s",
    ),
    Rule(
        r"SM_[A-Z_]{1,40}=",
        "setting",
        'SM_HPS={"epochs":1,"rate":0.5}',
        "SM_mass=0.5",
    ),
    Rule(
        r"[A-Z]\w*\(\w+=[(\[]?[A-Z]\w*\(\w+=",
        "representation",
        "Sheet(cells=(Cell(column_end=0, column_start=0",
        "Mean(x=0.5)",
    ),
    Rule(
        r"Param\(parent=",
        "representation",
        "Param(parent='ALS_49', name='rank'): 0.5",
        "Parameter: 0.5",
    ),
    Rule(
        r"\d+:\[[\w.]+<[\d.e+-]+\] yes=\d+,no=\d+",
        "representation",
        "0:[f0<0.5] yes=1,no=2,missing=1,gain=799998,cover=2000",
        "3:leaf=0.0001,cover=500",
    ),
    Rule(
        r"(?:Median|IQR): +\d[\d.]* [mnuµ]?s\b",
        "timing",
        "IQR:    12.91 ms (623.15 to 636.06)",
        "Median: 12.91",
    ),
    Rule(
        r"--?[A-Za-z][\w-]{0,30}(?:[ ,=]\S{1,40})? {2,}\S.*\(def(?:ault)?[=:]",
        "command",
        "-cov  [0,100]  the least coverage (def=0)",
        "-x  0.5 (by definition)",
    ),
    Rule(
        r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} +\d",
        "box",
        "Mon Jan 1 12:00:00 2024",
        "Monday 3",
    ),
)
"""The beginnings of lines, after indentation, each with a key of :data:`REASONS`."""

INSIDE = (
    Rule(
        r"(?:[-+] ?-?\d[\d.]{0,30} ?\* ?[A-Za-z]\w*.*?){2}",
        "formula",
        "y = 1.5 + 0.1183 * x + 0.0422 * z",
        "y = 0.1183 * x",
    ),
    Rule(
        r"=\s*-?\d+(?:\.\d+)? (?:\d |[A-Za-z_]\w*\^?\d? ?){0,4}\+ -?\d+(?:\.\d+)? [A-Za-z_(]"
        r"|\A\(?\w{1,20}\)?(?:'|\[k\+1\]) = -?\d+\.\d+(?: [A-Za-z_][\w^]*){0,4}\s*\Z",
        "formula",
        "(y)' = 27.808 x + -0.930 y + -0.996 x z",
        "y = 27.808 + 0.5",
    ),
    Rule(
        r"[=+*/^(]\s?\(\d+(?:\.\d+)? ?[-+] ?[A-Za-z]\w*\)(?: ?[*/^]|\s*\Z)",
        "formula",
        "w = (1-alpha)*y/n",
        "w = (1 - 0.5)",
    ),
    Rule(
        r"\A[^=:]*?(?:\d\*[a-zA-Z(]|\)\*\*\d|[a-zA-Z]\*\*\d)[^=:]*\Z",
        "formula",
        "0.5*x + 8.0",
        "x**2 = 4.0",
    ),
    Rule(
        r"\d%\|[ #█▏▎▍▌▋▊▉|-]|\d% \|[#█▏▎▍▌▋▊▉-]|\bit/s\b|\bs/it\b|\?it/s|[█▏▎▍▌▋▊▉]{2}"
        r"|\[\d\d:\d\d(?:<[\d:?]+)?, [^\]\n]{1,40}/s\]",
        "progress",
        "45%|####",
        "45% of 3",
    ),
    Rule(
        r"\beta \d|\beta -:|\bETA:? |\d%\[[=>. +]|\d[kM]?B/s\b",
        "progress",
        "3/10 eta 0:01",
        "beta 0.5",
    ),
    Rule(
        r"\bper loop\b|\bmean ± std\. dev\.|\bbest of \d",
        "timing",
        "1.2 ms per loop",
        "loss per epoch 0.5",
    ),
    Rule(
        r"[\w./\\-]\.py:\d+: |\w\.(?:cc?|cpp|cxx|h|hpp|cuh?)[:(]\d+[:\])]",
        "warning",
        "a/b.py:12: note",
        "b.py 12",
    ),
    Rule(
        r"\b(?:User|Future|Runtime|Deprecation|Convergence|Syntax|Import|Resource)Warning\b",
        "warning",
        "see UserWarning 3",
        "a warning 3",
    ),
    Rule(
        r"</(?:span|div|td|th|tr|p|b|i|a|li|h\d|style|script|body|head|title|code|pre)>"
        r"|\A<([A-Za-z][\w.-]*)(?: [^<>\n]*)?>[^<>\n]*</\1>\s*\Z",
        "markup",
        "<b>0.25</b>",
        "0.25 </s>",
    ),
    Rule(
        r"[\w)\]^]─|─[\w(\[]",
        "box",
        "(1, 0): ───X^0.5───",
        "──── 0.5 ────",
    ),
    Rule(
        r"\s-[DI][\w/.]\S*\s(?:\S+\s)*?-[a-zA-Z]",
        "command",
        "c++ -MMD -DNAME=1 -I/usr/include -c a.cpp",
        "x -D -1.5",
    ),
    Rule(
        r"(?:\A|\s)--[a-z][\w-]*[= ]\S*\s+--[a-z]",
        "command",
        "train --steps=300 --rate=0.5",
        "-- pears -- 0.5",
    ),
    Rule(
        r"\bAxes(?:Subplot)?\(\d[\d.]*[,;]",
        "plot",
        "left one: Axes(0.125,0.11;0.7x0.77)",
        "Axes (2)",
    ),
    Rule(
        r"(?:&&|\|\|)[^\n]*;\s*\Z|\w::\w+[(<].*[;{]\s*\Z",
        "program",
        "return (a < b) && (c == 1);",
        "a && b = 1",
    ),
    Rule(
        r"\d ?[-+] ?\d+(?:\.\d+)?im?(?!\w)",
        "word",
        "1.0 - 2.0im",
        "1.0 - 2.0 in",
    ),
    Rule(
        r"abcdefghijkl|ABCDEFGHIJKL|\('a', '?b'?, 'c'|a b c d e f g h",
        "alphabet",
        "abcdefghijklmnop",
        "abc 0.5",
    ),
)
"""Patterns anywhere in a line, each with a key of :data:`REASONS`."""

_MARKS = {
    "plot": ("Axes",),
    "program": ("&&", "||", "::"),
    "formula": ("*", " + ", "' = ", "] = "),
    "box": ("─",),
    "progress": ("%", "it/s", "s/it", "/s]", "B/s", "eta ", "ETA", "█", "▏", "▎", "▍", "▌", "▋", "▊", "▉"),
    "timing": ("per loop", "std. dev.", "best of"),
    "warning": (".py:", "Warning", ".c", ".h"),
    "word": tuple(f"{digit}i" for digit in range(10)),
    "markup": ("</",),
    "command": (" --", " -D", " -I"),
    "alphabet": ("abcdefg", "ABCDEFG", "a b c d"),
}
"""A line without these marks matches nothing of :data:`INSIDE`; searching for them costs a tenth."""

_ANY_MARK = re.compile("|".join(re.escape(mark) for marks in _MARKS.values() for mark in marks))
_START = any_of(STARTS, numbered=True)
_INSIDE_OF = {says: any_of([rule for rule in INSIDE if rule.says == says]) for says in _MARKS}

TQDM_BAR = re.compile(
    r"\s*(?:[^|%\n]{0,80}: ?)?\d{1,3}% ?(?:\|[^|\n]{0,300}\| ?)?\d+/\d+ \[\d+:\d\d[^]\n]{0,80}\](?=[^\W\d])"
)
"""A bar of tqdm directly followed by other output, which is then read as a line of its own."""

KERAS_BAR = re.compile(
    r"\s*\d+/\d+ (?:\[[=>.]{3,9999}\]|━+|(?=- \d+s))(?: - | |- )"
    r"(?:\d+s )?(?:- )?(?:\d+[smuµn]{1,2}/(?:step|epoch|sample))?"
)
"""The bar that Keras prints before a step's metrics; not one that shows the remaining time of the epoch."""


SEARCH_LOG = re.compile(r"\s*\[CV[^]\n]{0,20}\].*?(?=\b(?:\w+_)?score=|\Z)")
"""The log line of scikit-learn's search before its score: the settings tried, and the time."""


def reason_to_leave_out(line: str) -> str | None:
    """Why the whole stripped ``line`` holds no golden: a key of :data:`REASONS`; None if it may hold some."""
    start = _START.match(line)
    if start is not None:
        return STARTS[(start.lastindex or 0) - 1].says
    if _ANY_MARK.search(line) is None:
        return None
    for reason, marks in _MARKS.items():
        if any(map(line.__contains__, marks)) and _INSIDE_OF[reason].search(line):
            return reason
    return None
