"""Functions of definitions beyond the array API's, on balls of every kind."""
