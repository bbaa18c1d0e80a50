"""Words before a value that do not name it: dtypes, devices, class names, symbols, and words that only lead to it."""

from __future__ import annotations

from lastdigit.base.rule import Rule, any_of

LEADS = Rule(
    r"\A(?:[Tt]here(?: (?:is|are|was|were)(?: an?)?)?|(?:[Ii]t|[Tt]his|[Tt]hat) is|[Ww]e (?:get|have)"
    r"|(?:is|are|was|were) equal|(?:\d+ )?to|with|about|around|appro(?:ximately|x\.?)|roughly|nearly|circa|ca\.?"
    r"|[Ss]ince|[Bb]ecause|etwa|ungefähr|environ|aproximadamente|около|примерно)\Z",
    "words that only lead to a value",
    "There is a",
    "There is a chance",
)
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
    LEADS,
    Rule(r"\A[^\W\d]\w*ing\b[^\n]*(?:\.{3}|…)\Z", "what a program is doing", "Creating dataset...", "Ring...no"),
    Rule(r"\A(?:is|are|was|were)(?:[:=]|[:= ]{0,3}[$€£¥])\Z", "a verb and a sign alone", "is: $", "is over"),
    Rule(
        r"\A(?i:done|ok|finished|complete|completed|ready|success|hello|hello world|end|start|started)[.!]*\Z",
        "what a program is done with, or a greeting",
        "Done!",
        "Done tasks",
    ),
    Rule(r"\A(?:Å|°[CF]|Ω|[µμ][msAVFg])\Z", "a unit", "Å", "Å in all"),
    Rule(r"\A<[A-Za-z_][\w.]*\Z", "the name of an object that opens", "<Array", "<Array of"),
    Rule(r"\A<class '[\w.]+'>\Z", "a class", "<class 'torch.Tensor'>", "class weights"),
)
_NO_LABEL = any_of(NO_LABELS)

PART_OF_A_VALUE = Rule(
    r"\A[,)\]}+]|[,{(<\[%]\Z| [+*]'?\Z|\A(?=[^\n]*\w\()(?:[^()]|\([^()]*\))*\w\((?:[^()]|\([^()]*\))*\Z",
    "words are the beginning or the end of a value, or of a call",
    "GridSearchCV(cv",
    "accuracy (train",
)
_PAIRS = (("[", "]"), ("{", "}"))


def names_nothing(label: str) -> bool:
    """Whether ``label`` is part of a value's representation and no name."""
    return _NO_LABEL.search(label) is not None


def is_part_of_a_value(label: str) -> bool:
    """Whether words before a value are a part of another value's text, as their brackets show."""
    if any(label.count(opening) != label.count(closing) for opening, closing in _PAIRS):
        return True
    return PART_OF_A_VALUE.search(label) is not None
