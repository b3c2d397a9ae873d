"""Names that are imported when they are first used."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from overtrick.plugin import lazy_names

INIT = """
from overtrick.framework.lazy import lazy_names

__all__ = ["Costly", "costs", "here"]
here = 1
__getattr__, __dir__ = lazy_names(globals(), {"costly": "Costly costs", "deep.er": "bottom"})
"""
COSTLY = '''
class Costly:
    """Found where it is written, by pickle too."""

costs = [1, 2]
'''


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with lazy names, not imported yet."""
    folder = tmp_path / "lazy_package"
    (folder / "deep").mkdir(parents=True)
    (folder / "__init__.py").write_text(INIT)
    (folder / "costly.py").write_text(COSTLY)
    (folder / "deep" / "__init__.py").write_text("")
    (folder / "deep" / "er.py").write_text("bottom = 'sea'\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield "lazy_package"
    for name in [name for name in sys.modules if name.partition(".")[0] == "lazy_package"]:
        del sys.modules[name]


def test_a_name_is_imported_when_it_is_first_used(package):
    import lazy_package

    assert "lazy_package.costly" not in sys.modules
    assert lazy_package.costs == [1, 2]
    assert lazy_package.costs is sys.modules["lazy_package.costly"].costs
    assert "Costly" not in vars(lazy_package)
    assert vars(lazy_package)["costs"] is lazy_package.costs
    assert lazy_package.bottom == "sea"


def test_from_import_and_the_star_work_as_ever(package):
    namespace = {}
    exec("from lazy_package import *", namespace)  # noqa: S102  # the star goes nowhere else
    assert namespace["costs"] == [1, 2]
    assert namespace["here"] == 1
    from lazy_package import bottom, deep

    assert (bottom, deep.er.bottom) == ("sea", "sea")


def test_all_names_are_listed_without_being_imported(package):
    import lazy_package

    assert {"Costly", "costs", "bottom", "here", "__all__"} <= set(dir(lazy_package))
    assert dir(lazy_package) == sorted(dir(lazy_package))
    assert "lazy_package.costly" not in sys.modules


def test_any_other_name_is_missing_as_from_any_module(package):
    import lazy_package

    with pytest.raises(AttributeError) as caught:
        _ = lazy_package.cost
    assert str(caught.value) == "module 'lazy_package' has no attribute 'cost'"
    assert (caught.value.name, caught.value.obj) == ("cost", lazy_package)
    assert not hasattr(lazy_package, "__wrapped__")
    with pytest.raises(ImportError, match="cannot import name 'cost' from 'lazy_package'"):
        from lazy_package import cost  # noqa: F401  # it is not there


def test_what_was_meant_is_said(package, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", "import lazy_package; lazy_package.Costy"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr.splitlines()[-1].endswith("Did you mean: 'Costly'?")


def test_a_class_is_pickled_by_where_it_is_written(package):
    import lazy_package

    copy = pickle.loads(pickle.dumps(lazy_package.Costly()))
    assert type(copy) is lazy_package.Costly
    assert b"lazy_package.costly" in pickle.dumps(copy)


def test_a_name_of_two_modules_is_refused():
    with pytest.raises(ValueError, match="twice is said to come from a and from b"):
        lazy_names({"__name__": "p"}, {"a": "once twice", "b": "twice"})
