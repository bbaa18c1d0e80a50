"""The result of a check, for a terminal."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator
from statistics import median

from lastdigit.check.checked import Checked
from lastdigit.check.trial import Trial
from lastdigit.verdicts.explain import looks, names_in
from lastdigit.verdicts.verdict import AGREES, DISAGREES, FAILED, UNDECIDED
from lastdigit.verdicts.words.describe import describe

SHOWN = 6
MILLISECOND = 1e-3


def told(found: Checked) -> str:
    """The full report: what was called, how often it agrees, and the smallest failing input."""
    return "\n".join(_lines(found))


def command(found: Checked, trial: Trial) -> str:
    """The command that repeats one trial."""
    return command_of(trial, found.target.framework, found.how.device)


def command_of(trial: Trial, framework: str, device: str) -> str:
    """The command's options for a function's framework and device."""
    text = trial.verdict.implementation
    parts = [f"lastdigit check {shlex.quote(text)} --as {trial.spec.operation} --framework {framework}"]
    parts += [f"--device {device}"] if device else []
    return " ".join([*parts, trial.spec.options])


def _lines(found: Checked) -> Iterator[str]:
    target = found.target
    device = f" on {found.how.device}" if found.how.device else ""
    yield f"{target.text} as {target.operation}, in {target.framework}{device}"
    yield from (f"  inferred        {fact}" for fact in target.inferred)
    for dtype in found.dtypes:
        yield f"  {dtype:<14}  {_of_dtype(found, dtype)}"
    yield from (f"  left out        {reason}" for reason in found.left_out[:SHOWN])
    for dtype, names in found.blind_to.items():
        if names and not found.failing:
            more = f"; and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
            yield f"  blind spots     {dtype}: {'; '.join(names[:SHOWN])}{more}"
    undecided = [trial for trial in found.trials if trial.verdict.verdict == UNDECIDED]
    if undecided and not found.failing:
        yield f"  undecided       {undecided[0].spec.words}: {undecided[0].verdict.reason}"
    notes = Counter(note for trial in found.trials for note in trial.verdict.notes)
    yield from (f"  noted           {note} (in {count} calls)" for note, count in notes.most_common(SHOWN))
    if found.smallest is not None:
        yield ""
        yield f"smallest input that shows it: {found.smallest.spec.words}"
        yield describe(found.smallest.verdict, None)
        yield f"  again           {command(found, found.smallest)}"
        yield ""
    known = looks()
    names_of = (set(names_in(trial.verdict.explanation)) & set(known) for trial in found.failing)
    named = Counter(name for names in names_of for name in sorted(names))
    for name, count in named.most_common(1):
        if 2 * count >= len(found.failing):
            yield f"most frequent mistake: {name}, on {count} of {len(found.failing)} failing inputs"
    yield from _only_where(found)
    yield f"{found.verdict}: {len(found.failing)} of {len(found.trials)} inputs fail"


def _only_where(found: Checked) -> Iterator[str]:
    """A property common to exactly the failing inputs."""
    agreeing = [trial.spec for trial in found.trials if trial.verdict.verdict == AGREES]
    for name in ("layout", "mask", "kind", "dtype"):
        failing = dict.fromkeys(getattr(trial.spec, name) for trial in found.failing)
        if failing and agreeing and not any(getattr(spec, name) in failing for spec in agreeing):
            yield f"it fails only with the {name} {', '.join(failing)}"


def _of_dtype(found: Checked, dtype: str) -> str:
    trials = [trial for trial in found.trials if trial.spec.dtype == dtype]
    counts = Counter(trial.verdict.verdict for trial in trials)
    words = [f"{counts[name]} {name}" for name in (AGREES, DISAGREES, FAILED, UNDECIDED) if counts[name]]
    exact = sum(trial.spec.is_exact for trial in trials)
    seconds = [trial.verdict.seconds for trial in trials if trial.verdict.seconds is not None]
    told_exact = f" ({exact} of them exact: tolerance 0)" if exact else ""
    time = f"; {median(seconds) / MILLISECOND:.3g} ms a call" if seconds else ""
    return f"{len(trials)} inputs{told_exact}: {', '.join(words)}{time}"
