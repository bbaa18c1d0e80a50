"""Operations of which less than nine tenths of the wrong results are caught in some format, and why that is right."""

BY_RIGHT: dict[str, str] = {
    "encoder_block": (
        "in half formats the worst case of two layer norms in a chain is larger than the result, or not finite, since "
        "the second one may divide by a deviation of which little is known. Such results are left undecided. The "
        "block's parts are told each by itself."
    ),
}
