"""Operations of which fewer than nine in ten wrong results are caught in some format, and why that is right."""

BY_RIGHT: dict[str, str] = {
    "encoder_block": (
        "in half formats the worst case of two layer norms in a chain has no finite bound, since the second one may "
        "divide by a deviation of which nothing is known. Such results are left undecided, and in bfloat16, where no "
        "deviation is known either, no mistake is counted. The block's parts are told each by itself."
    ),
}
