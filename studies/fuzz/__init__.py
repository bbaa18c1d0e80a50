"""Files made up to break what reads them: documents, stores, cases and records."""
