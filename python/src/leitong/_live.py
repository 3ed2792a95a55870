"""A live index: documents one at a time or many, held against what is there."""
from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping

from ._process import Node
from ._inputs import Source, source_of
from ._errors import LeitongError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import IndexOptions

#: Documents that are handed over at once.
_BATCH = 256


def _snake(row: Any) -> Any:
    if not isinstance(row, Mapping):
        return row
    return {"".join(f"_{c.lower()}" if c.isupper() else c for c in name): value for name, value in row.items()}


class Index:
    """A live index, opened, and made where there is none. Its process ends with ``close()``, a ``with``, or when nobody holds it.

    :param url: a folder, ``memory:NAME``, or a server, as docs/stores.md has them
    :raises LeitongError: ``INDEX_OPTIONS`` when it was made with other options, ``PACKAGE_MISSING``, and for wrong options
    :example:
        >>> with Index("memory:letters") as index:
        ...     index.add_if_new({"id": "a", "text": "One and the same text."})["status"]
        'new'
    """

    def __init__(self, url: str, **options: Unpack[IndexOptions]) -> None:
        self._node = Node()
        try:
            self._node.ask("open", url=url, options={name.rstrip("_"): value for name, value in options.items() if value is not None})
        except BaseException:
            self._node.close()
            raise

    def _call(self, method: str, *args: Any) -> Any:
        return _snake(self._node.ask("index", method=method, args=args))

    def add(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """Stores a document: ``status`` (``"new"`` or ``"duplicate"``), ``id``, ``group`` and what it is like."""
        return self._call("add", document)

    def add_if_new(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """Stores a document unless it is like one that is there."""
        return self._call("addIfNew", document)

    def add_all(self, documents: Any, *, if_new: bool = False) -> Iterator[dict[str, Any]]:
        """Stores dicts, or the rows of a table, in batches; an answer for each, in their order."""
        source = source_of(documents)
        if not isinstance(source, Source):
            raise LeitongError("ARGUMENT", "add_all() of files", "Use the command: leitong index add.")
        items: Iterable[Any] = source.documents(None)
        rows = iter(items)
        while True:
            batch = list(islice(rows, _BATCH))
            if not batch:
                return
            # Read whole, so that a caller who stops early leaves no answer behind.
            yield from [_snake(row) for row in self._node.rows("index", method="addAll", args=[batch, {"ifNew": if_new}])]

    def check(self, documents: list[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """What ``add_if_new`` would answer; nothing is stored."""
        return [_snake(row) for row in self._node.ask("index", method="check", args=[documents])]

    def query(self, document: str | Mapping[str, Any], **options: Any) -> list[dict[str, Any]]:
        """Documents like this one, the most similar first: ``id``, ``similarity`` and ``distance``."""
        return [_snake(row) for row in self._node.ask("index", method="query", args=[document, options])]

    def get(self, id: Any) -> dict[str, Any] | None:
        """What is stored of a document, or ``None``."""
        return self._call("get", id)

    def remove(self, id: Any) -> bool:
        """Whether it was there."""
        return self._call("remove", id)

    def stats(self) -> dict[str, Any]:
        """Figures of the index."""
        return self._call("stats")

    def close(self) -> None:
        """Closes the index and ends its process."""
        self._node.close()

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
