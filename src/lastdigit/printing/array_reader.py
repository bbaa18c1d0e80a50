"""Reads one array, scalar or shape at its opening: ``[``, ``array(``, ``tensor(``, ``np.float64(``, ``torch.Size(``."""

from __future__ import annotations

import math
import re
from dataclasses import replace

from lastdigit.base.frozen import frozen
from lastdigit.base.number_format import is_printed_dtype
from lastdigit.printing.alignment import is_one_by_one, is_ragged
from lastdigit.printing.array_fit import default_dtype, fits_dtype, fits_shape
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.bracketed_numbers import BracketedNumbers
from lastdigit.printing.brackets import read_brackets
from lastdigit.printing.printers import JAX, MLX, NUMPY, POLARS, PYTHON, TENSORFLOW, TORCH, Printer
from lastdigit.printing.series_of_polars import dtype_of_series
from lastdigit.printing.shown_part import Summary
from lastdigit.printing.suffix import dtype_name, read_suffix, said_dtype, shape_of
from lastdigit.printing.tokens import COMPLEX, TOKEN, Token, complex_parts, is_complex, is_finite, parts

_SCALAR_TYPES = "bool_?|u?int(?:8|16|32|64)|float(?:16|32|64)|longdouble|complex(?:64|128)|clongdouble"

OPENER = re.compile(
    r"torch\.Size\(|TensorShape\(|tf\.Tensor\(|<tf\.(?:Tensor|Variable)[: ]"
    r"|tensor\(|array\(|matrix\(|(?:Device)?Array\("
    rf"|np\.(?:{_SCALAR_TYPES})\(|np\.(?:True|False)_|\["
)
"""The openings of everything that :func:`read_array` reads except tuples, which open with any parenthesis."""

_SIZES = {"torch.Size(": TORCH.name, "TensorShape(": PYTHON.name}
"""The openings of shapes, by the printer that prints them."""

_CALLED = {"tensor": TORCH, "array": NUMPY, "matrix": NUMPY, "Array": JAX, "DeviceArray": JAX}
"""The printer of an array by the name before its parenthesis."""
_CALL = re.compile(r"(tensor|array|matrix|(?:Device)?Array)\(")
_SCALAR = re.compile(rf"np\.(?:({_SCALAR_TYPES})\(('?)|(?=True_|False_))")
_TF_REPR = re.compile(r"<tf\.(?:Tensor|Variable)[: ][^<>\n]{0,400}?numpy=\s{0,80}")
_TF_SHAPE = re.compile(r"shape=(\([0-9, ]{0,400}\))")
_TF_DTYPE = re.compile(r"dtype=(\w{1,40})")
_PADDING = re.compile(r"\s{0,1000}")
_WORD_END = re.compile(r"(?=[\s,)>']|\Z)")


@frozen
class _Read:
    """The numbers of a print and the attributes read so far."""

    numbers: BracketedNumbers
    printer: Printer
    start: int
    end: int
    dtype: str | None = None
    full_shape: tuple[int, ...] | None = None
    by_uniqueness: bool = False
    names_others: bool = False
    """It would show its dtype unless that were float64, complex128, int64 or bool."""
    unfinished: bool = False
    """The text ends before the closing parenthesis."""


def read_array(text: str, start: int, *, cut: bool) -> ArrayPrint | None:
    """The array, scalar or shape that opens at ``start``; None if there is none. ``cut``: the text may end inside it.

    Brackets and tuples are read whatever the text around them; the caller decides whether they are an array. Takes time
    linear in the length of what it reads.
    """
    for size, printer in _SIZES.items():
        if text.startswith(size, start):
            return _size(text, start, start + len(size), printer)
    for opens, read in _READERS:
        if text.startswith(opens, start):
            found = read(text, start)
            return None if found is None else _array_print(text, found, cut=cut)
    return None


def _size(text: str, start: int, inside: int, printer: str) -> ArrayPrint | None:
    shape = read_brackets(text, inside)
    if shape is None or shape.cut or len(shape.shape) != 1 or not text.startswith(")", shape.end):
        return None
    if not all(token.text.isdigit() for token in shape.tokens):
        return None
    return ArrayPrint("shape", shape.tokens, (len(shape.tokens),), False, printer, "int64", start, shape.end + 1)


_WITHOUT_DECIMALS = re.compile(r"\d\.(?:[-+]|j?\Z)")
"""A point without decimals, which Python never shows: the brackets are those of an object that holds an array."""


_PADDED = re.compile(r"\.\d* +[,\]]")
"""Spaces behind a number, which NumPy writes in place of zeros and Python never."""


def _bare(text: str, start: int) -> _Read | None:
    """Brackets with commas are a Python list or tuple, unless numbers end in points or spaces; others are NumPy's.

    Numbers that are not aligned as NumPy aligns them were printed by Python, one by one.
    """
    numbers = read_brackets(text, start)
    if numbers is None or not numbers.tokens:
        return None
    if (of_polars := dtype_of_series(text, start, numbers.texts)) is not None:
        return _Read(numbers, POLARS, start, numbers.end, of_polars)
    if any(text.startswith("(") for text in numbers.texts):
        return _Read(numbers, PYTHON, start, numbers.end, by_uniqueness=True)
    body = text[start : numbers.end]
    is_padded = _PADDED.search(body) is not None and not is_one_by_one(body, numbers.texts)
    if numbers.commas and not is_padded and not any(map(_WITHOUT_DECIMALS.search, numbers.texts)):
        return _Read(numbers, PYTHON, start, numbers.end, by_uniqueness=True)
    if not numbers.commas and is_one_by_one(body, numbers.texts):
        return _Read(numbers, PYTHON, start, numbers.end, by_uniqueness=True)
    return _Read(numbers, NUMPY, start, numbers.end)


def _call(text: str, start: int) -> _Read | None:
    """``tensor(…)``, ``array(…)``, ``Array(…)`` with the attributes after the numbers."""
    call = _CALL.match(text, start)
    numbers = None if call is None else _numbers(text, call.end())
    if call is None or numbers is None:
        return None
    printer = _CALLED[call[1]]
    read = _with_suffix(text, _Read(numbers, printer, start, numbers.end))
    return read and replace(read, names_others=printer is NUMPY and not read.unfinished)


def _with_suffix(text: str, read: _Read) -> _Read | None:
    suffix = read_suffix(text, read.end)
    if suffix is None:
        if text.find("\n", read.end) >= 0:
            return None
        return replace(read, end=len(text), dtype=said_dtype(text, read.end), unfinished=True)
    said, end = suffix
    shape = said.get("shape", said.get("size"))
    read = replace(read, end=end, full_shape=None if shape is None else shape_of(shape))
    dtype = dtype_name(said["dtype"]) if "dtype" in said else None
    return replace(read, dtype=dtype) if dtype != "object" else replace(read, printer=PYTHON, by_uniqueness=True)


def _scalar_type(text: str, start: int) -> _Read | None:
    """``np.float64(0.1)``, ``np.True_``, ``np.longdouble('0.1')``: with the shortest unique digits."""
    opener = _SCALAR.match(text, start)
    number = None if opener is None else _numbers(text, opener.end())
    if opener is None or number is None or number.shape:
        return None
    if opener[1] is None:
        return _Read(number, NUMPY, start, number.end + len("_"), "bool", by_uniqueness=True)
    if not text.startswith(opener[2] + ")", number.end):
        return None
    name = {"longdouble": "float128", "clongdouble": "complex256"}.get(opener[1], opener[1].rstrip("_"))
    return _Read(number, NUMPY, start, number.end + len(opener[2] + ")"), name, by_uniqueness=True)


def _tensorflow_str(text: str, start: int) -> _Read | None:
    """``tf.Tensor(…, shape=(…), dtype=…)``, whose numbers NumPy's ``str`` prints."""
    numbers = _numbers(text, start + len("tf.Tensor("))
    if numbers is None:
        return None
    return _with_suffix(text, _Read(numbers, TENSORFLOW, start, numbers.end, by_uniqueness=not numbers.shape))


def _tensorflow_repr(text: str, start: int) -> _Read | None:
    """``<tf.Tensor: shape=(…), dtype=…, numpy=array(…)>``, and ``<tf.Variable … >`` likewise."""
    head = _TF_REPR.match(text, start)
    if head is None:
        return None
    inner = _call(text, head.end()) or _scalar_type(text, head.end()) or _literal(text, head.end())
    if inner is None or not (inner.unfinished or text.startswith(">", inner.end)):
        return None
    shape, dtype = _TF_SHAPE.search(head.group()), _TF_DTYPE.search(head.group())
    return replace(
        inner,
        printer=TENSORFLOW if inner.printer is NUMPY else inner.printer,
        start=start,
        end=inner.end + (not inner.unfinished),
        dtype=dtype_name(dtype[1]) if dtype else inner.dtype,
        full_shape=shape_of(shape[1]) if shape else inner.full_shape,
    )


def _literal(text: str, start: int) -> _Read | None:
    number = _numbers(text, start)
    return None if number is None else _Read(number, TENSORFLOW, start, number.end, by_uniqueness=True)


def _numbers(text: str, start: int) -> BracketedNumbers | None:
    """Numbers in brackets, or a single number after its padding."""
    padding = _PADDING.match(text, start)
    start = padding.end() if padding else start
    if text.startswith("[", start):
        return read_brackets(text, start)
    number = COMPLEX.match(text, start) or TOKEN.match(text, start)
    if number is None or not (_WORD_END.match(text, number.end()) or text.startswith("_", number.end())):
        return None
    return BracketedNumbers((Token(number.group(), start),), (), number.end(), False, False)


_READERS = (
    (("[", "("), _bare),
    (("tensor(", "array(", "matrix(", "Array(", "DeviceArray("), _call),
    (("np.",), _scalar_type),
    (("tf.Tensor(",), _tensorflow_str),
    (("<tf.",), _tensorflow_repr),
)


def _array_print(text: str, read: _Read, *, cut: bool) -> ArrayPrint | None:
    """The print, or None if its attributes contradict its numbers."""
    numbers = read.numbers
    if (numbers.cut or read.unfinished) and not cut:
        return None
    dtype = read.dtype or default_dtype(read.printer, numbers)
    if read.dtype is not None and not (is_printed_dtype(dtype) and fits_dtype(numbers, dtype)):
        return None
    shape, summary = numbers.shape, None
    if any(numbers.edges):
        summary = Summary(numbers.edges, read.full_shape)
        if read.full_shape is not None and not fits_shape(numbers, read.full_shape):
            return None
    elif not numbers.cut and read.full_shape is not None:
        if math.prod(read.full_shape) != len(numbers.tokens) or (numbers.tokens and read.full_shape != shape):
            return None
        shape = read.full_shape
    has_lines = len(numbers.shape) > 0 and read.printer.has_options
    body = text[read.start : numbers.end]
    return ArrayPrint(
        kind="printed",
        tokens=numbers.tokens,
        shape=shape,
        cut=numbers.cut,
        printer=(MLX if _is_of_mlx(read) else read.printer).name,
        dtype=dtype,
        start=read.start,
        end=read.end,
        dtype_shown=read.dtype is not None or read.names_others,
        summary=summary,
        widest=_widest(body, of_complex=dtype.startswith("complex")) if has_lines else 0,
        by_uniqueness=read.by_uniqueness,
        ragged=_may_be_ragged(read, dtype) and is_ragged(body, numbers.texts, dtype),
    )


def _may_be_ragged(read: _Read, dtype: str) -> bool:
    floats = dtype.startswith(("float", "bfloat"))
    return floats and read.printer.aligns and not read.by_uniqueness and len(read.numbers.shape) > 0


def _is_of_mlx(read: _Read) -> bool:
    """Whether floats are printed without a point, as by MLX and never by NumPy; otherwise their arrays look alike.

    NumPy 1.13 prints complex scalars as Python does: in parentheses, or without a real part.
    """
    if MLX.looks_like != read.printer.name or read.by_uniqueness or read.dtype not in MLX.dtypes:
        return False
    texts = read.numbers.texts
    if any(text.startswith("(") or (is_complex(text) and complex_parts(text)[0] == "0") for text in texts[:1]):
        return False
    numbers = (part for text in texts for part in parts(text) if is_finite(part))
    return any("." not in number for number in numbers)


def _widest(body: str, *, of_complex: bool) -> int:
    """The length of the longest line with at least two tokens, without indentation and closing brackets."""
    lines = [line.strip().rstrip("]), ") for line in body.split("\n")]
    if of_complex:
        return max((len(line) for line in lines if line.count("j") > 1), default=0)
    return max((len(line) for line in lines if " " in line[line.rfind("[") + 1 :].strip()), default=0)
