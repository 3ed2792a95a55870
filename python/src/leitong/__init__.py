"""Finds near-duplicate texts and rows, in a batch or as they arrive, and shows why.

Options are those of the command, in snake_case (docs/options.md).
"""
from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Any, Iterator

from ._batch import Deduped, Linked
from ._errors import LeitongError, UnknownOption
from ._inputs import Source, source_of
from ._live import Index
from ._options import __version__
from ._process import Node as _Node

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import CompareOptions, DedupeOptions, FingerprintOptions, LinkOptions

__all__ = ["Deduped", "Index", "LeitongError", "Linked", "UnknownOption", "__version__", "compare", "dedupe", "fingerprint", "link"]

_lock = threading.Lock()
_shared: _Node | None = None


def _node() -> _Node:
    """The process of calls that leave nothing behind."""
    global _shared
    with _lock:
        # A child of a fork has its own.
        if _shared is None or not _shared.is_open or _shared.owner != os.getpid():
            _shared = _Node()
        return _shared


def dedupe(documents: Any, **options: Unpack[DedupeOptions]) -> Deduped:
    """Finds near-duplicates in one set.

    :param documents: texts, dicts, a table or column of pandas, polars or pyarrow; a path, or a list of ``Path``
    :raises LeitongError: for wrong options and for input that cannot be read
    :example:
        >>> dedupe(["One and the same text.", "One and the same text!", "Another one."]).kept
        ['One and the same text.', 'Another one.']
    """
    return Deduped(documents, options)


def link(a: Any, b: Any, **options: Unpack[LinkOptions]) -> Linked:
    """Finds which documents of B are in A; both are documents, or both are paths.

    :raises LeitongError: for wrong options and for input that cannot be read
    :example:
        >>> link(["One and the same text."], ["One and the same text!"]).pairs
        [{'a': 0, 'b': 0, 'similarity': 1, 'distance': None}]
    """
    return Linked(a, b, options)


def compare(a: str, b: str, **options: Unpack[CompareOptions]) -> dict[str, Any]:
    """How alike two texts are, and why: the figures of ``leitong compare --json``.

    :raises LeitongError: for wrong options
    """
    return _node().ask("compare", a=a, b=b, options=_given(options))


def fingerprint(documents: Any, **options: Unpack[FingerprintOptions]) -> Iterator[dict[str, Any]]:
    """Signs texts or dicts: ``id``, ``fingerprint`` and ``features`` of each, in their order.

    :raises LeitongError: for wrong options
    """
    source = source_of(documents)
    if not isinstance(source, Source):
        raise LeitongError("ARGUMENT", "fingerprint() of files", "Use the command: leitong fingerprint.")
    rows = list(source.documents(None))
    return iter(list(_node().rows("fingerprints", documents=rows, options=_given(options))))


def _given(options: Any) -> dict[str, Any]:
    return {name.rstrip("_"): value for name, value in options.items() if value is not None}
