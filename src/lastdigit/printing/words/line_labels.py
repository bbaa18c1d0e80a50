"""The label of a number on its line: the words before it, the line's counters, and what the words imply."""

from __future__ import annotations

import re
from functools import lru_cache

from lastdigit.base.rule import Rule, any_of
from lastdigit.printing.thresholds import LONGEST_LABEL

MOST_WORDS_IN_HEAD = 3
_PREPOSITIONS = frozenset(("on", "in", "at", "over", "after", "before", "under", "from", "without", "during"))
REMEMBERED = 1024
"""The number of labels cached: lines of a log label their numbers alike."""

CONTEXT = re.compile(
    r"(?<!best )(?<!total )(?<!num )\b(?P<word>epoch|epoc|ep|step|iter|iteration|batch|minibatch|fold|trial|round|"
    r"generation|episode|update|run|split|attempt|layer|head|block|cluster|component|class|degree|sweep|cycle)\b"
    r"(?: (?:number|no\.))?\]?\s{0,9}[:#=№]?\s{0,9}(?P<open>[\[(]\s{0,9})?(?P<number>\d{1,12})"
    r"(?:\s?(?:/|of|out of)\s{0,9}\d{1,12})?(?P<close>\s{0,9}[\])])?"
    r"(?![\w%]|\.\d|,\d|\s?%|-[^\W\d])"
    r"|(?<![\w.])(?P<parameter>(?!\w*(?:loss|acc|accuracy|error|score|cost)\b)[^\W\d]\w{0,30})\s?==?\s?"
    r"(?P<value>-?\d{1,12}(?:\.\d{1,30})?(?:e-?\d{1,3})?)(?:\s?(?::|-+>|→|=>)(?=\s)|,\s?(?=(?:[^\W\d]\w{0,30}\s?=\s?"
    r"[^\s,:=]{1,30}\s?,\s?){0,6}[^\W\d]\w{0,30}\s?=\s?-?\d[\d.e-]{0,20}\s?(?::|-+>|→|=>)\s)"
    r"|\s(?=at (?:epoch|step|iter|iteration)\b))",
    re.IGNORECASE,
)
"""A counter, which becomes a part of the labels on its line: ``Epoch [3/10]``, ``k = 5:``, ``a=1, b=2:``."""

_COUNTERS = (
    *(
        "ep",
        "step",
        "iter",
        "batch",
        "fold",
        "trial",
        "round",
        "generation",
        "episode",
        "update",
        "run",
        "split",
        "attempt",
    ),
    *("layer", "head", "block", "cluster", "component", "class", "degree", "sweep", "cycle"),
)


def next_context(text: str, position: int) -> re.Match[str] | None:
    """The first counter in ``text`` from ``position``; a text without a counter word or ``=`` is not searched."""
    if ("=" in text and (":" in text or ">" in text or "→" in text)) or any(map(text.lower().__contains__, _COUNTERS)):
        return CONTEXT.search(text, position)
    return None


IN_A_TIME = Rule(
    r" [^\W\d]\w{0,30} in \d{1,9}(?:\.\d{1,9})? ?(?:[mun]?s|secs?|seconds|min|minutes)\b",
    "a count and its duration",
    " steps in 1.5 s",
    " steps in 3 parts",
)
LEADING_INTEGER = Rule(
    r"\s*[\[(]?(?P<number>\d{1,12})(?:\s?/\s?\d{1,12})?(?:[\])]|[.):](?=\s))?(?:\s|\Z)",
    "an integer at the start of a line, as a counter",
    "3) loss: 0.5",
    "3x: loss",
)
EXPLICIT = Rule(
    r"(?:(?<![<>!=])[:=]=?|≈|~|-+>|=+>|→|\bis|\bwas|\bequals|\bare)\s*[\"'$€£(]?\s*\Z",
    "a number with a sign or verb after its label",
    "the loss is ",
    "of the last ",
)
ASSIGNED = Rule(
    r"(?:(?<![<>!=])[:=]=?|≈|\?|-+>|=+>|→)\s*[\"'$€£(]?\s*\Z",
    "a number with a sign after its label",
    "loss = ",
    "loss >= ",
)
COMPARED = Rule(r"(?:(?<![<>])[<>≤≥]|[<>!]=|≠)\s*\Z", "a comparison with a number", "loss < ", "loss = ")
ARROW = Rule(r"\s*(?:-+>|=+>|→)", "a number before an arrow", " -> 0.5", " - 0.5")
CLOSES = Rule(r"<[^<>\s][^<>\n]{0,20}>\s*=?\s*\Z", "a closing bracket before a number", "mean <H> ", "0.5 > ")
SPREAD = Rule(r"\(?\s*(?:±|\+[/\\]?-)\s*\Z", "the spread of the number before it", "0.5 ± ", "0.5 + ")

_ABBREVIATIONS = [
    "abs",
    "acc",
    "avg",
    "cond",
    "dev",
    "est",
    "max",
    "min",
    "no",
    "num",
    "prob",
    "rel",
    "std",
    "val",
    "vs",
]
_SHORTENED = "".join(f"(?<!\\b{one.title()}\\.)(?<!\\b{one}\\.)" for one in _ABBREVIATIONS)
"""A point after one of these abbreviations does not end a sentence."""
_HARD_DELIMITER = re.compile(rf"\s\|+\s|^\|\s|\t|;|,(?=\s)|\s[-–—]\s|\s{{3,}}|\.{_SHORTENED}\s")
_INDEX = re.compile(r"(?<=\w)\[(?:\d{1,9}|:)(?:, ?(?:\d{1,9}|:)){1,7}\]")
_BAR = re.compile(r"\s\|+\s|^\|\s|\t")
_GIVEN = re.compile(r"(\w[\[(][^\[\]()|\n]{1,60}) \| (?=[^\[\]()|\n]{1,60}[\])])")
_INNER_BAR = "\0"
"""Stands for a bar between brackets, as in ``P(A | B)``, which is no delimiter."""
_PAIR = re.compile(r"\A.{0,100}?:(?:\s{2,90}\S[^:]{0,60}?\s{3,}|\s\S[^:]{0,60}?\s{6,})(?=\S)")
"""A name and its value, separated by many spaces from the next name: ``Model:      linear      Score:``."""
_FAR = " " * 3
_LEADING = re.compile(r"(?:\|(?=\s)|(?!# of\b)(?:[,;&/*•#>=:!?.–—)\]}\"'`✓✔→-]+(?=\s)|[*•#>)\]},;\"'`✓✔→）])|\s)+")
_TRAILING = re.compile(r"(?:[\s:=,(\[\"'$€£≈~–—→：（-]|(?<![\w^*)\]])>|\s\||\+[/\\]-|±)+\Z")
INTEGER_COUNTER = Rule(r"\s*\[\s*\d+\s*/", "an integer before a counter", " [3/10]", " [3, 10]")
_TRAILING_WORD = re.compile(
    r"\s(?:is|was|of|are|to|at|by|from|about|equals|be|will|and|with|is equal|are equal)\Z", re.IGNORECASE
)
_LEVEL = re.compile(
    r"\A(?:(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)(?::| -| \|)(?: |\Z)|\[(?:DEBUG|INFO|WARNING|ERROR)\] ?)"
)
_PAIRS_OF_WORDS = re.compile(
    r"\A(?:[^\W\d]\w{0,30} ?= ?(?:['\"]?[^\W\d]\w{0,30}['\"]?|<class '[\w.]{1,60}'>), ){1,9}(?=[^\W\d]\w{0,30}\Z)"
)
"""Names with words or classes for values before the name of a number, as in ``kind = cubic, knots = 4``."""
_OPENS_A_LIST = re.compile(r"(?<=\w: )\((?=[^\W\d]\w{0,60}\Z)")
"""What opens a list of names and values behind its own name, as in ``Dimensions: (x: 3, y: 2)``."""
_ENDS_A_SENTENCE = re.compile(r"[.!?](?:[\"')]|<[^<>]{1,9}>){0,4} (?=[^\W\d])")
_OF_AN_ARRAY = re.compile(r"\A\[*[-+\d.,e ]{1,80}\][\]),]*,\s+(?=[^\W\d])")
"""The end of an array that stands on a line before the words for the next number."""
_ENDS_AN_ARRAY = re.compile(r"[-+\d.,e \[]{0,300}\d[.\])]{0,9}\]")
"""What is left of an array, without words, before a number on its line."""
_QUOTED_FIRST = re.compile(r"\A\s*(['\"])([^'\"\n]{1,40})\1(?= [^\W\d])")
_LEADING_WORD = re.compile(r"\A[\s,;)]*(?:and|with|for)\s+(?=[^\W\d])", re.IGNORECASE)
_NUMBER_AND = re.compile(r"\A\d[\d.,]{0,30} (?:and|but|or) (?=[^\W\d])")
"""A number that is none by itself, and the word that joins what stands behind it."""
_UNIT_APART = re.compile(r"\A ?[^\W\d]{1,3} {2,80}(?=[^\W\d])")
"""The unit of the value before, two spaces from a name: ``fs`` of ``100 fs  energy=0.5``."""
_ROW = re.compile(r"(?<=[^\W\d_])(?:\s{2,90}[-+]?\d[\d.]{0,30})+\Z")
"""Numbers of a row before a value, behind its name."""
_SPACE_BEFORE_COMMA = re.compile(r"(?: ?[:=])? ,")
_AFTER_A_PAIR = re.compile(r"\A[^()\[\]]{0,40}\d\)[ ,;:]+[^\W\d]")
"""The end of a pair of parentheses with a number in it, before words of their own."""
_APOSTROPHE = re.compile(r"(?<=[\w)\]])'(?=[^\W\d_])|(?<=s)'(?= )")
_PRIME = re.compile(r"[^\W\d_]'(?=\s?\()")
"""A derivative, as in ``f' (x)``."""
_COUNTER = re.compile(
    r"\[\s{0,9}\d{1,12}\s?/\s{0,9}\d{1,12}[^\[\]]*\]|(?<=[^\W\d] )\d{1,12} / \d{1,12}(?= [^\W\d]| [=-]>|\Z)"
)
_DRAWN_BAR = re.compile(r"\[[=>.#*━-][=>.#*━ -]{4,200}\]")
_TUPLE = re.compile(r"(?<![\w\])])\(\d{1,18},(?:\s?\d{1,18},?){0,63}\)(?:\s?[-=]>)?")
_TUPLE_ASSIGNED = re.compile(r"[:=]\s{0,9}\(\d{1,18},(?:\s?\d{1,18},?){0,63}\)[,;]\s{1,9}(?=[^\W\d])")
"""A tuple with a name of its own before the name of a number, as in ``layers: (2, 3), rate=0.5``."""
LABELS = (
    Rule(
        r"(?i:(?:\b|_)(?:time(?![ -]?(?:step|series|constant|index|point))|taken|seconds?|secs?|millis\w*|wall|eta"
        r"|speed|fps|ms|µs|per second|per sec)\W*\Z)",
        "timing",
        "total time (",
        "time series",
    ),
    Rule(
        r"(?i:\b(?:finished|completed|executed|done) in\W*\Z)",
        "timing",
        "finished in ",
        "finished in the end ",
    ),
    Rule(
        r"(?i:\b(?:elapsed|took|duration|latency|run ?time|training time|execution time|wall.?time|cpu time"
        r"|inference time|time taken|time elapsed|time per"
        r"|time to (?:train|fit|evaluate|predict|run|compute|execute|load|process|complete|finish|build|generate|solve)"
        r"|(?:average|avg|mean|total) time|timings?|speedup|throughput"
        r"|samples/s\w*|tokens/s\w*|steps.per.second|samples.per.second)\b)",
        "timing",
        "training time of the model",
        "training loss",
    ),
    Rule(
        r"(?i:\btime(?: in |[ _]?[(\[])(?:[mnuµ]?s|secs?|seconds?|milliseconds?|min|minutes?)\b[^\w]*\Z)",
        "timing",
        "Time in s: ",
        "time in space: ",
    ),
    Rule(
        r"(?i:\b[kmgtp]?(?:flops?|i?b)(?:/| per )s(?:ec|econd)?\b)",
        "timing",
        "product in GFLOP/s",
        "FLOPs",
    ),
    Rule(
        r"(?i:(?:\bversion|\bversions|\bpython|torch|\btorchvision|\bnumpy|\btensorflow|\bkeras|\bpandas|\bscikit-learn"
        r"|\bsklearn|\bscipy|\bmatplotlib|\bcuda|\bcudnn|\bdriver|\brelease|\bjax|\btransformers|\bgcc|\bubuntu"
        r"|\bxgboost)\b\W*\Z)",
        "version",
        "torch:",
        "torch result",
    ),
    Rule(
        r"(?i:\bversion\b|__version__)|\bHTTP/\W*\Z|\bconsole for SymPy\Z",
        "version",
        "version of torch",
        "conversion rate",
    ),
    Rule(
        r"(?i:(?:\b|_)(?:seed|random_?state|port|pid|id|ids|cpu|gpu|tpu|device|line|lineno|job|hash|sha|uuid|doi|isbn|worker|process|year"
        r"|page|chapter|section|sec|figure|fig|table|equation|eq|exercise|question|problem|task|lecture|week|day|cell"
        r"|cuda|localhost|checkpoint|commit|issue|ticket|thread(?: number)?)s?\W*\Z|device:[CGT]PU\W*\Z)",
        "identifier",
        "Exercise",
        "seed loss",
    ),
    Rule(
        r"(?i:\b(?:memory|ram|vram|disk|file ?size|download size|memory usage|allocated|reserved)\b"
        r"(?![- ](?:bound|cells?|states?|banks?|tokens?|scores?|tests?)\b))"
        r"|\bsize [(\[](?:[KMG]i?B|bytes)[)\]]",
        "size",
        "memory used",
        "sample mean",
    ),
)
"""What a label implies about its number: a key of ``REASONS``. The first match decides."""

_REASONS_BY_LABEL = {
    says: any_of([rule for rule in LABELS if rule.says == says]) for says in dict.fromkeys(rule.says for rule in LABELS)
}
COUNT = Rule(
    r"(?i)\b(?:number|count|total|num)\b(?! \d)|#",
    "a count, also of identifiers",
    "number of devices",
    "device number 3",
)
TIME_NAME = Rule(
    r"(?:\b|_)(?:time(?!_?(?:steps?|series|index|points?|dim|embed|emb|stamps?|axis|zone))"
    r"|elapsed|duration|runtime|latency|seconds|per_sec(?:ond)?|tic|toc)(?:\b|_)",
    "the name of a measured time",
    "train_time",
    "time_steps",
)
SHAPE = Rule(
    r"(?i)(?:shapes?|sizes?|dims?|dimensions?|dimensionality)\b", "the label of a shape", "Shape of x", "sizeable"
)


@lru_cache(maxsize=REMEMBERED)
def words_before(before: str, *, first: bool) -> str:
    """The label at the end of ``before``: all words for the first number of a line, the last part for others."""
    near = _COUNTER.sub(" ", before[-3 * LONGEST_LABEL :])
    near = _DRAWN_BAR.sub(" ", near) if "[" in near else near
    near = _GIVEN.sub(rf"\1{_INNER_BAR}", near) if " | " in near else near
    trimmed = _TRAILING.sub("", _TUPLE.sub(" ", near) if "(" in near else near)
    trimmed = _ROW.sub("", trimmed)
    if "(" in near and (assigned := _TUPLE_ASSIGNED.search(near)) is not None:
        trimmed = _TRAILING.sub("", near[assigned.end() :])
    if first:
        ends_a_name = near.rstrip().endswith(":") or near.endswith(_FAR)
        text = _BAR.sub(" ", _PAIR.sub("", trimmed) if ends_a_name else trimmed)
    else:
        trimmed = _LEADING_WORD.sub("", _UNIT_APART.sub("", trimmed))
        trimmed = _INDEX.sub(lambda index: index.group().replace(" ", ""), trimmed) if "]" in trimmed else trimmed
        parts = [part for part in _HARD_DELIMITER.split(trimmed) if part.strip(" |")]
        text = parts[-1] if parts and parts[-1].strip() != "/" else ""
    text = _QUOTED_FIRST.sub(r"\2", text)
    text = _LEADING.sub("", text, count=1) if _LEADING.match(text) else text
    text = without_pairs(_OF_AN_ARRAY.sub("", _LEVEL.sub("", _SPACE_BEFORE_COMMA.sub(",", " ".join(text.split())))))
    while (shorter := _TRAILING.sub("", _TRAILING_WORD.sub("", text))) != text:
        text = shorter
    if text.endswith("]") and _ENDS_AN_ARRAY.fullmatch(text):
        return ""
    text = _NUMBER_AND.sub("", _OPENS_A_LIST.sub("", text))
    if len(text) > LONGEST_LABEL:
        text = _ENDS_A_SENTENCE.split(text)[-1]
        text = text[-LONGEST_LABEL:].partition(" ")[2] or text[-LONGEST_LABEL:] if len(text) > LONGEST_LABEL else text
    return _without_half_of_a_pair(text.replace(_INNER_BAR, " | "))


def without_pairs(words: str) -> str:
    """``words`` before a value without names and values before its name, as in ``kind = cubic , shape``."""
    return _PAIRS_OF_WORDS.sub("", _SPACE_BEFORE_COMMA.sub(",", words)) if "=" in words else words


def head_of(before: str, own: str) -> str:
    """What the label of the first value on a line shares with the next ones: ``train:``, or ``group: left`` if a
    delimiter follows it."""
    *_, last = _HARD_DELIMITER.split(_TRAILING.sub("", before))
    above = own.removesuffix(" ".join(last.split())).rstrip(" ,;") if last != before else own
    _, colon, word = above.rpartition(": ")
    is_whole = above.count("(") == above.count(")")
    if above != own and colon and is_whole and len(word.split()) <= MOST_WORDS_IN_HEAD:
        return above
    return f"{own.rpartition(': ')[0]}:"


def head_before(first: str, own: str) -> str:
    """What the label of an earlier value shares with one that begins with a preposition of its own.

    ``accuracy`` of ``accuracy on the training set``, for ``on the test set``; "" if there is none.
    """
    word = own.partition(" ")[0]
    return first.rpartition(f" {word} ")[0] if word in _PREPOSITIONS and " " in own else ""


def words_behind(behind: str) -> str:
    """The label at the beginning of ``behind``, which follows a number without words before it."""
    words = " ".join(behind.split())
    while (shorter := _TRAILING_WORD.sub("", words)) != words:
        words = shorter
    return words if "(" in words else words.rstrip(")")


def _without_half_of_a_pair(text: str) -> str:
    if text.count(")") > text.count("(") and _AFTER_A_PAIR.search(text):
        text = text[text.rindex(")") + 1 :].lstrip(" ,;:")
    if (text.startswith("(") and text.count("(") > text.count(")")) or (text.startswith("[") and "]" not in text):
        text = text[1:]
    for quote in "\"'`":
        within = len(_APOSTROPHE.findall(text)) if quote == "'" else 0
        if quote == "'" and text.count(quote) == 1 and _PRIME.search(text):
            continue
        if (text.count(quote) - within) % 2:
            text = text[1:] if text.startswith(quote) else text.rstrip(quote) if text.endswith(quote) else text + quote
    return text


def names_a_time(name: str) -> bool:
    """Whether the name of a variable or of an item implies a measured time."""
    return "t" in name and TIME_NAME.search(name) is not None


@lru_cache(maxsize=REMEMBERED)
def reason_by_label(label: str) -> str | None:
    """Why a number labelled ``label`` is not a golden: a key of ``REASONS``; None if it may be one."""
    for reason, pattern in _REASONS_BY_LABEL.items():
        if pattern.search(label) and not (reason == "identifier" and COUNT.search(label)):
            return reason
    return None
