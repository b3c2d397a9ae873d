"""Names of a package that are imported when they are first used.

The declarations of all installed plugins are imported when formats or commands are listed, so they
must be cheap to import; the rest of a plugin's package may be expensive. `overtrick` itself has its
own copy of this code, because `import overtrick` loads no other module.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any


def optional(package: str) -> Any:  # noqa: ANN401  # a module
    """Import and return a package that may not be installed, or `None` where it is not.

    A package that is there and lacks something else fails as it does everywhere.

    Example:
        >>> optional("overtrick").__name__, optional("overtrick_that_is_not_there")
        ('overtrick', None)
    """
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        return None


def lazy_names(
    namespace: dict[str, object], public: Mapping[str, str], *, of: str | None = None
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the `__getattr__` and `__dir__` of a package that imports its names on first use.

    `from package import name` and `from package import *` work as usual; so do type checkers and
    editors if the package imports the names under `if TYPE_CHECKING:` and lists them in `__all__`.

    Args:
        namespace: the package's `globals()`, where a name is kept once it is imported.
        public: names divided by blanks, by the module of the package that they come from, such as
            `{"solving": "table tables", "solver.errors": "SolverError"}`.
        of: the package that the modules are in, where it is another.

    Returns:
        The two functions, for the package to assign: `__getattr__` raises `AttributeError` for a
        name that is not among these, in Python's own words; `__dir__` lists them with the others.

    Raises:
        ValueError: two modules have the same name.

    Example:
        >>> package = {"__name__": "overtrick.laws"}
        >>> get, list_names = lazy_names(package, {"par": "par pars"})
        >>> list_names()
        ['__name__', 'par', 'pars']
        >>> get("par").__module__, "par" in package
        ('overtrick.laws.par', True)
    """
    module_of: dict[str, str] = {}
    for module, names in public.items():
        for name in names.split():
            if name in module_of:
                msg = f"{name} is said to come from {module_of[name]} and from {module}"
                raise ValueError(msg)
            module_of[name] = module
    package = str(namespace["__name__"])

    def get(name: str) -> object:
        if name not in module_of:
            msg = f"module {package!r} has no attribute {name!r}"
            # With `obj`, so that Python can suggest a name.
            raise AttributeError(msg, name=name, obj=sys.modules.get(package))
        module = importlib.import_module(f"{of or package}.{module_of[name]}")
        value = namespace[name] = getattr(module, name)
        return value

    def list_names() -> list[str]:
        return sorted({*namespace, *module_of})

    return get, list_names
