"""The meaning of each noun. A noun is one concept everywhere: in the API, columns, keys, options and errors."""

from __future__ import annotations

NOUNS = {
    "accumulation": "the number format in which an implementation takes its sums",
    "argument": "what a function is called with",
    "arithmetic": "the arithmetic model: what may be rounded. Fused, stored or split",
    "axis": "a direction of an array",
    "call": "one call of an implementation, in a process of its own",
    "case": "an operation, its inputs, and the goldens that it is expected to give",
    "cell": "a cell of a notebook or of a document that is laid out like one, from 1",
    "change": "what differs between two runs",
    "cluster": "machines that Ray runs a search or a sweep on",
    "command": "what to type to get just this again",
    "copy": "a notebook that somebody handed in, to be graded",
    "definition": "an operation's mathematics, written once",
    "device": "where tensors lie",
    "difference": "a place at which two runs, or a print and what it should be, are not the same",
    "digit": "a decimal digit; the same digits are printed where the result is rounded as the document printed it",
    "discrepancy": "an element that disagrees",
    "document": "a file that prints numbers",
    "dtype": "the name of a number format, such as float32",
    "element": "one number of an array",
    "environment": "interpreter, packages and machine of a run",
    "erratum": "a disagreement of a document with itself, recorded with its reason",
    "error": "how far a number is from what it should be; of code, a named exception",
    "evidence": "what a disagreement rests on: proven, calibrated or inferred",
    "exp": "the exponential function of a library",
    "explanation": "the mistakes that give just what was observed",
    "expression": "how a case spells an input",
    "failure": "what kept something from being judged",
    "folder": "a folder",
    "format": "a number format: how many digits and which exponents",
    "framework": "the library whose arrays an implementation takes",
    "function": "code that check calls, as module:function",
    "gate": "whether a verdict or a run may pass",
    "gigabyte": "2³⁰ bytes of memory that a call may take",
    "golden": "one printed array, number or shape, as it is stored",
    "gradient": "of a loss in an argument of an operation, by that in its result: what a backward pass gives",
    "handout": "a notebook as it was handed out, with stubs",
    "hardware": "the architecture whose matrix unit took the products",
    "implementation": "code under test that claims to compute an operation",
    "index": "where an element stands in its array, from 0",
    "input": "an array that an operation is given",
    "interval": "all numbers from one to another",
    "isolation": "calling an implementation in a process of its own",
    "kernel": "the process that runs a notebook's cells",
    "key": "of attention: what a query is compared with",
    "kind": "a way of making inputs, or of golden",
    "label": "the words that name a printed number",
    "lastdigit": "this program; as a key, its version",
    "layout": "how an array lies in memory",
    "limit": "what a call may take",
    "line": "a line of a text, from 1",
    "mask": "which keys a query sees",
    "mistake": "a known way to get an operation wrong",
    "model": "an arithmetic model",
    "move": "by how much an observed number changed between two runs",
    "node test": "a model of one operator of ONNX with its inputs and the outputs that are expected",
    "note": "what was seen beside a result",
    "notebook": "a document whose cells can be run",
    "number": "a number",
    "offset": "how many draws came before",
    "operand": "a factor of a matrix product",
    "operation": "a named computation",
    "outcome": "how a test ended",
    "output": "what a cell printed; what a program computed",
    "parameter": "an argument of an operation that is no array",
    "part": "a run in which not everything was judged",
    "print": "a text that prints numbers",
    "printer": "the program or library that printed numbers, with what its digits mean",
    "range": "the seeds that are searched",
    "reason": "why something is undecided, failed, skipped, missing or inferred",
    "record": "all of a run, from which every report can be written again",
    "reference data": "the folder of stored documents, their goldens, cases and inputs",
    "report": "what a run writes for people and for programs",
    "request": "what a command is asked to do",
    "requirement": "a framework or a device that an implementation needs",
    "row": "the elements along the last axis",
    "run": "what one session judged",
    "schema": "the JSON schema of what a command prints",
    "second": "a second of time",
    "seed": "what a generator of pseudo-random numbers starts from",
    "setting": "a key of [tool.lastdigit]",
    "shape": "the lengths of an array's axes",
    "shard": "one of several parts that a run is split into",
    "share": "how much of a mistake is in a result: 0 absent, 1 present",
    "signature": "the arguments of a function",
    "size": "the length of an axis, by its letter",
    "state": "where a search that was interrupted goes on",
    "store": "the reference data as extract writes them; --store is the older name of --reference-data",
    "stub": "an answer left as it was handed out",
    "sweep": "thousands of inputs for one function",
    "target": "the function that check calls",
    "tile": "how many keys an online softmax takes at a time",
    "token": "a number verbatim as it was printed",
    "tolerance": "how far a right result may be off, derived for each element",
    "trial": "one input that check has tried, and its verdict",
    "uncertainty": "the standard error of a share",
    "unit": "a unit of roundoff of the number format",
    "value": "a number of an array, in row-major order",
    "verdict": "agrees, disagrees, undecided, failed or skipped; of a golden in a copy: right, wrong, follows, stub, "
    "missing or undecided",
    "word": "32 bits of a generator's stream",
    "worker": "a process that does one part of the work",
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
