"""The round trip: arrays printed by real printers are read back, token by token, and every interval is tested."""
