"""Optional dependencies: what is not installed is named with the extra that brings it."""

from __future__ import annotations

from types import TracebackType

from lastdigit.errors import LastdigitError


class MissingExtra(LastdigitError, ImportError):
    """A package that is not installed, and which extra of lastdigit brings it."""

    def __init__(self, package: str, extra: str) -> None:
        self.package, self.extra = package, extra
        super().__init__(f"{package} is not installed; python -m pip install 'lastdigit[{extra}]' brings it")


class needs:  # noqa: N801 (read as a verb: with needs("report"))
    """A block of imports of what an extra brings; raises :class:`MissingExtra` where one of them is not there."""

    def __init__(self, extra: str) -> None:
        self.extra = extra

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if isinstance(error, ModuleNotFoundError) and not (error.name or "lastdigit").startswith("lastdigit"):
            raise MissingExtra(str(error.name).partition(".")[0], self.extra) from None
