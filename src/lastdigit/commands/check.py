"""``lastdigit check``: check one function without stored files, or another program's output for an exported vector."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lastdigit.base.errors import LastdigitError, did_you_mean
from lastdigit.base.number_format import float_format
from lastdigit.cases.expressions import InvalidExpression
from lastdigit.cases.parameters import check_parameter
from lastdigit.check.as_json import SCHEMA, as_json
from lastdigit.check.checked import How, check
from lastdigit.check.exact_inputs import exact_kinds
from lastdigit.check.plan import OF_INPUTS, Asked, masks_of
from lastdigit.check.shapes import sizes_of
from lastdigit.check.spec import DRAWN, LAYOUTS
from lastdigit.check.target import Computed, Target, find_target, has_devices
from lastdigit.check.words import told
from lastdigit.implementations.isolation.runner import InThisProcess, InWorkers, Limits
from lastdigit.operations import find_operation
from lastdigit.verdicts.verdict import AGREES


class InvalidRequest(LastdigitError):
    """A request for something that does not exist."""


@dataclass(frozen=True)
class Options:
    """The command-line options; empty ones are left to the plan."""

    shapes: Sequence[str]
    dtypes: Sequence[str]
    only: Sequence[str]
    masks: Sequence[str]
    layouts: Sequence[str]
    without_optional: bool
    set: Sequence[str]
    seed: int
    framework: str
    device: str
    computed: Computed | None
    limits: Limits
    isolated: bool
    json: bool


def run(text: str, operation: str, options: Options) -> int:
    """Check the function and print the result; returns 0 if it agrees, else 1."""
    target = find_target(text, operation, options.framework, options.computed)
    asked = asked_of(target, options)
    runner = InWorkers() if options.isolated else InThisProcess()
    try:
        found = check(target, asked, runner, How(options.limits, options.device))
    finally:
        if isinstance(runner, InWorkers):
            runner.close()
    print(as_json(found) if options.json else told(found))
    return 0 if found.verdict == AGREES else 1


def print_schema() -> int:
    """Print the JSON Schema of ``--json``."""
    print(json.dumps(SCHEMA, indent=2))
    return 0


def asked_of(target: Target, options: Options) -> Asked:
    """Parse the request; raises :class:`InvalidRequest` or :class:`InvalidSizes` for unknown names."""
    if options.device and not has_devices(target.framework):
        raise InvalidRequest(f"expected no --device, since {target.framework} has none, found {options.device!r}")
    for dtype in options.dtypes:
        float_format(dtype)
    kinds = (*exact_kinds(target.operation), *DRAWN)
    _known("a kind of input", options.only, kinds)
    _known("a mask that the operation defines and the function accepts", options.masks, masks_of(target))
    _known("a layout", options.layouts, LAYOUTS)
    sizes = tuple(sizes_of(shape, target.operation) for shape in options.shapes)
    given = (tuple(options.dtypes), tuple(options.only), tuple(options.masks), tuple(options.layouts))
    return Asked(sizes, *given, options.without_optional, _parameters(target, options.set), options.seed)


def _parameters(target: Target, texts: Sequence[str]) -> dict[str, Any]:
    """Parse static parameters such as ``eps=0.1``."""
    known = sorted(set(find_operation(target.operation).parameters) & target.parameters - set(OF_INPUTS))
    found: dict[str, Any] = {}
    for text in texts:
        name, _, value = text.partition("=")
        _known("a parameter that the operation defines and the function accepts, as in eps=0.1", [name], known)
        try:
            found[name] = json.loads(value)
            check_parameter(found[name])
        except (ValueError, InvalidExpression):
            raise InvalidRequest(f"expected a number, true or false as {name}, found {value!r}") from None
    return found


def _known(what: str, names: Sequence[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            raise InvalidRequest(f"expected {what}, found {name!r}{did_you_mean(name, known)}")
