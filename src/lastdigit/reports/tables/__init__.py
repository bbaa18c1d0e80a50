"""Tables: CSV files that read back as they were, and Markdown tables that a pull request takes."""
