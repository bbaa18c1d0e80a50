"""How lines begin that tools write rather than computations."""

from __future__ import annotations

from lastdigit.base.rule import Rule

STARTS = (
    Rule(
        r"Requirement already satisfied|Collecting |Downloading|Using cached|Installing |"
        r"Defaulting to user|Obtaining ",
        "installation",
        "Requirement already satisfied: numpy",
        "numpy is satisfied",
    ),
    Rule(
        r"Successfully (?:installed|built|uninstalled)|Building wheel|Created wheel|Stored in directory|"
        r"Uninstalling ",
        "installation",
        "Successfully installed numpy-2.1.0",
        "successfully trained",
    ),
    Rule(
        r"Preparing (?:metadata|to unpack)|Looking in |Attempting uninstall|Found existing installation|"
        r"\[notice\]",
        "installation",
        "Preparing metadata (setup.py)",
        "prepared 3 batches",
    ),
    Rule(
        r"Note: you may need to restart|Cloning into|remote: |Receiving objects|Resolving deltas|"
        r"Updating files",
        "installation",
        "Cloning into 'repo'...",
        "cloned 3 heads",
    ),
    Rule(
        r"Unpacking |Setting up |Selecting previously|Reading (?:package|database|state)|"
        r"\(Reading database",
        "installation",
        "Unpacking libfoo (1.2-3) ...",
        "unpacked sequence 0.5",
    ),
    Rule(
        r"Building dependency|Processing triggers|Need to get|After this operation|Fetched |Extracting|"
        r"Archive: ",
        "installation",
        "Fetched 12.3 MB in 2s",
        "fetched loss 0.5",
    ),
    Rule(
        r"(?:Get|Hit|Ign|Err):\d+ |\d+ upgraded|\d+ newly installed|The following (?:NEW|"
        r"additional) packages",
        "installation",
        "Get:1 http://archive",
        "Got:1 result",
    ),
    Rule(
        r"Solving environment|Collecting package metadata|added \d+ packages|Running command|inflating: |"
        r"creating: ",
        "installation",
        "Solving environment: done",
        "solved in 0.25",
    ),
    Rule(
        r"(?:Checking out files|(?:Counting|Enumerating|Compressing|Filtering|Unpacking) (?:objects|"
        r"content|files)): ",
        "installation",
        "Counting objects: 100% (3/3)",
        "objects: 3",
    ),
    Rule(
        r"Saving to: |Resolving |Connecting to |HTTP request sent|Length: \d+ \(",
        "installation",
        "Saving to: 'data.csv'",
        "saved loss: 0.5",
    ),
    Rule(
        r"time: [\d.]+ (?:min|h|[mµn]?s)\b[^(\n]{0,20}\(started: ",
        "timing",
        "time: 22 s (started: 2022-08-17 08:50:02 +00:00)",
        "time: 22 s",
    ),
    Rule(
        r"(?:Range|Datetime|Multi|Period|Int64|UInt64|Float64|Timedelta|Categorical|Interval)?Index: \d+ entries",
        "representation",
        "RangeIndex: 50000 entries, 0 to 49999",
        "Index: 0.5",
    ),
    Rule(
        r"arn:aws[\w-]*:",
        "identifier",
        "arn:aws:personalize:eu-west-1:002268754244:tracker/0.5",
        "arn: 0.5",
    ),
    Rule(
        r"CPU times:|Wall time:|(?:real|user|sys)\s+\d+m|The slowest run took|Compiler\s+:|Time elapsed|"
        r"Finished in",
        "timing",
        "Wall time: 1.2 s",
        "walltime_loss 0.5",
    ),
    Rule(
        r"Traceback \(most recent|File \"|File [^\s:]+:\d+|-+> ?\d+ |(?:Cell|Input) In ?\[|"
        r"<ipython-input-",
        "traceback",
        "Traceback (most recent call last)",
        "trace of the matrix: 3",
    ),
    Rule(
        r"[\w.]*(?:Error|Exception|KeyboardInterrupt|StopIteration)(?::|\Z)|~[/\\]|[/\\][^\s:]+ in |error: \d+, \d+: ",
        "traceback",
        "ValueError: shapes (2,3)",
        "error: 0.25",
    ),
    Rule(
        r"(?:INFO|DEBUG|ERROR|CRITICAL):\w",
        "warning",
        "INFO:root: step 3",
        "info: 3",
    ),
    Rule(
        r"engine/(?:trainer|validator|exporter): task=\w",
        "setting",
        "engine/trainer: task=detect, iou=0.7",
        "engine/trainer: 0.7",
    ),
    Rule(
        r"WARNING|Warning|warnings\.warn|Found device|To enable the following|Loaded (?:cuDNN|runtime)|"
        r"Created device",
        "warning",
        "WARNING: 3 rows",
        "warn at 3",
    ),
    Rule(
        r"[IWEF]\d{4} |\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.,]\d{1,9}: [IWEF] ",
        "warning",
        "I0101 12:00:00.1 main",
        "I 0.5",
    ),
    Rule(
        r"=+ (?:test session|\d+ (?:passed|failed|error|skipped|warning))|collected \d+ items?|"
        r"platform \w+ --",
        "test run",
        "===== 3 passed in 0.1s",
        "=== results ===",
    ),
    Rule(
        r"\d+\s+\S.{0,80}?\s\d+ non-null\s",
        "representation",
        "0   pears   30 non-null   int64",
        "3 of 30 are null",
    ),
    Rule(
        r"(?=[A-Z][A-Z0-9_ -]{7}= )[A-Z0-9_-]{1,8} *= [^/\n]*\S +/ ?\S",
        "file",
        "RATE    =                 16.5 / of pears at 20.2",
        "RATE = 16.5 / 2",
    ),
    Rule(
        r"<(?:function|method|built-in|bound method) [\w.]{1,80}\(",
        "representation",
        "<function pears.show(size=None, clear=False, **kwargs)>",
        "<function: 0.5>",
    ),
    Rule(
        r"\w+ = [A-Za-z_][\w.]*\([A-Za-z_]\w*, [^()]*\)\Z",
        "program",
        "v2 = Op.add(v1, 3.0)",
        "x = mean(3.0, 4.0)",
    ),
    Rule(
        r"(?:Decimal|Fraction|mpf|mpc)\(",
        "string",
        "Decimal('0.25')",
        "a decimal (0.25)",
    ),
    Rule(
        r"\(\w+\): [A-Z]\w* \(",
        "representation",
        "(0): Linear (3 -> 2)",
        "(0): 0.5 (3)",
    ),
    Rule(
        r"(?:\.\. ?){0,9}\$ [^\n:]{1,60}: ?(?:num|int|chr|logi|Factor|List of|'data\.frame')\b",
        "representation",
        "..$ mean : num [1:3] 0.5 1.5",
        "$ mean : 0.5",
    ),
    Rule(
        r"[^\n]{0,120}?(?:(?:Min|Max|1st Qu|3rd Qu)\. *:|(?:Mean|Median) +:)-?\d",
        "language",
        "4      :  1   Mean   :0.63",
        "Mean: 0.63",
    ),
    Rule(
        r"\d+ (?:passed|failed)\b|Ran \d+ tests? in|rootdir: |plugins: ",
        "test run",
        "Ran 3 tests in 0.001s",
        "run 3",
    ),
    Rule(
        r"\|(?!(?: *[A-Z][A-Za-z .]{0,30}[:=] *-?\d+\.\d+%? *\|)+\Z)[^|].*\|\Z|\+[-=+]+\+|[│┌├└╞╭╰┃┏┗┡«]|[^┤\n]{0,80}┤",
        "box",
        "+-------+-------+",
        "+ 0.5",
    ),
    Rule(
        r"(?:Freq: [^,\n]*, )?(?:Name: [^\n]{0,80}, )?(?:Length: \d+, )?dtype: [^\n]{1,60}\Z|Length: \d+, Freq: ",
        "words",
        "Name: 3, Length: 22, dtype: object",
        "Length: 22",
    ),
    Rule(
        r"(?:\* )?\w[\w /+().-]{0,80}? +\(\w[\w ]*(?:, \w[\w ]*){0,8}\) "
        r"(?:float|int|uint|bool|complex|datetime64|object|<?U)[\w\[\]]* ",
        "representation",
        "speed    (time, x) float64 2.185 14.03 ... 12.22",
        "speed (float64) 2.185",
    ),
    Rule(
        r"b(?:'[^'\n]*'|\"[^\"\n]*\")\s*\Z",
        "string",
        "b'0.25,1.5'",
        "b = 0.25",
    ),
    Rule(
        r"[a-z][a-z-]{1,40}: [^;:\n]{1,80};\s*\Z",
        "markup",
        "padding: 2em;",
        "loss: 0.25",
    ),
    Rule(
        r"dtype='[^'\n]{1,40}', (?:length|freq|name|names)=",
        "representation",
        "dtype='datetime64[ns]', length=1826, freq='B')",
        "dtype=float64",
    ),
    Rule(
        r"\S{1,40}\s+Axes(?:Subplot)?\(\d",
        "representation",
        "J    Axes(0.125,0.125;0.775x0.775)",
        "Axes of 0.5",
    ),
    Rule(
        r"[^\n]{0,400}?\(\d{1,18}(?:, \d{1,18}){0,8},?\)\t",
        "formula",
        "  -0.25]] * reshape(  (0, 0)\t1.0",
        "pair (0, 0) 1.0",
    ),
    Rule(
        r"\d{1,2}:\d{1,2}:\d{1,2}\s*\Z",
        "date",
        "10:8:0",
        "10:8",
    ),
    Rule(
        r"[^:\n]{1,80} : +(?:(?:-Inf|None|-?\d[\d.e+-]{0,30}) : [^:\n]{1,2000}"
        r" : +(?:\+?Inf|None|-?\d[\d.e+-]{0,30}) : +(?:True|False)\b|(?:True|False) : m(?:ax|in)imize : )",
        "formula",
        "pear :   0.0 : 2*x[pear] - 0.5*x[plum] :  +Inf :   True",
        "pear : 0.5 : 0.25",
    ),
    Rule(
        r"[^:\n]{1,80}:\s+\((?=[^()\n]{0,200} [-+*/] )(?=[^()\n]{0,200}[^\W\d])[^()\n]{1,200}\) (?:[<>]=?|==) -?\d",
        "formula",
        "- floor: (1.5 - x) <= 0",
        "- floor: (1.5 - 0.5) <= 2",
    ),
    Rule(
        r"Categories \(\d+, [^\n]{1,60}\): \[",
        "words",
        "Categories (2, interval[float64]): [(0.5, 1.5] < (1.5, 2.5]]",
        "Categories: 3",
    ),
    Rule(
        r"(?:[\w.+/]+-){0,4}(?:gcc|g\+\+|clang(?:\+\+)?|nvcc|gfortran|ld)(?:-[\d.]+)? -",
        "command",
        "x86_64-linux-gnu-gcc -pthread -O2 pears.c",
        "gcc 0.5",
    ),
    Rule(
        r"%[\w.]+ = [a-z]|(?:tail )?call \w+\*? @|(?:br|ret|store|switch) (?:label|i\d|void|double)"
        r"|(?:define|declare) .*@",
        "program",
        "  call void @Py_DecRef(i8* nonnull %.24)",
        "call of the mean: 0.24",
    ),
    Rule(
        r"\S.{0,80}? {2,}(?:u?int\d+|float\d+|object|bool|category|datetime64\[[^]]{1,20}\])\Z",
        "representation",
        "11.2910    float64",
        "float64    11.2910",
    ),
    Rule(
        r"(?=.*\S ?&).*\\\\?(?:\[[^\]]{0,20}\])?\s*\Z",
        "latex",
        "Medicare & 37.2 & 45.2 \\\\",
        "this & that: 0.5",
    ),
    Rule(
        r"[\[(] *(?:-?inf|-?\d[\d.]*), +-?(?:inf|\d[\d.]*)[\])] *\|",
        "container",
        "( 3.21,  6.25] |   353",
        "(0.5, 1.5): 353",
    ),
    Rule(
        r"PROGRESS: \|",
        "box",
        "PROGRESS: | 4         | 5        | 0.760076     |",
        "PROGRESS: Number of features: 5",
    ),
    Rule(
        r"\[(?:GridSearchCV|RandomizedSearchCV|CV(?: \d+/\d+)?)\] (?!.*\bscore\b)",
        "setting",
        "[CV] C=10, gamma=0.5",
        "[CV] C=10, score=0.85, total=0.1s",
    ),
    Rule(
        r"SM_[A-Z_]{1,40}=",
        "setting",
        'SM_HPS={"epochs":1,"rate":0.5}',
        "SM_mass=0.5",
    ),
    Rule(
        r"[A-Z]\w*\(\w+=[(\[]?[A-Z]\w*\(\w+=",
        "representation",
        "Sheet(cells=(Cell(column_end=0, column_start=0",
        "Mean(x=0.5)",
    ),
    Rule(
        r"Param\(parent=",
        "representation",
        "Param(parent='ALS_49', name='rank'): 0.5",
        "Parameter: 0.5",
    ),
    Rule(
        r"\d+:\[[\w.]+<[\d.e+-]+\] yes=\d+,no=\d+",
        "representation",
        "0:[f0<0.5] yes=1,no=2,missing=1,gain=799998,cover=2000",
        "3:leaf=0.0001,cover=500",
    ),
    Rule(
        r"(?:[A-Z]\w{1,40}: \d+ checkpoints, \d+ perturbs|Using (?:AsyncHyperBand|HyperBand|FIFO|PopulationBased)"
        r"|Resources requested: |Current best trial: )",
        "by itself",
        "PopulationBasedTraining: 4 checkpoints, 2 perturbs",
        "trials: 4 checkpoints",
    ),
    Rule(
        r"(?:Median|IQR): +\d[\d.]* [mnuµ]?s\b",
        "timing",
        "IQR:    12.91 ms (623.15 to 636.06)",
        "Median: 12.91",
    ),
    Rule(
        r"--?[A-Za-z][\w-]{0,30}(?:[ ,=]\S{1,40})? {2,}\S.*\(def(?:ault)?[=:]",
        "command",
        "-cov  [0,100]  the least coverage (def=0)",
        "-x  0.5 (by definition)",
    ),
    Rule(
        r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} +\d",
        "box",
        "Mon Jan 1 12:00:00 2024",
        "Monday 3",
    ),
)
"""The beginnings of lines, after indentation, each with a key of ``reasons.REASONS``."""
