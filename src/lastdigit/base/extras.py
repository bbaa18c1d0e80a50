"""Optional dependencies: a missing package is reported with the extra that installs it."""

from __future__ import annotations

from types import TracebackType

from lastdigit.base.errors import LastdigitError


class MissingExtra(LastdigitError, ImportError):
    """A missing package, with the extra of lastdigit that installs it."""

    def __init__(self, package: str, extra: str) -> None:
        self.package, self.extra = package, extra
        super().__init__(f"{package} is not installed; install it with python -m pip install 'lastdigit[{extra}]'")


class needs:  # noqa: N801 (read as a verb: with needs("report"))
    """Context for imports from an extra; raises :class:`MissingExtra` if a package is missing."""

    def __init__(self, extra: str) -> None:
        self.extra = extra

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if isinstance(error, ModuleNotFoundError) and not (error.name or "lastdigit").startswith("lastdigit"):
            raise MissingExtra(str(error.name).partition(".")[0], self.extra) from None
