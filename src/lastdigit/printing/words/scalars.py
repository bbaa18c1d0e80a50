"""The scalars and shapes that a line of words prints, with their labels, and what is left out of it.

The lexical structure of a line does not depend on the values of its digits. So lines that differ in digits only, as in
a log, are read once: the line with all digits replaced by zeros is the template for the places of its numbers.
"""

from __future__ import annotations

from functools import lru_cache

from lastdigit.base.frozen import frozen
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.found import Found, FoundPrint, LeftOut
from lastdigit.printing.tokens import Token
from lastdigit.printing.words.decimal_commas import without_decimal_commas
from lastdigit.printing.words.read_line import HOLDS_A_VALUE, read_line, read_template

_ZEROS = str.maketrans("123456789", "000000000")
_LONGEST_TEMPLATE = 300
_REMEMBERED = 1024


@frozen
class _Scalar:
    """A scalar or a shape in a template.

    ``spans`` are those of its tokens; ``digits`` are the offsets of digits in its label, interleaved with ``words``.
    """

    array: ArrayPrint
    spans: tuple[tuple[int, int], ...]
    words: tuple[str, ...]
    digits: tuple[int, ...]

    def of(self, line: str, shift: int) -> Found:
        """The scalar or shape in ``line``, which fits the template."""
        one = self.array
        tokens = tuple([Token(line[start:end].replace(",", ""), start + shift) for start, end in self.spans])
        array = ArrayPrint(
            kind=one.kind,
            tokens=tokens,
            shape=one.shape,
            cut=False,
            printer=one.printer,
            dtype=one.dtype,
            start=one.start + shift,
            end=one.end + shift,
            by_uniqueness=one.by_uniqueness,
            in_words=one.in_words,
        )
        label = self.words[0]
        if self.digits:
            label += "".join([line[at] + words for at, words in zip(self.digits, self.words[1:], strict=True)])
        return FoundPrint(array, label)


def scalars_in_line(line: str, *, shift: int = 0, result: bool = False) -> list[Found]:
    """The scalars and shapes in ``line`` outside arrays and containers, in order, and what is left out.

    ``result``: the line is the value of a cell's last expression; then a lone integer or boolean is a golden and a lone
    number a ``repr``. Text overwritten after a carriage return is not read. Offsets are larger by ``shift``. Takes
    linear time.
    """
    if not HOLDS_A_VALUE.search(line):
        return []
    zeros = line.translate(_ZEROS)
    template = _template(zeros, result) if len(line) <= _LONGEST_TEMPLATE and "0x" not in zeros else None
    if template is None:
        return read_line(line, shift=shift, result=result).found
    found = [one.moved(shift) if isinstance(one, LeftOut) else one.of(line, shift) for one in template]
    return without_decimal_commas(found, line, shift)


@lru_cache(maxsize=_REMEMBERED)
def _template(zeros: str, result: bool) -> tuple[LeftOut | _Scalar, ...] | None:
    """The findings in a line of zeros; None if its digits matter beyond values: in words, units or dtypes."""
    reading = read_template(zeros, result=result)
    if reading.named_by_digits:
        return None
    places = iter(reading.places_of)
    entries: list[LeftOut | _Scalar] = []
    for found in reading.found:
        if isinstance(found, LeftOut):
            entries.append(found)
            continue
        words, (spans, digits) = tuple(found.label.split("0")), next(places)
        if len(words) != len(digits) + 1:
            return None
        entries.append(_Scalar(found.array, spans, words, digits))
    return tuple(entries)
