"""The power study: how many wrong kernels each rule catches, and whether right ones are refused."""
