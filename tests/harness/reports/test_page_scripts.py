"""The scripts of the pages: their own tests under Node, and how their modules are joined into one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from lastdigit.reports.page.joined_scripts import FOLDER, InvalidScript, joined
from lastdigit.reports.page.palette import BITS

TESTS = Path(__file__).parents[2] / "scripts"
MODULES = sorted(FOLDER.glob("*.mjs"))


@pytest.fixture
def node():
    """Runs Node in the folder of the scripts' tests."""
    program = shutil.which("node")
    if program is None:
        pytest.skip("needs Node, which runs the tests of the page's scripts")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [program, *arguments]
        return subprocess.run(
            command, cwd=TESTS, capture_output=True, encoding="utf-8", errors="replace", timeout=60, check=False
        )

    return run


@pytest.fixture
def folder(tmp_path: Path):
    """Modules in a folder, by name."""

    def write(**texts: str) -> Path:
        for name, text in texts.items():
            (tmp_path / f"{name}.mjs").write_text(text, encoding="utf-8")
        return tmp_path

    return write


def test_the_scripts_pass_their_own_tests(node):
    found = node("--test", *(path.name for path in sorted(TESTS.glob("*.test.mjs"))))
    assert found.returncode == 0, found.stdout + found.stderr
    assert int(re.search(r"^\D* pass (\d+)$", found.stdout, re.MULTILINE)[1]) >= 40


@pytest.mark.parametrize("entry", ["main", "diff"])
def test_joined_modules_are_one_script_that_leaves_no_name_behind(node, tmp_path: Path, entry: str):
    path = tmp_path / "joined.cjs"
    path.write_text(joined(entry), encoding="utf-8")
    found = node("--check", str(path))
    assert found.returncode == 0, found.stderr
    assert not re.search(r"^(import|export)\b", joined(entry), re.MULTILINE)
    assert joined(entry).splitlines()[1:3] == ['"use strict";', "{"]


def test_every_module_is_in_some_page():
    pages = joined("main") + joined("diff")
    assert [path.stem for path in MODULES if f"const {path.stem}_module = " not in pages] == []


def test_a_module_runs_once_after_all_that_it_imports(node, folder, tmp_path: Path):
    texts = {
        "base": "let count = 0;\nexport const next = () => (count += 1);\nnext();\n",
        "one": 'import {next} from "./base.mjs";\n\nexport const own = 10 * next();\n',
        "entry": 'import {next} from "./base.mjs";\nimport {own} from "./one.mjs";\n\nconsole.log(own, next());\n',
    }
    path = folder(**texts) / "joined.mjs"
    path.write_text(joined("entry", tmp_path), encoding="utf-8")
    assert node(str(path)).stdout == "20 3\n"


def test_a_name_is_known_where_it_is_imported_and_nowhere_else(node, folder, tmp_path: Path):
    texts = {
        "base": "const WIDE = 1;\nexport function wide() {\n  return WIDE;\n}\n",
        "entry": 'import {wide} from "./base.mjs";\n\nconst WIDE = 2;\nconsole.log(wide(), WIDE, typeof width);\n',
    }
    path = folder(**texts, other="export const width = 3;\n") / "joined.mjs"
    path.write_text(joined("entry", tmp_path), encoding="utf-8")
    assert node(str(path)).stdout == "1 2 undefined\n"


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ({"entry": 'import {a} from "./b.mjs";\n', "b": 'import {c} from "./entry.mjs";\n'}, "entry → b → entry"),
        ({"entry": 'import {a} from "./b.mjs";\n', "b": "const a = 1;\n"}, "expected exports of b.mjs, found a"),
        ({"entry": 'import {a} from "./b.mjs";\n'}, "b.mjs: expected a module, found no such file"),
        ({"entry": "export default 1;\n"}, "found export default 1;"),
        ({"entry": "export let count = 0;\n"}, "found export let count = 0;"),
        ({"entry": 'import * as all from "./b.mjs";\n'}, "found import * as all"),
        ({"entry": 'import {a as b} from "./b.mjs";\n', "b": "export const a = 1;\n"}, "found a as b"),
    ],
)
def test_modules_that_cannot_be_joined_are_refused(folder, texts: dict[str, str], words: str):
    with pytest.raises(InvalidScript, match=re.escape(words)):
        joined("entry", folder(**texts))


def test_no_line_of_a_script_is_too_long():
    paths = [*MODULES, *sorted(TESTS.glob("*.mjs"))]
    long = [
        f"{path.name}:{number}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > 120
    ]
    assert long == []


NUMBERS = [
    ("0.1", "float32", "0.10000000", 8, True),
    ("0.42231584", "float32", "0.4223", 4, True),
    ("-17.8115", "float64", "-17.812", 3, True),
    ("1.1138920439055646", "float64", "-17.812", 3, False),
    ("0.33325195", "float16", "0.3333", 4, False),
    ("0.3333333333333333", "float64", "0.3334", 4, False),
    ("9.999999", "float64", "10.", 0, True),
    ("123456.78", "float64", "1.2345678e+05", 7, True),
    ("5e-324", "float64", "0.", 3, True),
]
DIGITS = """
import {splitDigits} from "%s/digits.mjs";

const found = NUMBERS.map(([number, dtype, token, precision, same]) =>
  splitDigits(number, BITS[dtype], token, {precision, scientific: false}, same, false),
);
console.log(JSON.stringify(found));
"""


def test_digits_are_those_of_the_exact_number_cut_off(node):
    program = f"const BITS = {json.dumps(BITS)}, NUMBERS = {json.dumps(NUMBERS)};\n{DIGITS % FOLDER.as_uri()}"
    found = json.loads(node("--input-type=module", "--eval", program).stdout)
    for (number, dtype, token, precision, same), parts in zip(NUMBERS, found, strict=True):
        value = Fraction(float(np.dtype(dtype).type(number)))
        mantissa, _, power = token.partition("e")
        scaled = abs(value) / Fraction(10) ** int(power or 0)
        cut = int(scaled * 10 ** (precision + 3))
        digits = f"{cut:0{precision + 4}d}"
        sign = "-" if value < 0 else ""
        expected = f"{sign}{digits[: -(precision + 3)]}.{digits[-(precision + 3) :]}" + (f"e{power}" if power else "")
        assert "".join(parts) == expected
        assert (parts[1] == "") == same
        assert same or mantissa.startswith(parts[0])
