"""An extension for syrupy: a result is compared with its snapshot by what rounding allows both of them.

``assert Result(actual, "softmax", x) == snapshot(extension_class=ResultExtension)``
"""

import json
from typing import Any

import numpy as np
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from lastdigit import tolerance
from lastdigit.assertions.agreement import values_of


class Result(dict[str, Any]):
    """A result of an operation on arrays, with its dtype and the tolerance of each element."""

    def __init__(self, actual: Any, operation: str, *arrays: Any, **options: Any) -> None:
        values, dtype = values_of(actual, "actual", operation)
        allowed = tolerance(operation, *arrays, dtype=dtype, **options)
        super().__init__(dtype=dtype, values=values.tolist(), allowed=allowed.tolist())


class ResultExtension(SingleFileSnapshotExtension):  # type: ignore[misc]
    file_extension, _write_mode = "json", WriteMode.TEXT

    def serialize(self, data: Any, **_: Any) -> str:
        return json.dumps(data)

    def matches(self, *, serialized_data: Any, snapshot_data: Any) -> bool:
        new, old = (json.loads(text) for text in (serialized_data, snapshot_data))
        (one, more), (two, less) = ((np.array(part["values"]), np.array(part["allowed"])) for part in (new, old))
        return one.shape == two.shape and bool(np.all(np.abs(one - two) <= more + less))
