"""A document whose dtype is open may have computed in the coarsest one; a person may say which it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdigit.cases.reference import load_reference_document
from lastdigit.extraction.extract import extract
from lastdigit.readers.table import read_document
from lastdigit.store.documents import store
from lastdigit.verdicts.judge_case import judge_document
from lastdigit.verdicts.readings import CaseReadings
from lastdigit.verdicts.verdict import Verdict
from tests.harness.made_up_notebooks import result, written

SOURCE = """import {}

def softmax(x):
    powers = x.exp()
    return powers / powers.sum()

x = {}([2.0, -2.6, 0.4])
y = softmax(x)
print('y:', [round(v, 7) for v in y.tolist()])"""
TEXT = "y: [{}, 0.0082939, 0.1665884]\n"
OF_FLOAT32, OF_FLOAT64 = "0.8251176", "0.8251177"
"""The first number, computed in either dtype and rounded to seven decimals."""
CASE = '[[case]]\nname = "softmax"\noperation = "softmax"\ninputs = {{ x = "{}" }}\ngoldens = ["y"]\n'


def verdict(folder: Path, module: str, first: str, said: str = "") -> Verdict:
    """The verdict on a document that prints the softmax of three numbers, of which ``first`` is the first."""
    source = SOURCE.format(module, "torch.tensor" if module == "torch" else "np.array")
    document = read_document(written(folder, (source, TEXT.format(first))))
    found = extract(document)
    store(document, found, folder / "reference_data")
    stored = folder / "reference_data" / document.id
    (given,) = [one.golden.name for one in found if one.golden.kind == "literal"]
    (stored / "cases.toml").write_text(CASE.format(given) + said, encoding="utf-8")
    reference = load_reference_document(stored)
    (judged,) = judge_document(CaseReadings(reference, reference.case_file.cases[0]))
    return judged


@pytest.mark.parametrize("first", [OF_FLOAT32, OF_FLOAT64])
def test_what_float32_gives_agrees_where_a_source_may_compute_in_it(tmp_path: Path, first: str):
    assert verdict(tmp_path, "torch", first).verdict == "agrees"


def test_a_dtype_stays_open_until_a_person_says_it(tmp_path: Path):
    decimals = '[[golden]]\ngolden = "y"\ndecimals = 7\n'
    assert verdict(tmp_path, "torch", OF_FLOAT32, decimals).verdict == "agrees"
    (tmp_path / "other").mkdir()
    found = verdict(tmp_path / "other", "torch", OF_FLOAT32, f'{decimals}dtype = "float64"\n')
    assert (found.verdict, found.evidence) == ("disagrees", "proven")


@pytest.mark.parametrize(
    ("module", "said"), [("numpy as np", ""), ("torch", '[[golden]]\ngolden = "y"\ndtype = "float64"\n')]
)
def test_what_float32_gives_disagrees_where_a_document_computes_in_float64(tmp_path: Path, module: str, said: str):
    found = verdict(tmp_path, module, OF_FLOAT32, said)
    assert (found.verdict, found.evidence) == ("disagrees", "proven")
    (tmp_path / "other").mkdir()
    assert verdict(tmp_path / "other", module, OF_FLOAT64, said).verdict == "agrees"


def test_what_neither_dtype_gives_disagrees(tmp_path: Path):
    found = verdict(tmp_path, "torch", "0.8251276")
    assert (found.verdict, found.evidence) == ("disagrees", "proven")


LOSS = """import {}
loss = mean_squared_error(p, q)
print(f'loss: {{loss:.6f}}')"""


def test_an_input_printed_in_float64_is_rounded_where_the_document_computes_in_a_coarser_dtype(tmp_path: Path):
    shown = [("p", [100 + v / 7 for v in (1, 3, 5)]), ("q", [100 + v / 7 for v in (2, 4, 1)])]
    cells = [(f"{name} = [100 + v / 7 for v in {name}s]\n{name}", result(str(values))) for name, values in shown]
    document = read_document(written(tmp_path, *cells, (LOSS.format("torch"), "loss: 0.122447\n")))
    store(document, extract(document), tmp_path / "reference_data")
    stored = tmp_path / "reference_data" / document.id
    case = CASE.replace("softmax", "mean_squared_error").replace('"y"', '"loss"').replace('"{}"', '"p", y = "q"')
    case = case.format()
    for said, expected in (("", "agrees"), ('[[golden]]\ngolden = "loss"\ndtype = "float64"\n', "disagrees")):
        (stored / "cases.toml").write_text(case + said, encoding="utf-8")
        reference = load_reference_document(stored)
        (judged,) = judge_document(CaseReadings(reference, reference.case_file.cases[0]))
        assert judged.verdict == expected
