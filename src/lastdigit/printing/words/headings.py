"""Which lines of words are headings of the print below them."""

from __future__ import annotations

from lastdigit.base.rule import Rule
from lastdigit.printing.thresholds import LONGEST_LABEL

TUPLE_OF_WORDS = Rule(
    r"\s*\((?:None|'[^']*'|, ?){1,99}\)\s*\Z",
    "a printed tuple of words, which is not a heading",
    "(None, 'pears')",
    "(pears)",
)
NAME_AND_WORDS = Rule(
    r"\S:\s{3,40}\S", "a name and its value, which is not a heading", "Model:    linear", "Values: all of"
)

MEMORY = Rule(
    r"\s*memory usage: [\d.]+\+? (?:[KMGT]?B|bytes)\s*\Z",
    "the last line of a frame's summary, which is not a heading",
    "memory usage: 3.6+ KB",
    "memory usage:",
)
TOOK = Rule(
    r"(?i)\b(?:took|elapsed|time)\b[^\n]{0,20}\d[\d.]* ?(?:s|secs?|seconds|ms|min\w*)\.?\s*\Z",
    "a duration, which is not a heading",
    "Took 0.25s",
    "what it took",
)
ROW_OF_WORDS = Rule(
    r"\A\s*\S+(?: \S+){0,9}(?: {2,}\S+(?: \S+){0,9}){2,}\s*\Z",
    "a row of a table of words, which is not a heading",
    "1    pb   Pabodie",
    "the mean of all",
)
PROGRESS = Rule(
    r"(?<![\w/.])\d{1,9}/\d{1,9}(?![\w/.])",
    "how many of a number are done",
    "Trials: 1/1 (1 running)",
    "loss and/or gain",
)
MOUNTED = Rule(
    r"\s*(?:Mounted|Drive already mounted) at /",
    "where a drive was mounted, which is not a heading",
    "Mounted at /content/drive",
    "Mounted lenses",
)
SENTENCE = Rule(
    r"\A\s*(?:[A-Z\"']|(?=(?:[a-z]+ ){3}))(?:\S+ ){2,}\S*[^\W\d]{2}\.\s*\Z",
    "a sentence with its full stop, which is not a heading",
    "All are handled.",
    "The mean.",
)
REPRESENTED = Rule(
    r"<class '[\w.]+'>\s*\Z|\A\s*(?:torch\.Size\(|(?:\w{0,20}Index|Categories)\(\["
    r"|\[\d{1,12} rows x \d{1,12} columns\]\s*\Z"
    r"|(?:Name: [^\n]{0,80}, )?(?:Length: \d+, )?dtype: \w+\s*\Z)",
    "the end of another print, which is not a heading",
    "torch.Size([2, 3])",
    "dtype of all",
)
OF_A_FILE = Rule(
    r"(?i)\A\s*(?:read(?:ing)?|load(?:ed|ing)?|sav(?:ed|ing)|writ(?:ing|ten)|wrote|open(?:ed|ing)|export(?:ed|ing)?)\b"
    r"[^\n:]{0,80}\.[a-z]\w{1,5}\W*\Z",
    "a file that is read or written, which is not a heading",
    "Reading file pears.csv",
    "Reading pears:",
)
IS_DEPRECATED = Rule(
    r"(?i)\bdeprecated\b", "a warning, which is not a heading", "x is deprecated, use y instead", "depreciation"
)
LONGEST_ANNOUNCED = 2 * LONGEST_LABEL
"""A line that ends in a colon announces what follows, also where it is long."""


def may_be_heading(line: str) -> bool:
    """Whether ``line`` may be a heading of what follows it."""
    is_announced = line.rstrip().endswith(":")
    return not (
        len(line) > (LONGEST_ANNOUNCED if is_announced else LONGEST_LABEL)
        or NAME_AND_WORDS.search(line)
        or TUPLE_OF_WORDS.match(line)
        or MEMORY.match(line)
        or TOOK.search(line)
        or SENTENCE.match(line)
        or ROW_OF_WORDS.match(line)
        or PROGRESS.search(line)
        or MOUNTED.match(line)
        or REPRESENTED.search(line)
        or IS_DEPRECATED.search(line)
        or OF_A_FILE.match(line)
    )
