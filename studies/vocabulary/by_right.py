"""Operations of which fewer than nine in ten wrong results are caught in some format, and why that is right."""

BY_RIGHT: dict[str, str] = {
    "encoder_block": (
        "in half formats the worst case of two layer norms in a chain has no finite bound, since the second one may "
        "divide by a deviation of which nothing is known. Such results are left undecided, and in bfloat16, where no "
        "deviation is known either, no mistake is counted. The block's parts are told each by itself."
    ),
    "attention_logsumexp": (
        "in bfloat16, with changes of 10 to 86 σ that are fewer units in the last place than the elements' own "
        "differences: they all lie near the logarithm of the number of keys."
    ),
    "routing_weights": (
        "in bfloat16, where the k-th weight and the next one of some rows differ by less than a softmax may err by: "
        "either expert may be chosen there, and those elements may be 0 or not."
    ),
    "mixture_of_experts": (
        "in bfloat16, where that holds of the weights of a token: what either expert would give may be its row, and "
        "such results are left undecided."
    ),
    **dict.fromkeys(
        ("lstm_cell.gradient.hx", "lstm_cell.gradient.input", "gru_cell.gradient.input"),
        "in bfloat16, with changes of 10 to 21 σ: what 1 − σ(x) loses where a gate is nearly open or closed is no "
        "chance, and counts in full beside σ.",
    ),
}
