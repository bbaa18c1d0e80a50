"""Code under test runs in separate processes, which contain nothing of the judge."""
