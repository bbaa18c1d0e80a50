"""Files written by ``lastdigit init``: a small document, its cases, an implementation, settings and a workflow."""

from __future__ import annotations

DOCUMENT = """\
# Attention weights of two queries

```python
>>> import numpy as np
>>> scores = np.array([[1.0, 2.0, 4.0], [0.5, 0.0, -1.0]])
>>> weights = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
>>> print("weights:", weights)
weights: [[0.04201007 0.1141952  0.84379473]
 [0.54654939 0.33149896 0.12195165]]
```
"""

CASES = """\
# Which operation computes which printed numbers, from which inputs: lastdigit's docs/cases.md has every key.

[[case]]
name = "weights"
operation = "softmax"
inputs = { x = "scores" }
goldens = ["weights"]
"""

IMPLEMENTATION = '''\
"""Softmax as most NumPy code writes it. pytest runs it in float64 and float32 on every case of its operation."""

import numpy as np

from lastdigit import implements


@implements("softmax")
def softmax(x):
    """x (…, n) → (…, n)."""
    exponentials = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return exponentials / np.sum(exponentials, axis=-1, keepdims=True)
'''

WORKFLOW = """\
# Judges every implementation against every printed number; fails if the gate fails, and uploads the reports.
name: lastdigit

on:
  pull_request:
  push:
    branches: [main]

permissions:
  contents: read

jobs:
  verify:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: python -m pip install "lastdigit[pytest]"
      - run: python -m pytest --lastdigit-complete
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: lastdigit
          path: reports
"""
