"""Checks the certificates of lastdigit's verdicts, sharing no code with it: see :mod:`lastdigit_checker.checker`."""
