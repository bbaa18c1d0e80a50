"""The command ``lastdigit``: arguments in, exit code out. It holds no logic and imports what a command needs late."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from lastdigit import __version__
from lastdigit.errors import LastdigitError

DEFAULT_STORE = Path("reference_data")
DEFAULT_STATE = Path("reports") / "seeds"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command: 0 where it did what was asked, 1 where it found a difference or a fault in its input."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        return int(options.run(options))
    except LastdigitError as error:
        print(f"lastdigit: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="lastdigit",
        description="Verify every implementation against the numbers a document printed, to the last digit.",
    )
    parser.add_argument("--version", action="version", version=f"lastdigit {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    extract = commands.add_parser("extract", help="turn the numbers that documents print into stored goldens")
    extract.add_argument("documents", nargs="+", type=Path, metavar="DOCUMENT", help="a document, or a folder of them")
    extract.add_argument("--into", type=Path, default=DEFAULT_STORE, metavar="DIR", help="the store (%(default)s)")
    action = extract.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="write nothing; fail at the first difference")
    action.add_argument("--dry-run", action="store_true", help="write nothing; only show what is found")
    extract.add_argument("--json", action="store_true", help="print what is found as JSON")
    extract.add_argument("--explain", action="store_true", help="list what is left out and why, line by line")
    extract.add_argument("--workers", type=int, metavar="N", help="processes for many documents (one per core)")
    extract.set_defaults(run=_extract)

    draw = commands.add_parser("draw", help="draw seeded inputs again, and find feasible ones, as the cases describe")
    draw.add_argument("--store", type=Path, default=DEFAULT_STORE, metavar="DIR", help="the store (%(default)s)")
    draw.add_argument("--check", action="store_true", help="write nothing; fail at the first difference")
    draw.set_defaults(run=_draw)

    seeds = commands.add_parser("seeds", help="search for the seeds of draws that a document does not show")
    seeds.add_argument("target", metavar="CASE|DOCUMENT", help="a stored document, or one of its cases: 002, 002/y")
    seeds.add_argument("--store", type=Path, default=DEFAULT_STORE, metavar="DIR", help="the store (%(default)s)")
    seeds.add_argument("--offsets", type=int, default=200, metavar="N", help="up to N draws before (%(default)s)")
    seeds.add_argument("--words", action="store_true", help="count offsets in words of 32 bits and try every word")
    seeds.add_argument("--range", type=_range, default=(0, 2**32), metavar="A:B", help="seeds A to B - 1 (all)")
    seeds.add_argument("--workers", type=int, metavar="N", help="processes (one per core)")
    seeds.add_argument("--cluster", metavar="ADDRESS", help="a Ray cluster; 'here' starts one on this machine")
    seeds.add_argument("--state", type=Path, default=DEFAULT_STATE, metavar="DIR", help="where to resume (%(default)s)")
    seeds.set_defaults(run=_seeds)
    return parser


def _range(text: str) -> tuple[int, int]:
    first, _, end = text.partition(":")
    found = int(first or 0), int(end or 2**32)
    if not 0 <= found[0] < found[1] <= 2**32:
        raise argparse.ArgumentTypeError(f"expected A:B with 0 <= A < B <= 2^32, found {text}")
    return found


def _extract(options: argparse.Namespace) -> int:
    from lastdigit.commands.extract import Options, run

    action = "check" if options.check else "look" if options.dry_run else "store"
    return run(options.documents, options.into, Options(action, options.json, options.explain, options.workers))


def _draw(options: argparse.Namespace) -> int:
    from lastdigit.commands.draw import run

    return run(options.store, check_only=options.check)


def _seeds(options: argparse.Namespace) -> int:
    from lastdigit.commands.seeds import Options, run

    first, end = options.range
    given = (options.offsets, options.words, first, end, options.workers, options.cluster, options.state)
    return run(options.target, options.store, Options(*given))
