"""Prints without a hint: arrays that real printers print under any options are held to their bare text alone."""
