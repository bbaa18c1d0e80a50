"""``python -m studies``: the study of false alarms and of detection power."""

import sys

from studies.study import main

if __name__ == "__main__":
    sys.exit(main())
