"""Which sources are nothing but commands that install packages."""

from __future__ import annotations

from lastdigit.base.rule import Rule

INSTALLS = Rule(
    r"\A\s*[!$%]?\s*(?:sudo )?(?:(?:python3? -m )?pip3?|conda|mamba|uv|poetry|apt(?:-get)?|brew|npm)\s+[\w-]",
    "a line is a command that installs packages",
    "pip install torch",
    "pip = torch.ones(3)",
)


def only_installs(text: str) -> bool:
    """Whether each line of a source installs packages, so that it gives no name a value.

    >>> only_installs("!pip install torch\\n"), only_installs("%run more.py")
    (True, False)
    """
    return all(map(INSTALLS.search, filter(str.strip, text.split("\n"))))
