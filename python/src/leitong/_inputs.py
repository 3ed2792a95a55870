"""Documents of every kind: how they are spooled as JSON lines, and how results come back in the same kind."""
from __future__ import annotations

import json
import math
import os
import tempfile
from json.encoder import encode_basestring
from typing import Any, BinaryIO, Iterable, Iterator, Mapping, Sequence

from ._errors import LeitongError

#: The field that carries the position of a document.
ROW = "_leitong_row"
ROW_BYTES = ROW.encode()
#: The field that tells a text from a dict that has one.
IS_TEXT = "_leitong_is_text"
IS_TEXT_MEMBER = f',"{IS_TEXT}":true'.encode()
#: What JSON spells with a number: all below a space but what :func:`_string` spells itself.
_RARE = bytes(set(range(0x20)) - set(b"\n\r\t"))
#: Rows that are turned into Python objects at once.
_CHUNK = 10_000


class Source:
    """Documents that a caller hands over, by position from 0."""

    def documents(self, columns: Sequence[str] | None) -> Iterator[Mapping[str, Any] | str]:
        """``columns``  the only fields that are needed, or ``None`` for all"""
        raise NotImplementedError

    def ids(self, field: str) -> Sequence[Any] | None:
        """The ids that the documents have themselves."""
        raise NotImplementedError

    def take(self, positions: Sequence[int]) -> Any:
        raise NotImplementedError

    def table(self, rows: list[dict[str, Any]], columns: Sequence[str]) -> Any:
        """Rows of a result; ``columns`` are those of a table without rows."""
        return rows


class Items(Source):
    """Texts or dicts in a list, or in any iterable, whose items are read once and not held."""

    def __init__(self, items: Iterable[Any]) -> None:
        self._items = items
        self._held = items if isinstance(items, (list, tuple)) else None
        self._ids: list[Any] | None = None
        self._spool: str | None = None

    def documents(self, columns: Sequence[str] | None) -> Iterator[Any]:
        for position, item in enumerate(self._items):
            if not isinstance(item, (str, Mapping)):
                raise LeitongError(
                    "ARGUMENT", f"document {position} is {type(item).__name__}", "Hand over texts or dicts.", f"document {position}"
                )
            yield item

    @property
    def is_held(self) -> bool:
        return self._held is not None

    def spooled(self, path: str, id_field: str) -> None:
        self._spool = path
        if self._held is None:
            self._ids = [None if isinstance(item, str) else item.get(id_field) for item in self._reread()]

    def _reread(self) -> Iterator[Any]:
        assert self._spool is not None
        with open(self._spool, "rb") as lines:
            for line in lines:
                item = json.loads(line)
                is_text = item.pop(IS_TEXT, False)
                del item[ROW]
                yield item["text"] if is_text else item

    def ids(self, field: str) -> Sequence[Any] | None:
        if self._held is not None:
            ids = [None if isinstance(item, str) else item.get(field) for item in self._held]
        else:
            ids = self._ids or []
        return [position if one is None else one for position, one in enumerate(ids)]

    def take(self, positions: Sequence[int]) -> list[Any]:
        if self._held is not None:
            return [self._held[position] for position in positions]
        wanted = set(positions)
        return [item for position, item in enumerate(self._reread()) if position in wanted]


class Polars(Source):
    def __init__(self, frame: Any) -> None:
        import polars

        self._kind = polars
        self._frame = frame
        self._rows = frame.to_frame("text") if isinstance(frame, polars.Series) else frame

    def documents(self, columns: Sequence[str] | None) -> Iterator[Mapping[str, Any]]:
        chosen = self._rows.select(columns) if columns else self._rows
        for part in chosen.iter_slices(_CHUNK):
            yield from part.iter_rows(named=True)

    def ids(self, field: str) -> Sequence[Any] | None:
        return self._rows[field].to_list() if field in self._rows.columns else None

    @property
    def columns(self) -> Sequence[str]:
        return list(self._rows.columns)

    def take(self, positions: Sequence[int]) -> Any:
        return self._frame[list(positions)]

    def table(self, rows: list[dict[str, Any]], columns: Sequence[str]) -> Any:
        return self._kind.DataFrame(rows or {name: [] for name in columns}, infer_schema_length=None)


class Pandas(Source):
    def __init__(self, frame: Any) -> None:
        import pandas

        self._kind = pandas
        self._frame = frame
        self._rows = frame.to_frame("text") if isinstance(frame, pandas.Series) else frame

    def documents(self, columns: Sequence[str] | None) -> Iterator[Mapping[str, Any]]:
        chosen = self._rows[list(columns)] if columns else self._rows
        names = [str(name) for name in chosen.columns]
        for start in range(0, len(chosen), _CHUNK):
            part = chosen.iloc[start : start + _CHUNK]
            lists = [part.iloc[:, i].astype(object).where(part.iloc[:, i].notna(), None).tolist() for i in range(len(names))]
            for values in zip(*lists):
                yield dict(zip(names, values))

    def ids(self, field: str) -> Sequence[Any] | None:
        return self._rows[field].to_list() if field in self._rows.columns else None

    @property
    def columns(self) -> Sequence[str]:
        return [str(name) for name in self._rows.columns]

    def take(self, positions: Sequence[int]) -> Any:
        return self._frame.iloc[list(positions)]

    def table(self, rows: list[dict[str, Any]], columns: Sequence[str]) -> Any:
        return self._kind.DataFrame(rows) if rows else self._kind.DataFrame(columns=list(columns))


class Arrow(Source):
    def __init__(self, table: Any) -> None:
        import pyarrow

        self._kind = pyarrow
        self._table = table
        is_column = isinstance(table, (pyarrow.Array, pyarrow.ChunkedArray))
        self._rows = pyarrow.table({"text": table}) if is_column else table

    def documents(self, columns: Sequence[str] | None) -> Iterator[Mapping[str, Any]]:
        chosen = self._rows.select(list(columns)) if columns else self._rows
        for start in range(0, chosen.num_rows, _CHUNK):
            yield from chosen.slice(start, _CHUNK).to_pylist()

    def ids(self, field: str) -> Sequence[Any] | None:
        return self._rows.column(field).to_pylist() if field in self._rows.column_names else None

    @property
    def columns(self) -> Sequence[str]:
        return list(self._rows.column_names)

    def take(self, positions: Sequence[int]) -> Any:
        return self._table.take(self._kind.array(list(positions), self._kind.int64()))

    def table(self, rows: list[dict[str, Any]], columns: Sequence[str]) -> Any:
        return self._kind.Table.from_pylist(rows) if rows else self._kind.table({name: [] for name in columns})


def source_of(given: Any) -> Source | list[str]:
    """Documents, or the paths that name them: a ``str``, a ``Path``, or a list of ``Path``."""
    if isinstance(given, (str, os.PathLike)):
        return [os.fspath(given)]
    # Frames are known by where their class comes from: what is not installed is not imported.
    package = type(given).__module__.split(".")[0]
    if package == "polars":
        return Polars(given.collect() if type(given).__name__ == "LazyFrame" else given)
    if package == "pandas":
        return Pandas(given)
    if package == "pyarrow":
        return Arrow(given)
    if isinstance(given, (bytes, Mapping)) or not isinstance(given, Iterable):
        raise LeitongError(
            "ARGUMENT", f"documents cannot be {type(given).__name__}", "Hand over texts, dicts, a table of pandas, polars or pyarrow, or paths."
        )
    if isinstance(given, (list, tuple)) and given and all(isinstance(one, os.PathLike) for one in given):
        return [os.fspath(one) for one in given]
    return Items(given)


def _value(value: Any) -> Any:
    """What JSON has no kind for: dates as ISO says them, numbers of NumPy as numbers, the rest as it is printed."""
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if hasattr(value, "item"):
        return value.item()
    if isinstance(value, (set, frozenset)):
        return list(value)
    return str(value)


def _finite(document: dict[str, Any]) -> dict[str, Any]:
    return {name: None if isinstance(value, float) and not math.isfinite(value) else value for name, value in document.items()}


_PLAIN = json.JSONEncoder(ensure_ascii=False, default=_value, allow_nan=False)
_ASCII = json.JSONEncoder(default=_value, allow_nan=False)


def _line(document: dict[str, Any]) -> bytes:
    try:
        return _PLAIN.encode(document).encode()
    except UnicodeEncodeError:
        # Half of a character: only an escape can say it.
        return _ASCII.encode(document).encode()


def _string(text: str) -> bytes:
    """A string of JSON, by passes over all its bytes: the encoder of Python, which looks at one character after the other, takes four times as long.

    :raises UnicodeEncodeError: for half of a character
    """
    text_bytes = text.encode()
    if len(text_bytes.translate(None, _RARE)) != len(text_bytes):
        return encode_basestring(text).encode()
    escaped = text_bytes.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n").replace(b"\r", b"\\r").replace(b"\t", b"\\t")
    return b'"%b"' % escaped


def spool(source: Source, columns: Sequence[str] | None, folder: str | None, first: int = 0) -> tuple[str, int]:
    """Writes documents as JSON lines with their positions, counted from ``first``: the path, and how many they are. The caller removes the file."""
    handle, path = tempfile.mkstemp(prefix="leitong-", suffix=".jsonl", dir=folder)
    try:
        with os.fdopen(handle, "wb", buffering=1 << 20) as file:
            count = _write(file, source.documents(columns), columns or (), first)
    except BaseException:
        os.unlink(path)
        raise
    return path, count


def _write(file: BinaryIO, documents: Iterable[Any], columns: Sequence[str], first: int) -> int:
    position = first - 1
    text_start = b'{"text":'
    starts = [b"%b%b:" % (b"," if i else b"{", _string(name)) for i, name in enumerate(columns)]
    for position, item in enumerate(documents, first):
        # Most documents are strings in known fields, which take a quarter of the time so.
        try:
            if isinstance(item, str):
                parts = [text_start, _string(item), IS_TEXT_MEMBER]
            else:
                parts = [part for start, name in zip(starts, columns) for part in (start, _string(item[name]))]
            if parts:
                file.write(b'%b,"%b":%d}\n' % (b"".join(parts), ROW_BYTES, position))
                continue
        except (AttributeError, KeyError, UnicodeEncodeError):
            pass
        document = {"text": item, ROW: position, IS_TEXT: True} if isinstance(item, str) else {**item, ROW: position}
        try:
            line = _line(document)
        except ValueError:
            line = _line(_finite(document))
        file.write(line + b"\n")
    return position + 1 - first
