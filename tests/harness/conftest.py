"""What the tests of the harness share: the repository, the documents, and small projects of a test's own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import settings

from lastdigit.cases.reference import ReferenceDocument, load_reference_document
from lastdigit.extraction.extract import extract
from lastdigit.readers.table import read_document
from lastdigit.store.documents import store

EXAMPLES = int(os.environ.get("LASTDIGIT_EXAMPLES", "100"))
"""How many examples hypothesis tries where a test does not say: fewer where other interpreters have tried many."""

settings.register_profile("harness", deadline=None, derandomize=True, max_examples=EXAMPLES)
settings.load_profile("harness")

SLOW = 120
"""Seconds after which a subprocess of a test counts as hung."""

OWN, ALL = "lastdigit.pytest_plugin", "all"
"""Which plugins pytest loads in a small project: lastdigit's, which is quickest, or every one that is installed."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what runs a project of its own; the longest tests come first, so that none is waited for at the end."""
    for item in items:
        if "small_project" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.small_project)
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(scope="session")
def root(pytestconfig: pytest.Config) -> Path:
    """The repository."""
    return pytestconfig.rootpath


@pytest.fixture(scope="session")
def documents(root: Path) -> Path:
    """The folder of the five documents, which lies beside the repository and is not part of it."""
    folder = Path(os.environ.get("LASTDIGIT_DOCUMENTS") or root.parent / "shared" / "documents")
    if not folder.is_dir():
        pytest.skip(f"the documents are not there: {folder}")
    return folder


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Writes a file below the test's own folder, its text freed of common indentation."""

    def write_text(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
        return path

    return write_text


NOTEBOOK = """
    In [1]:
    x = np.array([[0.5, 1.5], [2.0, 3.0]])
    print("y:", x.sum(axis=1) - [0.5, 1.0])
    print("size:", x.shape)

    y: [1.5 4. ]
    size: torch.Size([2, 2])
    """


@pytest.fixture
def document_with(write: Callable[[str, str], Path], tmp_path: Path) -> Callable[[str], ReferenceDocument]:
    """A stored document of three goldens, x, y and size, with the case file that a test gives it."""

    def stored(cases: str) -> ReferenceDocument:
        read = read_document(write("007.txt", NOTEBOOK))
        store(read, extract(read), tmp_path / "reference_data")
        write("reference_data/007/cases.toml", cases)
        return load_reference_document(tmp_path / "reference_data" / "007")

    return stored


@dataclass(frozen=True)
class SmallProject:
    """A project in a folder of its own: one document's reference data, one implementation, the verification suite."""

    folder: Path

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace the only place in a file where ``old`` stands."""
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def append(self, name: str, text: str) -> None:
        """Add lines to the end of a file."""
        with (self.folder / name).open("a", encoding="utf-8") as file:
            file.write(dedent(text))

    def report(self, name: str) -> str:
        """What the run wrote into one of its reports."""
        return (self.folder / "reports" / name).read_text(encoding="utf-8")

    def run(self, *arguments: str, plugins: str = OWN) -> subprocess.CompletedProcess[str]:
        """Run its suite with pytest in a process of its own: with these plugins alone, or with all that there are."""
        command = ["-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(self.folder), *arguments]
        alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": plugins}
        return run_python(*command, folder=self.folder, **({} if plugins == ALL else alone))


def run_python(*arguments: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run this interpreter in ``folder``, with neither the session's pytest options nor its width of lines.

    Nor with CI's variables, which make pytest repeat the whole of a failure in its summary, and lastdigit annotate it.
    """
    foreign = ("PYTEST_", "COLUMNS", "CI", "GITHUB_")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**environment, "PYTHONIOENCODING": "utf-8", "OMP_NUM_THREADS": "1", **variables},
        capture_output=True,
        encoding="utf-8",
        timeout=SLOW,
        check=False,
    )


@pytest.fixture
def python(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs this interpreter in the test's own folder."""
    return lambda *arguments: run_python(*arguments, folder=tmp_path)


@pytest.fixture
def small_project(root: Path, tmp_path: Path) -> SmallProject:
    """Document 000 with one NumPy implementation in float64: it passes its gate until a test breaks something."""
    return make_small_project(root, tmp_path / "project")


def make_small_project(root: Path, folder: Path) -> SmallProject:
    """The same in any folder."""
    shutil.copytree(root / "reference_data" / "000", folder / "reference_data" / "000")
    shutil.copytree(root / "tests" / "verification", folder / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "conftest.py", folder / "conftest.py")
    (folder / "pytest.ini").write_text("[pytest]\ntestpaths = tests\nmarkers =\n    xdist_group(name): one process\n")
    (folder / "implementations").mkdir()
    (folder / "implementations" / "mine.py").write_text(dedent(MINE), encoding="utf-8")
    return SmallProject(folder)


MINE = '''
"""Attention as a reader of the README would write it."""

import numpy as np

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    return np.sum(x[..., np.newaxis, :] * weight, axis=-1) + bias


@implements("uniform_initialization", dtypes=("float64",))
def uniform_initialization(unit, *, fan_in):
    return (2 * unit - 1) / np.sqrt(fan_in)


@implements("attention_weights", dtypes=("float64",))
def attention_weights(q, k):
    scores = q @ k.T / np.sqrt(q.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


@implements("self_attention_weights", dtypes=("float64",))
def self_attention_weights(x, w_query, w_key):
    return attention_weights(x @ w_query, x @ w_key)


@implements("scaled_dot_product_attention", dtypes=("float64",))
def attention(q, k, v):
    return attention_weights(q, k) @ v


@implements("self_attention", dtypes=("float64",))
def self_attention(x, w_query, w_key, w_value):
    return attention(x @ w_query, x @ w_key, x @ w_value)
'''
