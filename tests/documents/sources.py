"""The notebooks that were written for the tests: the source of each code cell, in the order of the notebook."""

from __future__ import annotations

NUMPY_OPTIONS = (
    """import numpy as np

x = np.array([[0.1, 0.25], [1 / 3, -2.0]])
print(x)
x""",
    """np.set_printoptions(precision=3)
print("Thirds:", np.arange(1, 4) / 3)
print("Column:\\n", x[:, :1])""",
    """np.set_printoptions(precision=4, suppress=True)
print("Small:", np.array([1e-5, 0.125]))
np.set_printoptions(precision=4, suppress=False)
print("Wide range:", np.array([1e-10, 1.0, 2.5e10]))""",
    """with np.printoptions(precision=2, floatmode="fixed", sign="+"):
    print("Fixed:", np.array([0.5, -1.25, 3.0]))
print("Mixed:", np.array([np.nan, np.inf, -np.inf, 0.5]))""",
    """print("Counts:", np.array([3, 14, 159]) * 1)
print("Mask:", x > 0)
np.arange(8).reshape(2, 2, 2) / 8""",
    """total = x.sum(axis=0)
print(total, total.shape)
total[0]""",
    """single = np.array([0.1, 7 / 10], dtype=np.float32)
single""",
    """z = np.array([0.5 + 1.5j, -2j])
print("Roots:", z)
np.array([])""",
)

NUMPY_SUMMARISED = (
    """import numpy as np

long = np.arange(3000) / 8
print(long)""",
    """table = np.arange(2400).reshape(40, 60) / 16
table""",
    """np.set_printoptions(threshold=6, edgeitems=1)
print("Ends:", np.linspace(0, 1, 9))""",
)

TORCH_TENSORS = (
    """import torch

a = torch.tensor([[1.0, 2.5], [-0.125, 1 / 3]])
print(a)
print(a.shape)
a.sum()""",
    """w = torch.nn.Parameter(torch.tensor([0.5, -0.25]))
y = (w * 2).sum()
print("y:", y)
print("w:", w)""",
    """print("Counts:", torch.tensor([1, 2, 3]) * 1)
print("Half:", torch.tensor([0.1, 0.2], dtype=torch.float16) * 1)
print("Mask:", torch.tensor([True, False]))
print("Whole:", torch.tensor([1.0, 2.0, 30.0]) * 1)""",
    """torch.set_printoptions(precision=2, sci_mode=True)
print(a)
torch.set_printoptions(profile="default")
print(torch.tensor([1e-8, 1.0, 12345.678]) * 1)""",
    """print(f"loss = {y.item():.4f}")
y.item()""",
    """torch.arange(4000, dtype=torch.float32) / 3""",
    """torch.eye(2).abs().reshape(1, 2, 1, 2)""",
    """layer = torch.nn.Linear(2, 1)
with torch.no_grad():
    layer.weight.fill_(0.75)
    layer.bias.fill_(-0.5)
layer.state_dict()""",
)

CONTAINERS = (
    """import numpy as np
import torch

state = {"w": torch.tensor([0.5, 3 / 2]), "b": torch.tensor(1 / 4)}
print(state)""",
    """parts = [np.array([1 / 2, 1.0]), np.array([[1 / 8]])]
print(parts)
parts[0], parts[1]""",
    """nested = {"layer": {"weight": np.array([3 / 4, -0.75])}, "name": "first"}
nested""",
    """scores = {"precision": 7 / 8, "recall": 7 / 16}
print(scores)
print("Scores:", [1 / 2, 0.25, 0.125])""",
    """rows = [[3 / 2, 2.5], [3.5, 4.5]]
print("Rows:", rows)
rows""",
    """for name, tensor in state.items():
    print(name, tensor)""",
)

LABELS = (
    """import numpy as np

loss = 0.277058 / 2
accuracy = 15 / 16
print(f"loss = {loss:.4f}")
print(f"{accuracy=}")""",
    """x = np.array([0.5, 3 / 2])
print("Sum:", x.sum(), "Mean:", x.mean())
print("Product: ", x.prod())""",
    """print("The norm of x is %.6f" % np.linalg.norm(x))
print("mean = {:.3f}, std = {:.3f}".format(x.mean(), x.std()))
print(f"Accuracy: {accuracy:.2%}")""",
    """for epoch in range(1, 4):
    print(f"Epoch {epoch}/3, loss: {loss / epoch:.4f}")""",
    """print("Input\\n-----")
print(x)
print()
print("Doubled and shifted:")
print(2 * x + 0.125)""",
    """print(f"x has shape {x.shape} and dtype {x.dtype}")
print("3 rows, 12 columns, seed 42")
x.mean(), x.std()""",
    """print("x:", x, "twice:", 2 * x)
print("x transposed", x.T, sep="\\n")""",
)

STALE_OPTIONS = (
    """import numpy as np

x = np.array([1 / 3, 2 / 3])
print("x:", x)""",
    """np.set_printoptions(precision=3)
print("rounded:", x)""",
)

FRAMES = (
    """import numpy as np
import pandas as pd

df = pd.DataFrame({"height": [3 / 2, 2.25, 3.125], "width": [20 / 2, -0.5, 0.0625]}, index=["a", "b", "c"])
df""",
    """print(df)""",
    """df["height"]""",
    """df.describe()""",
    """df.loc["d"] = [np.nan, 4.0]
df.mean()""",
    """df.style.format(precision=2)""",
)

FAILURES = (
    """import numpy as np

x = np.array([0.5, 3 / 2])
print("Before:", x)
x[7]""",
    """import warnings

warnings.warn("the value 0.5 is near 0.75")
print("Ratio:", x / 2)
np.array([1.0, 0.0]) / np.array([0.0, 0.0])""",
    """import sys

print("lost: [9.5 9.5]", file=sys.stderr)
print("\\x1b[31mred:\\x1b[0m", "\\x1b[1m[0.5\\x1b[0m 1.25]")""",
)

NOISE = (
    """from tqdm import tqdm

total = 0.0
for step in tqdm(range(4), desc="training"):
    total += 0.125
print("total:", total)""",
    """%%time
sum(range(10))""",
    """%timeit -n 10 -r 2 sum(range(10))""",
    """class Model:
    pass


Model()""",
    """import datetime
import sys

print("Python", "3.11.4", "on", datetime.date(2024, 2, 29))
print("torch 2.1.0+cpu, numpy 1.26.4")
print("Downloaded 12.5 MB in 3.2 s (3.9 MB/s)")
print("Collecting numpy>=1.21.2 (18.3 MB)")""",
    """import matplotlib

matplotlib.use("module://matplotlib_inline.backend_inline")
import matplotlib.pyplot as plt

plt.plot([0.5, 1.5])
plt.show()""",
    """plt.plot([0.5, 1.5])""",
    """[n**2 for n in range(4)]""",
    """"done [1.5]" """,
    """print("kept", end="\\r")
print("x: [7.5]", end="\\r")
print("x: [%.1f]" % sum([1, 1.5]))
print("y: [1.5\\b\\b\\b4.5]")""",
)

JAX_ARRAYS = (
    """import jax
import jax.numpy as jnp

x = jnp.array([[0.1, 0.25], [1 / 3, -2.0]])
x""",
    """print("Sum over rows:", x.sum(axis=0))
print(x.mean())
x.mean()""",
    """parameters = {"w": x[0], "b": jnp.float32(0.5)}
parameters""",
    """jnp.cumsum(jnp.ones(3, int)) - 1, jnp.cumsum(jnp.array([0.5, 0.25], jnp.bfloat16))""",
)

NOTEBOOKS = {
    "numpy_options": NUMPY_OPTIONS,
    "numpy_summarised": NUMPY_SUMMARISED,
    "torch_tensors": TORCH_TENSORS,
    "containers": CONTAINERS,
    "labels": LABELS,
    "stale_options": STALE_OPTIONS,
    "frames": FRAMES,
    "failures": FAILURES,
    "noise": NOISE,
    "jax_arrays": JAX_ARRAYS,
}
