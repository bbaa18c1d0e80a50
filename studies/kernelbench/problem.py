"""A problem of a checkout: its module with small sizes, its model and inputs in a format, right and wrong results."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import torch

SEED = 17
SWAPS = ((-1, -2), (1, 2), (0, 1))
"""Axes of the inputs to exchange: the first pair that the shapes allow and that changes the result."""


@dataclass(frozen=True)
class Problem:
    """One file of the checkout, with some of its constants replaced by small ``sizes``."""

    path: Path
    sizes: Mapping[str, Any]

    @property
    def number(self) -> int:
        """Its number in the list."""
        return int(self.path.name.partition("_")[0])

    @property
    def name(self) -> str:
        """The rest of the file name after its number."""
        return self.path.stem.partition("_")[2].strip("_").replace("_", " ")

    @cached_property
    def _names(self) -> dict[str, Any]:
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        for line in tree.body:
            target = line.targets[0] if isinstance(line, ast.Assign) else None
            if isinstance(line, ast.Assign) and isinstance(target, ast.Name) and target.id in self.sizes:
                line.value = ast.Constant(self.sizes[target.id], **_place(line))
        names: dict[str, Any] = {"__name__": self.path.stem}
        exec(compile(tree, str(self.path), "exec"), names)
        return names

    def model(self, dtype: torch.dtype) -> torch.nn.Module:
        """The model, with parameters drawn from one seed and rounded to a format."""
        torch.manual_seed(SEED)
        return self._names["Model"](*self._names["get_init_inputs"]()).to(dtype)

    def inputs(self, dtype: torch.dtype) -> list[Any]:
        """The inputs, drawn from one seed and rounded to a format."""
        torch.manual_seed(SEED)
        return [_in(value, dtype) for value in self._names["get_inputs"]()]

    def result(self, dtype: torch.dtype) -> torch.Tensor:
        """torch's result."""
        return self._run(dtype, self.inputs(dtype))

    @torch.no_grad()
    def _run(self, dtype: torch.dtype, inputs: list[Any]) -> torch.Tensor:
        """The result of torch's kernel for a format; if the processor has none, that of float32, rounded."""
        try:
            return self.model(dtype)(*inputs)
        except NotImplementedError:
            wide = [_in(value, torch.float32) for value in inputs]
            return _in(self.model(dtype).float()(*wide), dtype)

    def wrong(self, dtype: torch.dtype) -> Iterator[tuple[str, torch.Tensor]]:
        """Wrong results that differ from the right one, by name; a wrong axis may occur in several ways."""
        right = self.result(dtype)
        yield "zeros", torch.zeros_like(right)
        yield "half of the work", self._half(right, dtype)
        for at, found in enumerate(self._wrong_axes(right, dtype)):
            yield f"wrong axis {at}", found

    def _half(self, right: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
        """The first half of the rows, then zeros; for a scalar, the result for the first half of the inputs."""
        if right.ndim:
            left = right.clone()
            flat = left.reshape(-1, right.shape[-1]) if right.ndim > 1 else left
            flat[len(flat) // 2 :] = 0
            return flat.reshape(right.shape)
        inputs = self.inputs(dtype)
        rows = inputs[0].shape[0]
        halves = [value[: rows // 2] if value.ndim == inputs[0].ndim else value for value in inputs]
        try:
            return self._run(dtype, halves)
        except (RuntimeError, ValueError, IndexError):
            return self._run(dtype, [value[: len(value) // 2] for value in inputs])

    def _wrong_axes(self, right: torch.Tensor, dtype: torch.dtype) -> Iterator[torch.Tensor]:
        inputs = self.inputs(dtype)
        for one, other in SWAPS:
            try:
                swapped = [_swapped(value, one, other) for value in inputs]
                found = self._run(dtype, swapped)
                back = found.transpose(one, other) if found.ndim == inputs[0].ndim else found
            except (RuntimeError, ValueError, IndexError):
                continue
            yield from (each.contiguous() for each in (back, found) if each.shape == right.shape)


def _place(line: ast.stmt) -> dict[str, int]:
    return {"lineno": line.lineno, "col_offset": line.col_offset}


def _in(value: Any, dtype: torch.dtype) -> Any:
    return value.to(dtype) if isinstance(value, torch.Tensor) and value.is_floating_point() else value


def _swapped(value: Any, one: int, other: int) -> Any:
    if not isinstance(value, torch.Tensor) or value.ndim < 2:
        return value
    return value.transpose(one, other).contiguous()
