"""The errors of the product, as Python raises them."""
from __future__ import annotations

import re
from typing import Any, Mapping

from . import _options


class LeitongError(Exception):
    """What cannot be done, and what to do about it.

    ``code``     one of docs/errors.md, for programs
    ``message``  what is wrong
    ``place``    the file, with the line where there is one, or ``None``
    ``remedy``   what to do
    """

    def __init__(self, code: str, message: str, remedy: str = "", place: str | None = None) -> None:
        super().__init__(code, message, remedy, place)
        self.code = code
        self.message = message
        self.remedy = remedy
        self.place = place

    def __str__(self) -> str:
        return f"{self.message}\n{self.remedy}" if self.remedy else self.message


class UnknownOption(LeitongError, TypeError):
    """There is no option of this name; ``message`` has the nearest one."""


_OPTIONS = {name for options in vars(_options).values() for name in getattr(options, "__annotations__", {})}


def _snake(text: str) -> str:
    """Flags, and names of options, as Python spells options."""
    text = re.sub(r"--([a-z]+(?:-[a-z]+)*)", lambda found: f"`{found[1].replace('-', '_')}`", text)
    text = re.sub(r"(?<![\w/.])[a-z]+(?:[A-Z][a-z]*)+(?![\w/])", lambda found: _spelled(found[0]), text)
    return re.sub(r"\b([a-z_]+): false\b", lambda found: f"{found[1]}=False" if found[1] in _OPTIONS else found[0], text)


def _spelled(name: str) -> str:
    spelled = re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", name)
    return spelled if spelled in _OPTIONS else name


def error_of(sent: Mapping[str, Any], spools: Mapping[str, str]) -> LeitongError:
    """The error that the product has sent.

    ``spools``  paths of spooled documents, with what they are called
    """
    code, message, remedy = sent["code"], sent["message"] or "", sent["remedy"]
    if code == "PACKAGE_MISSING":
        found = re.search(r"npm install (.*)\.$", remedy)
        return LeitongError(code, message, f"Install it into the package: python -m leitong.install {found[1] if found else ''}".rstrip())
    if code == "OPTION_UNKNOWN":
        remedy = "See docs/options.md for the options there are, in snake_case here."
    place = sent.get("place")
    for path, name in spools.items():
        message = message.replace(path, name)
        place = place and place.replace(path, name)
    kind = UnknownOption if code == "OPTION_UNKNOWN" else LeitongError
    return kind(code, _snake(message), _snake(remedy), place)
