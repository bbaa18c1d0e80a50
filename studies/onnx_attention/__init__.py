"""ONNX's node tests of Attention, judged by their own attributes, as five implementations compute them."""
