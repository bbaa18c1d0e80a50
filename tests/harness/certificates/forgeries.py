"""Certificates that say something else than a run did: each changes one thing, and is packed with a hash that fits."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

Line = dict[str, Any]
Forge = Callable[[random.Random, list[Line]], bool]
"""Changes lines in place; False where there is nothing of its kind to change."""

KINDS: dict[str, Forge] = {}


def forgery(forge: Forge) -> Forge:
    """Register a kind of forgery."""
    KINDS[forge.__name__] = forge
    return forge


def forgeries(lines: list[Line], count: int, seed: int) -> Iterator[tuple[str, list[Line]]]:
    """So many certificates, kind by kind in turn."""
    draws = random.Random(seed)
    made = 0
    while made < count:
        for name, forge in KINDS.items():
            changed = copy.deepcopy(lines)
            if forge(draws, changed) and made < count:
                assert changed != lines, name
                made += 1
                yield name, changed


def _of(lines: list[Line], kind: str) -> list[Line]:
    return [line[kind] for line in lines if isinstance(line.get(kind), dict)]


def _verdicts(lines: list[Line], **wanted: object) -> list[Line]:
    return [line for line in lines if "verdict" in line and all(line["verdict"].get(k) == v for k, v in wanted.items())]


def _count(lines: list[Line], verdict: str, change: int) -> None:
    """Totals that fit."""
    lines[0]["certificate"]["verdicts"][verdict] += change


def _other_digit(draws: random.Random, text: str) -> str:
    """The text with another digit, the first three that are not 0 among them."""
    places = [place for place, letter in enumerate(text.lower().partition("e")[0]) if letter.isdigit()]
    leading = next((number for number, place in enumerate(places) if text[place] != "0"), 0)
    place = draws.choice(places[leading : leading + 3])
    return text[:place] + draws.choice([digit for digit in "0123456789" if digit != text[place]]) + text[place + 1 :]


@forgery
def digit_of_a_token(draws: random.Random, lines: list[Line]) -> bool:
    golden = draws.choice(_of(lines, "golden"))
    at = draws.randrange(len(golden["tokens"]))
    golden["tokens"][at] = _other_digit(draws, golden["tokens"][at])
    return True


@forgery
def digit_of_what_was_observed(draws: random.Random, lines: list[Line]) -> bool:
    line = draws.choice([line for line in lines if line.get("observed")])
    at = draws.randrange(len(line["observed"]))
    line["observed"][at] = _other_digit(draws, line["observed"][at])
    return True


@forgery
def bound_widened(draws: random.Random, lines: list[Line]) -> bool:
    reading = draws.choice([reading for reading in _of(lines, "reading") if any(reading["bound"])])
    reading["bound"] = [bound and bound * 1.5 for bound in reading["bound"]]
    return True


@forgery
def bound_narrowed(draws: random.Random, lines: list[Line]) -> bool:
    reading = draws.choice([reading for reading in _of(lines, "reading") if any(reading["bound"])])
    reading["bound"][draws.choice([at for at, bound in enumerate(reading["bound"]) if bound])] *= 0.9
    return True


@forgery
def verdict_turned(draws: random.Random, lines: list[Line]) -> bool:
    line = draws.choice([line for line in _verdicts(lines) if line["rule"] not in ("skipped", "failed")])
    verdict = line["verdict"]
    _count(lines, verdict["verdict"], -1)
    turned = {"agrees": "disagrees", "disagrees": "agrees", "undecided": "agrees"}[verdict["verdict"]]
    verdict.pop("evidence", None)
    verdict.update({"verdict": turned, **({"evidence": "proven"} if turned == "disagrees" else {})})
    _count(lines, turned, 1)
    return True


@forgery
def verdict_left_open(draws: random.Random, lines: list[Line]) -> bool:
    line = draws.choice(_verdicts(lines, verdict="disagrees") or _verdicts(lines, verdict="agrees"))
    _count(lines, line["verdict"]["verdict"], -1)
    line["verdict"].pop("evidence", None)
    line["verdict"]["verdict"] = "undecided"
    _count(lines, "undecided", 1)
    return True


@forgery
def input_changed(draws: random.Random, lines: list[Line]) -> bool:
    known = draws.choice(_of(lines, "input"))
    at = draws.randrange(len(known["numbers"]))
    known["numbers"][at] += draws.choice([1e-7, 0.25, -1e-3])
    return True


@forgery
def row_missing(draws: random.Random, lines: list[Line]) -> bool:
    line = draws.choice(_verdicts(lines))
    _count(lines, line["verdict"]["verdict"], -1)
    lines.remove(line)
    return True


@forgery
def row_twice(draws: random.Random, lines: list[Line]) -> bool:
    line = draws.choice(_verdicts(lines))
    _count(lines, line["verdict"]["verdict"], 1)
    lines.append(copy.deepcopy(line))
    return True


@forgery
def erratum_invented(draws: random.Random, lines: list[Line]) -> bool:
    verdict = draws.choice(_verdicts(lines, verdict="agrees"))["verdict"]
    invented = {"id": "invented", "case": None, "implementation": None, "evidence": "proven"}
    lines.insert(1, {"erratum": {"document": verdict["document"], "golden": verdict.get("golden"), **invented}})
    return True


@forgery
def erratum_named(draws: random.Random, lines: list[Line]) -> bool:
    draws.choice(_verdicts(lines, verdict="agrees"))["verdict"]["erratum"] = "invented"
    return True


@forgery
def evidence_changed(draws: random.Random, lines: list[Line]) -> bool:
    found = _verdicts(lines, verdict="disagrees")
    if found:
        draws.choice(found)["verdict"]["evidence"] = draws.choice(["calibrated", "guessed", ""])
    return bool(found)


@forgery
def enclosure_moved(draws: random.Random, lines: list[Line]) -> bool:
    reading = draws.choice(_of(lines, "reading"))
    at = draws.randrange(len(reading["high"]))
    reading["high"][at] += max(reading["radius"][at] / 2, abs(reading["high"][at]) * 1e-6, 1e-9)
    return True


@forgery
def enclosure_widened(draws: random.Random, lines: list[Line]) -> bool:
    reading = draws.choice(_of(lines, "reading"))
    at = draws.randrange(len(reading["radius"]))
    reading["radius"][at] = reading["radius"][at] * 1.5 + 1e-9
    return True


@forgery
def gate_turned(draws: random.Random, lines: list[Line]) -> bool:
    verdict = draws.choice(_verdicts(lines))["verdict"]
    verdict["gate"] = "fail" if verdict.get("gate", "pass") == "pass" else "pass"
    return True


@forgery
def gate_of_the_run_turned(draws: random.Random, lines: list[Line]) -> bool:
    header = lines[0]["certificate"]
    header["gate"] = "fail" if header["gate"] == "pass" else "pass"
    return True


@forgery
def precision_changed(draws: random.Random, lines: list[Line]) -> bool:
    golden = draws.choice([golden for golden in _of(lines, "golden") if golden.get("precision")])
    golden["precision"] += draws.choice([-2, -1, 1, 2])
    return True


@forgery
def operation_changed(draws: random.Random, lines: list[Line]) -> bool:
    case = draws.choice([case for case in _of(lines, "case") if {"q", "k", "v"} == set(case["inputs"])])
    case["operation"] = draws.choice(
        sorted(
            {"dot_product_attention", "scaled_dot_product_attention", "sum_normalized_attention"} - {case["operation"]}
        )
    )
    for line in _verdicts(lines, document=case["document"], case=case["name"]):
        line["verdict"]["operation"] = case["operation"]
    return True


@forgery
def inputs_of_a_case_changed(draws: random.Random, lines: list[Line]) -> bool:
    case = draws.choice(_of(lines, "case"))
    name = draws.choice(sorted(case["inputs"]))
    case["inputs"][name] = {"eye": 3}
    return True


@forgery
def model_changed(draws: random.Random, lines: list[Line]) -> bool:
    reading = draws.choice([reading for reading in _of(lines, "reading") if reading["inputs"] != "middles"])
    others = {"float16", "bfloat16"} - {reading["arithmetic"]["storage"]}
    reading["arithmetic"]["storage"] = draws.choice(sorted(others))
    return True


@forgery
def readings_exchanged(draws: random.Random, lines: list[Line]) -> bool:
    line = draws.choice([line for line in lines if len(line.get("readings", [])) == 2])
    line["readings"].reverse()
    return True


@forgery
def relation_loosened(draws: random.Random, lines: list[Line]) -> bool:
    relation = draws.choice(_of(lines, "relation"))
    relation["with"] = {key: "0.5" if key in ("sum", "low", "high") else "b" for key in relation["with"]}
    return True


@forgery
def rule_changed(draws: random.Random, lines: list[Line]) -> bool:
    line = draws.choice([line for line in lines if line.get("rule") in ("document", "result", "definition")])
    line["rule"] = draws.choice(["shape", "relation", "skipped"])
    return True


@forgery
def golden_forgotten(draws: random.Random, lines: list[Line]) -> bool:
    """A golden is taken out of its case, with all of its rows."""
    case = draws.choice([case for case in _of(lines, "case") if case.get("goldens")])
    last = case["goldens"].pop()
    golden = last["golden"] if isinstance(last, dict) else last
    for line in _verdicts(lines, document=case["document"], case=case["name"], golden=golden):
        _count(lines, line["verdict"]["verdict"], -1)
        lines.remove(line)
    return True


@forgery
def operation_called_own(draws: random.Random, lines: list[Line]) -> bool:
    """A case whose operation nobody is to look at."""
    case = draws.choice(_of(lines, "case"))
    case["operation"] = "mine"
    for line in _verdicts(lines, document=case["document"], case=case["name"]):
        line["verdict"]["operation"] = "mine"
    lines.insert(1, {"operation": {"name": "mine", "file": "mine.py", "sha256": "0" * 64}})
    return True
