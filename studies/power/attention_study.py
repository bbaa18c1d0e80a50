"""The study of attention: every right and wrong one, in every format and size, judged by every rule."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping, Sequence
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
    """A number of keys and a format, causal or not."""

    keys: int
    format: str
    causal: bool = True

    @property
    def shown(self) -> str:
        """The setting in a line of progress."""
        return f"{CAUSAL if self.causal else 'attention'}, {self.keys:,} keys, {self.format}"


def attention_settings(sizes: Sequence[int], formats: Sequence[str], *, causal: bool = True) -> list[Setting]:
    """Every size in every format."""
    return [Setting(keys, format, causal) for keys, format in itertools.product(sizes, formats)]


@functools.cache
def right_attentions() -> Mapping[str, RightAttention]:
    """Those in NumPy, and those of torch if it is installed."""
    return {**RIGHT_ATTENTIONS, **torch_attentions()}


def study_attention(setting: Setting, names: Sequence[str] = ()) -> list[Finding]:
    """Compute every right and wrong result, or the named ones, and apply every rule."""
    given = normal_attention(setting.keys, setting.format, SEED, causal=setting.causal)
    arrays, parameters = (given.q, given.k, given.v), {"causal": setting.causal}
    operation = "scaled_dot_product_attention"
    question = Question(operation, arrays, parameters, setting.format, given.exact, naive(given))
    every = names or (*right_attentions(), *wrong_attentions(causal=setting.causal))
    return [_found(setting, given, question, name) for name in every]


def _found(setting: Setting, given: Attention, question: Question, name: str) -> Finding:
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
