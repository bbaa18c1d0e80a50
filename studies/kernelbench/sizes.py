"""Small sizes for the constants of the problems, so that two cores judge one in a second."""

from __future__ import annotations

from typing import Any

_PRODUCTS = dict.fromkeys(("N", "M", "K", "L", "m", "k", "n", "l", "dim"), 24)
_PRODUCTS |= {"batch_size": 2, "b": 2, "i": 3, "j": 4}
_ROWS = {"batch_size": 24, "dim": 24}
_NORMS = {"batch_size": 8, "features": 8, "num_groups": 4, "dim1": 8, "dim2": 8, "dim": 8}
_POOLS = {
    **{"batch_size": 2, "features": 3, "channels": 3, "in_channels": 3},
    **{"sequence_length": 40, "input_length": 40, "height": 33, "width": 33},
}
_REDUCED = {"batch_size": 4, "dim1": 16, "dim2": 16}
_IMAGES = {
    **{"batch_size": 2, "in_channels": 4, "out_channels": 8},
    **dict.fromkeys(("height", "width", "height_in", "width_in"), 12),
    **{"length": 40},
}
_VOLUMES = {
    **{"batch_size": 2, "in_channels": 4, "out_channels": 4},
    **dict.fromkeys(("depth", "height", "width", "depth_in", "height_in", "width_in"), 7),
}
_SCANS = {"batch_size": 16, "input_shape": (16,)}
_LOSSES = {"batch_size": 16, "input_shape": (16,), "num_classes": 16}
_KINDS: list[tuple[range, dict[str, Any]]] = [
    (range(1, 19), _PRODUCTS),
    (range(19, 33), _ROWS),
    (range(33, 41), _NORMS),
    (range(41, 47), _POOLS),
    (range(47, 54), _REDUCED),
    (range(50, 88), _IMAGES),
    (range(88, 89), _ROWS),
    (range(89, 94), _SCANS),
    (range(94, 101), _LOSSES),
]
_OF_ONE: dict[int, dict[str, Any]] = {
    5: {"N": 24, "M": 24},
    38: {"batch_size": 8, "dim": 64},
    39: {"batch_size": 8, "dim": 64},
    43: {"dim1": 11, "dim2": 11, "dim3": 11},
    46: {"depth": 8, "height": 8, "width": 9},
    50: {"batch_size": 1},
    80: {"height": 28, "width": 28},
    84: {"in_channels": 8, "out_channels": 8},
    95: {"batch_size": 8, "num_classes": 8},
    97: {"batch_size": 2, "num_heads": 2, "sequence_length": 16, "embedding_dimension": 16},
}
_OF_THREE_AXES = (54, 58, 59, 60, 61, 66, 68, 70, 72, 73, 77)


def sizes_of(number: int) -> dict[str, Any]:
    """The replaced constants of a problem."""
    found: dict[str, Any] = {}
    for numbers, sizes in _KINDS:
        if number in numbers:
            found = dict(sizes)
    if number in (51, 52, 53):
        found = dict(_REDUCED)
    if number in _OF_THREE_AXES:
        found = dict(_VOLUMES)
    return {**found, **_OF_ONE.get(number, {})}
