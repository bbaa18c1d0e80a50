"""Words before a value that do not name it: dtypes, devices, class names and symbols."""

from __future__ import annotations

from lastdigit.base.rule import Rule, any_of

NO_LABELS = (
    Rule(
        r"\A(?:torch\.|np\.|numpy\.|jnp\.|tf\.|mlx\.core\.|<dtype: ')?"
        r"(?:b?float\d+(?:_e\dm\d\w*)?|u?int\d+|bool_?|complex\d+)'?>?\Z",
        "a dtype",
        "torch.int64",
        "int64 sum",
    ),
    Rule(r"\A(?:cpu|mps|cuda(?::\d+)?|device\(.*\)|[CGT]PU:\d+)\Z", "a device", "cuda:0", "cpu time"),
    Rule(r"\A[\^±×÷*/+|\s\d.-]*[\^±×÷][\^±×÷*/+|\s\d.-]*\Z", "the signs of a formula", "^2 ±", "x^2"),
    Rule(r"\A[^\w∂∇ ][^\w∂∇]{0,9}\Z", "signs alone", "+", "x+"),
    Rule(r"\A(?:True|False|None|nan)(?: (?:True|False|None|nan))*\Z", "values", "True False", "True positives"),
    Rule(r"\A<class '[\w.]+'>\Z", "a class", "<class 'torch.Tensor'>", "class weights"),
)
_NO_LABEL = any_of(NO_LABELS)


def names_nothing(label: str) -> bool:
    """Whether ``label`` is part of a value's representation and no name."""
    return _NO_LABEL.search(label) is not None
