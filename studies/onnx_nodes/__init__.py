"""Node tests of ONNX beside Attention, as several programs compute them."""
