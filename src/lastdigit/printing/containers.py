"""Reads printed containers: lists, tuples, dicts and records of arrays and numbers, as Python's ``repr`` writes them.

``OrderedDict``, named tuples and records such as ``Output(logits=tensor(…))`` are containers as well. Items that are
neither arrays nor numbers, such as strings or ``<object at …>``, are skipped.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lastdigit.base.rule import Rule
from lastdigit.printing.array_reader import OPENER, read_array
from lastdigit.printing.found import Bracketed, FoundPrint
from lastdigit.printing.printers import NUMPY
from lastdigit.printing.python_values import SET, python_number, python_set, within_list
from lastdigit.printing.thresholds import COMPUTED, FEWEST_KEYS, LONGEST_KEY
from lastdigit.printing.tokens import TOKEN, is_boolean

CONTAINER = re.compile(r"[\[({]|(?!(?:tensor|d?[aA]rray|DeviceArray|matrix)\()\b[A-Za-z_][\w.]*\(")
"""The opening of a container. The name of an array does not open one, even if the array could not be read."""

DEEPEST = 16
"""More deeply nested containers are not read, so that the time stays linear in the length of the text."""

_ARRAY = re.compile(rf"(?![\[(\s]{{1,40}}['\"{{<])(?:{OPENER.pattern}|\()")
"""The opening of an array; its first item is not a string, dict or object."""

_SPACE = re.compile(r"\s*")
_DIGITS = tuple("0123456789")
_PARAMETER = re.compile(r"Parameter containing:\s*")
_ARRAY_OF_STRINGS = re.compile(
    r"array\((?=\[{1,8}[bu]?['\"])(?:[^()'\"\\]|'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\")*\)"
)
_STRING = re.compile(r"""[bruBRU]{0,2}(?:'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*")""", re.DOTALL)
_FIELD = re.compile(r"([A-Za-z_]\w*)\s*=\s*")
_KEY = re.compile(rf"({_STRING.pattern}|[-\w.]+|\([^()\[\]{{}}\n]*\))\s*:\s*", re.DOTALL)
_OPAQUE = re.compile(r"<[^<>\n]*(?:<[^<>\n]*>[^<>\n]*)*>|\.\.\.|[\w.+-]+")
_NEXT_STRING = re.compile(r"""\s{1,200}(?=[bruBRU]{0,2}['"])""")
SYMBOL = Rule(
    r"\A[A-Za-z]\w*\d\Z", "the name of a symbol: an integer after it belongs to it, as in ``x_0,1``", "x_0", "x"
)
_PADDED_INTEGER = re.compile(r"0\d+")
"""Digits that are no integer of Python, as of ``(200,000, 'CARDINAL')``, whose first item is ``200,000``."""
SETTING = Rule(
    r"\A\.(?:random_state|seed|(?:max|min|n|num)_\w+|tol|alpha|learning_rate|dropout)\Z",
    "a field of a record is a setting of an estimator",
    ".min_var_leaf",
    ".minimum",
)
_AFTER_ITEM = re.compile(r"\s*(,|(?=[\])}])|\Z)")
_CLOSERS = {"[": "]", "(": ")", "{": "}"}


@dataclass
class _Level:
    """A container being read: its opener, its path, and its next item."""

    opener: str
    path: str
    count: int = 0
    key: str = ""
    name: str = ""
    named: int | None = None
    """The number of the leaf that has the name."""
    is_pair: bool = False
    symbols: bool = False
    """It contains names such as ``x_0``: an integer after one belongs to the name, as in ``x_0,1``."""

    @property
    def closer(self) -> str:
        return _CLOSERS[self.opener[-1]]

    @property
    def is_record(self) -> bool:
        return len(self.opener) > 1

    @property
    def item(self) -> str:
        """The path of the next item. The only argument of a record, as of ``dict(…)``, has the path of the record; so
        has the second one of a ``defaultdict``, whose first one is its default factory."""
        if self.key:
            return self.path + self.key
        is_itself = self.is_record and self.count == (1 if self.opener == "defaultdict(" else 0)
        return self.path if is_itself else f"{self.path}[{self.count}]"

    @property
    def path_of_array(self) -> str:
        """The path of the next item if it is an array: by the string before it, as in ``('0.weight', tensor(…))``."""
        is_named = self.count == 1 and 0 < len(self.name) <= LONGEST_KEY and not self.key
        return f"{self.path}[{self.name}]" if is_named else self.item


def read_container(text: str, start: int, *, cut: bool) -> Bracketed | None:
    """The container that opens at ``start``; None if there is none, or no ``repr`` would write it.

    ``cut``: the text may end inside it.
    """
    return _Reader(text, cut=cut).read(start)


def numbers_its_keys(leaves: Sequence[FoundPrint]) -> bool:
    """Whether the values of a dict are 0, 1, 2, … or 1, 2, 3, …: it indexes its keys, as a vocabulary does."""
    if len(leaves) < FEWEST_KEYS or any(leaf.array.dtype != "int64" or leaf.array.shape for leaf in leaves):
        return False
    texts = [leaf.array.texts[0] for leaf in leaves]
    return texts[0] in ("0", "1") and texts == [str(int(texts[0]) + at) for at in range(len(texts))]


def name_a_date(leaves: Sequence[FoundPrint]) -> bool:
    """Whether a dict or a record has a year, a month and a day."""
    return {"year", "month", "day"} <= {leaf.path.strip("[]'\".").lower() for leaf in leaves}


class _Reader:
    def __init__(self, text: str, *, cut: bool) -> None:
        self.text, self.cut = text, cut
        self.levels: list[_Level] = []
        self.leaves: list[FoundPrint] = []

    def read(self, start: int) -> Bracketed | None:
        opener = CONTAINER.match(self.text, start)
        if opener is None:
            return None
        numbers = SET.match(self.text, start)
        if numbers is not None:
            return Bracketed([FoundPrint(python_set(numbers))], start, numbers.end())
        self.levels.append(_Level(opener.group(), ""))
        position = opener.end()
        while self.levels:
            position = self._behind(_SPACE, position)
            if position == len(self.text):
                return Bracketed(self.leaves, start, position, True) if self.cut and self.leaves else None
            following = self._step(position)
            if following is None:
                return None
            position = following
        return Bracketed(self.leaves if opener.group() == "(" else _joined(self.leaves), start, position)

    def _step(self, position: int) -> int | None:
        """Read a closer, an item, or the opener of one at ``position``. Returns the next position, None on failure."""
        level = self.levels[-1]
        if self.text.startswith(level.closer, position):
            self._without_name(self.levels.pop())
            return self._after_item(position + 1)
        position = self._key(position, level)
        if self.text.startswith(_DIGITS, position):
            return self._opaque(position, level)
        position = self._behind(_PARAMETER, position)
        array = read_array(self.text, position, cut=self.cut) if _ARRAY.match(self.text, position) else None
        if array is not None:
            path = level.path_of_array if array.shape else level.item
            level.named = len(self.leaves) if path != level.item else level.named
            self.leaves.append(
                FoundPrint(within_list(array) if self.text.startswith("[", position) else array, path=path)
            )
            return self._after_item(array.end)
        numbers = SET.match(self.text, position)
        if numbers is not None:
            self.leaves.append(FoundPrint(python_set(numbers), path=level.item))
            return self._after_item(numbers.end())
        strings = _ARRAY_OF_STRINGS.match(self.text, position)
        if strings is not None:
            return self._after_item(strings.end())
        opener = CONTAINER.match(self.text, position)
        if opener is not None:
            self.levels.append(_Level(opener.group(), level.item))
            return opener.end() if len(self.levels) <= DEEPEST else None
        string = _STRING.match(self.text, position)
        if string is not None:
            self._name_pair(string.group(), level)
            return self._after_item(self._end_of_strings(string.end()))
        return self._opaque(position, level)

    def _opaque(self, position: int, level: _Level) -> int | None:
        """Read an item that is not an array, a container or a string; a number becomes a leaf."""
        opaque = _OPAQUE.match(self.text, position)
        if opaque is None or _PADDED_INTEGER.fullmatch(opaque.group()):
            return None
        self._number(opaque, level)
        return self._after_item(opaque.end())

    def _behind(self, what: re.Pattern[str], position: int) -> int:
        found = what.match(self.text, position)
        return found.end() if found else position

    def _key(self, position: int, level: _Level) -> int:
        """Read the key or the field name of the next item; returns the start of its value."""
        if level.opener in ("[", "("):
            return position
        named = _KEY.match(self.text, position) if level.opener == "{" else None
        if named is not None:
            level.key = f"[{named[1]}]"
            return named.end()
        named = _FIELD.match(self.text, position) if level.is_record else None
        if named is not None:
            level.key = f".{named[1]}"
            return named.end()
        return position

    def _name_pair(self, name: str, level: _Level) -> None:
        """Record the first string of a tuple: in ``OrderedDict([('w', tensor(…))])`` it is the key of what follows."""
        if level.opener != "(" or level.count:
            return
        level.name = name
        if len(self.levels) > 2 and self.levels[-2].opener == "[" and self.levels[-3].opener == "OrderedDict(":
            level.path, level.key, level.is_pair = self.levels[-3].item, f"[{name}]", True

    def _without_name(self, level: _Level) -> None:
        """A string names the array behind it in a pair, and is an item of its own in a longer tuple."""
        if level.named is None or level.count < 3 or level.name.strip("'\"").rstrip().endswith((":", "=")):
            return
        self.leaves[level.named] = self.leaves[level.named]._replace(path=f"{level.path}[1]")

    def _end_of_strings(self, end: int) -> int:
        """The end of a string that ``pprint`` splits into several pieces, one per line."""
        while (gap := _NEXT_STRING.match(self.text, end)) is not None:
            string = _STRING.match(self.text, gap.end())
            if string is None:
                break
            end = string.end()
        return end

    def _number(self, opaque: re.Match[str], level: _Level) -> None:
        if is_boolean(opaque.group()) or not TOKEN.fullmatch(opaque.group()):
            level.symbols = level.symbols or SYMBOL.fullmatch(opaque.group()) is not None
            return
        if level.symbols and opaque.group().isdigit():
            return
        digits = sum(map(str.isdigit, opaque.group()))
        if level.is_record and SETTING.search(level.key):
            return
        if level.is_record and digits < COMPUTED and not level.opener.endswith("Result("):
            return
        self.leaves.append(
            FoundPrint(python_number(opaque.group(), opaque.start()), path=self._path_of_number(opaque.end(), level))
        )

    def _path_of_number(self, end: int, level: _Level) -> str:
        """The path of a number, by the words before it in a tuple of Python 2, ``('x =', 5)``, or by the key of a pair
        such as ``('rate', 0.5)``, an item of a dict."""
        words = level.name.strip("'\"").rstrip()
        is_item = words.isidentifier() and self.text.startswith(")", end)
        is_labelled = len(self.levels) == 1 and (is_item or words.endswith((":", "=")))
        return level.path_of_array if is_labelled else level.item

    def _after_item(self, position: int) -> int | None:
        """Read the comma or closer after an item. Returns the next position, None if something else follows."""
        if not self.levels:
            return position
        level = self.levels[-1]
        following = _AFTER_ITEM.match(self.text, position)
        if following is None:
            return None
        level.count += 1
        level.key = level.key if level.is_pair else ""
        return following.end()


def _joined(leaves: list[FoundPrint]) -> list[FoundPrint]:
    """The leaves, with NumPy scalars of a rectangular list joined to one array, as printed before NumPy 2.

    Scalars in a tuple are separate values, as of ``x.mean(), x.std()``.
    """
    first = leaves[0].array if leaves else None
    if first is None or len(leaves) < 2 or first.by is not NUMPY:
        return leaves
    indices = []
    for leaf in leaves:
        alike = leaf.array.shape == () and (leaf.array.printer, leaf.array.dtype) == (first.printer, first.dtype)
        if not alike or not re.fullmatch(r"(?:\[\d+\])+", leaf.path):
            return leaves
        indices.append(tuple(map(int, re.findall(r"\d+", leaf.path))))
    shape = tuple(extent + 1 for extent in indices[-1])
    if math.prod(shape) != len(indices) or any(len(index) != len(shape) for index in indices):
        return leaves
    if any(any(at >= extent for at, extent in zip(index, shape, strict=True)) for index in indices):
        return leaves
    tokens = tuple(leaf.array.tokens[0] for leaf in leaves)
    return [FoundPrint(replace(first, tokens=tokens, shape=shape, end=leaves[-1].array.end))]
