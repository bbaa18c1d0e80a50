"""Node tests of ONNX other than Attention, as several programs compute them."""
