"""The functions that definitions use beyond the array API's, on balls of every kind."""
