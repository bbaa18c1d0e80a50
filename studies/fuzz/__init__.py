"""Files generated to break their readers: documents, stores, cases and records."""
