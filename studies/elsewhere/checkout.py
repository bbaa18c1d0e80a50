"""``python -m studies.elsewhere.checkout PATH [--install REQUIREMENT ...] [-- TESTS ...]``: another project's checkout.

It is copied and installed in a new environment, with the requirements of its tests. Its own tests are run unchanged,
then with lastdigit installed, and then with lastdigit in use: ``lastdigit init`` and docs/own-operation.md, whose gate
fails on a bug, names it, and passes once it is fixed. Every test must have the same outcome each time. ``TESTS`` are
arguments for its pytest.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from shlex import join, quote
from xml.etree import ElementTree

from studies.elsewhere.empty_folder import CHECKOUT, EXTRAS
from studies.elsewhere.environment import Environment, build_wheel
from studies.elsewhere.first_gate import first_gate

Outcomes = Mapping[str, str]
"""The outcome of each test: passed, failed, error, or skipped."""


def main() -> int:
    """Print the outcomes of its tests at each stage; 1 if they differ."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("checkout", type=Path, metavar="PATH", help="a folder with a project; nothing is written there")
    parser.add_argument("--install", nargs="+", default=["."], metavar="REQUIREMENT", help="given to pip there (.)")
    parser.add_argument("--python", default=sys.executable, metavar="INTERPRETER")
    arguments = sys.argv[1:]
    end = arguments.index("--") if "--" in arguments else len(arguments)
    options = parser.parse_args(arguments[:end])
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        copy = shutil.copytree(options.checkout, folder / options.checkout.resolve().name, symlinks=True)
        environment = Environment(folder / "environment", options.python)
        environment.install("pytest", *options.install, folder=copy)
        tests = partial(own_tests, environment, copy, arguments[end + 1 :])
        before = tests("as it is")
        environment.install(f"{build_wheel(CHECKOUT, folder / 'wheel')}{EXTRAS}", folder=copy)
        after = tests("with lastdigit installed")
        began = time.perf_counter()
        run = partial(environment.run, folder=copy)
        print(run("lastdigit init").stdout)
        commands = first_gate(copy, CHECKOUT / "docs", run, only="reference_data")
        seconds = time.perf_counter() - began
        print(f"lastdigit init, and {len(commands)} commands in {seconds:.1f} s: a bug named, mended, the gate passes")
        inside = tests("with lastdigit in use", "-m", "not lastdigit")
    return told(before, after) + told(before, inside)


def own_tests(environment: Environment, copy: Path, arguments: Sequence[str], when: str, *more: str) -> Outcomes:
    """Run a project's own tests and return their outcomes."""
    log = copy.parent / "junit.xml"
    began = time.perf_counter()
    done = environment.run(f"pytest --junit-xml {quote(str(log))} {join([*more, *arguments])}", copy)
    seconds = time.perf_counter() - began
    if not log.is_file():
        raise RuntimeError(f"{when}: its pytest ended with {done.returncode}\n{done.stdout}{done.stderr}")
    found = outcomes(log)
    log.unlink()
    print(f"{when}: {in_words(found)}, exit code {done.returncode}, in {seconds:.1f} s", flush=True)
    return found


def outcomes(log: Path) -> Outcomes:
    """Each test of a JUnit log with its outcome."""
    found: dict[str, str] = {}
    for case in ElementTree.parse(log).getroot().iter("testcase"):
        states = [child.tag for child in case if child.tag in ("failure", "error", "skipped")]
        name = f"{case.get('classname')}::{case.get('name')}"
        found[name] = " and ".join(states) or "passed"
    return found


def in_words(found: Outcomes) -> str:
    """The number of tests by outcome."""
    states = list(found.values())
    return ", ".join(f"{states.count(state)} {state}" for state in sorted(set(states))) or "no tests"


def told(before: Outcomes, after: Outcomes) -> int:
    """Print each test whose outcome changed; 1 if there is one, or if there are no tests."""
    other = [name for name in sorted(before.keys() | after.keys()) if before.get(name) != after.get(name)]
    for name in other:
        print(f"{name}: {before.get(name, 'not there')} before, {after.get(name, 'not there')} after")
    return int(bool(other) or not before)


if __name__ == "__main__":
    sys.exit(main())
