"""The command ``lastdigit``: arguments in, exit code out. It has no logic and imports commands lazily."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from lastdigit import __version__
from lastdigit.base.errors import LastdigitError
from lastdigit.base.output import spell_what_is_lacking
from lastdigit.commands.check_options import add_reference_data, settings_here

INTERRUPTED = 130
"""Exit code of a process ended by SIGINT, by the shell convention."""

MOST_WORKERS = 1024
MOST_OFFSETS = 1 << 24

RECORD = "the record of a run (run.jsonl.gz), or its reports folder"
_NUMBER = re.compile(r"-?[0-9]{1,18}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns 0 on success, 1 for a difference or an error in its input.

    Invalid options exit with status 2, by argparse. Characters that the output cannot encode are escaped.
    """
    spell_what_is_lacking(sys.stdout, sys.stderr)
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        return int(options.run(options))
    except LastdigitError as error:
        print(f"lastdigit: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            return 1
        print(f"lastdigit: {error.filename or 'writing'}: {error.strerror or error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("lastdigit: interrupted; files being written keep their previous content", file=sys.stderr)
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="lastdigit",
        description="Verify every implementation against the numbers a document printed, to the last digit.",
    )
    parser.add_argument("--version", action="version", version=f"lastdigit {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    init = commands.add_parser("init", help="set up a project with an example that pytest judges")
    init.add_argument(
        "folder", nargs="?", type=Path, default=Path(), metavar="FOLDER", help="default: the current folder"
    )
    init.set_defaults(run=_init)

    extract = commands.add_parser("extract", help="extract printed numbers from documents and store them as goldens")
    extract.add_argument(
        "documents", nargs="+", type=Path, metavar="DOCUMENT", help="a document, or a folder of documents"
    )
    extract.add_argument("--into", type=Path, metavar="DIR", help="the reference data (reference_data)")
    action = extract.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="write nothing; fail at the first difference")
    action.add_argument("--dry-run", action="store_true", help="write nothing; only show the goldens")
    extract.add_argument("--json", action="store_true", help="print the results as JSON")
    extract.add_argument("--explain", action="store_true", help="list skipped lines with the reasons")
    extract.add_argument(
        "--workers", type=_whole(1, MOST_WORKERS), metavar="N", help="parallel processes (one per core)"
    )
    extract.set_defaults(run=_extract)

    draw = commands.add_parser("draw", help="regenerate seeded inputs, and find feasible ones, as the cases describe")
    add_reference_data(draw)
    draw.add_argument("--check", action="store_true", help="write nothing; fail at the first difference")
    draw.set_defaults(run=_draw)

    seeds = commands.add_parser("seeds", help="search for seeds that a document does not show")
    seeds.add_argument("target", metavar="CASE|DOCUMENT", help="a stored document, or one of its cases: 002, 002/y")
    add_reference_data(seeds)
    seeds.add_argument(
        "--offsets",
        type=_whole(0, MOST_OFFSETS),
        default=200,
        metavar="N",
        help="try up to N preceding draws (%(default)s)",
    )
    seeds.add_argument("--words", action="store_true", help="count offsets in 32-bit words and try every word")
    seeds.add_argument("--range", type=_range, default=(0, 2**32), metavar="A:B", help="search seeds A to B - 1 (all)")
    seeds.add_argument("--workers", type=_whole(1, MOST_WORKERS), metavar="N", help="processes (one per core)")
    seeds.add_argument("--cluster", metavar="ADDRESS", help="a Ray cluster; 'here' starts one on this machine")
    seeds.add_argument("--state", type=Path, metavar="DIR", help="checkpoint directory (reports/seeds)")
    seeds.set_defaults(run=_seeds)

    report = commands.add_parser("report", help="rewrite, merge or compare reports")
    _add_report(report.add_subparsers(required=True, metavar="WHAT"))

    from lastdigit.commands import check_options

    check_options.add_to(commands)
    _add_import(commands)
    grade = commands.add_parser("grade", help="grade copies of a notebook against a stored document's cases")
    grade.add_argument("document", metavar="DOCUMENT", help="a stored document with cases, such as 003")
    grade.add_argument("copies", nargs="+", type=Path, metavar="COPY", help="a notebook, or a folder of notebooks")
    add_reference_data(grade)
    grade.add_argument("--handout", type=Path, metavar="FILE", help="the notebook as it was handed out, with stubs")
    grade.add_argument("--into", type=Path, metavar="DIR", help="output folder (reports/grades)")
    grade.set_defaults(run=_grade)

    certify = commands.add_parser(
        "certify", help="write a certificate from which an independent checker re-derives a run's verdicts"
    )
    certify.add_argument("record", nargs="?", type=Path, metavar="RUN", help=f"{RECORD} (reports)")
    certify.add_argument("--implementations", type=Path, metavar="DIR", help="read, never run (implementations)")
    certify.add_argument("--into", type=Path, metavar="FILE", help="the certificate (reports/certificate.jsonl.gz)")
    certify.set_defaults(run=_certify)
    return parser


def _add_import(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    importing = commands.add_parser("import", help="import test vectors of other projects")
    onnx = importing.add_subparsers(required=True, metavar="WHAT").add_parser(
        "onnx", help="node tests of ONNX: folders of a model with one node and its test_data_set"
    )
    onnx.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="test_…, or its test_data_set_0")
    onnx.add_argument("--into", type=Path, metavar="DIR", help="write vectors into this folder, and no documents")
    add_reference_data(onnx)
    onnx.set_defaults(run=_import_onnx)


def _add_report(reports: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    write = reports.add_parser("write", help="rewrite all reports from a record")
    write.add_argument("record", type=Path, metavar="RUN", help=RECORD)
    write.add_argument("--into", type=Path, required=True, metavar="DIR", help="output folder")
    write.set_defaults(run=_report_write)

    merge = reports.add_parser("merge", help="merge shards, or runs of the same tests in different environments")
    merge.add_argument("records", nargs="+", type=Path, metavar="RUN", help=RECORD)
    merge.add_argument("--into", type=Path, required=True, metavar="DIR", help="output folder")
    merge.add_argument("--part", action="store_true", help="do not fail if tests are missing")
    merge.set_defaults(run=_report_merge)

    diff = reports.add_parser("diff", help="compare two runs; fails if a verdict worsened or vanished")
    diff.add_argument("old", type=Path, metavar="OLD", help=RECORD)
    diff.add_argument("new", type=Path, metavar="NEW", help="the run to compare with OLD")
    diff.add_argument("--into", type=Path, metavar="DIR", help="write diff.html, diff.csv and diff.md there")
    diff.add_argument("--allow-vanished", action="store_true", help="do not fail if verdicts vanished")
    diff.set_defaults(run=_report_diff)

    history = reports.add_parser("history", help="show what changed over several runs, and which run changed it first")
    history.add_argument("records", nargs="+", type=Path, metavar="RUN", help=RECORD)
    history.add_argument("--into", type=Path, metavar="DIR", help="write history.html, history.csv and badges there")
    history.set_defaults(run=_report_history)


def _whole(least: int, most: int) -> Callable[[str], int]:
    """Parse a whole number in a range."""

    def number(text: str) -> int:
        if not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"expected a whole number from {least} to {most}, found {text!r}")
        return int(text)

    return number


def _range(text: str) -> tuple[int, int]:
    first, colon, end = text.partition(":")
    if not colon or not all(_NUMBER.fullmatch(part) for part in (first or "0", end or "0")):
        raise argparse.ArgumentTypeError(f"expected A:B with 0 <= A < B <= 2^32, found {text!r}")
    found = int(first or 0), int(end or 2**32)
    if not 0 <= found[0] < found[1] <= 2**32:
        raise argparse.ArgumentTypeError(f"expected A:B with 0 <= A < B <= 2^32, found {text}")
    return found


def _init(options: argparse.Namespace) -> int:
    from lastdigit.commands.init import run

    return run(options.folder)


def _extract(options: argparse.Namespace) -> int:
    from lastdigit.base.settings import settings_in
    from lastdigit.commands.extract import Options, run

    action = "check" if options.check else "look" if options.dry_run else "store"
    into = options.into or settings_in(Path()).reference_data
    return run(options.documents, into, Options(action, options.json, options.explain, options.workers))


def _draw(options: argparse.Namespace) -> int:
    from lastdigit.commands.draw import run

    return run(options.reference_data or settings_here().reference_data, check_only=options.check)


def _seeds(options: argparse.Namespace) -> int:
    from lastdigit.commands.seeds import Options, run

    settings, (first, end) = settings_here(), options.range
    state = options.state or settings.reports / "seeds"
    given = (options.offsets, options.words, first, end, options.workers, options.cluster, state)
    return run(options.target, options.reference_data or settings.reference_data, Options(*given))


def _report_write(options: argparse.Namespace) -> int:
    from lastdigit.commands.report import run_write

    settings_here()
    return run_write(options.record, options.into)


def _report_merge(options: argparse.Namespace) -> int:
    from lastdigit.commands.report import run_merge

    settings_here()
    return run_merge(options.records, options.into, part=options.part)


def _report_diff(options: argparse.Namespace) -> int:
    from lastdigit.commands.report import run_diff

    settings_here()
    return run_diff(options.old, options.new, options.into, allow_vanished=options.allow_vanished)


def _report_history(options: argparse.Namespace) -> int:
    from lastdigit.commands.history import run

    settings_here()
    return run(options.records, options.into)


def _import_onnx(options: argparse.Namespace) -> int:
    from lastdigit.commands.import_onnx import run, store

    if options.into:
        return run(options.folders, options.into)
    return store(options.folders, options.reference_data or settings_here().reference_data)


def _grade(options: argparse.Namespace) -> int:
    from lastdigit.commands.grade import Options, run

    settings = settings_here()
    into = options.into or settings.reports / "grades"
    given = Options(options.reference_data or settings.reference_data, into, options.handout)
    return run(options.document, options.copies, given)


def _certify(options: argparse.Namespace) -> int:
    from lastdigit.commands.certify import run

    settings = settings_here()
    into = options.into or settings.reports / "certificate.jsonl.gz"
    return run(options.record or settings.reports, options.implementations or settings.implementations, into)
