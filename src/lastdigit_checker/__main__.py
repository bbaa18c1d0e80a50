"""``python -m lastdigit_checker CERTIFICATE``."""

from lastdigit_checker.checker import main

raise SystemExit(main())
