"""The problems of KernelBench's level 1 as operations: what torch gives is judged, and what is wrong refused."""
