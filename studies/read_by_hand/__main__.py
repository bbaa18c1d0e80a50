"""``python -m studies.read_by_hand``: goldens to read by hand."""

import sys

from studies.read_by_hand.run import main

if __name__ == "__main__":
    sys.exit(main())
