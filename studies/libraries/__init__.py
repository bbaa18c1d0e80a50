"""Libraries in common use and their back ends: operations, formats, verdicts and speed, as tables."""
