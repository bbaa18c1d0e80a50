"""Names of functions and methods by what they do with numbers, wherever they come from.

A search through a source goes by such a name where no source of the document defines it.
"""

HOLD = frozenset(("array", "asarray", "list", "tuple", "sorted", "Series", "DataFrame", "tensor", "dict", "tabulate"))
"""Functions whose value has the items of their first argument."""
KEEP = frozenset(("tolist", "to_list", "item", "copy", "to_numpy", "numpy", "reshape", "flatten", "ravel", "squeeze"))
"""Methods whose value has the numbers of what they belong to."""
COMPUTE = (
    frozenset(("mean", "nanmean", "average", "sum", "nansum", "fsum", "prod", "std", "nanstd", "var", "nanvar"))
    | frozenset(
        ("stdev", "pstdev", "variance", "pvariance", "sem", "skew", "kurt", "kurtosis", "corr", "cov", "describe")
    )
    | frozenset(("median", "nanmedian", "percentile", "quantile", "cdf", "pdf", "pmf", "ppf"))
    | frozenset(("sqrt", "cbrt", "exp", "expm1", "log", "log1p", "log2", "log10", "hypot", "power", "square"))
    | frozenset(("sin", "cos", "tan", "arcsin", "arccos", "arctan", "asin", "acos", "atan", "sinh", "cosh", "tanh"))
    | frozenset(("dot", "vdot", "inner", "norm", "det", "trace", "trapz", "trapezoid", "simpson", "erf", "gamma"))
    | frozenset(("accuracy_score", "balanced_accuracy_score", "precision_score", "recall_score", "f1_score"))
    | frozenset(("roc_auc_score", "average_precision_score", "r2_score", "silhouette_score", "adjusted_rand_score"))
    | frozenset(("mean_squared_error", "mean_absolute_error", "mean_absolute_percentage_error", "log_loss"))
    | frozenset(("root_mean_squared_error", "cross_val_score", "score"))
)
"""Functions and methods of libraries that compute floats, and round none."""

GROW = frozenset(("append", "extend", "insert", "add", "update", "setdefault", "appendleft"))
"""Methods that put what they are given into what they belong to."""
SHOW = (
    frozenset(
        ("print", "display", "pprint", "info", "debug", "warning", "error", "set_description", "set_postfix", "Digraph")
    )
    | frozenset(("title", "suptitle", "set_title", "text", "annotate", "legend", "plot", "scatter", "bar", "barh"))
    | frozenset(("hist", "imshow", "xlabel", "ylabel", "set_xlabel", "set_ylabel", "set_label", "axvline", "axhline"))
)
"""Functions and methods that show what they are given, and keep it nowhere else."""
DRAW = frozenset(("plt", "ax", "axs", "axes", "fig", "sns", "dot", "logging", "logger", "warnings", "tqdm", "pbar"))
"""What draws, or logs, what its functions and methods are given."""
COUNT = frozenset(("len", "isinstance", "issubclass", "id", "hash", "bool", "hasattr", "callable", "any", "all"))
"""Functions of Python whose value has no number of what they are given."""
COMPARE = frozenset(
    ("isnull", "isna", "notnull", "notna", "isnan", "isin", "duplicated", "equals", "eq", "ne", "array_equal")
)
"""Functions and methods whose value tells which of what they are given are alike."""
MATCH = (
    frozenset(("accuracy_score", "balanced_accuracy_score", "zero_one_loss"))
    | frozenset(("precision_score", "recall_score", "f1_score", "fbeta_score", "jaccard_score", "hamming_loss"))
    | frozenset(("cohen_kappa_score", "matthews_corrcoef", "confusion_matrix", "multilabel_confusion_matrix"))
    | frozenset(("adjusted_rand_score", "rand_score", "normalized_mutual_info_score"))
)
"""Functions of packages whose value counts which labels match."""
TEST = frozenset(
    ("pearsonr", "spearmanr", "kendalltau", "ttest_ind", "ttest_rel", "ttest_1samp", "chi2_contingency")
) | frozenset(("f_oneway", "kruskal", "shapiro", "normaltest", "jarque_bera", "levene", "bartlett", "adfuller", "kpss"))
"""Statistical tests, whose values have other digits than the samples that they are given."""
DESCRIBE = frozenset(("shape", "size", "ndim", "dtype", "nbytes", "itemsize"))
"""Attributes of arrays and frames that have no number of them."""
