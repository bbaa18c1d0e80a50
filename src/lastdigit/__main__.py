"""``python -m lastdigit``: the command ``lastdigit``, also if its script is not on the path."""

import sys

from lastdigit.commands.command_line import main

if __name__ == "__main__":
    sys.exit(main())
