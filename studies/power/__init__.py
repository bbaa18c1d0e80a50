"""The power study: how many wrong kernels each rule catches, and that nothing right is refused."""
