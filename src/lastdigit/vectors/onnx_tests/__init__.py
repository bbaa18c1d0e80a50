"""Node tests of ONNX as judged cases: folders of a model with one node, its inputs, and what it should give."""
