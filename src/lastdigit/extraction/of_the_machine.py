"""Metrics of a trainer that say what its machine needed: memory, speed, the time that it ran."""

from __future__ import annotations

from lastdigit.base.rule import Rule

MEMORY = Rule(
    r"(?:\A|\W|_)(?:init|before_init|train|eval|test|predict|validation)_mem_[cg]pu_(?:alloc|peaked)_delta(?:'\]|\Z)",
    "how much memory a trainer of transformers needed",
    "metrics['train_mem_gpu_alloc_delta']",
    "eval_memory",
)
SPEED = Rule(
    r"(?:\A|\W)(?:(?:\w{1,40}_)?(?:samples|steps|tokens|examples|batches|images|frames|evals|iterations)_per_sec(?:ond)?"
    r"|\w{1,40}_runtime)(?:'\]|\Z)",
    "how fast a trainer ran, or how long",
    "result['eval_samples_per_second']",
    "samples_per_pear",
)


def reason_by_machine(label: str) -> str:
    """Why a metric of a trainer is no golden, as a key of ``REASONS``; "" if it is none of the machine."""
    if "_mem_" in label and MEMORY.search(label):
        return "size"
    is_a_speed = ("_per_sec" in label or "_runtime" in label) and SPEED.search(label)
    return "timing" if is_a_speed else ""
