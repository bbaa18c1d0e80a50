"""docs/beside-other-tools.md: its command runs, every rule is in its table, and lastdigit is wrong about none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from studies.beside import FORMATS, LASTDIGIT, RIGHT, RULES, SIZES, WRONG, counts

pytestmark = pytest.mark.long


def test_lastdigit_refuses_no_right_attention_and_passes_no_wrong_one_where_rules_of_others_do(root: Path):
    text = (root / "docs" / "beside-other-tools.md").read_text(encoding="utf-8")
    shown = {row[0]: (int(row[1]), int(row[2])) for row in re.findall(r"^\| ([^|]+) \| (\d+) \| (\d+) \|$", text, re.M)}
    assert set(shown) == {*RULES, LASTDIGIT}
    found = counts()
    assert found[LASTDIGIT] == shown[LASTDIGIT] == (0, 0)
    assert all(found[name][0] > 0 and shown[name][0] > 0 for name in RULES)
    assert len(SIZES) * len(FORMATS) * len(RIGHT) == len(SIZES) * len(FORMATS) * len(WRONG) == 36
    assert "right ones refused, of 36 | wrong ones let pass, of 36" in text
