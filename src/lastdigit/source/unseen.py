"""Whether a source imports functions from an unknown module, which may round, or compute in a shorter dtype."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

from lastdigit.base.rule import Rule
from lastdigit.source.shown_floats import may_be_shorter

_IMPORTS = re.compile(r"(?:^|;)[ \t]*(?:from[ \t]+(\.*\w*)[.\w]*[ \t]+import\b|import[ \t]+(\w[^\n#;]*))", re.MULTILINE)
_NAME = re.compile(r"\s*(\w+)")
_RUNS = re.compile(r"(?:^|;)[ \t]*%(?:run|load|store[ \t]+-r)\b", re.MULTILINE)
_RUNS_OTHERS = Rule(
    r"(?m)(?:^|[;=])[ \t]*!|^%%(?:cython|bash|sh|script|writefile|R|julia|perl|ruby)\b"
    r"|\bimport_module\b|\b__import__\b|\bsubprocess\b|\bos\.system\b|\brun_line_magic\b|\b(?:exec|eval|execfile)\(|\bctypes\b",
    "a source runs other programs, or code that it does not show",
    "!python train.py",
    "x != y",
)
ROUND_NOTHING = frozenset(
    "IPython PIL altair autograd bokeh bs4 builtins cartopy catboost control cupy cv2 cvxpy cycler cython dask"  # noqa: SIM905
    " datasets dateutil deap duckdb einops emcee flax folium fsspec future geopandas google graphviz gurobipy gym"
    " gymnasium h5py haiku hdbscan hmmlearn hyperopt igraph imageio imblearn ipywidgets jax jaxlib joblib kaggle"
    " kagglehub keras lightgbm lxml matplotlib mlx mlxtend mpl_toolkits netCDF4 networkx numba numexpr numpy optax"
    " optuna ortools pandas pandas_datareader past patsy plotly polars psutil psycopg2 pulp pyarrow pydot pylab"
    " pyspark pytorch_lightning pytz pywt requests scipy seaborn sentence_transformers shap shapely simpy six"
    " skimage sklearn spacy sqlalchemy statsmodels sympy tables tensorflow tensorflow_datasets tensorflow_hub"
    " tensorflow_probability tf_keras theano tiktoken timm tokenizers torch torch_geometric torchaudio torchinfo"
    " torchmetrics torchsummary torchtext torchvision tqdm traitlets transformers triton ujson umap urllib2"
    " urllib3 xarray xgboost xlrd yaml".split()
)
"""Packages whose functions return unrounded numbers."""

IN_FLOAT64 = frozenset(
    "IPython altair bokeh builtins cycler future google ipywidgets joblib lxml matplotlib mpl_toolkits networkx numpy"  # noqa: SIM905
    " pandas pandas_datareader past patsy plotly pylab pytz requests scipy seaborn six sklearn statsmodels sympy tqdm"
    " yaml".split()
)
"""Packages whose functions return float64 numbers, unless they are given others."""


def may_be_no_float64(source: str) -> bool:
    """Whether ``source`` may make shorter numbers, imports from a module that may, or runs another file."""
    if may_be_shorter(source):
        return True
    if _RUNS_OTHERS.search(source):
        return True
    if "import" not in source and "%" not in source:
        return False
    return any(_is_other(module, IN_FLOAT64) for module in _modules(source)) or _RUNS.search(source) is not None


def rounds_nothing(package: str) -> bool:
    """Whether a package is known to round no numbers."""
    return not _is_other(package, ROUND_NOTHING)


def imports_others(source: str, known: frozenset[str]) -> bool:
    """Whether ``source`` imports from a module that is neither of Python's own nor among the ``known`` ones."""
    return any(_is_other(module, known) for module in _modules(source))


def any_may_be_no_float64(sources: Iterable[str]) -> bool:
    """Whether any of ``sources`` may."""
    return any(map(may_be_no_float64, sources))


def uses_unseen(source: str) -> bool:
    """Whether ``source`` imports from a module that may round, or runs another file."""
    if "import" not in source and "%" not in source:
        return False
    return any(_is_other(module, ROUND_NOTHING) for module in _modules(source)) or _RUNS.search(source) is not None


def any_uses_unseen(sources: Iterable[str]) -> bool:
    """Whether any of ``sources`` does."""
    return any(map(uses_unseen, sources))


def any_runs_a_file(sources: Iterable[str]) -> bool:
    """Whether any of ``sources`` runs another file, which may set print options."""
    return any(_RUNS.search(source) for source in sources)


def _modules(source: str) -> list[str]:
    found = []
    for one, several in _IMPORTS.findall(source):
        found += [one] if one else [name[1] for name in map(_NAME.match, several.split(",")) if name]
    return found


def _is_other(module: str, known: frozenset[str]) -> bool:
    return module not in known and module not in sys.stdlib_module_names and module != "__future__"
