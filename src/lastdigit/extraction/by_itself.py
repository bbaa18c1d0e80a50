"""Numbers that no source of a document prints: a library writes them of its own work, as the log of a training does.

Such a number is a golden where its words name a measure. All others are settings, counters and states of that work,
and there are more ways to write them than rules could tell one by one.
"""

from __future__ import annotations

from lastdigit.base.rule import Rule
from lastdigit.document import Cell
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
"""So a label ends that names what a training, a fit or a search gives."""

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
    r"|#011",
    "a line of a log, behind a time, a level or the name of what wrote it",
    "2024-01-01 12:00:00,123 - INFO - lr: 0.5",
    "loss: 0.5",
)


def is_by_itself(context: Context, cell: Cell, entry: Print, label: str) -> bool:
    """Whether no source prints a scalar or a shape, and no label names it as a measure."""
    array = entry.found.array
    if entry.output.kind != "stream" or entry.put_in is not None or not cell.source.text:
        return False
    if not (context.tells_results and context.is_python(cell)):
        return False
    is_array = array.shape and array.kind == "printed" and not array.is_list_of_integers
    if is_array or MEASURE.search(label):
        return False
    text = entry.passage.text
    begin = text.rfind("\n", 0, array.start) + 1
    entry_of_log = LOG_ENTRY.match(text, begin)
    is_log = entry_of_log is not None and not context.says(entry_of_log.group().strip())
    if not context.reached.says(cell, writes):
        return is_log or NAMES_A_VALUE.match(text, begin) is None
    if is_log or entry.found.path or context.written.before(text[begin : array.start]):
        return is_log
    return not context.reached.says(cell, brings_words)
