"""Operations of which fewer than nine in ten wrong results are caught in some format, and why that is right."""

BY_RIGHT: dict[str, str] = {}
