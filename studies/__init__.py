"""Studies of the harness itself: the rate of false verdicts, its detection power, and the soundness of its engines."""
