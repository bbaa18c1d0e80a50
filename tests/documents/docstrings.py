"""A module whose docstrings hold doctests: [9.5 8.5] is no output.

>>> halves([1.0, 3.0])
[0.5, 1.5]

Prose with [7.5, 7.5] in it.
"""


def halves(values):
    """Half of each value.

    >>> import numpy as np
    >>> np.array(halves([0.25, 0.5]))
    array([0.125, 0.25 ])
    >>> print("Cube:\\n", np.zeros((2, 1, 1)) + 0.5)
    Cube:
     [[[0.5]]
    <BLANKLINE>
     [[0.5]]]
    """
    table = [0.5, 0.25]
    return [value * table[0] for value in values]
