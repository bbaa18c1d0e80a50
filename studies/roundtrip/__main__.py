"""``python -m studies.roundtrip``: real prints, read back."""

import sys

from studies.roundtrip.run import main

if __name__ == "__main__":
    sys.exit(main())
