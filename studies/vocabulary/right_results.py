"""Right results of a call in a format: the exact one rounded once, torch's, and emulations step by step."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch

from lastdigit.base.number_format import FloatFormat
from lastdigit.enclosure.upward import quietly
from lastdigit.operations import find_operation
from studies.vocabulary.stepwise import Stepwise, ways
from studies.vocabulary.subjects import Subject
from studies.vocabulary_torch import called

NO_KERNEL = (NotImplementedError, RuntimeError)
NO_FUNCTION = AttributeError

Arrays = list[Any]


def stored(arrays: Arrays, format: FloatFormat) -> Arrays:
    """The arrays rounded to a format; masks unchanged."""
    return [
        x if x is None or x.dtype == bool else np.reshape(format.round(np.asarray(x, dtype=np.float64)), np.shape(x))
        for x in arrays
    ]


def right_results(subject: Subject, format: FloatFormat) -> Iterator[tuple[str, np.ndarray]]:
    """Results of the call on the arrays rounded to the format, each with the way of computing it."""
    operation, arrays, parameters = subject.call
    definition = find_operation(operation).definition
    given = stored(arrays, format)
    with quietly():
        yield "rounded once", format.round(np.asarray(definition(*given, **parameters)))
        for name, rounding in ways(format).items():
            steps = [x if x is None or x.dtype == bool else Stepwise(x, rounding) for x in given]
            yield name, format.round(definition(*steps, **parameters).numbers)
    by_torch = torch_result(subject, format)
    if by_torch is not None:
        yield "torch", by_torch


def torch_result(subject: Subject, format: FloatFormat) -> np.ndarray | None:
    """torch's result, in float32 if it has no kernel for the format; None if it has no such function."""
    kind = getattr(torch, format.name)
    for computed in dict.fromkeys((kind, torch.promote_types(kind, torch.float32))):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found = _computed(subject, format, computed)
        except NO_KERNEL:
            continue
        except NO_FUNCTION:
            return None
        return np.asarray(found.detach().to(kind).double().numpy())
    return None


def _computed(subject: Subject, format: FloatFormat, computed: torch.dtype) -> torch.Tensor:
    operation, arrays, parameters = subject.forward or subject.call
    given = [_tensor(x, computed) for x in stored(arrays, format)]
    if subject.forward is None:
        return called(operation, given, parameters)
    at = find_operation(operation).arrays.index(subject.argument)
    variable = given[at].requires_grad_()
    cotangent = subject.call[1][find_operation(subject.operation).arrays.index("cotangent")]
    called(operation, given, parameters).backward(_tensor(*stored([cotangent], format), computed))
    if variable.grad is None:
        raise NO_FUNCTION("no gradient")
    return variable.grad


def _tensor(x: Any, computed: torch.dtype) -> Any:
    """A tensor of numbers already in a format: torch would round float64 via float32."""
    if x is None:
        return None
    tensor = torch.from_numpy(np.asarray(x).copy())
    return tensor if tensor.dtype == torch.bool else tensor.to(computed)
