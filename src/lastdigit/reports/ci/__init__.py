"""Continuous integration: what GitHub, SARIF, JUnit and shields.io show of a run."""
