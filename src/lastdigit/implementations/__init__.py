"""What a project brings: implementations and definitions, how they are found, declared and called."""
