"""``python -m lastdigit``: the command ``lastdigit`` where no script of that name is on the path."""

import sys

from lastdigit.commands.command_line import main

if __name__ == "__main__":
    sys.exit(main())
