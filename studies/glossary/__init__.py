"""The words of lastdigit: docs/glossary.md and docs/tables.md, made from the names that the code has."""
