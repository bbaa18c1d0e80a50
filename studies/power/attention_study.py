"""The study of attention: every right and every wrong one, in every format and size, before every rule."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from studies.power.attention import Attention, normal_attention
from studies.power.findings import CAUSAL, Finding
from studies.power.right_attentions import RIGHT_ATTENTIONS, RightAttention
from studies.power.rules import Question, rulings
from studies.power.stored_attentions import naive
from studies.power.torch_attentions import torch_attentions
from studies.power.wrong_attentions import WRONG_ATTENTIONS, right_by_nature, wrong_attentions

SEED = 0


@dataclass(frozen=True)
class Setting:
    """So many keys in a format, causal or not."""

    keys: int
    format: str
    causal: bool = True


Job = tuple[Setting, str]


def attention_jobs(sizes: Sequence[int], formats: Sequence[str], *, causal: bool = True) -> Iterator[Job]:
    """Every setting with every name of a right or wrong attention."""
    for keys, format in itertools.product(sizes, formats):
        for name in (*right_attentions(), *wrong_attentions(causal=causal)):
            yield Setting(keys, format, causal), name


@functools.cache
def right_attentions() -> Mapping[str, RightAttention]:
    """Those of NumPy, and of torch where it is installed."""
    return {**RIGHT_ATTENTIONS, **torch_attentions()}


def study_attention(job: Job) -> Finding:
    """Compute one result and ask every rule."""
    setting, name = job
    given, question = _question(setting)
    right = name in right_attentions()
    if right:
        result = right_attentions()[name](given)
    else:
        result = WRONG_ATTENTIONS[name](given, np.random.RandomState(SEED + 1))
    error = float(np.max(np.abs(result - question.exact)))
    kind = CAUSAL if setting.causal else "attention"
    by_nature = not right and right_by_nature(name, setting.format)
    said = rulings(question, result)
    return Finding(kind, setting.keys, setting.format, name, right, by_nature, error, said)


@functools.lru_cache(maxsize=1)
def _question(setting: Setting) -> tuple[Attention, Question]:
    given = normal_attention(setting.keys, setting.format, SEED, causal=setting.causal)
    arrays, parameters = (given.q, given.k, given.v), {"causal": setting.causal}
    operation = "scaled_dot_product_attention"
    return given, Question(operation, arrays, parameters, setting.format, given.exact, naive(given))
