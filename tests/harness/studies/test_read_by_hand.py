"""The draw of goldens that a person reads: few of each notebook and source, each on a sheet of its own."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

from studies.read_by_hand.draw import OF_A_NOTEBOOK, OF_A_SOURCE, drawn
from studies.read_by_hand.run import main
from studies.read_by_hand.sheet import sheet
from tests.harness.made_up_notebooks import written

NAMES = ("share", "mean", "height", "depth")
CELL = ("\n".join(f"print('{name}', {name} / n)" for name in NAMES), "".join(f"{name} 0.25\n" for name in NAMES))


def folder_of(tmp_path: Path, sources: int, notebooks: int) -> Path:
    for source in range(sources):
        folder = tmp_path / "notebooks" / f"source{source}"
        folder.mkdir(parents=True)
        for number in range(notebooks):
            written(folder, ("import numpy as np", ""), CELL, name=f"{number}.ipynb")
    return tmp_path / "notebooks"


def test_few_goldens_are_drawn_of_a_notebook_and_of_a_source(tmp_path: Path):
    one = drawn(folder_of(tmp_path, sources=1, notebooks=1), 100, Random(1))
    assert len(one) == OF_A_NOTEBOOK
    several = drawn(folder_of(tmp_path / "more", sources=2, notebooks=5), 100, Random(1))
    assert len(several) == 2 * OF_A_SOURCE


def test_a_draw_after_another_is_of_other_notebooks(tmp_path: Path, capsys):
    folder = folder_of(tmp_path, sources=2, notebooks=2)
    first, second = tmp_path / "first", tmp_path / "second"
    assert main([str(folder), "--goldens", "3", "--into", str(first)]) == 0
    assert main([str(folder), "--into", str(second), "--after", str(first)]) == 0
    assert "3 goldens of " in capsys.readouterr().out
    read = [
        {path.read_text().partition("\n")[0].split(" of ")[1] for path in one.glob("*.txt")} for one in (first, second)
    ]
    assert read[0]
    assert read[1]
    assert read[0].isdisjoint(read[1])


def test_each_sheet_shows_a_golden_with_its_interval_and_its_cell(tmp_path: Path, capsys):
    folder = folder_of(tmp_path, sources=2, notebooks=2)
    assert main([str(folder), "--goldens", "4", "--into", str(tmp_path / "sheets")]) == 0
    assert capsys.readouterr().out.startswith("4 goldens of ")
    sheets = sorted((tmp_path / "sheets").glob("*.txt"))
    assert len(sheets) == 4
    for text in (path.read_text() for path in sheets):
        assert "intervals: " in text
        assert "print('share', share / n)" in text
        assert "share 0.25" in text
    assert (tmp_path / "sheets" / "rule.md").is_file()


def test_a_number_that_no_float_holds_is_shown_with_its_digits(tmp_path: Path):
    folder = tmp_path / "notebooks" / "source"
    folder.mkdir(parents=True)
    ways = math.factorial(200)
    written(folder, ("n = len(open('names').readlines())", ""), ("ways = math.factorial(n)\nprint(ways)", f"{ways}\n"))
    (one,) = drawn(tmp_path / "notebooks", 1, Random(1))
    assert f"[{ways}, {ways}]" in sheet(0, one)


def test_a_complex_number_is_shown_with_an_interval_for_each_of_its_parts(tmp_path: Path):
    folder = tmp_path / "notebooks" / "source"
    folder.mkdir(parents=True)
    written(folder, ("import numpy as np\nprint(np.fft.fft(np.loadtxt('x')))", "[0.5+0.1j 0.2-0.3j]\n"))
    (one,) = drawn(tmp_path / "notebooks", 1, Random(1))
    (line,) = [line for line in sheet(0, one).split("\n") if line.startswith("intervals: ")]
    assert line.count("[") == 4
    assert line.count(" times j") == 2
