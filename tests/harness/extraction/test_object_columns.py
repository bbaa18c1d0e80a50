"""Columns of strings of digits, told from numbers by how pandas prints the names of columns."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastdigit.extraction.object_columns import is_of_objects
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.scan import scan
from tests.harness.made_up_notebooks import result, tokens


def columns(text: str) -> dict[str, ArrayPrint]:
    return {found.array.column.name: found.array for found in scan(text) if found.array.column is not None}


FRAME = pd.DataFrame(
    {"kind": ["pear", "plum"], "reviews": ["159", "96"], "weight": [7, 12], "n": [1, 2], "stones": ["4", "5"]}
)


@pytest.mark.parametrize("frame", [FRAME, FRAME.iloc[:, 1:], FRAME.iloc[:, ::-1], pd.concat([FRAME] * 40)])
def test_a_name_one_space_from_the_column_before_it_is_one_of_objects(frame: pd.DataFrame):
    text = repr(frame)
    found = {name: is_of_objects(array, text) for name, array in columns(text).items()}
    assert found == {"reviews": True, "weight": False, "n": False, "stones": True}


@given(
    names=st.lists(st.text("abcdefgh", min_size=1, max_size=12), min_size=2, max_size=6, unique=True),
    seed=st.integers(0, 2**32 - 1),
)
def test_no_column_of_integers_is_one_of_objects(names: list[str], seed: int):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            name: (10.0 ** rng.integers(0, 7) * rng.normal(size=4)).astype(int)
            if rng.random() < 0.6
            else rng.choice(["pear", "a plum", "x"], size=4)
            for name in names
        }
    )
    text = repr(frame)
    assert not any(is_of_objects(array, text) for array in columns(text).values())


@pytest.mark.parametrize(("source", "kept"), [("years.str.replace('a', '')", []), ("years.map(f)", ["1987 1990 1992"])])
def test_what_a_method_of_texts_gives_is_a_series_of_texts(read, source: str, kept: list[str]):
    text = "0    1987\n1    1990\n2    1992\nName: Year, dtype: object"
    assert tokens(read(("import pandas as pd\n" + source, result(text)))) == kept


def test_days_that_are_written_as_integers_are_no_results(read):
    text = "        date  pears\n0  20200630      3\n1  20200701      5\n"
    assert tokens(read(("import pandas as pd\nprint(frame)", text))) == ["3 5"]
