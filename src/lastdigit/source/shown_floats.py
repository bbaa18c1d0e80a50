"""Whether floats shown as values of cells are unrounded float64 numbers.

``repr`` prints such numbers with full precision, so that ``1.9`` stands for the nearest float64. If a source rounds, or
uses a shorter dtype, whose ``repr`` has fewer digits, it may stand for other numbers as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from lastdigit.base.rule import Rule

ANY_PRECISION = Rule(
    r"\b(?:sympy|mpmath|gmpy2)\b|\b(?:import|from) decimal\b|\bdecimal\.[A-Za-z]|\bDecimal\(",
    "a source names a package whose numbers may have more digits than a float64",
    "from decimal import Decimal",
    "np.round(x, decimals=3)",
)
OF_NUMPY = Rule(
    r"\b(?:np|numpy|pd|pandas|scipy|sklearn|statsmodels|xarray|pylab|torch|tf|tensorflow|jnp|jax)\b|%pylab",
    "a source names NumPy, or a package whose numbers are those of NumPy",
    "import numpy as np",
    "import math",
)
_TO_DIGITS = {
    "evalf(": r"\.evalf\(\s*\w",
    ".n(": r"\.n\(\s*\d",
    "N(": r"(?<![\w.])(?:(?:sp|sympy|sym|sy|smp)\.)?N\([^\n'\"]{1,200},\s*\d{1,3}\s*\)",
    "Float(": r"(?<![\w.])(?:(?:sp|sympy|sym|sy|smp)\.)?Float\([^\n'\"]{1,200},\s*\d{1,3}\s*\)",
}
"""What tells SymPy a number of significant digits."""
_ROUND = {
    "round": r"\b(?:around|round_?)\s*\(",
    "array": r"\barray(?:2string|_str|_repr)(?:\([^\n]{1,200}(?:\bprecision\s*=|\*\*)"
    r"|\([\w.\[\]]{1,80},\s*\w{1,40},\s*\w|(?![\w(]))",
    ".rint": r"\.rint\s*\(",
    "trunc": r"\btrunc\s*\(",
    ".fix": r"\.fix\s*\(",
    "quantize": r"\bquantize\s*\(",
    "decimals": r"\bdecimals\s*=",
    "round_to": r"\bround_to\s*=",
    "Decimal": r"\bDecimal\s*\(",
    "%precision": r"%precision[ \t]+\S",
    "magic(": r"magic\(\s{0,9}['\"]precision\b",
    **_TO_DIGITS,
    "float(": r"\bfloat\(\s*(?!['\"][-+.\w ]{0,40}['\"]\s*\))(?:[fF]?['\"]|format)",
}
_ROUND_OTHERWISE = [hint for hint in _ROUND if hint not in ("round", ".rint")]
_ARE_SHORTER = {
    "loat": r"[fF]loat(?:16|32)|float\[|\bc_float\b|float\{|downcast ?= ?['\"]float",
    "f": r"(?:dtype ?= ?|astype\(|dtype\(|array\()['\"][<>=|]?[fe]['\"]",
    "dtype": r"\bdtype ?= ?(?![ =\[{'\"]|(?:np|numpy|torch|jnp|tf|pd)\.|(?:float|int|bool|str|object|complex|None)\b)",
    "half": r"\.half\b|\bhalf\(|(?:dtype ?= ?|astype\(|dtype\()['\"]half['\"]",
    "'e'": r"(?:dtype ?= ?|astype\(|dtype\()'e'",
    "'f'": r"\b(?:array|zeros|ones|empty|full|arange|linspace)\([^\n]{1,80}, ?'f'",
    "load": r"\b(?:np|numpy|pickle|pkl|joblib|cloudpickle|dill)\.loads?\b|\bUnpickler\b|\bloadmat\("
    r"|\bload_(?:npz|arff)\("
    r"|\bfrom (?:numpy|pickle|joblib|cloudpickle|dill)\b[^\n]{0,40}\bimport\b[^\n]{0,80}\bloads?\b",
    "int8": r"\bu?int8\b",
    "int16": r"\bu?int16\b",
    ".codes": r"\bcat\.codes\b",
    "TSNE": r"\bTSNE\(",
    "astype": r"\bastype\(\s*(?!(?:float|int|bool|str|object|complex|list)\b)[a-z_]\w*\s*[,)]",
    "complex64": r"\bcomplex64\b",
    "csingle": r"\bcsingle\b",
    "c8": r"['\"][<>=|]?c8['\"]",
    "read_": r"\bread_(?:pickle|parquet|hdf|feather|orc|stata|sas|spss|sql\w*)\(",
    "fetch_": r"\bfetch_(?:olivetti_faces|lfw_\w+|openml)\(",
    "wavfile": r"\bwavfile\b",
    "unpack": r"\bunpack(?:_from)?\(",
    "frombuffer": r"\bfrombuffer\(",
    "f2": r"\bf2\b",
    "f4": r"\bf4\b",
    "single": r"\bsingle\b",
    ".numpy": r"\.numpy\(",
    "tensorflow": r"tensorflow",
    "keras": r"\bkeras",
    "jax": r"\bjax\b",
    "mlx": r"\bmlx\b",
    "imread": r"\bimread\(",
    "fromfile": r"\bfromfile\(",
    "h5py": r"\bh5py\b",
}
_HALF = Rule(
    r"float16|['\"][^'\"\n]{0,60}(?<![a-z])f2(?![a-z0-9])|\bhalf\(|\.half\b|\bautocast\b"
    r"|(?:dtype ?= ?|astype\(|dtype\()['\"][<>=|]?e['\"]|\b(?:fp|bf)16\b|\bmixed_"
    r"|\b16-(?:mixed|true)\b|\bprecision ?= ?16\b|\btorch_dtype\b|\bload_in_[48]bit\b|float8|tf32|matmul_precision",
    "a source names a dtype of 16 bits, or lets a library choose one",
    "trainer = Trainer(precision='bf16-mixed')",
    "half = (f1 + f2) / 2",
)
_BFLOAT = Rule(
    r"bfloat16|\bautocast\b|\bbf16\b|\bmixed_|\b16-(?:mixed|true)\b|\btorch_dtype\b|\bload_in_[48]bit\b"
    r"|float8|tf32|matmul_precision",
    "a source names bfloat16, or lets a library choose it",
    "with torch.autocast('cuda'):",
    "x.half()",
)
_COMMENT = re.compile(r"(?m)#[^\n'\"]{0,300}$")
"""A comment without quotes, so that it is in no string."""
_IMPORT = re.compile(r"(?m)^[ \t]*(?:from[ \t][^\n]*[ \t])?import[ \t][^\n]*$")
_SAY_SO = {hint: re.compile(pattern) for hint, pattern in (_ROUND | _ARE_SHORTER).items()}
"""Patterns of rounding and of shorter dtypes, each with a substring for a quick search."""


def shows_all_digits(sources: Iterable[str]) -> bool:
    """Whether no source of a document rounds numbers, or creates or reads any shorter than float64."""
    return not any(_says(source, _SAY_SO) for source in sources)


def rounds(source: str) -> bool:
    """Whether a source may round numbers."""
    return _says(source, _ROUND)


def rounds_otherwise(source: str) -> bool:
    """Whether a source may round numbers other than by ``round`` and ``rint``."""
    return _says(source, _ROUND_OTHERWISE)


def rounds_to_digits(source: str) -> bool:
    """Whether a source tells SymPy a number of significant digits, without which it shows those of a float64."""
    return _says(source, _TO_DIGITS)


def may_be_shorter(source: str) -> bool:
    """Whether a source may create or read numbers shorter than float64; NumPy keeps the dtype of tensors."""
    return "torch" in source or _says(source, _ARE_SHORTER)


def may_be_half(source: str) -> bool:
    """Whether a source names a 16-bit float dtype, without which it creates none; an import alone creates none."""
    return _HALF.search(source) is not None and _HALF.search(_code_of(source)) is not None


def may_be_bfloat16(source: str) -> bool:
    """Whether a source names bfloat16, or what may choose it."""
    return _BFLOAT.search(source) is not None and _BFLOAT.search(_code_of(source)) is not None


def _code_of(source: str) -> str:
    """A source without its comments and imports."""
    return _IMPORT.sub("", _COMMENT.sub("", source))


def names_sympy(source: str) -> bool:
    """Whether a source names SymPy, which shows 15 significant digits of a float."""
    return "sympy" in source


def names_numpy(source: str) -> bool:
    """Whether a source names NumPy, or a package whose numbers are those of NumPy."""
    return OF_NUMPY.search(source) is not None


def names_mlx(source: str) -> bool:
    """Whether a source names MLX."""
    return "mlx" in source


def _says(source: str, hints: Iterable[str]) -> bool:
    return any(hint in source and _SAY_SO[hint].search(source) for hint in hints)
