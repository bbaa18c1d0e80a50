"""The problems of KernelBench's level 1 as operations: torch's results are judged, and wrong ones refused."""
