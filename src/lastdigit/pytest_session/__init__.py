"""A pytest session in a lastdigit project: options, collection, judging, and the final gate."""
