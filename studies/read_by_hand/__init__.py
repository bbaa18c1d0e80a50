"""Goldens of public notebooks, drawn at random, each on a sheet that a person reads by ``rule.md``."""
