"""Pages: self-contained HTML files of a run, of a comparison, of a history, of notebooks and of grades."""
