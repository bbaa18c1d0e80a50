"""What Python source says: syntax, print settings, printed expressions, draws. It is read and never executed."""
