"""Makes the documents of the tests: runs the notebooks of ``sources.py`` with a kernel and exports some of them.

``tox -e documents`` runs it. Cells are numbered as the kernel counted them; ``stale_options`` is run out of order. What
it writes is checked in, since printing differs from version to version; ``*.expected.json`` is written by hand.
"""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbconvert import HTMLExporter, MarkdownExporter, RSTExporter
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from sources import NOTEBOOKS

HERE = Path(__file__).parent
ORDERS = {"stale_options": (0, 1, 0)}
"""In which order the cells are run, where that is not the order of the notebook."""
UNNAMED = ("containers",)
"""Notebooks whose metadata name no language, so that no block of their exports does."""
EXPORTED = ("numpy_options", "torch_tensors", "containers", "labels", "frames", "failures")


def main() -> None:
    """Run and write every notebook, and the exports of some."""
    for name, sources in NOTEBOOKS.items():
        notebook = run(name, sources, ORDERS.get(name, range(len(sources))))
        nbformat.write(notebook, HERE / f"{name}.ipynb")
        if name in EXPORTED:
            export(name, notebook)
    notebook = nbformat.read(HERE / "labels.ipynb", as_version=4)
    nbformat.write(nbformat.convert(notebook, 3), HERE / "labels_v3.ipynb", version=3)


def run(name, sources, order) -> NotebookNode:
    """The notebook with its outputs."""
    title = new_markdown_cell(f"# {name.replace('_', ' ').capitalize()}\n\nNot an output: [9.5 8.5]", id="title")
    cells = [new_code_cell(source, id=f"cell-{number}") for number, source in enumerate(sources, start=1)]
    notebook = new_notebook(cells=[title, *cells])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    client = NotebookClient(notebook, allow_errors=True, record_timing=False)
    with client.setup_kernel():
        for count, index in enumerate(order, start=1):
            client.execute_cell(cells[index], index + 1, execution_count=count)
    for cell in cells:
        for output in cell.outputs:
            anonymous(output)
    if name not in UNNAMED:
        notebook.metadata["language_info"] = {"name": "python", "pygments_lexer": "ipython3"}
    return notebook


def anonymous(output: NotebookNode) -> None:
    """Replace a picture by its first bytes, and the number of the kernel's process by 1."""
    for kind in ("image/png", "image/svg+xml"):
        if kind in output.get("data", {}):
            output["data"][kind] = "iVBORw0KGgo="
    if "text" in output:
        output["text"] = re.sub(r"ipykernel_\d+", "ipykernel_1", output["text"])


def export(name: str, notebook: NotebookNode) -> None:
    """Write the notebook in the formats of nbconvert, without the style sheets and scripts of its pages.

    Its reStructuredText goes without the cells of words, which need pandoc.
    """
    for ending, exporter in {
        "md": MarkdownExporter(),
        "rst": RSTExporter(),
        "lab.html": HTMLExporter(template_name="lab"),
        "classic.html": HTMLExporter(template_name="classic"),
    }.items():
        shown_cells = [cell for cell in notebook.cells if cell.cell_type == "code" or ending != "rst"]
        text, _ = exporter.from_notebook_node(NotebookNode({**notebook, "cells": shown_cells}))
        if ending.endswith("html"):
            text = re.sub(r"<script.*?</script>\n?|<style type=\"text/css\">.*?</style>\n?", "", text, flags=re.DOTALL)
        (HERE / f"{name}.{ending}").write_text(text, encoding="utf-8")
    (HERE / f"{name}.session.txt").write_text(session(notebook), encoding="utf-8")


def session(notebook: NotebookNode) -> str:
    """What a terminal shows of the same cells in IPython."""
    lines = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            first, *more = cell.source.split("\n")
            lines += [f"In [{cell.execution_count}]: {first}", *(f"   ...: {line}".rstrip() for line in more)]
            lines += [line for output in cell.outputs for line in shown(output, cell.execution_count)]
            lines.append("")
    return "\n".join(lines)


def shown(output: NotebookNode, count: int) -> list[str]:
    """The lines of one output."""
    if output.output_type == "stream":
        return output.text.removesuffix("\n").split("\n")
    if output.output_type == "error":
        return "\n".join(output.traceback).split("\n")
    lines = output.data["text/plain"].split("\n")
    prompt = f"Out[{count}]: " if output.output_type == "execute_result" else ""
    return [prompt + lines[0]] if len(lines) == 1 else [prompt.rstrip(), *lines]


if __name__ == "__main__":
    main()
