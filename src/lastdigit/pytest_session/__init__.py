"""A session of pytest in a project of lastdigit: its options, what it collects and judges, and the gate at its end."""
