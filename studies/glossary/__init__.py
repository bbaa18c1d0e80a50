"""The vocabulary of lastdigit: docs/glossary.md and docs/tables.md, generated from the names in the code."""
