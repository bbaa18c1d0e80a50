"""``python -m studies.glossary [tables]``: prints docs/glossary.md, or docs/tables.md."""

from __future__ import annotations

import sys

from studies.glossary.pages import glossary_page, tables_page

if __name__ == "__main__":
    print((tables_page if sys.argv[1:] == ["tables"] else glossary_page)(), end="")
