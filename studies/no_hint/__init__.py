"""Prints without hints: arrays printed with any options are compared with their text alone."""
