"""Implementations are found by reading their files: nothing is imported, and every wrong declaration has its line."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from lastdigit.base.errors import ImplementationConflict, InvalidImplementation, MissingFramework, UnknownOperation
from lastdigit.implementations.implementation import Implementation, find_implementations
from lastdigit.implementations.isolation.call import made

ADAPTER = """
    DTYPES = ("float64", "float32")
    ACCUMULATION = {"float32": "float64"}

    def from_numpy(array, dtype):
        return array.astype(dtype)

    def to_numpy(result):
        return result, str(result.dtype)
    """
HEAD = "import numpy\nfrom lastdigit import implements\n"
Write = Callable[[str, str], Path]


@pytest.fixture
def find(write: Write, tmp_path: Path) -> Callable[..., list[Implementation]]:
    """What is found in a folder that holds a NumPy adapter and these files."""

    def found(**files: str) -> list[Implementation]:
        write("implementations/frameworks/numpy.py", ADAPTER)
        for name, text in files.items():
            write(f"implementations/{name}.py", text)
        return find_implementations(tmp_path / "implementations")

    return found


def test_files_are_read_and_not_imported(find):
    text = HEAD + 'raise SystemExit("imported")\n\n@implements("total")\ndef f(x): ...\n'
    before = set(sys.modules)
    before = set(sys.modules)
    (implementation,) = find(mine=text)
    assert (implementation.name, implementation.operation, implementation.line) == ("mine", "total", 6)
    assert set(sys.modules) == before


def test_discovery_of_this_project_imports_no_framework(root: Path, python):
    code = "import sys; from pathlib import Path; "
    code += "from lastdigit.implementations.implementation import find_implementations as find; "
    code += f"print(len(find(Path({str(root / 'implementations')!r}))), sorted(sys.modules))"
    process = python("-c", code)
    count, _, modules = process.stdout.partition(" ")
    assert int(count) > 100, process.stderr
    assert not {"'torch'", "'jax'", "'tensorflow'"} & set(modules.strip("[]\n").split(", "))


def test_a_declaration_says_operation_variant_formats_arrays_and_parameters(find):
    text = """
    from lastdigit import implements

    @implements("softmax", variant="slow", dtypes=("float32",), key_tile=4, exp_error=9.0)
    def f(x): ...

    @implements("layer_norm")
    @implements("total", variant="other")
    def g(x): ...
    """
    with pytest.raises(InvalidImplementation, match=r"mine.py:8: expected arrays x, weight, bias in this order"):
        find(mine=text.replace("def g(x)", "def g(x, wieght)"))
    layer_norm, other, softmax = find(mine=text)
    assert (softmax.name, softmax.dtypes, softmax.key_tile, softmax.exp_error) == ("mine_slow", ("float32",), 4, 9.0)
    assert (other.name, other.operation, other.dtypes) == ("mine_other", "total", ("float64", "float32"))
    assert (layer_norm.name, layer_norm.operation, layer_norm.key_tile) == ("mine", "layer_norm", None)
    assert softmax.arithmetic("float32").accumulation.name == "float64"
    assert softmax.arithmetic("float32").tiles(9) == 3


def test_an_implementation_is_run_only_on_what_its_signature_takes(find):
    text = HEAD + '@implements("layer_norm")\ndef f(x, weight): ...\n'
    (implementation,) = find(mine=text)
    assert implementation.supports(frozenset(), frozenset({"x", "weight"}))
    assert not implementation.supports(frozenset({"eps"}), frozenset({"x", "weight"}))
    assert not implementation.supports(frozenset(), frozenset({"x", "weight", "bias"}))


@pytest.mark.parametrize(
    ("declaration", "line", "words"),
    [
        ('@implements("total")\ndef f(y): ...', 4, "expected arrays x in this order, .*, found y"),
        ('@implements("linear")\ndef f(x, bias): ...', 4, "expected arrays x, weight, bias in this order"),
        ('@implements("total")\ndef f(x, *, axis): ...', 4, r"parameters among \[\], found x, \*, axis"),
        ('@implements("total", dtypes=DTYPES)\ndef f(x): ...', 3, "expected literal arguments of @implements"),
        ('@implements("total", speed=3)\ndef f(x): ...', 3, "unexpected keyword argument 'speed'|speed"),
        ("@implements()\ndef f(x): ...", 3, "missing a required argument: 'operation'"),
        ("def f(x:\n", 3, "expected Python source, found"),
    ],
)
def test_a_declaration_that_cannot_be_read_has_its_file_and_line(find, tmp_path: Path, declaration: str, line, words):
    with pytest.raises(InvalidImplementation, match=words) as error:
        find(mine=HEAD + f"{declaration}\n")
    assert (error.value.path, error.value.line) == (tmp_path / "implementations" / "mine.py", line)


@pytest.mark.parametrize(
    "declaration",
    [
        '@implements("totall")\ndef f(x): ...',
        '@implements("total", dtypes=("float17",))\ndef f(x): ...',
    ],
)
def test_an_operation_or_format_that_does_not_exist_has_its_file_and_line(find, tmp_path: Path, declaration: str):
    place = re.escape(f"{tmp_path / 'implementations' / 'mine.py'}:")
    with pytest.raises((UnknownOperation, InvalidImplementation), match=rf"{place}[34]: "):
        find(mine=HEAD + f"{declaration}\n")


def test_two_functions_of_one_name_and_operation_are_in_conflict(find, tmp_path: Path):
    function = '@implements("total"{})\ndef {}(x): ...\n'
    folder = tmp_path / "implementations"
    with pytest.raises(ImplementationConflict) as error:
        find(mine=HEAD + function.format("", "f") + function.format("", "g"))
    assert str(error.value).startswith(f"{folder / 'mine.py'}:6: expected one function for total in mine")
    assert f"{folder / 'mine.py'}:4; give one of them a variant" in str(error.value)
    assert len(find(mine=HEAD + function.format("", "f") + function.format(', variant="b"', "g"))) == 2
    with pytest.raises(ImplementationConflict, match=r"mine_b.py:4: .* another at .*mine.py:6"):
        find(mine_b=HEAD + function.format("", "f"))


@pytest.mark.parametrize(
    ("adapter", "words"),
    [
        ("import numpy\n", r"DTYPES = \(...\), the formats that the framework offers, found none"),
        ("DTYPES = (\n", "Python source"),
        ("DTYPES = make()\n", "literal"),
        ("DTYPES = ('float64',)\nDEVICE = make()\n", None),
    ],
)
def test_an_adapter_that_cannot_be_read_is_named_and_its_other_constants_are_its_own(find, write, adapter, words):
    path = write("implementations/frameworks/fake.py", adapter)
    if words is None:
        assert find() == []
        return
    with pytest.raises(InvalidImplementation, match=words) as error:
        find()
    assert error.value.path == path


def test_the_framework_is_the_one_that_a_file_imports(find, write: Write):
    write("implementations/frameworks/fake.py", ADAPTER.replace('"float32")', '"float16")'))
    text = 'from lastdigit import implements\n\n@implements("total")\ndef f(x): ...\n'
    found = {
        implementation.name: (implementation.framework, implementation.dtypes[1])
        for implementation in find(plain=text, direct="import fake\n" + text, part="from fake.nn import a\n" + text)
    }
    assert found == {"plain": ("numpy", "float32"), "direct": ("fake", "float16"), "part": ("fake", "float16")}


def test_a_framework_that_is_not_installed_is_missing_and_nothing_else_is_taken_for_it(find, write: Write):
    write("implementations/frameworks/framework_of_no_one.py", "    import framework_of_no_one\n" + ADAPTER)
    text = 'from lastdigit import implements\nimport {}\n\n@implements("total")\ndef f(x): ...\n'
    missing, broken = find(a=text.format("framework_of_no_one"), b=text.format("module_of_no_one"))
    with pytest.raises(MissingFramework, match="framework_of_no_one is not installed") as error:
        made(missing.call("float64", {}), [np.ones(2)])
    assert error.value.framework == "framework_of_no_one"
    with pytest.raises(ModuleNotFoundError, match="module_of_no_one"):
        made(broken.call("float64", {}), [np.ones(2)])


def test_an_implementation_gets_numbers_of_its_format_and_gives_its_result_with_its_dtype(find):
    (mine,) = find(mine=HEAD + '@implements("total")\ndef f(x):\n    return x.sum(axis=-1)\n')
    returned = made(mine.call("float32", {}), [np.array([0.5, 0.25])])
    assert (returned.result.item(), returned.result.dtype, returned.dtype) == (0.75, np.float64, "float32")


def test_the_arithmetic_model_that_is_declared_is_the_widest_that_may_fit(find):
    (implementation,) = find(mine=HEAD + '@implements("softmax", arithmetic="stored")\ndef f(x): ...\n')
    assert implementation.arithmetic("float32").model == "stored"
    (silent,) = find(mine=HEAD + '@implements("softmax")\ndef f(x): ...\n')
    assert silent.arithmetic("float32").model == "split"
    with pytest.raises(InvalidImplementation, match=r"mine\.py:3: expected one of the arithmetic models"):
        find(mine=HEAD + '@implements("softmax", arithmetic="fast")\ndef f(x): ...\n')
