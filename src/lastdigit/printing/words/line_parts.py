"""What stands within lines that tools write rather than computations."""

from __future__ import annotations

from lastdigit.base.rule import Rule

INSIDE = (
    Rule(
        r"(?:[-+] ?-?\d[\d.]{0,30} ?\* ?[A-Za-z]\w*.*?){2}",
        "formula",
        "y = 1.5 + 0.1183 * x + 0.0422 * z",
        "y = 0.1183 * x",
    ),
    Rule(
        r"=\s*-?\d+(?:\.\d+)? (?:\d |[A-Za-z_]\w*\^?\d? ?){0,4}\+ -?\d+(?:\.\d+)? [A-Za-z_(]"
        r"|\A\(?\w{1,20}\)?(?:'|\[k\+1\]) = -?\d+\.\d+(?: [A-Za-z_][\w^]*){0,4}\s*\Z",
        "formula",
        "(y)' = 27.808 x + -0.930 y + -0.996 x z",
        "y = 27.808 + 0.5",
    ),
    Rule(
        r"(?:\A|=)\s{0,9}-?\d[\d.]{0,30}[ ·*]?[A-Za-z]\w{0,20}\([^()\n]{1,20}\) [-+] -?\d[\d.]{0,30}[ ·*]?[A-Za-z]"
        r"\w{0,20}\(",
        "formula",
        "y = 377.53 T_0(x') + 12.93 T_1(x')",
        "y = 377.53 N (mean) + 12.93",
    ),
    Rule(
        r"[=+*/^(]\s?\(\d+(?:\.\d+)? ?[-+] ?[A-Za-z]\w*\)(?: ?[*/^]|\s*\Z)",
        "formula",
        "w = (1-alpha)*y/n",
        "w = (1 - 0.5)",
    ),
    Rule(
        r"\A[^=:]*?(?:\d\*[a-zA-Z(]|\)\*\*\d|[a-zA-Z]\*\*\d)[^=:]*\Z",
        "formula",
        "0.5*x + 8.0",
        "x**2 = 4.0",
    ),
    Rule(
        r"\d%\|[ #█▏▎▍▌▋▊▉|-]|\d% \|[#█▏▎▍▌▋▊▉-]|\bit/s\b|\bs/it\b|\?it/s|[█▏▎▍▌▋▊▉]{2}"
        r"|\[\d\d:\d\d(?:<[\d:?]+)?, [^\]\n]{1,40}/s\]",
        "progress",
        "45%|####",
        "45% of 3",
    ),
    Rule(
        r"\beta \d|\beta -:|\bETA:? |\d%\[[=>. +]|\d[kM]?B/s\b",
        "progress",
        "3/10 eta 0:01",
        "beta 0.5",
    ),
    Rule(
        r"\bper loop\b|\bmean ± std\. dev\.|\bbest of \d",
        "timing",
        "1.2 ms per loop",
        "loss per epoch 0.5",
    ),
    Rule(
        r"[\w./\\-]\.py:\d+: |\w\.(?:cc?|cpp|cxx|h|hpp|cuh?)[:(]\d+[:\])]",
        "warning",
        "a/b.py:12: note",
        "b.py 12",
    ),
    Rule(
        r"\b(?:User|Future|Runtime|Deprecation|Convergence|Syntax|Import|Resource)Warning\b",
        "warning",
        "see UserWarning 3",
        "a warning 3",
    ),
    Rule(
        r"</(?:span|div|td|th|tr|p|b|i|a|li|h\d|style|script|body|head|title|code|pre)>"
        r"|\A<([A-Za-z][\w.-]*)(?: [^<>\n]*)?>[^<>\n]*</\1>\s*\Z",
        "markup",
        "<b>0.25</b>",
        "0.25 </s>",
    ),
    Rule(
        r"[\w)\]^]─|─[\w(\[]",
        "box",
        "(1, 0): ───X^0.5───",
        "──── 0.5 ────",
    ),
    Rule(
        r"\s-[DI][\w/.]\S*\s(?:\S+\s)*?-[a-zA-Z]",
        "command",
        "c++ -MMD -DNAME=1 -I/usr/include -c a.cpp",
        "x -D -1.5",
    ),
    Rule(
        r"(?:\A|\s)--[a-z][\w-]*[= ]\S*\s+--[a-z]",
        "command",
        "train --steps=300 --rate=0.5",
        "-- pears -- 0.5",
    ),
    Rule(
        r"\bAxes(?:Subplot)?\(\d[\d.]*[,;]",
        "plot",
        "left one: Axes(0.125,0.11;0.7x0.77)",
        "Axes (2)",
    ),
    Rule(
        r"(?:&&|\|\|)[^\n]*;\s*\Z|\w::\w+[(<].*[;{]\s*\Z",
        "program",
        "return (a < b) && (c == 1);",
        "a && b = 1",
    ),
    Rule(
        r"\d ?[-+] ?\d+(?:\.\d+)?im?(?!\w)",
        "word",
        "1.0 - 2.0im",
        "1.0 - 2.0 in",
    ),
    Rule(
        r"abcdefghijkl|ABCDEFGHIJKL|\('a', '?b'?, 'c'|a b c d e f g h",
        "alphabet",
        "abcdefghijklmnop",
        "abc 0.5",
    ),
)
"""Patterns anywhere in a line, each with a key of ``reasons.REASONS``."""

MARKS = {
    "plot": ("Axes",),
    "program": ("&&", "||", "::"),
    "formula": ("*", " + ", "' = ", "] = "),
    "box": ("─",),
    "progress": ("%", "it/s", "s/it", "/s]", "B/s", "eta ", "ETA", "█", "▏", "▎", "▍", "▌", "▋", "▊", "▉"),
    "timing": ("per loop", "std. dev.", "best of"),
    "warning": (".py:", "Warning", ".c", ".h"),
    "word": tuple(f"{digit}i" for digit in range(10)),
    "markup": ("</",),
    "command": (" --", " -D", " -I"),
    "alphabet": ("abcdefg", "ABCDEFG", "a b c d"),
}
"""A line without these marks matches nothing of :data:`INSIDE`; searching for them costs a tenth."""
