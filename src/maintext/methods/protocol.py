"""What a method is: a frozen dataclass whose fields are the paper's parameters, with a score and a decision for each row."""

from collections.abc import Mapping
from dataclasses import Field, field, fields, replace
from typing import Any, ClassVar, Protocol, runtime_checkable

from maintext.errors import BadParameter, UnknownName
from maintext.page import BoolArray, FloatArray, Page


@runtime_checkable
class Method(Protocol):
    """Same page, same answer: a method has no state but its parameters, and leaves the page as it is."""

    paper: ClassVar[str]  # authors, title, venue and year, in one line

    def score(self, page: Page) -> FloatArray:
        """One finite number for each row; the larger, the likelier content."""
        ...

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        """One decision for each row. An element is kept if and only if some of its text is."""
        ...


def parameter(
    default: Any, help: str, *, choices: tuple[str, ...] = (), at_least: float | None = None, at_most: float | None = None
) -> Any:
    """A field of a method: its published default, what it means, and what it can be."""
    return field(default=default, metadata={"help": help, "choices": choices, "at_least": at_least, "at_most": at_most})


def parameters(method: Method) -> dict[str, "Field[Any]"]:
    """The parameters of a method by name (`lambda` is the field `lambda_`: Python has taken the word)."""
    return {each.name.rstrip("_"): each for each in fields(method)}  # type: ignore[arg-type]


def configured(method: Method, name: str, settings: Mapping[str, Any]) -> Method:
    """The method with other parameters. Strings are read as the parameter's type, so that a command line can pass them on."""
    known = parameters(method)
    values = {}
    for key, value in settings.items():
        if key not in known:
            raise UnknownName("parameter", key, known, of=name)
        values[known[key].name] = _checked(key, known[key], value)
    return replace(method, **values) if values else method  # type: ignore[type-var]


def _checked(name: str, each: "Field[Any]", value: Any) -> Any:
    choices, at_least, at_most = (each.metadata[key] for key in ("choices", "at_least", "at_most"))
    if choices:
        if value not in choices:
            raise BadParameter(f"{name} is one of {', '.join(choices)}, not {value!r}")
        return value
    kind = type(each.default)
    if kind is str:
        if not isinstance(value, str):
            raise BadParameter(f"{name} takes a string, not {value!r}")
        return value
    number = _read(kind, value)
    if number is None:
        raise BadParameter(f"{name} takes {_WORDS[kind]}, not {value!r}")
    if at_least is not None and number < at_least:
        raise BadParameter(f"{name} is at least {at_least:g}, not {value!r}")
    if at_most is not None and number > at_most:
        raise BadParameter(f"{name} is at most {at_most:g}, not {value!r}")
    return number


_WORDS = {bool: "true or false", int: "a whole number", float: "a number"}
_TRUTH = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def _read(kind: type, value: Any) -> Any:
    if kind is bool:
        return value if isinstance(value, bool) else _TRUTH.get(str(value).lower())
    if isinstance(value, bool) or (kind is int and isinstance(value, float)):
        return None
    try:
        number = kind(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if number == number and abs(number) != float("inf") else None
