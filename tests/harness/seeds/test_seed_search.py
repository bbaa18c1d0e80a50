"""The search for seeds: what real libraries printed with fresh seeds is found again, whoever works, whatever dies."""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import os
import secrets
import signal
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lastdigit.base.errors import InvalidCase
from lastdigit.cases.draws.generator import jax_keys
from lastdigit.cases.recovered import read_records
from lastdigit.commands.command_line import main
from lastdigit.extraction.extract import extract
from lastdigit.readers.table import read_document
from lastdigit.seeds.checkpoint import State, checkpoint_path, load
from lastdigit.seeds.finding import judged, suggests
from lastdigit.seeds.plan import Plan, make_plan, with_bits
from lastdigit.seeds.search import search
from lastdigit.seeds.sieve import Hit
from lastdigit.seeds.unknown import UnknownDraws, load_unknown
from lastdigit.seeds.workers import Result
from lastdigit.store.documents import store

pytest.importorskip("numba", reason="numba compiles the search (the extra seeds)")
pytestmark = pytest.mark.xdist_group("compiled search")

NEARBY = 2**16
"""So many seeds on either side of the right one are searched: few enough for a test."""

PROJECTED = """
    [[draw]]
    name = "hidden"
    generator = "{generator}"
    seed = "not shown"
    inputs = [{{ name = "w", call = "{call}", shape = [3, 2] }}]

    [[case]]
    name = "projected"
    operation = "projection"
    inputs = {{ x = "x", weight = "w" }}
    goldens = ["y"]
    """
X = [[0.5, 1.5, -0.25], [2.0, 3.0, 0.75]]


class Hidden:
    """A document that was printed with a seed nobody wrote down, stored with the cases that describe its draws."""

    def __init__(self, folder: Path, write: Callable[[str, str], Path], output: str, cases: str, seed: int) -> None:
        read = read_document(write("007.txt", f"In [1]:\nx = np.array({X})\nprint('y:', y)\n\ny: {output}\n"))
        self.root, self.seed = folder / "store", seed
        store(read, extract(read), self.root)
        write("store/007/cases.toml", cases)

    @property
    def range(self) -> str:
        return f"{max(0, self.seed - NEARBY)}:{min(2**32, self.seed + NEARBY)}"

    def document(self) -> UnknownDraws:
        return load_unknown(self.root / "007")[0]

    def plan(self, offsets: int = 0) -> Plan:
        first, _, end = self.range.partition(":")
        return make_plan(self.document(), offsets=offsets, every_word=False, first=int(first), end=int(end))

    def search(self, *arguments: str) -> int:
        state = str(self.root.parent / "state")
        command = ["seeds", "007", "--store", str(self.root), "--range", self.range, "--state", state, "--workers", "1"]
        return main([*command, *arguments])


def by_numpy(seed: int, before: int) -> str:
    state = np.random.RandomState(seed)
    state.random_sample(before)
    return str(np.array(X) @ state.rand(3, 2)).replace("\n", "\n ")


def by_torch(seed: int, before: int) -> str:
    torch = pytest.importorskip("torch")
    torch.manual_seed(seed)
    torch.rand(before)
    return str(torch.tensor(X) @ torch.rand(3, 2))


def by_python(seed: int, before: int) -> str:
    import random

    state = random.Random(seed)
    for _ in range(before):
        state.random()
    return str(np.array(X) @ np.array([[state.random(), state.random()] for _ in range(3)]))


def by_keys(seed: int, before: int) -> str:
    """By the keys of lastdigit's own, which are tested against JAX where that is installed."""
    return str(np.array(X) @ jax_keys(seed, before)["uniform"]((3, 2)))


PRINTERS = {
    "numpy.random": (by_numpy, "rand", 2),
    "torch": (by_torch, "rand", 1),
    "random": (by_python, "random", 2),
    "jax.random": (by_keys, "uniform", 1),
}


@pytest.fixture
def hidden(tmp_path: Path, write) -> Hidden:
    """What NumPy printed after 17 other draws."""
    seed = secrets.randbits(32)
    cases = PROJECTED.format(generator="numpy.random", call="rand")
    return Hidden(tmp_path, write, by_numpy(seed, 17), cases, seed)


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search without a worker: to start one and load Numba there takes far longer than a search of so few seeds."""
    from lastdigit.seeds.sieve import search_range

    def searched(plan: Plan, ranges: Iterable[tuple[int, int]], workers: int) -> Iterator[Result]:
        for piece in ranges:
            yield piece, *search_range(plan, *piece)

    monkeypatch.setattr("lastdigit.commands.seeds.in_processes", searched)


@pytest.mark.parametrize("generator", PRINTERS)
def test_a_fresh_seed_and_offset_are_recovered_and_recorded(tmp_path: Path, write, capsys, generator: str):
    printed_by, call, words = PRINTERS[generator]
    most = 10 if generator == "jax.random" else 200
    seed, before = secrets.randbits(32), secrets.randbelow(most + 1)
    cases = PROJECTED.format(generator=generator, call=call)
    hidden = Hidden(tmp_path, write, printed_by(seed, before), cases, seed)
    assert hidden.search("--offsets", str(most)) == 0, (seed, before)
    assert f"{seed}, after {before * words} words: 4 of 4 printed values reproduced" in capsys.readouterr().out
    found = read_records(hidden.root / "007" / "recovered.toml")["hidden"]
    assert (found.seed, found.offset, found.values, found.of) == (seed, before * words, 4, 4)
    assert found.evidence > found.searched


@pytest.mark.usefixtures("in_this_process")
def test_a_search_reads_no_record_of_an_earlier_one(hidden: Hidden):
    assert hidden.search() == 0
    path = hidden.root / "007" / "recovered.toml"
    right = path.read_text()
    path.write_text("no TOML")
    assert hidden.document().drawn == {}
    path.write_text(right.replace(str(hidden.seed), str(hidden.seed ^ 1)))
    assert hidden.search() == 0
    assert path.read_text() == right


@pytest.mark.usefixtures("in_this_process")
def test_what_nothing_fits_is_recorded_with_what_was_searched(hidden: Hidden, capsys):
    assert hidden.search("--offsets", "16") == 1
    assert "none fits" in capsys.readouterr().out
    found = read_records(hidden.root / "007" / "recovered.toml")["hidden"]
    assert (found.seed, found.offsets) == (None, (0, 32, 2))
    assert hidden.search() == 0
    assert hidden.search("--offsets", "16") == 1
    assert read_records(hidden.root / "007" / "recovered.toml")["hidden"].seed == hidden.seed


@pytest.mark.usefixtures("in_this_process")
def test_a_seed_with_which_only_the_first_values_come_out_is_a_near_miss(hidden: Hidden, write, capsys):
    golden = hidden.root / "007" / "goldens" / "y.csv"
    record = hidden.root / "007" / "document.toml"
    from lastdigit.document import sha256
    from lastdigit.store.documents import with_hash

    before = golden.read_bytes()
    last = before.strip().rpartition(b",")[2]
    changed = before.replace(last, str(float(last) + 1).encode())
    golden.write_bytes(changed)
    _, _, lines = record.read_bytes().partition(b"\n")
    record.write_bytes(with_hash(lines.replace(sha256(before).encode(), sha256(changed).encode())))
    assert hidden.search("--offsets", "17") == 1
    assert f"{hidden.seed}, after 34 words: 3 of 4 printed values reproduced" in capsys.readouterr().out
    misses = read_records(hidden.root / "007" / "recovered.toml")["hidden"].near
    assert (hidden.seed, 34, 3, 4) in [(miss.seed, miss.offset, miss.values, miss.of) for miss in misses]


def test_a_search_that_is_stopped_goes_on_where_it_was(hidden: Hidden, tmp_path: Path):
    from lastdigit.seeds.sieve import search_range

    plan, asked = hidden.plan(20), []

    def runner(stop_after: int) -> Callable[..., Iterator]:
        def run(given: Plan, ranges) -> Iterator:
            for number, (first, end) in enumerate(ranges):
                if number == stop_after:
                    raise KeyboardInterrupt
                middle = (first + end) // 2
                for piece in ((first, middle), (middle, end)):
                    asked.append(piece)
                    yield piece, *search_range(given, *piece)
                    if stop_after == 0.5:
                        raise KeyboardInterrupt

        return run

    with pytest.raises(KeyboardInterrupt):
        search(plan, runner(0.5), tmp_path, lambda state: None)
    path = checkpoint_path(tmp_path, plan)
    assert load(path).done == ((plan.first, (plan.first + plan.end) // 2),)
    state = search(plan, runner(math.inf), tmp_path, lambda state: None)
    assert state.done == ((plan.first, plan.end),)
    assert sum(end - first for first, end in asked) == plan.end - plan.first
    assert hidden.seed in [hit.seed for hit in state.hits]


def test_ranges_that_are_left_are_those_that_are_not_done():
    state = State().with_range((10, 20), 1, []).with_range((30, 40), 2, []).with_range((20, 25), 3, [])
    assert (state.done, state.survivors, state.tested) == (((10, 25), (30, 40)), 6, 25)
    assert list(state.open_ranges(0, 50, 8)) == [(0, 8), (8, 10), (25, 30), (40, 48), (48, 50)]


def test_a_worker_that_is_killed_loses_nothing(hidden: Hidden):
    from lastdigit.seeds.sieve import search_range
    from lastdigit.seeds.workers import in_processes

    plan = hidden.plan(20)
    step = (plan.end - plan.first) // 8
    pieces = [(first, min(first + step, plan.end)) for first in range(plan.first, plan.end, step)]
    found = {}
    for piece, survivors, hits in in_processes(plan, pieces, 2):
        if not found:
            os.kill(multiprocessing.active_children()[0].pid, signal.SIGKILL)
        assert piece not in found
        found[piece] = survivors, hits
    assert found == {piece: search_range(plan, *piece) for piece in pieces}
    assert hidden.seed in [hit.seed for _, hits in found.values() for hit in hits]


def workers_of_the_cluster() -> list[int]:
    """The processes of this machine that search a range for a cluster right now."""
    titles = {int(path.parent.name): path for path in Path("/proc").glob("[0-9]*/cmdline")}
    found = []
    for process, path in titles.items():
        with contextlib.suppress(OSError):
            if path.read_bytes().startswith(b"ray::search_range"):
                found.append(process)
    return found


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="workers are found by their titles in /proc")
def test_a_cluster_gives_what_processes_give_though_a_worker_is_killed(hidden: Hidden):
    pytest.importorskip("ray", reason="ray runs the search on a cluster (the extra cluster)")
    from lastdigit.seeds.cluster import HERE, on_cluster
    from lastdigit.seeds.sieve import search_range

    plan = hidden.plan(20)
    step = (plan.end - plan.first) // 8
    pieces = [(first, min(first + step, plan.end)) for first in range(plan.first, plan.end, step)]
    found: dict[tuple[int, int], tuple[int, list[Hit]]] = {}
    killed = []
    for piece, survivors, hits in on_cluster(plan, pieces, 2, HERE):
        if not killed and (working := workers_of_the_cluster()):
            os.kill(working[0], signal.SIGKILL)
            killed.append(working[0])
        assert piece not in found
        found[piece] = survivors, hits
    assert killed
    assert found == {piece: search_range(plan, *piece) for piece in pieces}
    assert hidden.seed in [hit.seed for _, hits in found.values() for hit in hits]


def test_evidence_of_dependent_values_is_counted_once(hidden: Hidden):
    conditions = list(hidden.plan().conditions)
    told = math.fsum(condition.bits for condition in conditions)
    assert 80 < told < 110
    again = list(with_bits([*conditions, *conditions], 6))
    assert math.fsum(condition.bits for condition in again) == told
    wider = [replace(conditions[0], high=conditions[0].high + 2**-10), *conditions[1:]]
    assert math.fsum(condition.bits for condition in with_bits(wider, 6)) < told


def test_evidence_bounds_the_share_of_draws_that_would_print_so(hidden: Hidden):
    """Coarse conditions, so that chance hits can be counted: no more of them than the bits allow."""
    coarse = [replace(c, low=c.low - 0.2, high=c.high + 0.2) for c in hidden.plan().conditions]
    told = math.fsum(condition.bits for condition in with_bits(coarse, 6))
    units = np.random.default_rng(0).random((200_000, 6))
    held = np.ones(len(units), dtype=bool)
    for condition in coarse:
        total = units[:, list(condition.units)] @ np.array(condition.coefficients)
        held &= (condition.low <= total) & (total <= condition.high)
    assert 0 < held.mean() <= 2.0**-told


def test_an_offset_of_whole_runs_names_the_cells(hidden: Hidden):
    document = hidden.document()
    cells = replace(document, recipe=replace(document.recipe, cells={"cell 2": 4, "cell 4": 48}))
    assert suggests(cells, 0).startswith("no earlier draws")
    assert suggests(cells, 2 * (2 * 4 + 48)) == "cell 2 had run twice; cell 4 had run once"
    assert suggests(cells, 2 * 5) == "5 draws before are not a whole number of runs of cell 2, cell 4"
    assert suggests(cells, 7) == "7 preceding words are not a whole number of such draws: other draws were made earlier"
    assert suggests(document, 2 * 18) == "these draws had run 3 times"


def test_hits_are_held_to_everything_that_is_printed(hidden: Hidden):
    from lastdigit.seeds.sieve import search_range

    document, plan = hidden.document(), hidden.plan(20)
    survivors, hits = search_range(plan, plan.first, plan.end)
    held = judged(document, State(((plan.first, plan.end),), survivors, tuple(hits)))[0]
    assert (held.fits, held.hit.seed, held.hit.offset) == (True, hidden.seed, 34)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('seed = "not shown"', "seed = 3", "draws with an unknown seed, found none"),
        ('goldens = ["y"]', "", "a case whose golden is an affine function of w, found none"),
        ('"rand"', '"bytes"', "a uniform draw of a searchable generator, found bytes of numpy.random"),
    ],
)
def test_what_cannot_be_searched_is_refused(hidden: Hidden, old: str, new: str, expected: str):
    path = hidden.root / "007" / "cases.toml"
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(InvalidCase, match=expected):
        hidden.plan()


def test_a_document_that_is_not_there_and_a_case_without_hidden_draws_are_refused(hidden: Hidden, capsys):
    assert main(["seeds", "008", "--store", str(hidden.root)]) == 1
    assert "a stored document (lastdigit extract)" in capsys.readouterr().err
    assert main(["seeds", "007/z", "--store", str(hidden.root)]) == 1
    assert "a case with draws of unknown seed, found 'z'" in capsys.readouterr().err


def normal_of_numpy(seed: int, before: int, shapes: list[tuple[int, ...]]) -> list[np.ndarray]:
    state = np.random.RandomState(seed)
    state.randn(2 * before)
    return [state.normal(0.5, 2.0, size=shape) for shape in shapes]


def normal_of_torch(dtype: str) -> Callable[..., list[np.ndarray]]:
    def drawn(seed: int, before: int, shapes: list[tuple[int, ...]]) -> list[np.ndarray]:
        torch = pytest.importorskip("torch")
        torch.manual_seed(seed)
        torch.rand(before, dtype=torch.float64)
        return [torch.normal(0.5, 2.0, shape, dtype=getattr(torch, dtype)).double().numpy() for shape in shapes]

    return drawn


NORMAL = """
    [[draw]]
    name = "hidden"
    generator = "{generator}"
    seed = "not shown"
    inputs = [
        {{ name = "w", call = "normal", shape = {first}, mean = 0.5, std = 2{dtype} }},
        {{ name = "v", call = "normal", shape = {second}, mean = 0.5, std = 2{dtype} }},
    ]

    [[case]]
    name = "projected"
    operation = "projection"
    inputs = {{ x = "x", weight = {{ join = ["w", "v"], axis = 1 }} }}
    goldens = ["y"]
    """


@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize("columns", [(1, 2), (6, 1), (7, 6)], ids=["small", "large then small", "large"])
@pytest.mark.parametrize("generator", ["numpy.random", "torch float32", "torch float64"])
def test_a_fresh_seed_of_normal_draws_is_recovered(tmp_path: Path, write, generator: str, columns: tuple[int, int]):
    recover(tmp_path, write, generator, columns, secrets.randbits(32), secrets.randbelow(5))


def test_a_small_difference_of_large_normal_draws_is_no_near_miss(tmp_path: Path, write):
    recover(tmp_path, write, "torch float32", (7, 6), 690507533, 3)


def recover(folder: Path, write, generator: str, columns: tuple[int, int], seed: int, before: int) -> None:
    library, _, dtype = generator.partition(" ")
    shapes = [(3, columns[0]), (3, columns[1])]
    drawn = (normal_of_torch(dtype) if dtype else normal_of_numpy)(seed, before, shapes)
    with np.printoptions(linewidth=1000):
        output = str(np.array(X) @ np.concatenate(drawn, axis=1))
    if dtype == "float32":
        torch = pytest.importorskip("torch")
        output = str(torch.tensor(X) @ torch.tensor(np.concatenate(drawn, axis=1), dtype=torch.float32))
    option = f', dtype = "{dtype}"' if dtype else ""
    first, second = (list(shape) for shape in shapes)
    cases = NORMAL.format(generator=library, first=first, second=second, dtype=option)
    hidden = Hidden(folder, write, output, cases, seed)
    offsets = ["80"] if library == "numpy.random" else ["10", "--words"]
    fewer = f"{max(0, seed - 2**11)}:{min(2**32, seed + 2**11)}"
    assert hidden.search("--range", fewer, "--offsets", *offsets) == 0, (seed, before)
    found = read_records(hidden.root / "007" / "recovered.toml")["hidden"]
    assert (found.seed, found.values) == (seed, 2 * sum(columns))
    if library == "torch":
        assert found.offset == 2 * before
