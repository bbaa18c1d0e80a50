"""Files of code under test as modules."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from lastdigit.base.errors import InvalidImplementation, MissingFramework

FRAMEWORKS = "frameworks"
ADAPTERS = Path(__file__).parents[1] / FRAMEWORKS
"""The adapters that come with lastdigit."""


class Source(SourceFileLoader):
    """Reads the source in a file, never its compiled cache, which other code may have written."""

    def get_code(self, fullname: str) -> CodeType:
        """The code of the file's current source."""
        del fullname
        return self.source_to_code(self.get_data(self.path), self.path)


def adapter_path(implementation: Path, framework: str) -> Path:
    """The adapter file of an implementation's framework: next to the file, or else in lastdigit."""
    own = implementation.parent / FRAMEWORKS / f"{framework}.py"
    return own if own.is_file() else ADAPTERS / own.name


def adapters_for(folder: Path) -> dict[str, Path]:
    """The adapters for a folder of implementations, by framework: lastdigit's, overridden by the folder's own."""
    found = (*sorted(ADAPTERS.glob("[!_]*.py")), *sorted((folder / FRAMEWORKS).glob("*.py")))
    return {path.stem: path for path in found}


def load_module(name: str, root: str) -> ModuleType:
    """Import a module by name, with ``root`` on the path."""
    if root and root not in sys.path:
        sys.path.insert(0, root)
    return importlib.import_module(name)


def load(path: Path, framework: str) -> ModuleType:
    """Import a file once, under a name that cannot shadow a package.

    Raises :class:`MissingFramework` if its framework, or another one with an adapter that it imports, is not installed,
    and whatever the file raises.
    """
    name = f"lastdigit_loaded.{path.parent.name}.{path.stem}.{abs(hash(path.absolute()))}"
    if name in sys.modules:
        return sys.modules[name]
    loader = Source(name, str(path))
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    if spec is None:
        raise InvalidImplementation(path, 1, "a Python file", "a file that cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        missing = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
        if missing and (missing == framework or adapter_path(path, missing).is_file()):
            raise MissingFramework(missing, path) from error
        raise
    return module
