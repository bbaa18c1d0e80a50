"""Node tests of ONNX as judged cases: folders with a model of one node, its inputs, and its expected outputs."""
