"""The command: exit codes, tables on standard output, errors in words on standard error."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lastdigit import __version__
from lastdigit.commands.command_line import main
from lastdigit.readers.table import find_documents

NOTEBOOK = """
    In [1]:
    x = np.array([0.5, 1.5])
    y = x @ w
    print("y:", y)
    print("shape:", y.shape)

    y: tensor([[1.5000, 2.5000]])
    shape: torch.Size([1, 2])
    """
DRAW = """
    [[draw]]
    generator = "torch"
    seed = 5
    inputs = [{ name = "drawn", call = "rand", shape = [2, 3] }]
    """


@pytest.fixture(autouse=True)
def _wide_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def table(text: str) -> dict[str, list[str]]:
    """The rows of a printed table by their first cells."""
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in text.splitlines() if line.startswith("│")]
    return {row[0]: row[1:] for row in rows}


def test_extract_prints_what_it_found_and_the_totals(write, tmp_path: Path, capsys):
    documents = [str(write(f"{name}.txt", NOTEBOOK)) for name in ("a", "b")]
    assert main(["extract", *documents, "--into", str(tmp_path / "store")]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert table(captured.out) == {
        "a": ["1", "2", "", "1", "1"],
        "b": ["1", "2", "", "1", "1"],
        "all": ["2", "4", "0", "2", "2"],
    }
    assert sorted(path.name for path in (tmp_path / "store").iterdir()) == ["a", "b"]


def test_every_document_is_tried_and_every_failure_named_before_the_end(write, tmp_path: Path, capsys):
    write("b.txt", NOTEBOOK)
    write("a.ipynb", "no cells\n")
    write("c.ipynb", "none here either\n")
    assert main(["extract", str(tmp_path), "--into", str(tmp_path / "store")]) == 1
    captured = capsys.readouterr()
    assert table(captured.out) == {"b": ["1", "2", "", "1", "1"], "all": ["1", "2", "0", "1", "1"]}
    lines = captured.err.splitlines()
    assert [line.partition(": expected")[0] for line in lines] == [
        f"lastdigit: UnreadableDocument: {tmp_path / name}:1:1" for name in ("a.ipynb", "c.ipynb")
    ]


def test_check_writes_nothing(write, tmp_path: Path, capsys):
    document = str(write("a.txt", NOTEBOOK))
    assert main(["extract", document, "--into", str(tmp_path / "store"), "--check"]) == 1
    assert f"StoreMismatch: {document}:1: expected a record" in capsys.readouterr().err
    assert not (tmp_path / "store").exists()


def test_extracting_from_a_folder_without_documents_is_no_success(tmp_path: Path):
    assert main(["extract", str(tmp_path), "--into", str(tmp_path / "store")]) == 1


@pytest.mark.parametrize("options", [[], ["--check"]])
def test_drawing_for_a_store_without_documents_is_no_success(tmp_path: Path, options: list[str]):
    assert main(["draw", "--store", str(tmp_path), *options]) == 1


def test_draw_stores_inputs_and_check_holds_them_to_their_recipes(write, tmp_path: Path, capsys):
    main(["extract", str(write("a.txt", NOTEBOOK)), "--into", str(tmp_path / "store")])
    write("store/a/cases.toml", DRAW)
    command = ["draw", "--store", str(tmp_path / "store")]
    assert main([*command, "--check"]) == 1
    assert "drawn.csv:1: expected input drawn" in capsys.readouterr().err
    assert main(command) == 0
    assert table(capsys.readouterr().out) == {"a": ["drawn", "2×3", "torch, seed 5"]}
    assert main([*command, "--check"]) == 0
    csv = tmp_path / "store" / "a" / "inputs" / "drawn.csv"
    csv.write_text(csv.read_text().replace("0.", "0.1", 1))
    assert main([*command, "--check"]) == 1
    assert f"StoreMismatch: {csv}:1: expected input drawn with SHA-256" in capsys.readouterr().err


def test_what_options_leave_out_is_read_from_the_settings(write, tmp_path: Path, capsys, monkeypatch):
    write("pyproject.toml", '[tool.lastdigit]\nreference_data = "data"\nreports = "out"\n')
    monkeypatch.chdir(tmp_path)
    assert main(["extract", str(write("a.txt", NOTEBOOK))]) == 0
    write("data/a/cases.toml", DRAW)
    assert main(["draw"]) == 0
    assert (tmp_path / "data" / "a" / "inputs" / "drawn.csv").is_file()
    assert main(["draw", "--reference-data", "data", "--check"]) == 0
    capsys.readouterr()
    assert main(["certify"]) == 1
    assert "InvalidRecord: out:1: expected a file" in capsys.readouterr().err
    assert main(["seeds", "a"]) == 1
    assert "data/a/cases.toml" in capsys.readouterr().err
    write("pyproject.toml", '[tool.lastdigit]\nreport = "out"\n')
    assert main(["draw"]) == 1
    assert "InvalidSettings: pyproject.toml:2: expected no key 'report'" in capsys.readouterr().err


def test_draw_says_which_document_it_cannot_draw_for(write, tmp_path: Path, capsys):
    main(["extract", str(write("a.txt", NOTEBOOK)), "--into", str(tmp_path / "store")])
    path = write("store/a/cases.toml", DRAW.replace("rand", "rnad"))
    assert main(["draw", "--store", str(tmp_path / "store")]) == 1
    assert f"lastdigit: InvalidCase: {path}:4: expected a call of torch among rand" in capsys.readouterr().err


def test_the_committed_inputs_are_what_their_recipes_draw(root: Path, capsys):
    assert main(["draw", "--store", str(root / "reference_data"), "--check"]) == 0
    assert "feasible" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["verify"], ["extract"], ["extract", "a.txt", "--force"]])
def test_what_is_no_command_is_refused_with_the_usage(arguments: list[str], capsys):
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert capsys.readouterr().err.startswith("usage: lastdigit")


def test_the_version_is_the_packages(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out == f"lastdigit {__version__}\n"


def test_an_installed_command_gives_its_exit_code_to_the_shell(write, tmp_path: Path):
    write("a.ipynb", "no cells\n")
    code = "import sys; from lastdigit.commands.command_line import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "extract", "a.ipynb"]
    process = subprocess.run(command, cwd=tmp_path, env=os.environ, capture_output=True, encoding="utf-8", check=False)
    assert (process.returncode, process.stderr.count("\n")) == (1, 1)
    assert "Traceback" not in process.stderr


LOG = "In [1]:\nprint(log)\n\nCollecting numpy==1.26.4\nloss: 0.25\nWall time: 3.5 s\n"


def test_a_dry_run_shows_what_is_found_and_writes_nothing(write, tmp_path: Path, capsys):
    assert main(["extract", str(write("a.txt", NOTEBOOK)), "--into", str(tmp_path / "store"), "--dry-run"]) == 0
    assert not (tmp_path / "store").exists()
    assert "first values" in capsys.readouterr().out


def test_what_a_document_may_have_computed_in_is_shown(write, tmp_path: Path, capsys):
    source = "import torch\nloss = torch.ones(3).mean().item() / 3\nprint('loss:', loss)"
    text = f"In [1]:\n{source}\n\nloss: 0.7259294937054316\n"
    assert main(["extract", str(write("a.txt", text)), "--dry-run"]) == 0
    assert "may be computed in float32" in capsys.readouterr().out


def test_what_is_left_out_is_explained_line_by_line(write, tmp_path: Path, capsys):
    assert main(["extract", str(write("a.txt", LOG)), "--dry-run", "--explain"]) == 0
    explained = [line.strip() for line in capsys.readouterr().out.splitlines() if line.startswith("  line ")]
    assert [line.partition(": ")[0] for line in explained] == ["line 4", "line 6"]
    assert explained[0].endswith("Collecting numpy==1.26.4")
    assert "a measured time or speed" in explained[1]


def test_json_holds_nested_tokens_and_what_is_left_out(write, capsys):
    assert main(["extract", str(write("a.txt", LOG)), str(write("b.txt", NOTEBOOK)), "--dry-run", "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert [(golden["label"], golden["tokens"]) for golden in first["goldens"]] == [("loss", "0.25")]
    assert [entry["place"]["line"] for entry in first["left_out"]] == [4, 6]
    assert second["document"] == "b"
    assert [golden["tokens"] for golden in second["goldens"] if golden["kind"] == "printed"] == [[["1.5000", "2.5000"]]]


def test_many_documents_are_read_by_several_processes_with_the_same_result(write, tmp_path: Path, monkeypatch, capsys):
    for number in range(4):
        write(f"documents/{number}.txt", NOTEBOOK.replace("0.5", f"{number}.5"))
    printed = []
    for workers in ("1", "2"):
        monkeypatch.setattr("lastdigit.commands.extract.MANY", 2)
        assert main(["extract", str(tmp_path / "documents"), "--dry-run", "--json", "--workers", workers]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert len(json.loads(printed[0])) == 4


def test_documents_are_found_in_folders_of_folders_but_not_in_hidden_ones_nor_among_programs(write, tmp_path: Path):
    for name in ("a.txt", "deep/er/b.txt", ".git/c.txt", "deep/d.py", "deep/.ipynb_checkpoints/e.ipynb", "f.csv"):
        write(f"documents/{name}", NOTEBOOK)
    found = find_documents([tmp_path / "documents"])
    assert [path.name for path in found] == ["a.txt", "b.txt"]
