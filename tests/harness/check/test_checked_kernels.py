"""The study of right and wrong attentions before ``lastdigit check``, in small."""

from __future__ import annotations

import pytest

from studies.power.checked import checked

pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", ["eight splits with stored logsumexp"])
def test_a_right_attention_is_refused_by_no_input(name: str):
    found = checked((name, "bfloat16"))
    assert found.right
    assert found.inputs > 30
    assert not found.refused


@pytest.mark.parametrize("name", ["one key dropped in the last row"])
def test_a_wrong_one_is_refused_by_an_exact_input_in_a_half_format(name: str):
    found = checked((name, "bfloat16"))
    assert not found.right
    assert found.exact > 0
    assert found.first.startswith("exact")
