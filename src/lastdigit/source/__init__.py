"""Static analysis of Python source: syntax, print settings, printed expressions, draws. Nothing is executed."""
