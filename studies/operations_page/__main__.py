"""``python -m studies.operations_page > docs/operations.md``."""

import sys

from studies.operations_page.page import operations_page

sys.stdout.write(operations_page())
