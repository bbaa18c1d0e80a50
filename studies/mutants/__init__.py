"""Mutation testing of the judge: whether a test fails for each changed line."""
