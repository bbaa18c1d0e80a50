"""The round trip: arrays that real printers print are read back, token by token, and every interval is held to them."""
