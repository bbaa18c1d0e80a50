"""Operations of which less than nine tenths of the wrong results are caught in some format, and why that is right."""

BY_RIGHT: dict[str, str] = {
    "encoder_block": (
        "in half formats the worst-case error of two successive layer norms exceeds the result, or is not finite, "
        "since the second one may divide by a very uncertain deviation. Such results are undecided. The parts of the "
        "block are decided separately."
    ),
}
