"""What people really use: libraries and their back ends, operations, formats, verdicts and speed, as tables."""
