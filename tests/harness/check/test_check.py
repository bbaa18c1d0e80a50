"""``lastdigit check``: one function, no stored files, what it says and how it ends."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lastdigit.check.as_json import SCHEMA
from lastdigit.commands.command_line import main
from lastdigit.implementations.isolation.layouts import laid

pytestmark = pytest.mark.long

ATTENTION = """
    import numpy as np

    def attend(q, k, v, *, causal=False, mask=None):
        scores = q @ k.mT / np.sqrt(q.shape[-1], dtype=q.dtype)
        if causal:
            scores = np.where(np.tri(*scores.shape[-2:], k=LATE, dtype=bool), scores, -np.inf)
        if mask is not None:
            scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return weights / weights.sum(axis=-1, keepdims=True) @ v

    LATE = 0
    """
OPERATION = "scaled_dot_product_attention"
FEW = ["--dtypes", "float32", "--shapes", "n=4,m=6,d=8,c=3", "--masks", "none", "causal", "random", "--no-isolation"]


@pytest.fixture
def attention(write):
    """Writes a file with an attention in it, changed in one place."""
    return lambda old="", new="": write("mine.py", ATTENTION.replace(old, new) if old else ATTENTION)


def fits(plain: Any, schema: dict[str, Any], place: str = "$") -> None:
    """Hold a JSON value to those parts of JSON Schema that lastdigit's schemas use."""
    assert set(schema) <= {
        *("$schema", "title", "description", "type", "enum", "properties", "required", "additionalProperties"),
        *("items", "anyOf", "minimum"),
    }
    if "anyOf" in schema:
        assert any(_does_fit(plain, other) for other in schema["anyOf"]), place
    if "enum" in schema:
        assert plain in schema["enum"], place
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "null": type(None), "boolean": bool}
    if "type" in schema:
        wanted = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        found = [
            isinstance(plain, (int, float)) if kind == "number" else isinstance(plain, kinds[kind]) for kind in wanted
        ]
        assert any(found), f"{place}: {plain!r} is none of {wanted}"
    assert not isinstance(plain, int) or plain >= schema.get("minimum", plain), place
    if isinstance(plain, dict):
        assert set(schema.get("required", ())) <= set(plain), place
        for name, value in plain.items():
            other = schema.get("properties", {}).get(name, schema.get("additionalProperties", {}))
            assert other is not False, f"{place}.{name}"
            fits(value, other, f"{place}.{name}")
    for number, value in enumerate(plain if isinstance(plain, list) else ()):
        fits(value, schema.get("items", {}), f"{place}[{number}]")


def _does_fit(plain: Any, schema: dict[str, Any]) -> bool:
    try:
        fits(plain, schema)
    except AssertionError:
        return False
    return True


def test_a_right_function_agrees_and_what_was_inferred_is_said(attention, capsys):
    assert main(["check", f"{attention()}:attend", "--as", OPERATION]) == 0
    out = capsys.readouterr().out
    assert "inferred        framework numpy: the module imports no other" in out
    assert "38 inputs (20 of them exact: tolerance 0): 38 agrees" in out
    assert out.splitlines()[-1] == "agrees: 0 of 76 inputs fail"


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("LATE = 0", "LATE = 1", "causal mask lets the next token through"),
        ("/ np.sqrt(q.shape[-1], dtype=q.dtype)", "", "scores not scaled"),
        ("@ v", "@ v[..., ::-1, :]", ""),
        ("scores, -np.inf)\n        weights", "scores, 0)\n        weights", "masked scores set to zero"),
    ],
)
def test_a_wrong_function_disagrees_and_the_command_that_is_shown_shows_it_again(attention, capsys, old, new, name):
    path = attention(old, new)
    assert main(["check", f"{path}:attend", "--as", OPERATION, *FEW]) == 1
    out = capsys.readouterr().out
    assert name in out
    again = next(line for line in out.splitlines() if line.startswith("  again"))
    assert main(shlex.split(again)[2:]) == 1
    assert "disagrees: 1 of 1 inputs fail" in capsys.readouterr().out


def test_the_smallest_input_that_fails_is_as_small_as_it_can_be(attention, capsys):
    path = attention("LATE = 0", "LATE = 1")
    main(["check", f"{path}:attend", "--as", OPERATION, *FEW, "--only", "normal", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["smallest"]["sizes"] == {"c": 1, "d": 1, "m": 2, "n": 1}
    assert found["smallest"]["mask"].startswith("causal")


def test_what_is_printed_as_json_is_what_the_schema_says(attention, capsys):
    for path in (attention(), attention("LATE = 0", "LATE = 1")):
        main(["check", f"{path}:attend", "--as", OPERATION, *FEW, "--json"])
        found = json.loads(capsys.readouterr().out)
        fits(found, SCHEMA)
    assert main(["check", "--schema"]) == 0
    assert json.loads(capsys.readouterr().out) == SCHEMA
    broken = {**found, "verdict": "perhaps"}
    with pytest.raises(AssertionError):
        fits(broken, SCHEMA)


@pytest.mark.long
def test_exact_inputs_show_in_the_coarsest_format_what_no_tolerance_could(write, capsys):
    pytest.importorskip("torch")
    path = write(
        "mine.py",
        """
        import torch  # the framework

        def attend(q, k, v, *, causal=False, mask=None):
            result = torch.nn.functional.scaled_dot_product_attention(q, k, v)
            return result * (1 + 2**-8)
        """,
    )
    asked = ["--as", OPERATION, "--dtypes", "bfloat16", "--masks", "none", "--no-isolation"]
    assert main(["check", f"{path}:attend", *asked, "--only", "normal", "--shapes", "n=4,m=4,d=8,c=3"]) == 0
    assert main(["check", f"{path}:attend", *asked, "--only", "exact-one-key"]) == 1
    assert "every correct computation returns the same bits" in capsys.readouterr().out


def test_a_module_of_a_package_is_imported_by_its_name(write, tmp_path: Path, monkeypatch, capsys):
    write("kernels/__init__.py", "")
    write("kernels/root.py", "import numpy as np\nroot = np.sqrt\n")
    text = ATTENTION.replace("import numpy as np", "import numpy as np\n    from .root import root")
    write("kernels/mine.py", text.replace("np.sqrt(q.shape[-1], dtype=q.dtype)", "root(q.shape[-1], dtype=q.dtype)"))
    monkeypatch.chdir(tmp_path)
    assert main(["check", "kernels.mine:attend", "--as", OPERATION, *FEW]) == 0
    assert "agrees" in capsys.readouterr().out


def test_what_a_decorator_declares_need_not_be_said(write, capsys):
    path = write(
        "mine.py",
        """
        import numpy as np
        from lastdigit import implements

        @implements("total", dtypes=("float32",))
        def total(x):
            return x.sum(axis=-1)
        """,
    )
    assert main(["check", f"{path}:total"]) == 0
    out = capsys.readouterr().out
    assert "float64" not in out
    assert "as total" in out


def test_a_function_that_takes_no_batch_is_not_wrong(write, capsys):
    path = write("mine.py", ATTENTION.replace("k.mT", "k.T"))
    assert main(["check", f"{path}:attend", "--as", OPERATION, "--dtypes", "float32"]) == 0
    assert "left out        arrays with a batch axis, for which it raised ValueError" in capsys.readouterr().out


def test_operations_without_exact_inputs_say_so(write, capsys):
    path = write(
        "mine.py",
        """
        import numpy as np

        def norm(x, weight, bias, *, eps=1e-5):
            centred = x - x.mean(axis=-1, keepdims=True)
            variance = (centred * centred).mean(axis=-1, keepdims=True)
            return centred / np.sqrt(variance + x.dtype.type(eps)) * weight + bias
        """,
    )
    assert main(["check", f"{path}:norm", "--as", "layer_norm", "--dtypes", "float64"]) == 0
    assert "no exact input in float64: layer_norm rounds intermediate results" in capsys.readouterr().out


def test_what_a_function_does_in_place_of_returning_is_told(write, capsys):
    path = write(
        "mine.py",
        """
        import time

        def hangs(x):
            time.sleep(60)

        def prints(x):
            print("loud")
            return x.sum(axis=-1)

        def ends(x):
            raise SystemExit(0)
        """,
    )
    asked = ["--as", "total", "--dtypes", "float32", "--shapes", "n=2,d=3", "--only", "normal"]
    assert main(["check", f"{path}:hangs", *asked, "--call-seconds", "0.5"]) == 1
    assert "did not return within 0.5 s" in capsys.readouterr().out
    assert main(["check", f"{path}:ends", *asked]) == 1
    assert "raised SystemExit: 0" in capsys.readouterr().out
    assert main(["check", f"{path}:prints", *asked, "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["verdict"] == "agrees"
    assert "loud" in captured.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["mine.py:attend"], "NoOperation: --as must say what"),
        (["mine.py:atend", "--as", OPERATION], "did you mean 'attend'?"),
        (["mine.py:attend", "--as", "softmaks"], "did you mean 'softmax'?"),
        (["nothing.py:attend", "--as", OPERATION], "found none at nothing.py"),
        (["mine:", "--as", OPERATION], "expected module:function or path/to/file.py:function, found 'mine:'"),
        (["no.such:f", "--as", OPERATION], "expected a module that can be imported, found 'no.such'"),
        (["mine.py:attend", "--as", OPERATION, "--shapes", "n=0"], "found 'n=0'"),
        (["mine.py:attend", "--as", OPERATION, "--shapes", "w=4"], "has no axis 'w'"),
        (["mine.py:attend", "--as", OPERATION, "--dtypes", "float31"], "float31"),
        (["mine.py:attend", "--as", OPERATION, "--only", "norml"], "did you mean 'normal'?"),
        (["mine.py:attend", "--as", OPERATION, "--framework", "nunpy"], "did you mean 'numpy'?"),
        (["mine.py:attend", "--as", OPERATION, "--device", "cuda"], "since numpy has none"),
        ([], "name what to check"),
    ],
)
def test_what_cannot_be_done_is_an_error_of_usage(attention, tmp_path, monkeypatch, capsys, arguments, words):
    attention()
    monkeypatch.chdir(tmp_path)
    assert main(["check", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err
    assert len(captured.err.splitlines()) == 1


@pytest.mark.parametrize("layout", ["contiguous", "strided", "transposed", "shifted"])
def test_every_layout_holds_the_same_numbers(layout: str):
    for shape in ((3, 4), (5,), (2, 3, 4)):
        array = np.arange(np.prod(shape), dtype=float).reshape(shape)
        view = laid(array, layout, lambda numbers: numbers)
        assert np.array_equal(view, array)
        assert view is not array
        if layout in ("strided", "shifted"):
            assert np.isnan(view.base).any()


def test_a_softmax_that_overflows_fails_on_hard_inputs(write, capsys):
    path = write(
        "mine.py", "import numpy as np\n\ndef f(x):\n    e = np.exp(x)\n    return e / e.sum(-1, keepdims=True)\n"
    )
    asked = ["--as", "softmax", "--dtypes", "float32", "--shapes", "n=3,m=5", "--no-isolation", "--only"]
    assert main(["check", f"{path}:f", *asked, "normal", "large"]) == 0
    assert main(["check", f"{path}:f", *asked, "spike"]) == 1
    assert "returned nan" in capsys.readouterr().out


def test_two_masks_at_once_need_not_be_taken(attention, capsys):
    path = attention(
        "scores = q", 'if causal and mask is not None:\n            raise ValueError("one mask")\n        scores = q'
    )
    assert main(["check", f"{path}:attend", "--as", OPERATION, "--dtypes", "float32"]) == 0
    assert (
        "left out        a mask together with causal=True, for which it raised ValueError: one mask"
        in capsys.readouterr().out
    )


def test_what_all_failing_inputs_have_in_common_is_said(write, capsys):
    path = write(
        "mine.py",
        """
        def f(x):
            return x.sum(axis=-1) if x.flags.c_contiguous else x.sum(axis=-1) + x.dtype.type(1)
        """,
    )
    assert main(["check", f"{path}:f", "--as", "total", "--dtypes", "float32"]) == 1
    assert "it fails only with the layout strided, transposed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("takes", "uses", "status"),
    [
        ("x, weight, bias=None", "x @ weight.T + (0 if bias is None else bias)", 0),
        ("x, weight", "x @ weight.T", 0),
        ("x, weight, bias=None", "x @ weight.T", 1),
        ("x, weight, bias=None", "x @ weight.T + (1 if bias is None else bias)", 1),
    ],
)
def test_optional_arrays_are_given_and_left_out(write, capsys, takes: str, uses: str, status: int):
    path = write("mine.py", f"def f({takes}):\n    return ({uses}).astype(x.dtype)\n")
    asked = ["--as", "linear", "--dtypes", "float32", "--no-isolation"]
    assert main(["check", f"{path}:f", *asked]) == status
    out = capsys.readouterr().out
    if "1 if" in uses:
        assert "again" in out
        again = next(line for line in out.splitlines() if line.startswith("  again"))
        assert "--without-optional" in again
        assert main(shlex.split(again)[2:]) == 1
    assert main(["check", f"{path}:f", *asked, "--without-optional"]) == (1 if "1 if" in uses else 0)


def test_a_parameter_that_is_ignored_shows(write, capsys):
    path = write(
        "mine.py",
        """
        import numpy as np

        def norm(x, weight, bias, *, eps=1e-5):
            centred = x - x.mean(axis=-1, keepdims=True)
            variance = (centred * centred).mean(axis=-1, keepdims=True)
            return centred / np.sqrt(variance + x.dtype.type(1e-5)) * weight + bias
        """,
    )
    asked = ["check", f"{path}:norm", "--as", "layer_norm", "--dtypes", "float64", "--no-isolation"]
    assert main(asked) == 1
    again = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("  again"))
    assert "--set eps=0.01024" in again
    assert main(shlex.split(again)[2:]) == 1
    assert main([*asked, "--set", "eps=1e-5"]) == 0
    assert main([*asked, "--set", "esp=1e-5"]) == 2
    assert "did you mean 'eps'?" in capsys.readouterr().err
