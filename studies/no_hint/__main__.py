"""``python -m studies.no_hint``: real prints, compared with their text alone."""

import sys

from studies.no_hint.run import main

if __name__ == "__main__":
    sys.exit(main())
