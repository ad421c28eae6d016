"""Stands in for matplotlib where it is not to be had: in a browser, offline. It draws nothing, and says so."""

from __future__ import annotations

import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

__version_info__ = (3, 10)  # the slider of ipywidgets asks for this and for `get_backend`
WORDS = "(A plot stands here where matplotlib is installed. This site works offline, without it.)"


class _OfNothing(type):
    def __getattr__(cls, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return cls()


class Nothing(metaclass=_OfNothing):
    """Takes every call, has every attribute, and is nothing."""

    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    def __call__(self, *_: Any, **__: Any) -> Nothing:
        return Nothing()

    def __getattr__(self, name: str) -> Nothing:
        if name.startswith("_"):
            raise AttributeError(name)
        return Nothing()

    def __getitem__(self, _: Any) -> Nothing:
        return Nothing()

    def __iter__(self) -> Any:
        return iter((Nothing(), Nothing()))  # a figure and its axes, two axes, the ends of a line

    def __repr__(self) -> str:
        return WORDS


class _Module(ModuleType):
    __path__ = ()  # so that anything can be imported from it

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing


class _Finder(MetaPathFinder, Loader):
    """Makes every module below this one."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name.startswith("matplotlib.") else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = _Module(spec.name)
        if spec.name == "matplotlib.pyplot":
            module.show = lambda *_, **__: print(WORDS)
        return module

    def exec_module(self, module: ModuleType) -> None:
        pass


def get_backend(*_: Any, **__: Any) -> str:
    return "none"


sys.meta_path.append(_Finder())
