"""What the tests of extraction share: they read notebooks that they make up."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from lastdigit.extraction.extracted import Extraction
from tests.harness.made_up_notebooks import extracted


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Extraction]:
    """Extracts from a notebook of cells, each a source and its outputs."""
    return partial(extracted, tmp_path)
