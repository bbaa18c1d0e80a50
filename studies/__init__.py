"""Studies of the harness itself: how often its verdicts are false, what they see, and whether its engines are sound."""
