"""``lastdigit sweep``: many inputs, on several processes, resumed, and the smallest one that fails."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from lastdigit.base.extras import MissingExtra
from lastdigit.check.checked import Checked, How, attempt, smallest_of
from lastdigit.check.numbered import Space
from lastdigit.check.plan import Asked
from lastdigit.check.pools import in_processes, tasks_of
from lastdigit.check.shrink import shrunk
from lastdigit.check.spec import Spec
from lastdigit.check.sweep import Job, Line, sweep, swept
from lastdigit.check.target import find_target
from lastdigit.check.trial import Trial
from lastdigit.commands.command_line import main
from lastdigit.implementations.isolation.runner import InThisProcess
from lastdigit.verdicts.verdict import AGREES, DISAGREES, Verdict

SUMS = """
    import numpy as np

    def right(x):
        return x.sum(axis=-1)

    def wrong(x):
        return x[..., :15].sum(axis=-1) if x.shape[-1] > 15 and x.shape[-2] > 2 else x.sum(axis=-1)
    """


@pytest.fixture
def job(write):
    """A sweep of one of two sums."""
    path = write("sums.py", SUMS)
    return lambda name: Job(Space(find_target(f"{path}:{name}", "total"), Asked(dtypes=("float32",))), How())


def quietly(line: Line) -> None:
    del line


def test_numbers_give_the_same_inputs_every_time_and_many_kinds(job):
    space = job("right").space
    specs = [space.spec(number) for number in range(200)]
    assert specs == [space.spec(number) for number in range(200)]
    assert len({spec.kind for spec in specs}) > 6
    assert len({spec.layout for spec in specs}) == 4
    assert any("b" in spec.sizes for spec in specs)
    assert not any("b" in replace(space, batches=False).spec(number).sizes for number in range(200))


def test_an_interrupted_sweep_goes_on_where_it_stopped(job, tmp_path: Path):
    asked: list[int] = []

    def counted(job: Job, pieces):
        for piece in pieces:
            asked.extend(piece)
            if len(asked) > 20:
                raise KeyboardInterrupt
            yield swept(job, piece)

    path = tmp_path / "kept" / "sweep.jsonl"
    with pytest.raises(KeyboardInterrupt):
        sweep(job("right"), 40, path, counted, quietly)
    with path.open("a") as file:
        file.write('{"number": 39, "verd')
    asked.clear()
    lines = sweep(job("right"), 40, path, tasks_of(1, ""), quietly)
    assert [line["number"] for line in lines] == list(range(40))
    kept = [json.loads(line) for line in path.read_text().splitlines()]
    assert sorted(line["number"] for line in kept[1:]) == list(range(40))
    assert sweep(job("right"), 40, path, counted, quietly) == lines
    assert asked == []


@pytest.mark.long
def test_processes_give_what_one_gives(job, tmp_path: Path):
    alone, together = (
        sweep(job("wrong"), 48, tmp_path / f"{workers}.jsonl", tasks_of(workers, ""), quietly) for workers in (1, 2)
    )
    for one, other in zip(alone, together, strict=True):
        assert {**one, "seconds": 0} == {**other, "seconds": 0}
    assert {line["verdict"] for line in alone} >= {AGREES, DISAGREES}


def test_a_failing_input_shrinks_to_the_smallest_shape_that_fails(job, capsys):
    wrong = job("wrong")
    spec = Spec("total", "normal", {"b": 3, "d": 60, "n": 40}, "float32", layout="strided")
    found = attempt(wrong.space.target, spec, InThisProcess(), wrong.how)
    smallest = smallest_of(Checked(wrong.space.target, wrong.how, (found,)), InThisProcess())
    assert smallest.spec.sizes == {"d": 16, "n": 3}
    assert smallest.spec.layout == "contiguous"


def test_shrinking_stops_after_so_many_tries():
    tries: list[Spec] = []

    def never(spec: Spec) -> None:
        tries.append(spec)

    spec = Spec("total", "normal", {"d": 60, "n": 40}, "float32")
    failing = Trial(spec, Verdict("", "", "", "total", "", "float32", "definition", DISAGREES))
    assert shrunk(failing, never, most=3) is failing
    assert len(tries) == 3


def test_a_wrong_function_ends_with_1_and_the_command_that_shows_it(write, tmp_path: Path, capsys):
    path = write("sums.py", SUMS)
    into = str(tmp_path / "sweep.jsonl")
    asked = ["--as", "total", "--dtypes", "float32", "--inputs", "64", "--workers", "1", "--into", into]
    assert main(["sweep", f"{path}:wrong", *asked]) == 1
    out = capsys.readouterr().out
    assert "--shapes d=16,n=3 --dtypes float32" in out
    assert main(["sweep", f"{path}:right", *asked]) == 2
    assert "one with another sweep" in capsys.readouterr().err
    path.write_text(path.read_text() + "\n# changed\n")
    assert main(["sweep", f"{path}:wrong", *asked]) == 2
    assert "one with another sha256" in capsys.readouterr().err


def test_a_file_that_is_no_sweep_is_refused(write, tmp_path: Path, capsys):
    path, into = write("sums.py", SUMS), write("other.jsonl", "{}\nnot json\n")
    asked = ["--as", "total", "--inputs", "4", "--workers", "1", "--into", str(into)]
    assert main(["sweep", f"{path}:right", *asked]) == 2
    assert "other.jsonl:2: expected a line of a sweep, found not json" in capsys.readouterr().err


def test_without_ray_a_cluster_is_a_named_error(job, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"lastdigit\[cluster\]"):
        list(tasks_of(1, "here")(job("right"), [[0]]))


@pytest.mark.long
def test_a_cluster_gives_what_a_process_gives(job):
    pytest.importorskip("ray", reason="ray runs the sweep on a cluster (the extra cluster)")
    pieces = [[0, 1], [2, 3]]
    found = [line for lines in tasks_of(2, "here")(job("wrong"), pieces) for line in lines]
    alone = [line for lines in in_processes(job("wrong"), pieces, workers=1) for line in lines]
    assert sorted((line["number"], line["verdict"]) for line in found) == [
        (line["number"], line["verdict"]) for line in alone
    ]
