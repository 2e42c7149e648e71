"""`cached_property` without the lock that Python takes for it up to 3.11, which costs more than most of what is kept here."""

import sys
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

__all__ = ["cached_property"]

if not TYPE_CHECKING and sys.version_info < (3, 12):

    class cached_property:  # noqa: N801 - it stands for the one above
        """A value that is computed when first asked for, and then an attribute like any other."""

        def __init__(self, compute: Callable[[Any], Any]) -> None:
            self._compute = compute
            self.__doc__ = compute.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self._name = name

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            value = instance.__dict__[self._name] = self._compute(instance)
            return value
