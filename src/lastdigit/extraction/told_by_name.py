"""Values behind a name that a loop prints before them: ``height 3 [1 0 2]`` of ``print(key, len(x[key]), x[key])``."""

from __future__ import annotations

from dataclasses import replace

from lastdigit.extraction.labels import Print


def told_by_name(entry: Print) -> Print:
    """The same print; named by its expression behind that name, if other values of its line or other lines share it."""
    put_in, label = entry.put_in, entry.found.label
    if put_in is None or not label or put_in.has_words or put_in.label not in put_in.expressions:
        return entry
    if put_in.told_by and label != put_in.told_by and label.endswith(put_in.label):
        return replace(entry, found=entry.found._replace(label=f"{put_in.told_by} {put_in.label}"))
    if put_in.in_words and put_in.is_followed and put_in.repeats and put_in.label not in label:
        return replace(entry, found=entry.found._replace(label=f"{label} {put_in.label}"))
    return entry
