"""Numbers printed by a library on its own account, such as a training log, rather than by the document's source.

Such a number is a golden if its line names a metric, or if the name of the call says that it shows something. All
others are settings, counters and progress values.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache

from lastdigit.base.rule import Rule, any_of
from lastdigit.document import Cell
from lastdigit.extraction.by_source import prints_by_itself
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.source.own_writing import brings_words, writes

_MEASURES = (
    "loss(?:es)?|cost|err(?:or)?s?|mistakes|acc(?:uracy|uracies)?|precision|recall|sensitivity|specificity|f1|f_?score"
    "|scores?|auc|aucpr|roc|ap|map|iou|miou|dice|jaccard|kappa|mcc|gini|lift|purity|silhouette|inertia|ndcg|mrr|hit"
    "|m[as]e|rms[ed]?|rmsle|msle|mape|smape|wape|mase|rmsse|crps|r2|r2adj|squared|residuals?|norm|distance|similarity"
    "|log_?loss|mlogloss|nll|llf?|elbo|kld?|divergence|entropy|perplexity|ppl|bp[cd]|likelihood|deviance|[ab]ic|hqic"
    "|bleu|rouge\\w?|meteor|wer|cer|psnr|ssim|fid|rewards?|returns?|fitness|objective|regret|gap|profit"
    "|(?:[ptfzq]|function|objective|optimal|best|mean|average)[ _-]?value|statistic|t-?stat|shape(?= of)"
    "|corr(?:elation)?|coef\\w*|mean|average|avg|median|std|sd|variance|deviation|min(?:imum)?|max(?:imum)?|sum"
    "|params|parameters|train(?:ing)?|test|learn|valid(?:ation)?|eval|dev|best_?test"
)
MEASURE = Rule(
    rf"(?i)(?:\A|[\W_\d]|(?-i:(?<=[a-z])(?=[A-Z])))(?:{_MEASURES})(?:@\w+)?[\W_\d]*(?:\b(?:on|of|for|in|at|over|after)\b.*)?\Z",
    "a label ends in the name of a measure",
    "Epoch 3 val_CrossEntropyLoss_1",
    "learning rate",
)
"""Endings of labels that name the result of a training, a fit or a search."""

NAMES_A_VALUE = Rule(
    r"[A-Z][\w.-]*(?: [\w.'()%/-]+){0,5}[ \t]*[:=][ \t]*[-+]?\d+\.\d+(?:[eE][-+]?\d+)?[ \t]?%?[ \t\r]*(?:\n|\Z)",
    "a line is a name in words and its one value",
    "Annual return: 10.1%",
    "dropout: 0.1",
)

LOG_ENTRY = Rule(
    r"\s*(?:\[?\d{2,4}[-/]\d\d[-/]\d\d(?:[T ,]+\d\d:\d\d)|\[?\d\d:\d\d:\d\d\b"
    r"|[\[(]?(?:TRACE|DEBUG|INFO|NOTE|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL)\b[\])]?[ :\t-]"
    r"|\[[A-Za-z_][\w .:-]{0,40}\] )"
    r"|#011|#metrics \{|(?:\x1b\[\d{1,3}m){0,4}\(\w{1,80} pid=\d",
    "a line of a log, behind a time, a level, a mark or the name of what wrote it",
    "2024-01-01 12:00:00,123 - INFO - lr: 0.5",
    "loss: 0.5",
)


BY_KERAS = Rule(
    r"\s*\d+/\d+ (?:\[[=>.]{3,9999}\]|━+|- \d+s)|\s*(?:- )?\d+s(?: \d+[smuµn]{1,2}/\w+)? - [\w ]*(?:loss|acc\w*):"
    r"|\s*Epoch \d+: (?:\w+ (?:improved|did not improve)|early stopping|ReduceLROnPlateau)",
    "what Keras writes of an epoch",
    "52s - loss: 3.2886 - acc: 0.2462",
    "Epoch 3 - loss: 3.2886",
)

BY_PMDARIMA = Rule(
    r"\s*ARIMA\(\d+,\d+,\d+\)\(\d+,\d+,\d+\)\[\d+\] [\w ]*: AIC=",
    "what pmdarima writes of a model that it tries",
    " ARIMA(2,1,2)(1,0,1)[12] intercept   : AIC=1341.103, Time=0.75 sec",
    "ARIMA(2,1,2): AIC=1341.103",
)

LOGS = (
    Rule(
        r"\s*Function evaluations \d+, initial cost "
        r"| {9,12}(?:Current function value: |(?:Iterations|(?:Function|Gradient|Hessian) evaluations):? )"
        r"|\s*(?:NIT|Iteration|FC|OBJFUN|GNORM)(?:: +\d+)? .*\bFC=|\s*Exit mode +\d",
        "what SciPy's minimizers write when they end",
        "         Current function value: 14.001110",
        "Current function value: 14.001110",
    ),
    Rule(
        r"\s*Iteration \d+, (?:inertia|loss = )|\[t-SNE\] |\[LibSVM\]|Inertia for init |Converged at iteration "
        r"|convergence after \d+ epochs|-- Epoch \d+\s|Norm: \d.*, NNZs: |Total training time: |\[CV[^]\n]{0,20}\] ",
        "what scikit-learn's estimators write while they fit",
        "Iteration 3, loss = 0.25",
        "Iteration 3 loss: 0.25",
    ),
    Rule(
        r"\s*(?:Fit ARIMA: |Best model: +ARIMA|ARIMA\(\d,\d,\d\)\()",
        "what pmdarima writes of the model that it chooses",
        "Best model:  ARIMA(2,1,2)(1,0,1)[12] intercept",
        "ARIMA: AIC=1341.103",
    ),
    Rule(
        r"\[[A-Z] \d{4}-\d\d-\d\d [\d:,]+\] |\s*Trial \d+ (?:finished|failed|pruned)",
        "what Optuna writes of a trial",
        "[I 2024-01-01 12:00:00,123] Trial 4 finished with value: 0.25 and parameters: {'rate': 0.5}",
        "Trial 4: 0.25",
    ),
    Rule(
        r"\s*(?:Num (?:examples|[Ee]pochs)|Total optimization steps|(?:Total train|Instantaneous) batch size|Batch size"
        r"|Gradient Accumulation steps)\b[^=\n]{0,60} = \d",
        "what the trainer of transformers writes when it begins",
        "  Total optimization steps = 50",
        "Total steps = 50",
    ),
    Rule(
        r"\s*Epoch\s+\d+: reducing learning rate of group \d|\s*Adjusting learning rate of group \d",
        "what schedulers of PyTorch write when they change a rate",
        "Epoch    17: reducing learning rate of group 0 to 5.0000e-05.",
        "Epoch 17: rate 0.5",
    ),
    Rule(
        r"\s*(?:Chain \d+:|Gradient evaluation took \d|\d+ transitions using \d+ leapfrog)",
        "what Stan writes while it samples",
        "Chain 2: 1000 transitions using 10 leapfrog steps per transition",
        "Chain 2 mean: 0.5",
    ),
    Rule(
        r"gpg: ",
        "what GnuPG writes of keys",
        "gpg: Total number processed: 1",
        "Total number processed: 1",
    ),
    Rule(
        r"\s*(?:Cbc|Cgl|Clp|Coin)\d{4}[IWE] ",
        "what the solvers of COIN-OR write",
        "Cbc0014I Cut generator 0 (Probing) - 27 row cuts average 2.9 elements",
        "Cbc average 2.9",
    ),
    Rule(
        r"\s*Iteration: +\d+, +Func\. Count: +[\d.e+]+, +Neg\. LLF: ",
        "what arch writes of a step of its fit",
        "Iteration:      4,   Func. Count:     41,   Neg. LLF: 13041.078",
        "Iteration: 4, loss: 0.5",
    ),
    Rule(
        r"\[\d+\](?:#011|\s)+(?:[\w' ]+[-']\w[\w@' ]*: ?-?\d[\d.e+-]*(?:#011|[ \t\r])*)+(?:\n|\Z)"
        r"|\d+:\t(?:learn|test|\w+): ",
        "what XGBoost, LightGBM and CatBoost write of a round",
        "[0]\tvalidation_0-rmse:0.286719",
        "[0] 0.286719",
    ),
)
"""Lines that libraries log, recognised by their wording."""
_LOG = any_of(LOGS)
_FIRST_WORDS = re.compile(r"\s*[^\W\d]{4}[^\n\d]{0,40}")
_WORDS_BEFORE = re.compile(r"([^\W\d][^\d\n|,;({\[\t]{0,60}?)\W{0,9}\Z")
_TAGS = re.compile(r"<[^<>]*>\s*")
_LONGEST_HEAD = 600
_BEGINS_A_LINE = "\n\r\x08"

SOLVER = Rule(
    r"(?m)^\s*(?:Gurobi Optimizer version|Running HiGHS|HiGHS version|Welcome to IBM\(R\) ILOG\(R\) CPLEX|MOSEK Version"
    r"|This is Ipopt version|Welcome to the CBC MILP Solver|GLPSOL|ECOS \d|SCS (?:v\d|\d\.)|OSQP v\d|Clarabel\.rs v\d)",
    "the head of a solver's log",
    "Gurobi Optimizer version 9.5.0",
    "the solver found x = 0.5",
)

LOGGED_TABLE = Rule(
    r"(?i)(?=[^\n]{0,400}\b(?:epoch|step|iter(?:ation)?|round)\b)(?=[^\n]{0,400}\b(?:\w*loss|dur|time)\b)\s*[a-z]",
    "the head of a table with a row per epoch",
    "  epoch    train_loss    dur",
    "  epoch    temperature",
)

SHOWS = Rule(
    r"(?i)\b(?:\w+\.)*\w*(?:print|show|display|summar|report|describe|info|evaluat|metric|diagnos|stats?\b|test|compare|plot|profile|analy)\w*\(",
    "a call that by its name shows something",
    "fit.print_summary(3)",
    "fit.train(3)",
)

EVALUATES = Rule(
    r"(?s)\A(?!.*(?:\b|_)fit\w*\().*\bevaluate\(",
    "a source evaluates a model and fits none",
    "model.evaluate(x, y)",
    "model.fit(x, y)\nmodel.evaluate(x, y)",
)

RUNS_A_COMMAND = Rule(
    r"(?m)^[ \t]*!",
    "a source runs a command of the shell",
    "!python train.py",
    "x = not y",
)

IN_ROUNDS = Rule(
    r"(?i)[^\n]{0,80}?\b(?:epochs?|steps?|iter(?:ation)?s?|rounds?|batch(?:es)?|episodes?|trials?|folds?)\b[\W_]{0,8}\d|\s*\{['\"]",
    "a line of a log, of one round of a loop",
    "Step 30: train loss | 3.93",
    "Best loss: 3.93",
)

OF_LAYERS = Rule(
    r"(?i)\b(?:params|parameters)[\W_\d]*\Z|\bparams\b",
    "a count of the parameters of a model",
    "Total params",
    "paramount",
)


def is_by_itself(context: Context, cell: Cell, entry: Print, label: str) -> bool:
    """Whether a scalar or a shape is printed by a library, with neither label nor source saying that it is a result.

    Metrics in the log of a training or a search are no goldens: they change with the library.
    """
    array, text = entry.found.array, entry.passage.text
    is_known = entry.put_in is not None and (entry.put_in.in_words or not _LOG.match(text, _line_of(entry)))
    if is_known or not cell.source.text or not context.tells_results:
        return False
    if entry.output.kind == "stream" and _is_of_solver(text):
        return True
    if entry.output.kind == "display" and array.column is not None:
        return _heads_a_log(text, array.start) and prints_by_itself(context, cell)
    if entry.output.kind != "stream":
        return False
    if array.shape and array.kind == "printed" and not array.is_list_of_integers:
        return _heads_a_log(text, array.start) and prints_by_itself(context, cell)
    begin = _line_of(entry)
    if _is_of_a_library(context, text, begin) and not EVALUATES.match(cell.source.text):
        return True
    if not context.is_python(cell):
        return RUNS_A_COMMAND.search(cell.source.text) is not None and _is_a_setting(label)
    before = text[begin : array.start]
    has_words = any(map(str.isalnum, before))
    is_written = context.written.before(before if has_words else text[_line_above(text, begin) : array.start])
    measured = MEASURE.search(label) is not None
    entry_of_log = LOG_ENTRY.match(text, begin)
    is_log = entry_of_log is not None and not context.says(entry_of_log.group().strip())
    if not context.reached.says(cell, writes):
        if OF_LAYERS.search(label) or (measured and SHOWS.search(cell.source.text)):
            return False
        if is_log or _comes_again(text, begin, array.start):
            return True
        return IN_ROUNDS.match(text, begin) is not None if measured else NAMES_A_VALUE.match(text, begin) is None
    is_of_a_round = IN_ROUNDS.match(text, begin) is not None or _comes_again(text, begin, array.start)
    if (
        measured
        and is_of_a_round
        and not _is_spelled_out(context, before)
        and not context.reached.says(cell, brings_words)
    ):
        return True
    if is_log or entry.found.path or is_written:
        return is_log and not measured
    return not measured and not context.reached.says(cell, brings_words)


def _line_of(entry: Print) -> int:
    """Where the line of a print begins."""
    return max(entry.passage.text.rfind(mark, 0, entry.found.array.start) for mark in _BEGINS_A_LINE) + 1


def _line_above(text: str, begin: int) -> int:
    """Where the line above the one at ``begin`` begins; a text of the source may go on from it to the next."""
    return text.rfind("\n", 0, max(begin - 1, 0)) + 1


@lru_cache(maxsize=4)
def _is_of_solver(text: str) -> bool:
    """Whether a solver logged a part of a text."""
    return SOLVER.search(text) is not None


def _is_a_setting(label: str) -> bool:
    """Whether a label is one name, such as that of an option, and no measure."""
    return label.isidentifier() and MEASURE.search(label) is None


def _is_of_a_library(context: Context, text: str, begin: int) -> bool:
    """Whether a known library logs lines like this one, and no source writes its beginning."""
    if BY_KERAS.match(text, begin) or (BY_PMDARIMA.match(text, begin) and not context.says(": AIC=")):
        return True
    first = _FIRST_WORDS.match(text, begin)
    is_written = first is not None and context.says(first.group().strip())
    return not is_written and _LOG.match(text, begin) is not None


def _is_spelled_out(context: Context, before: str) -> bool:
    """Whether a source contains the words immediately before a number."""
    words = _WORDS_BEFORE.search(before)
    return words is not None and context.says(words[1].strip())


def _heads_a_log(text: str, start: int) -> bool:
    """Whether the table at ``start`` has one row per epoch, judged by its header; HTML tables included."""
    return LOGGED_TABLE.match(_TAGS.sub(" ", text[start : start + _LONGEST_HEAD])) is not None


def _comes_again(text: str, begin: int, start: int) -> bool:
    """Whether other lines begin with the same words as the line at ``begin``, as in a log."""
    words, lines = text[begin:start], _lines_in_order(text)
    if not words.strip():
        return False
    first = bisect_left(lines, words)
    return first + 1 < len(lines) and lines[first + 1].startswith(words)


@lru_cache(maxsize=4)
def _lines_in_order(text: str) -> list[str]:
    return sorted(text.split("\n"))
