"""The cells of the study; harmless ways to change their prints; and errors to plant."""

from __future__ import annotations

import re
from collections.abc import Callable

DRAW = "import numpy as np\nrng = np.random.default_rng(7)\n"

CELLS = {
    "sum in float32": f"{DRAW}x = rng.random(100003, dtype=np.float32)\nprint('sum:', x.sum())",
    "sum as a value": f"{DRAW}x = rng.standard_normal(100003)\nx.sum()",
    "mean and deviation": f"{DRAW}x = rng.standard_normal(20011)\nprint('mean:', x.mean(), 'std:', x.std())",
    "matrix product": f"{DRAW}x = rng.standard_normal((300, 300))\nprint((x @ x)[:3, :3])",
    "product in float32": f"{DRAW}x = rng.random((300, 300), dtype=np.float32)\n(x @ x)[:2, :4]",
    "solution": f"{DRAW}a, b = rng.standard_normal((60, 60)), rng.standard_normal(60)\nnp.linalg.solve(a, b)[:6]",
    "eigenvalues": f"{DRAW}a = rng.standard_normal((50, 50))\nprint(np.linalg.eigvalsh(a + a.T)[:5])",
    "softmax": f"{DRAW}s = np.exp(rng.random((3, 4), dtype=np.float32))\nprint(s / s.sum(axis=1)[:, None])",
    "loss in words": f"{DRAW}x = rng.standard_normal(5003)\nprint(f'loss: {{(x * x).sum() / x.size:.6f}}')",
    "table of counts": f"{DRAW}c = rng.integers(0, 90, (3, 3))\nprint('counts:')\nprint(c)\nprint('shape:', c.shape)",
    "name and score": f"{DRAW}print('best: ridge, score', round(float(rng.random(997).mean()), 4))",
}
"""Cells whose numbers are always the same up to rounding."""

CHANGING = {
    "draws without a seed": "import numpy as np\nprint(np.random.default_rng().random((2, 3)))",
    "an object": "object()",
    "a duration": "import time\nstart = time.time()\nprint(f'took {time.time() - start + 0.001:.4f} s')",
    "the date": "import datetime\nprint('run at', datetime.datetime(2020, 1, 2, 3, 4, 5))",
}
"""Cells whose output changes each time."""


def _backwards(source: str) -> str:
    return (
        source.replace("x.sum()", "x[::-1].sum()")
        .replace("(x * x).sum()", "(x * x)[::-1].sum()")
        .replace("x.mean()", "x[::-1].mean()")
        .replace("x.std()", "x[::-1].std()")
        .replace("(x @ x)", "(x[:, ::-1] @ x[::-1])")
    )


def _one_by_one(source: str) -> str:
    return source.replace("x.sum()", "np.cumsum(x)[-1]").replace("(x * x).sum()", "np.cumsum(x * x)[-1]")


def _with(options: str) -> Callable[[str], str]:
    return lambda source: f"import numpy as np\nnp.set_printoptions({options})\n{source}"


HARMLESS: dict[str, Callable[[str], str]] = {
    "summed backwards": _backwards,
    "summed one by one": _one_by_one,
    "five decimals": _with("precision=5"),
    "printed as NumPy 1 does": _with("legacy='1.25'"),
    "printed in longer lines": _with("linewidth=200"),
}
"""Sources that print the same numbers with another order of summation or other options."""


def _first_number(text: str) -> re.Match[str] | None:
    return next((m for m in re.finditer(r"\d+\.\d{3,}", text)), None)


def early_digit(text: str) -> str:
    """Change the third significant digit of the first number with a fraction."""
    found = _first_number(text)
    if found is None:
        return text
    digits = [at for at in range(found.start(), found.end()) if text[at].isdigit()]
    leading = next((place for place, at in enumerate(digits) if text[at] != "0"), 0)
    at = digits[min(leading + 2, len(digits) - 1)]
    return text[:at] + str((int(text[at]) + 3) % 10) + text[at + 1 :]


def middle_digit(text: str) -> str:
    """Change the ninth digit of a number with at least fifteen."""
    found = re.search(r"\d+\.\d{14,}", text)
    if found is None:
        return text
    at = found.start() + 9
    at += text[at] == "."
    return text[:at] + str((int(text[at]) + 4) % 10) + text[at + 1 :]


def sign(text: str) -> str:
    """Change the sign of the first number with a fraction."""
    found = _first_number(text)
    if found is None:
        return text
    before = text[: found.start()]
    return (before[:-1] + " " if before.endswith("-") else f"{before}-") + text[found.start() :]


def swapped(text: str) -> str:
    """Exchange the first two numbers with fractions."""
    found = list(re.finditer(r"-?\d+\.\d{3,}", text))[:2]
    if len(found) < 2:
        return text
    one, two = found
    return text[: one.start()] + two[0] + text[one.end() : two.start()] + one[0] + text[two.end() :]


def count(text: str) -> str:
    """Increment the first integer."""
    found = re.search(r"(?<![\w.])\d+(?![\w.])", text)
    return text if found is None else text[: found.start()] + str(int(found[0]) + 1) + text[found.end() :]


def word(text: str) -> str:
    """Change the first word."""
    return re.sub(r"\b(?!array|np|dtype|float\d*)[a-z]{3,}\b", "other", text, count=1)


def last_row(text: str) -> str:
    """Remove the last row of a matrix."""
    lines = text.rstrip("\n").split("\n")
    is_matrix = len(lines) > 2 and lines[-1].endswith("]]")
    return "\n".join([*lines[:-2], f"{lines[-2]}]"]) + "\n" if is_matrix else text


PLANTED: dict[str, Callable[[str], str]] = {
    "an early digit": early_digit,
    "the ninth of 15 digits and more": middle_digit,
    "a sign": sign,
    "two numbers swapped": swapped,
    "a count": count,
    "a word": word,
    "the last row missing": last_row,
}
"""Errors in stored outputs; a text in which an error cannot be planted is returned unchanged."""
