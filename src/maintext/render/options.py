"""What a reader may want left out of a format, or put in front of it."""

from dataclasses import dataclass, fields

from maintext.errors import BadParameter


@dataclass(frozen=True)
class RenderOptions:
    """The switches, named as users of other extractors know them. Each format does what applies to it."""

    include_links: bool = True  # else their text alone
    include_images: bool = True
    include_tables: bool = True  # else tables of data are left out; what stands in a table for its layout stays
    front_matter: bool = False  # title, authors, date and more before the Markdown

    @classmethod
    def of(cls, **options: bool) -> "RenderOptions":
        """The options by their names; a `BadParameter` for what is none."""
        for name, value in options.items():
            if name not in _NAMES:
                raise BadParameter(f"unknown option {name!r}; there are {', '.join(_NAMES)}")
            if not isinstance(value, bool):
                raise BadParameter(f"{name} is True or False, not {value!r}")
        return cls(**options)


_NAMES = tuple(each.name for each in fields(RenderOptions))
EVERYTHING = RenderOptions()
