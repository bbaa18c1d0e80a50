"""Cases: an operation, its inputs and the goldens that it is expected to give, read from a file beside the goldens."""
