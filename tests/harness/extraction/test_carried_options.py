"""Print options of an unseen module, told by one array of a document, widen the others that show as few decimals."""

from __future__ import annotations

from tests.harness.made_up_notebooks import goldens, result


def rounded(read, *texts: str) -> list[int | None]:
    """The decimals to which the values of cells may have been rounded."""
    cells = [(f"v{number} = f({number})\nv{number}", result(text)) for number, text in enumerate(texts)]
    return [golden.format.rounded_to for golden in goldens(read(*cells))]


def test_an_array_with_as_few_decimals_as_one_that_contradicts_the_options_may_be_rounded(read):
    fixed = "array([1.00, 1.00, 0.50])"
    assert rounded(read, fixed, "array([0.89, 0.45, 0.09])") == [None, 2]
    assert rounded(read, "array([0.89, 0.45, 0.09])", fixed) == [2, None]
    assert rounded(read, fixed, "array([0.8911, 0.4511])") == [None, None]
    assert rounded(read, "array([0.89, 0.45, 0.09])") == [None]
