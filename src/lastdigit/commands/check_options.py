"""The options of ``lastdigit check`` and ``sweep``, and of ``export``, whose vectors ``check`` judges.

Commands are imported lazily.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.base.errors import LastdigitError

if TYPE_CHECKING:
    from lastdigit.base.settings import Settings

USAGE = 2
"""Exit code for a usage error."""

Run = Callable[[argparse.Namespace], int]


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands."""
    check = commands.add_parser(
        "check", help="check one function that computes an operation, on fresh inputs, without stored files"
    )
    check.add_argument("function", nargs="?", help="module:function, or path/to/file.py:function")
    _add_shared(check)
    check.add_argument("--json", action="store_true", help="print the results as JSON; --schema prints its schema")
    check.add_argument("--schema", action="store_true", help=argparse.SUPPRESS)
    check.add_argument("--outputs", type=Path, metavar="FILE", help="judge a program's output for an exported case")
    check.set_defaults(run=_named(_check))

    sweep = commands.add_parser("sweep", help="try thousands of inputs on one function, on all cores")
    sweep.add_argument("function", help="module:function, or path/to/file.py:function")
    _add_shared(sweep)
    sweep.add_argument("--inputs", type=_count, default=2000, metavar="N", help="how many (%(default)s)")
    sweep.add_argument("--workers", type=_count, metavar="N", help="processes (one per core)")
    sweep.add_argument("--cluster", default="", metavar="ADDRESS", help="a Ray cluster; 'here' starts one")
    sweep.add_argument(
        "--into", type=Path, required=True, metavar="FILE", help="JSON lines; an interrupted sweep resumes from them"
    )
    sweep.set_defaults(run=_named(_sweep))

    export = commands.add_parser("export", help="write stored cases as test vectors for programs in other languages")
    export.add_argument("cases", nargs="+", metavar="CASE|DOCUMENT", help="a stored document, or one of its cases")
    add_reference_data(export)
    export.add_argument("--into", type=Path, required=True, metavar="DIR", help="output folder")
    export.set_defaults(run=_export)


def settings_here() -> Settings:
    """The settings of the project in this folder, whose own operations and mistakes are known from now on."""
    from lastdigit.base.settings import settings_in
    from lastdigit.implementations.definitions import load_definitions

    settings = settings_in(Path())
    load_definitions(settings.definitions)
    return settings


def add_reference_data(command: argparse.ArgumentParser) -> None:
    """Add the option for the reference data, with its older name as an alias."""
    command.add_argument(
        *("--reference-data", "--store"), type=Path, metavar="DIR", help="the stored documents (reference_data)"
    )


def _add_shared(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--as", dest="operation", default="", metavar="OPERATION", help="the operation that the function computes"
    )
    command.add_argument(
        *("--shapes",), nargs="+", default=[], metavar="SIZES", help="axis lengths by letter: n=7,m=13,d=4"
    )
    command.add_argument("--dtypes", nargs="+", default=[], metavar="DTYPE", help="number formats (the framework's)")
    command.add_argument("--only", nargs="+", default=[], metavar="KIND", help="kinds of input (all)")
    command.add_argument("--masks", nargs="+", default=[], metavar="MASK", help="masks (all that the function takes)")
    command.add_argument("--layouts", nargs="+", default=[], metavar="LAYOUT", help="memory layouts of arrays")
    command.add_argument("--without-optional", action="store_true", help="omit optional arrays such as a bias")
    command.add_argument("--set", nargs="+", default=[], metavar="NAME=VALUE", help="static parameters: eps=0.1")
    command.add_argument("--framework", default="", metavar="NAME", help="framework of its arrays (the one it imports)")
    command.add_argument("--device", default="", metavar="DEVICE", help="device of tensors, such as cuda")
    command.add_argument("--seed", type=_seed, default=0, metavar="N", help="seed of the inputs (%(default)s)")
    command.add_argument("--accumulation", default="", metavar="DTYPE", help="format in which sums are accumulated")
    command.add_argument("--operands", default="", metavar="DTYPE", help="format of the operands of products, as tf32")
    command.add_argument("--key-tile", type=int, metavar="N", help="keys per tile of an online softmax")
    command.add_argument("--exp-error", type=float, metavar="U", help="error of its exp, in units of roundoff")
    command.add_argument(
        "--arithmetic", default="", choices=("fused", "stored", "split"), help="arithmetic model that results must fit"
    )
    command.add_argument(
        "--call-seconds", type=float, default=60.0, metavar="S", help="time limit of a call (%(default)s)"
    )
    command.add_argument(
        "--call-gigabytes", type=float, default=8.0, metavar="GB", help="memory limit of a call (%(default)s)"
    )
    command.add_argument("--no-isolation", action="store_true", help="call it in this process, for a debugger")


def _named(run: Run) -> Run:
    """Wrap a command so that named errors are usage errors: nothing was judged."""

    def guarded(options: argparse.Namespace) -> int:
        try:
            settings_here()
            return run(options)
        except LastdigitError as error:
            print(f"lastdigit: {type(error).__name__}: {error}", file=sys.stderr)
            return USAGE

    return guarded


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"expected a whole number, found {text!r}")
    return int(text)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 0 < int(text[:10]) <= 1 << 30:
        raise argparse.ArgumentTypeError(f"expected a number of at least 1, found {text!r}")
    return int(text)


def _check(options: argparse.Namespace) -> int:
    from lastdigit.commands import check

    if options.schema:
        return check.print_schema()
    if options.outputs:
        from lastdigit.commands.export import run_outputs

        return run_outputs(options.outputs, as_json=options.json)
    if not options.function:
        raise check.InvalidRequest("name what to check: module:function or path/to/file.py:function")
    return check.run(options.function, options.operation, _options(options))


def _sweep(options: argparse.Namespace) -> int:
    from lastdigit.commands.sweep import run

    given = {"count": options.inputs, "workers": options.workers, "cluster": options.cluster, "into": options.into}
    return run(options.function, options.operation, _options(options), **given)


def _export(options: argparse.Namespace) -> int:
    from lastdigit.commands.export import run

    settings = settings_here()
    return run(options.cases, options.reference_data or settings.reference_data, options.into)


def _options(options: argparse.Namespace):  # type: ignore[no-untyped-def]
    from lastdigit.check.target import Computed
    from lastdigit.commands.check import Options
    from lastdigit.implementations.isolation.runner import Limits

    said = (options.accumulation, options.operands, options.key_tile, options.exp_error, options.arithmetic)
    return Options(
        *(options.shapes, options.dtypes, options.only, options.masks, options.layouts),
        *(options.without_optional, options.set, options.seed, options.framework, options.device),
        Computed(*said) if any(said) else None,
        Limits(options.call_seconds, options.call_gigabytes),
        not options.no_isolation,
        getattr(options, "json", False),
    )
