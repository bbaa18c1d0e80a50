"""Aligns the lines that a source prints with an output, to find the expression of each value.

Lines are matched by their words, in any order. If the source shows everything that a cell prints, with as many lines as
the output and in the same order, values without words are matched as well.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from lastdigit.base.frozen import frozen
from lastdigit.base.rule import Rule
from lastdigit.document import Passage
from lastdigit.source.arguments import meant_by
from lastdigit.source.format_specs import IN_PERCENT
from lastdigit.source.on_one_line import FlatText, PrintedText, Span, on_one_line
from lastdigit.source.printed_calls import Helpers
from lastdigit.source.printed_expressions import spelling
from lastdigit.source.printed_lines import (
    LONGEST,
    Hole,
    PrintedLine,
    WrittenLine,
    own_lines,
    printed_lines,
    written_lines,
)
from lastdigit.source.printed_tuples import items_of_any, items_of_tuple
from lastdigit.source.put_in_values import is_gone_over, is_whole, reason_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.syntax import Offsets, spelled
from lastdigit.source.written_parts import Value

_BEGINS_A_TUPLE = re.compile(r"^[ \t]*\(.*,", re.MULTILINE)
TIMING = Rule(
    r"\A(?:CPU times|Wall time):", "a line is what a magic measures below a cell", "Wall time: 1.2 s", "time: 1.2 s"
)
_TELLS_A_LINE = 4
"""How many characters of text tell that a line is of one statement."""
_MOST_IN_ROUND = 50
_MOST_LINES = 2000
"""Longer outputs are not aligned line by line."""


@frozen
class PutIn:
    """What the source says about a value: its name, and the reason if it is no result.

    ``in_words``: words on its line identify it. ``is_headed``: the source writes words on the line above.
    ``may_be_cut``: its format truncates a float. ``has_words``: its own words precede it immediately.
    ``items`` are the expressions of the tuple that it belongs to, as printed by Python 2. ``tells_apart``: the other
    values on its line depend on this name; ``numbers_rounds``: which is a loop variable. ``tells_rounds``: it tells
    apart the rounds of a loop around the call. ``is_listed``: its words are from a list of names. ``is_shape``: it is
    the shape of an array. ``expressions``: what the source may insert there. ``repeats``: a loop or a helper prints the
    line. ``is_followed``: words behind it are another value.
    ``among_others``: its line has more values.
    ``in_parentheses``: the words before the bracket that it stands in belong to another value.
    ``told_by``: what its line shows of the name on which it depends, as ``x[key]`` on ``key``.
    ``is_plain``: it is put in as it is, without a format spec that may round it. ``is_certain``: its line is known by
    its own text, or by the order of all lines. ``digits``: its format writes so many significant ones, if it is not 0.
    """

    label: str
    reason: str = ""
    in_words: bool = True
    is_headed: bool = True
    may_be_cut: bool = False
    has_words: bool = True
    items: tuple[str, ...] = ()
    tells_apart: bool = False
    numbers_rounds: bool = False
    tells_rounds: bool = False
    is_listed: bool = False
    is_shape: bool = False
    expressions: tuple[str, ...] = ()
    repeats: bool = False
    is_followed: bool = False
    among_others: bool = False
    in_parentheses: bool = False
    told_by: str = ""
    is_plain: bool = False
    is_certain: bool = False
    digits: int = 0

    @property
    def expression(self) -> str:
        """What is put in; "" if that is not certain."""
        return self.expressions[0] if len(set(self.expressions)) == 1 else ""


def put_in_at(
    printed: PrintedText, source: Passage, helpers: Helpers, reached: ReachedSource, *, whole: bool
) -> list[PutIn | None]:
    """What ``source`` says about each of the prints of a text; ``whole``: the text is its complete output."""
    reached = reached.within(source)
    flat = on_one_line(printed)
    if whole:
        found = _by_order(printed, flat, written_lines(source, helpers), Offsets(source), reached)
        if found:
            return found
    lines = _with_own_names(printed.text, printed_lines(source, helpers), own_lines(source, helpers))
    tuples = _in_tuples(printed, source, helpers) if _BEGINS_A_TUPLE.search(printed.text) else {}
    turns = _in_turn(flat.text, lines)
    return [
        tuples.get(span) or (_by_words(flat.text, place, lines, reached, turns) if lines else None)
        for span, place in zip(printed.spans, flat.places, strict=True)
    ]


def _in_turn(text: str, lines: Sequence[PrintedLine]) -> dict[int, PrintedLine]:
    """The line of the source for each offset of a line without words, where it prints as many as the output has."""
    alike: dict[str, list[PrintedLine]] = {}
    for line in lines:
        if not line.repeats and not any(hole.words for hole in line.holes):
            alike.setdefault(line.pattern.pattern, []).append(line)
    groups = [group for group in alike.values() if len({line.holes for line in group}) > 1]
    if not groups:
        return {}
    found: dict[int, PrintedLine] = {}
    for group in groups:
        starts = [start for start, line in _lines_of(text) if group[0].pattern.fullmatch(line)]
        if len(starts) == len(group):
            found |= dict(zip(starts, group, strict=True))
    return found


def _lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The offset of each line with digits that is not too long, and its text without spaces around it."""
    start = 0
    for line in text.splitlines(keepends=True):
        if len(line) <= LONGEST and any(map(str.isdigit, line)):
            yield start, line.strip()
        start += len(line)


def _in_tuples(printed: PrintedText, source: Passage, helpers: Helpers) -> dict[Span, PutIn]:
    """The values in tuples that Python 2 printed for several arguments of one ``print``."""
    text, prints = printed.text, printed.spans
    written = [line for line in written_lines(source, helpers) if len(line.by.call.args) > 1]
    units = _units(text, prints) if written else []
    if not units:
        return {}
    offsets = Offsets(source)
    found: dict[Span, PutIn] = {}
    known: dict[Span, tuple[str, ...]] = {}
    for span in prints:
        at = units[bisect_right(units, (span[0], len(text))) - 1]
        if at not in known:
            unit = text[slice(*at)]
            known[at] = items_of_any(written, unit, offsets) if unit.lstrip().startswith("(") else ()
        if known[at]:
            found[span] = PutIn(", ".join(known[at]), in_words=False, is_headed=False, items=known[at])
    return found


def _with_own_names(text: str, lines: Sequence[PrintedLine], own: Mapping[str, PrintedLine]) -> Sequence[PrintedLine]:
    """The lines with a helper's own names, if it prints more of them than its visible calls explain."""
    if not own:
        return lines
    shown = [line.strip() for line in text.split("\n")]
    often = {
        looks: line for looks, line in own.items() if sum(map(bool, map(line.pattern.fullmatch, shown))) > line.times
    }
    return [often.get(line.pattern.pattern, line) for line in lines] if often else lines


def _by_words(
    text: str,
    span: Span,
    lines: Sequence[PrintedLine],
    reached: ReachedSource,
    turns: Mapping[int, PrintedLine],
) -> PutIn | None:
    start = text.rfind("\n", 0, span[0]) + 1
    lines = [turns[start]] if start in turns else lines
    end = text.find("\n", span[1])
    line = text[start : end if end >= 0 else len(text)]
    indent = start + len(line) - len(line.lstrip())
    at = ((written.fixed, written.at(line.strip(), span[0] - indent, span[1] - indent)) for written in lines)
    found = [(fixed, hole) for fixed, hole in at if hole is not None]
    most = max((fixed for fixed, _ in found), default=0)
    holes = [hole for fixed, hole in found if fixed == most]
    if any(hole.is_shape for hole in holes) and "Size([" in text[span[0] : span[1]]:
        holes = [hole for hole in holes if hole.is_shape]
    if holes:
        return _said(holes, reached, is_certain=most >= _TELLS_A_LINE)
    reasons = {written.reason_at(line.strip(), span[0] - indent, span[1] - indent) for written in lines} - {None}
    reason = reasons.pop() if len(reasons) == 1 else ""
    return PutIn("", reason) if reason else None


def _said(holes: Sequence[Hole], reached: ReachedSource, *, is_certain: bool) -> PutIn:
    reasons = [_reason_of(hole.value, reached) for hole in holes]
    may_be_cut = any(_may_be_cut(hole.value, reached) for hole in holes)
    expressions = {hole.expression for hole in holes}
    is_one_of_several = len(expressions) > 1 and (
        holes[0].label in expressions or not any(hole.words for hole in holes)
    )
    return PutIn(
        "" if is_one_of_several else holes[0].label,
        reasons[0] if all(reasons) else "",
        may_be_cut=may_be_cut,
        has_words=any(map(str.isalnum, holes[0].words)),
        is_listed=holes[0].is_listed,
        is_shape=all(hole.is_shape for hole in holes),
        tells_apart=any(hole.tells_apart for hole in holes),
        numbers_rounds=all(hole.tells_apart and is_gone_over(hole.value.node, reached) for hole in holes),
        tells_rounds=all(hole.tells_rounds for hole in holes),
        expressions=tuple([_meant(hole.value, hole.expression) for hole in holes]),
        repeats=any(hole.repeats for hole in holes),
        is_followed=all(hole.is_followed for hole in holes),
        among_others=all(hole.among_others for hole in holes),
        in_parentheses=all(hole.in_parentheses for hole in holes),
        told_by=holes[0].told_by if len({hole.told_by for hole in holes}) == 1 else "",
        is_plain=not any(hole.value.is_formatted or hole.value.truncates for hole in holes),
        is_certain=is_certain,
        digits=holes[0].value.digits if len({hole.value.digits for hole in holes}) == 1 else 0,
    )


def _meant(value: Value, written: str) -> str:
    """The expression of a value, which is ``written`` so, or of that for which a name in it stands."""
    meant = meant_by(value.node)
    return written if meant is value.node else spelled(meant)


@lru_cache(maxsize=256)
def _reason_of(value: Value, reached: ReachedSource) -> str:
    return "base" if value.in_another_base else reason_of(value.node, reached)


def _may_be_cut(value: Value, reached: ReachedSource) -> bool:
    return value.truncates and not is_whole(value.node, reached)


def _by_order(
    printed: PrintedText, flat: FlatText, lines: Sequence[WrittenLine], offsets: Offsets, reached: ReachedSource
) -> list[PutIn | None]:
    """Match values by the order of the lines; none if they do not fit."""
    text = printed.text
    units = _without_timing(text, _units(text, printed.spans))
    written = _in_step(lines, [text[start:end] for start, end in units])
    if not written:
        return []
    found: list[PutIn | None] = []
    for (start, _), place in zip(printed.spans, flat.places, strict=True):
        at = bisect_right(units, (start, len(text))) - 1
        if start >= units[-1][1]:
            found.append(None)
            continue
        line = written[at]
        items = items_of_tuple(line, text[slice(*units[at])], offsets)
        if items:
            found.append(PutIn(", ".join(items), in_words=False, items=items))
            continue
        if len(line.values) != 1 or any(part.strip() for part in line.parts if not isinstance(part, Value)):
            pattern = line.pattern
            put_in = _by_words(flat.text, place, [pattern], reached, {}) if pattern else None
            found.append(put_in and replace(put_in, is_certain=True))
            continue
        (value,) = line.values
        label = spelling(offsets, value.node, line.by) + (IN_PERCENT if value.in_percent else "")
        headed = _ends_in_words(_of_the_same_loop(written, at))
        reason = _reason_of(value, reached)
        may_be_cut = _may_be_cut(value, reached)
        is_plain = not (value.is_formatted or value.truncates)
        expressions = (_meant(value, label),)
        found.append(
            PutIn(
                label,
                reason,
                False,
                headed,
                may_be_cut,
                expressions=expressions,
                is_plain=is_plain,
                digits=value.digits,
            )
        )
    return found


def _without_timing(text: str, units: list[Span]) -> list[Span]:
    """The lines of a text without the last ones that ``%%time`` writes below what a cell prints."""
    end = len(units)
    while end and (TIMING.search(text[slice(*units[end - 1])]) or not text[slice(*units[end - 1])].strip()):
        end -= 1
    return units[:end] if any(TIMING.search(text[slice(*unit)]) for unit in units[end:]) else units


def _of_the_same_loop(written: Sequence[WrittenLine], at: int) -> Sequence[WrittenLine]:
    """The lines before one; those of its own loop if that prints it again, since words above a loop name all rounds."""
    line = written[at]
    is_again = line.by.loop and any(other is line for other in (*written[:at], *written[at + 1 : at + _MOST_IN_ROUND]))
    return [other for other in written[:at] if other.by.loop == line.by.loop] if is_again else written[:at]


def _ends_in_words(lines: Sequence[WrittenLine]) -> bool:
    """Whether the last non-empty line has words of the source, after its last value if it has one."""
    for line in reversed(lines):
        if line.values:
            last = line.parts[-1]
            return isinstance(last, str) and (last.rstrip().endswith(":") or any(map(str.isalpha, last)))
        if any(isinstance(part, str) and part.strip() for part in line.parts):
            return True
    return False


def _units(text: str, prints: Sequence[Span]) -> list[Span]:
    """The lines of a text, with the lines of one print joined."""
    starts = [0, *(at + 1 for at, sign in enumerate(text) if sign == "\n")]
    inside: set[int] = set()
    for start, end in prints:
        first, last = bisect_right(starts, start), bisect_right(starts, max(end - 1, start))
        inside.update(range(first, last))
    kept = [start for number, start in enumerate(starts) if number not in inside]
    units = list(pairwise([*kept, len(text)]))
    return units[:-1] if units and not text[slice(*units[-1])] else units


def _in_step(lines: Sequence[WrittenLine], units: Sequence[str]) -> Sequence[WrittenLine]:
    """The source line of each unit; none if they do not fit. Lines of one loop repeat.

    A unit that begins with the words of one line is not what another prints without words.
    """
    if not lines or not units or len(units) > _MOST_LINES or any(line.by.either for line in lines):
        return ()
    looped = [at for at, line in enumerate(lines) if line.by.loop]
    if looped:
        first, last = looped[0], looped[-1] + 1
        body = lines[first:last]
        if any((line.by.loop, line.by.inner) != (body[0].by.loop, body[0].by.inner) for line in body):
            return ()
        rounds, rest = divmod(len(units) - first - (len(lines) - last), len(body))
        if rest or rounds < 1:
            return ()
        lines = [*lines[:first], *(line for _ in range(rounds) for line in body), *lines[last:]]
    if len(lines) != len(units) or not all(line.may_be(unit) for line, unit in zip(lines, units, strict=True)):
        return ()
    heads = tuple({head for line in lines if (head := _words_at_start(line))})
    is_of_another = heads and any(
        unit.lstrip().startswith(heads) and not any(isinstance(part, str) and part.strip() for part in line.parts)
        for line, unit in zip(lines, units, strict=True)
    )
    return () if is_of_another else lines


def _words_at_start(line: WrittenLine) -> str:
    """The words with which a line begins."""
    first = line.parts[0].strip() if line.parts and isinstance(line.parts[0], str) else ""
    return first if any(map(str.isalpha, first)) else ""
