"""Vectors for other languages: what is exported, and the judgement of what a program in C writes for it."""

from __future__ import annotations

import json
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from lastdigit.commands.command_line import main
from lastdigit.vectors.vector import SCHEMA
from tests.harness.check.test_check import fits

CASE = "000/attention_of_the_input"
ATTENTION = r"""
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The numbers of an array of one format: float32, then its name, then its values. */
static int numbers(const char *text, const char *name, float *into, int *rows) {
    const char *at = strstr(strstr(text, "\"float32\""), name);
    at = strstr(at, "\"shape\"");
    *rows = atoi(strchr(at, '[') + 1);
    at = strchr(strstr(at, "\"values\""), '[') + 1;
    int count = 0;
    while (1) {
        char *end;
        into[count++] = (float)strtod(at, &end);
        at = end + strspn(end, " \n");
        if (*at != ',') return count;
        at++;
    }
}

int main(int argc, char **argv) {
    static char text[1 << 20];
    static float q[4096], k[4096], v[4096], weights[4096];
    FILE *file = fopen(argv[1], "rb");
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    int n, m;
    int d = numbers(text, "\"q\"", q, &n), c = numbers(text, "\"v\"", v, &m);
    d /= n, c /= m;
    numbers(text, "\"k\"", k, &m);
    printf("{\"vector\": \"%s\", \"format\": \"float32\", \"program\": \"attention.c\", \"output\": [", argv[2]);
    for (int i = 0; i < n; i++) {
        float sum = 0, largest = -INFINITY;
        for (int j = 0; j < m; j++) {
            float score = 0;
            for (int e = 0; e < d; e++) score += q[i * d + e] * k[j * d + e];
            weights[j] = score / SCALE;
            largest = fmaxf(largest, weights[j]);
        }
        for (int j = 0; j < KEYS; j++) sum += weights[j] = expf(weights[j] - largest);
        for (int e = 0; e < c; e++) {
            float result = 0;
            for (int j = 0; j < KEYS; j++) result += weights[j] / sum * v[j * c + e];
            printf("%s%.9g", i + e ? ", " : "", result RESULT);
        }
    }
    printf("]}\n");
    return 0;
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    into = tmp_path_factory.mktemp("vectors")
    store = str(pytestconfig.rootpath / "reference_data")
    assert main(["export", CASE, "003/true_values", "--store", store, "--into", str(into)]) == 0
    return into


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory, folder: Path):
    """Compiles the C program with what differs, runs it, and gives the file it wrote."""
    if not shutil.which("cc"):
        pytest.skip("no C compiler")

    def run(**changed: str) -> Path:
        build = tmp_path_factory.mktemp("build")
        (build / "attention.c").write_text(ATTENTION)
        words = {"SCALE": "sqrtf(d)", "KEYS": "m", "RESULT": "", **changed}
        defined = [f"-D{name}={value}" for name, value in words.items()]
        subprocess.run(
            ["cc", "-O2", "-o", "attention", "attention.c", *defined, "-lm"], cwd=build, check=True, capture_output=True
        )
        vector = folder / "000-attention_of_the_input.json"
        found = subprocess.run([build / "attention", vector, vector.name], capture_output=True, check=True, text=True)
        path = folder / f"{build.name}.outputs.json"
        path.write_text(found.stdout)
        return path

    return run


def test_a_vector_is_what_its_schema_says(folder: Path):
    assert json.loads((folder / "vector.schema.json").read_text()) == SCHEMA
    for name in ("000-attention_of_the_input", "003-true_values"):
        fits(json.loads((folder / f"{name}.json").read_text()), SCHEMA)


def test_json_and_npz_hold_the_same_numbers(folder: Path):
    vector = json.loads((folder / "000-attention_of_the_input.json").read_text())
    arrays = np.load(folder / "000-attention_of_the_input.npz")
    for format, found in vector["formats"].items():
        for name, array in found["inputs"].items():
            assert arrays[f"{format}.{name}"].reshape(-1).tolist() == array["values"]
        assert (
            arrays[f"{format}.output"].tolist()
            == np.reshape(found["output"]["values"], found["output"]["shape"]).tolist()
        )
        for model, allowed in found["output"]["allowed"].items():
            assert arrays[f"{format}.{model}"].reshape(-1).tolist() == allowed


def test_the_enclosure_holds_what_high_precision_gives(folder: Path):
    flint = pytest.importorskip("flint")
    found = json.loads((folder / "000-attention_of_the_input.json").read_text())["formats"]["float32"]
    q, k, v = (np.reshape(found["inputs"][name]["values"], found["inputs"][name]["shape"]) for name in "qkv")
    output = found["output"]
    with flint.ctx.workprec(300):
        for i, row in enumerate(q):
            scores = [sum(flint.arb(a) * flint.arb(b) for a, b in zip(row, key, strict=True)) for key in k]
            weights = [(score / flint.arb(q.shape[1]).sqrt()).exp() for score in scores]
            for c in range(v.shape[1]):
                exact = sum(w * flint.arb(x) for w, x in zip(weights, v[:, c], strict=True)) / sum(weights)
                at = i * v.shape[1] + c
                assert flint.arb(output["low"][at]) < exact < flint.arb(output["high"][at])
                assert Fraction(output["low"][at]) <= Fraction(output["values"][at]) <= Fraction(output["high"][at])


def test_a_right_program_in_c_agrees(compiled, capsys):
    assert main(["check", "--outputs", str(compiled())]) == 0
    assert "000/attention_of_the_input: agrees with the definition, attention.c in float32" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changed", "name"),
    [
        ({"SCALE": "1"}, "scores not scaled"),
        ({"SCALE": "d"}, "d in place of √d"),
        ({"KEYS": "m-1"}, "last key"),
        ({"RESULT": "*1.0001f"}, "a constant factor of 1.0001"),
    ],
)
def test_a_bug_in_a_program_in_c_is_refused_and_named(compiled, capsys, changed: dict[str, str], name: str):
    path = compiled(**changed)
    assert main(["check", "--outputs", str(path)]) == 1
    assert name in capsys.readouterr().out
    assert main(["check", "--outputs", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["verdict"] == "disagrees"


def test_what_c_prints_for_numbers_that_are_not_finite_is_read(compiled, capsys):
    assert main(["check", "--outputs", str(compiled(RESULT="/0.0f"))]) == 1
    assert "returned " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("outputs", "words"),
    [
        ("{", "expected JSON"),
        ("[]", "expected a JSON object"),
        ({}, "expected the key 'vector'"),
        ({"vectr": "a"}, "did you mean 'vector'?"),
        ({"vector": "none.json", "format": "float32", "output": []}, "no such file"),
        ({"format": "float8"}, "expected one of the formats float64"),
        ({"output": [1, 2]}, "numbers, for the shape"),
        ({"output": ["one"] * 12}, "expected numbers"),
        ({"output": [0.3] * 12}, "printed with 9 digits (%.9g)"),
    ],
)
def test_outputs_that_cannot_be_read_are_errors_of_usage(folder: Path, capsys, outputs, words: str):
    if outputs and isinstance(outputs, dict) and not {"vectr"} & set(outputs):
        good = {"vector": "000-attention_of_the_input.json", "format": "float32", "output": [0.5] * 12}
        outputs = {**good, **outputs}
    path = folder / "bad.outputs.json"
    path.write_text(outputs if isinstance(outputs, str) else json.dumps(outputs))
    assert main(["check", "--outputs", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err
    assert str(path.parent) in captured.err


@pytest.mark.parametrize(("name", "words"), [("000x", "did you mean '000'?"), ("000/yy", "did you mean 'y'?")])
def test_a_case_that_is_not_stored_is_named(root: Path, tmp_path: Path, capsys, name: str, words: str):
    assert main(["export", name, "--store", str(root / "reference_data"), "--into", str(tmp_path)]) == 1
    assert words in capsys.readouterr().err
