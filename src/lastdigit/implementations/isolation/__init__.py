"""Code under test runs in processes of its own, which hold nothing of the judge."""
