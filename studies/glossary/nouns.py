"""The meaning of each noun. A noun is one concept everywhere: in the API, columns, keys, options and errors."""

from __future__ import annotations

NOUNS = {
    "accumulation": "the number format of sums in an implementation",
    "argument": "what a function is called with",
    "arithmetic": "the arithmetic model, which says what may be rounded: fused, stored or split",
    "axis": "a direction of an array",
    "call": "one call of an implementation, in a separate process",
    "case": "an operation, its inputs, and the goldens that it is expected to give",
    "cell": "a cell of a notebook or of a document that is laid out like one, from 1",
    "change": "what differs between two runs",
    "cluster": "machines that Ray runs a search or a sweep on",
    "command": "the command that repeats this result",
    "copy": "a notebook that was handed in, to be graded",
    "definition": "an operation's mathematics, written once",
    "device": "where tensors are stored, such as cuda",
    "difference": "a place at which two runs, or a print and its expected value, differ",
    "digit": "a decimal digit; the same digits are printed if the result rounds to the printed number",
    "discrepancy": "an element that disagrees",
    "document": "a file that prints numbers",
    "dtype": "the name of a number format, such as float32",
    "element": "one number of an array",
    "environment": "interpreter, packages and machine of a run",
    "erratum": "a disagreement of a document with itself, recorded with its reason",
    "error": "the distance of a number from its exact value; of code, a named exception",
    "evidence": "the basis of a disagreement: proven, calibrated or inferred",
    "exp": "the exponential function of a library",
    "explanation": "the mistakes that reproduce the observed numbers",
    "expression": "the notation of an input in a case",
    "failure": "the reason why something could not be judged",
    "folder": "a folder",
    "format": "a number format: its precision and range",
    "framework": "the library whose arrays an implementation uses",
    "function": "code that check calls, as module:function",
    "gate": "whether a verdict or a run may pass",
    "gigabyte": "2³⁰ bytes, for the memory limit of a call",
    "golden": "one printed array, number or shape, as it is stored",
    "gradient": "of a loss with respect to an argument of an operation, computed from that with respect to its result",
    "handout": "a notebook as it was handed out, with stubs",
    "hardware": "the architecture whose matrix unit computed the products",
    "implementation": "code under test that is declared to compute an operation",
    "index": "the position of an element in its array, from 0",
    "input": "an array argument of an operation",
    "interval": "all numbers from one to another",
    "isolation": "calling an implementation in a separate process",
    "kernel": "the process that runs a notebook's cells",
    "key": "of attention: what a query is compared with",
    "kind": "a kind of input, or of golden",
    "label": "the words that name a printed number",
    "lastdigit": "this program; as a key, its version",
    "layout": "the memory layout of an array",
    "limit": "the time or memory limit of a call",
    "line": "a line of a text, from 1",
    "mask": "which keys a query sees",
    "mistake": "a known way to get an operation wrong",
    "model": "an arithmetic model",
    "move": "the change of an observed number between two runs",
    "node test": "a model of one operator of ONNX with its inputs and expected outputs",
    "note": "an observation in addition to a result",
    "notebook": "a document with cells that can be run",
    "number": "a number",
    "offset": "the number of preceding draws",
    "operand": "a factor of a matrix product",
    "operation": "a named computation",
    "outcome": "the result of a test",
    "output": "the output of a cell, or of a program",
    "parameter": "an argument of an operation that is not an array",
    "part": "a run in which not everything was judged",
    "print": "a text that prints numbers",
    "printer": "the program or library that printed numbers, and the meaning of its digits",
    "range": "the seeds to search",
    "reason": "why something is undecided, failed, skipped, missing or inferred",
    "record": "the complete data of a run, from which every report can be regenerated",
    "reference data": "the folder of stored documents, their goldens, cases and inputs",
    "report": "the output of a run, for people and for programs",
    "request": "the input of a command",
    "requirement": "a framework or a device that an implementation needs",
    "row": "the elements along the last axis",
    "run": "the verdicts of one session",
    "schema": "the JSON schema of what a command prints",
    "second": "a second of time",
    "seed": "the starting value of a pseudo-random number generator",
    "setting": "a key of [tool.lastdigit]",
    "shape": "the lengths of an array's axes",
    "shard": "one of several parts that a run is split into",
    "share": "how much of a mistake is in a result: 0 absent, 1 present",
    "signature": "the arguments of a function",
    "size": "the length of an axis, by its letter",
    "state": "the checkpoint of an interrupted search",
    "store": "the reference data written by extract; --store is the older name of --reference-data",
    "stub": "an answer unchanged from the handout",
    "sweep": "thousands of inputs for one function",
    "target": "the function that check calls",
    "tile": "the keys that an online softmax processes together",
    "token": "a printed number, verbatim",
    "tolerance": "the largest error of a correct result, derived for each element",
    "trial": "one input tried by check, and its verdict",
    "uncertainty": "the standard error of a share",
    "unit": "a unit of roundoff of the number format",
    "value": "a number of an array, in row-major order",
    "verdict": "agrees, disagrees, undecided, failed or skipped; of a golden in a copy: right, wrong, follows, stub, "
    "missing or undecided",
    "word": "32 bits of a generator's stream",
    "worker": "a process that performs one part of the work",
}
"""Each noun with its meaning, in alphabetical order."""

PLAIN = frozenset(
    """
    affine against agrees allow allowed applicable as assert at blind certified check compared compiler complete
    conflict definitions died disagreeing drawn dry duplicate dying empty end exact expected explain explanation extra
    failed feasible first follows foreign grade high implements import in inferred into invalid json judge keep largest
    left located look lost low mismatch missing moved new no not nothing observed of old one only option optional
    out printed read refused right rules same set smallest to undecided unknown unreadable unwritable use vanished
    version without worst wrong
    """.split()  # noqa: SIM905
)
"""Words in names that are not nouns of lastdigit: verbs, adjectives, prepositions, and terms of every program."""


def unknown_words(names: set[str]) -> set[str]:
    """The words of names that are in neither list."""
    known = PLAIN | {each for noun in NOUNS for word in noun.split() for each in (word, f"{word}s")}
    irregular = {"copies", "errata", "discrepancies", "axes", "indices"}
    return {word for name in names for word in words_of(name)} - known - irregular


def words_of(name: str) -> list[str]:
    """The words of a name: parts of a column or an option, capitalised parts of a class."""
    spaced = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name)
    return spaced.replace("_", " ").replace("-", " ").split()
