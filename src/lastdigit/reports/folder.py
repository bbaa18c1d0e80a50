"""A folder of reports: one run at a time writes there, and its reports are replaced as a set."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from lastdigit.base.errors import LastdigitError
from lastdigit.base.extras import needs
from lastdigit.base.files import synchronised, write_whole
from lastdigit.records.record import NAME as RECORD
from lastdigit.records.spool import NAME as SPOOL
from lastdigit.reports.page.incomplete_page import incomplete_page, incomplete_summary

if TYPE_CHECKING:
    from filelock import FileLock

PAGE, SUMMARY = "index.html", "summary.md"
NAMES = ("verdicts.csv", "discrepancies.csv", SUMMARY, "lastdigit.sarif", "junit.xml", PAGE, RECORD)
PAGES = "environment-[0-9]*.html"
"""The files that make up a set of reports, in the order in which they are put in place."""

LOCK, NEW, ASIDE, MOVING = ".lock", ".new", ".previous", ".previous.part"


class FolderInUse(LastdigitError):
    """A folder of reports into which another run is writing."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path}: expected a folder that no other run writes into, found its lock {path / LOCK} taken; "
            "wait for that run to end, or choose another folder with --reports DIR or --into DIR"
        )


class Unwritable(LastdigitError):
    """A folder in which reports cannot be written: it is read-only, or the disk is full."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(f"{path}: expected a folder to write reports into, found: {error.strerror or error}")


class ReportFolder:
    """A folder of reports that this process has locked, as a context.

    Raises :class:`FolderInUse` where another process has it, and :class:`Unwritable`. The lock ends with the process,
    however that ends.
    """

    def __init__(self, path: Path) -> None:
        with needs("report"):
            from filelock import FileLock, Timeout

        self.path = path
        with self._writing():
            path.mkdir(parents=True, exist_ok=True)
            self._lock: FileLock = FileLock(path / LOCK)
            try:
                self._lock.acquire(timeout=0)
            except Timeout:
                raise FolderInUse(path) from None

    def __enter__(self) -> ReportFolder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.release()

    def release(self) -> None:
        """Let other runs write here."""
        self._lock.release()

    def begin(self) -> None:
        """Put the reports of the run before aside, and pages that say INCOMPLETE in their place."""
        with self._writing():
            self._put_aside()
            for path in self._set(self.path):
                path.unlink()
            began = f"{datetime.now(timezone.utc):%Y-%m-%d %H:%M} UTC"
            folder = self.path.name
            page = incomplete_page(began=began, spool=SPOOL, aside=f"{folder}/{ASIDE}", folder=folder)
            write_whole(self.path / PAGE, page)
            write_whole(self.path / SUMMARY, incomplete_summary(began=began, spool=SPOOL))

    def abandon(self) -> None:
        """Put the reports of the run before back."""
        with self._writing():
            if (self.path / ASIDE).is_dir():
                for path in self._set(self.path):
                    path.unlink()
                self._take_over(self.path / ASIDE)

    @contextmanager
    def replaced(self, *beside: str) -> Iterator[Path]:
        """A folder to write a new set into, which then takes the place of the old one, its record last.

        ``beside`` are files that its writers read beside their own. Where writing fails, the reports of the run before
        stay, or are put back.
        """
        new = self.path / NEW
        try:
            with self._writing():
                shutil.rmtree(new, ignore_errors=True)
                new.mkdir(parents=True)
                for name in beside:
                    if (self.path / name).is_file():
                        shutil.copy(self.path / name, new)
                yield new
                for name in beside:
                    (new / name).unlink(missing_ok=True)
                if not (self.path / ASIDE).is_dir():
                    self.begin()
                self._take_over(new)
                shutil.rmtree(self.path / ASIDE)
        except BaseException:
            self.abandon()
            raise
        finally:
            shutil.rmtree(new, ignore_errors=True)

    def _put_aside(self) -> None:
        """Move the old set aside, if that has not been done: it is there when its folder has its final name."""
        aside, moving = self.path / ASIDE, self.path / MOVING
        if aside.is_dir():
            return
        moving.mkdir(exist_ok=True)
        for path in reversed(self._set(self.path)):
            os.replace(path, moving / path.name)
        os.replace(moving, aside)
        synchronised(self.path)

    def _take_over(self, folder: Path) -> None:
        for path in self._set(folder):
            os.replace(path, self.path / path.name)
        shutil.rmtree(folder)
        synchronised(self.path)

    @staticmethod
    def _set(folder: Path) -> list[Path]:
        """The reports in a folder, the page last but one and the record last."""
        return [*sorted(folder.glob(PAGES)), *(folder / name for name in NAMES if (folder / name).is_file())]

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise Unwritable(self.path, error) from error
