"""What an object has of its class or was given, and what a program is told: numbers that are no results."""

from __future__ import annotations

import pytest

from lastdigit.printing.golden import CANDIDATE
from tests.harness.made_up_notebooks import goldens, marks, result


@pytest.mark.parametrize(
    ("source", "is_candidate"),
    [
        ("sky = lab.Sky()\nsky.age", True),
        ("lab.Sky().age", True),
        ("sky = lab.Sky()\nsky.fit(book)\nsky.age", False),
        ("sky = lab.Sky()\nlab.fill(sky)\nsky.age", False),
        ("sky = lab.Sky(book)\nsky.age", False),
        ("sky = lab.Sky()\nsky.age(3)", False),
    ],
)
def test_what_a_class_has_by_default_is_no_evidence(read, source: str, is_candidate: bool):
    (found,) = goldens(read((f"import lab\n{source}", result("12.75"))))
    assert (found.kind == CANDIDATE) == is_candidate


def test_what_an_object_shows_of_its_class_or_of_what_it_was_given_is_no_evidence(read):
    text = "Sky\n - Size of lens: 0.7\n - Number of stars: 12.0\n"
    assert marks(read(("import lab\nsky = lab.Sky()\nprint(sky)", text))) == {
        "Size of lens": True,
        "Number of stars": True,
    }
    assert marks(read(("import lab\nsky = lab.Sky(1.419, book)\nsky.fit()\nprint(sky)", text + "Mean gap: 1.4\n"))) == {
        "Size of lens": False,
        "Number of stars": False,
        "Mean gap": True,
    }


def test_settings_in_a_text_of_the_source_are_no_evidence(read):
    source = 'import yaml\nplan = yaml.safe_load("""\nsteps: 12\nrate: 0.5  # slow\n""")\nfit(plan)\nplan'
    found = marks(read((source, result("{'steps': 12, 'rate': 0.5, 'loss': 0.125, 'drawing_seed': 8}"))))
    assert found == {
        "plan['steps']": True,
        "plan['rate']": True,
        "plan['loss']": False,
        "plan['drawing_seed']": True,
    }
    written = "%%writefile plan.yaml\nsteps: 12\n"
    assert marks(read((written, ""), ("plan = load('plan.yaml')\nplan", result("{'steps': 12, 'loss': 13}")))) == {
        "plan['steps']": True,
        "plan['loss']": False,
    }


@pytest.mark.parametrize("name", ["options", "model.options", "fit_settings"])
def test_items_of_what_a_program_is_told_are_no_evidence(read, name: str):
    shown = result("{'steps': 40, 'gap': 0.5}")
    assert list(marks(read((f"import lab\nmodel, options, fit_settings = lab.plan()\n{name}", shown))).values()) == [
        True,
        True,
    ]
    assert list(marks(read(("import lab\nprices = lab.plan()\nprices", shown))).values()) == [False, False]
