"""Batches: duplicates within one set, and pairs across two."""
from __future__ import annotations

import json
import os
import tempfile
import weakref
from contextlib import suppress
from typing import Any, Iterator, Mapping

from ._errors import LeitongError
from ._inputs import ROW, Source, Items, source_of, spool
from ._process import Node

#: Options that are compared by the fields of rows, or look at them: all fields are handed over.
_OF_FIELDS = ("fields", "mapping", "keep", "with", "with_", "info_field", "title_field", "fingerprint_field", "vector_field", "model")


_PAIR = ("a", "b", "similarity", "distance")
#: These keep or share what they name by ids of files, which documents in memory do not have.
_OF_FILES = ("save_run", "engine")


def _list(value: Any) -> list[str]:
    return [part.strip() for part in value.split(",")] if isinstance(value, str) else list(value)


def _columns(source: Source, options: Mapping[str, Any]) -> list[str] | None:
    """The fields of a frame that the call needs; ``None`` for all of them."""
    if any(options.get(name) is not None for name in _OF_FIELDS) or options.get("measure") in ("fields", "match"):
        return None
    there = getattr(source, "columns", None)
    wanted = _list(options.get("text_field") or "text")
    # Where one is missing, the error names those that there are.
    if there is None:
        # Those of a list are at hand; of another iterable all are spooled, to come back.
        return wanted if isinstance(source, Items) and source.is_held else None
    return wanted if all(name in there for name in wanted) else None


def _unlink(paths: list[str], owner: int) -> None:
    if os.getpid() == owner:
        for path in paths:
            with suppress(OSError):
                os.unlink(path)


class _Side:
    """One set of documents of a call: a spool, or files. Documents are counted from ``first``."""

    def __init__(self, given: Any, options: Mapping[str, Any], first: int = 0) -> None:
        self.first = first
        #: Of files 0: they have their own ids.
        self.count = 0
        source = source_of(given)
        self.id_field: str = options.get("id_field") or "id"
        self.source: Source | None = None
        self.spool: str | None = None
        if isinstance(source, list):
            self.files = source
            return
        self.source = source
        self.spool, self.count = spool(source, _columns(source, options), options.get("temp"), first)
        self.files = [self.spool]
        if isinstance(source, Items):
            source.spooled(self.spool, self.id_field)
        self._ids = source.ids(self.id_field)

    def id(self, sent: Any) -> Any:
        """The id that a caller knows: of documents without one the position."""
        if self.source is None or sent is None:
            return sent
        position = sent - self.first
        found = None if self._ids is None else self._ids[position]
        return position if found is None else found


def _options(options: Mapping[str, Any], sides: list[_Side]) -> dict[str, Any]:
    """Options as the product takes them. Documents go by their positions."""
    given = {name.rstrip("_"): value for name, value in options.items() if value is not None}
    spooled = [side.spool is not None for side in sides]
    if not any(spooled):
        return given
    if not all(spooled):
        raise LeitongError("ARGUMENT", "one side is documents and the other files", "Read the files first, or write the documents to one.")
    for name in _OF_FILES:
        if name in given:
            raise LeitongError("OPTION_CONFLICT", f'"{name}" is for files', "Write the documents to a file, and hand over its path.")
    given["id_field"] = ROW
    given["format"] = "jsonl"
    if "fields" in given:
        given["fields"] = {**_spec(given["fields"]), "key": [ROW]}
    if "mapping" in given:
        stated = _spec(given["mapping"])
        # What is no object is told of by the product.
        own = {side: stated.get(side, {}) for side in ("a", "b")}
        given["mapping"] = {**stated, **{side: {**spec, "key": [ROW]} for side, spec in own.items() if isinstance(spec, Mapping)}}
    return given


def _decided(path: Any, sides: list[_Side], folder: str | None) -> str:
    """The decisions of a file, with positions for ids: by them the product tells equal texts apart. :returns: a file to be removed"""
    known: dict[str, int | list[int]] = {}
    for side in sides:
        for position in range(side.first, side.first + side.count):
            named = json.dumps(side.id(position), default=str)
            there = known.get(named)
            # An id that several have, on two sides of a link say, names all of them.
            if there is None:
                known[named] = position
            elif isinstance(there, list):
                there.append(position)
            else:
                known[named] = [there, position]
    handle, written = tempfile.mkstemp(prefix="leitong-", suffix=".jsonl", dir=folder)
    try:
        with open(path, encoding="utf-8-sig") as acts, os.fdopen(handle, "w", encoding="utf-8") as file:
            for line in acts:
                if not line.endswith("\n"):
                    # It was never acknowledged, and the product leaves it out.
                    file.write(line)
                    break
                try:
                    act = json.loads(line)
                    for member in [*act.get("members", ()), *act.get("from", ())]:
                        named = json.dumps(member["id"], default=str)
                        # What is not there must not be taken for a position.
                        member["id"] = known.get(named, f"?{named}")
                    line = json.dumps(act) + "\n"
                except (AttributeError, KeyError, TypeError, ValueError):
                    # The product says what is wrong with it.
                    pass
                file.write(line)
    except OSError as error:
        os.unlink(written)
        raise LeitongError("DECISIONS_FILE", f"{path}: {error}", "See docs/review.md for a file of decisions.", str(path)) from error
    return written


def _spec(fields: Any) -> dict[str, Any]:
    if isinstance(fields, Mapping):
        return dict(fields)
    try:
        with open(fields, encoding="utf-8-sig") as file:
            spec = json.load(file)
    except (OSError, ValueError) as error:
        raise LeitongError("FIELDS_FILE", f"{fields}: {error}", "See docs/rows.md for a fields file.", str(fields)) from error
    if not isinstance(spec, dict):
        raise LeitongError("FIELDS_FILE", f"{fields}: it is no object", "See docs/rows.md for a fields file.", str(fields))
    return spec


class _Result:
    """What results share. It holds a process and temporary files until ``close()``, the end of a ``with``, or nobody holds it."""

    #: Figures of the run, as ``--json`` prints them.
    summary: dict[str, Any]

    def __init__(self, call: str, sides: list[_Side], options: Mapping[str, Any], old: _Side | None = None) -> None:
        self._sides = sides
        self._old = old
        spools = {side.spool: "the documents" for side in sides if side.spool}
        if old is not None and old.spool:
            spools[old.spool] = "the old documents"
        try:
            given = _options(options, sides)
            if spools and given.get("decisions") is not None:
                named = os.fspath(given["decisions"])
                given["decisions"] = _decided(named, [*sides, *([old] if old else [])], options.get("temp"))
                spools[given["decisions"]] = named
        finally:
            self._files = weakref.finalize(self, _unlink, list(spools), os.getpid())
        try:
            self._node = Node(spools)
            names = {"files": sides[0].files} if len(sides) == 1 else {"a": sides[0].files, "b": sides[1].files}
            self.summary = self._node.ask(call, **names, options=given, spool=list(spools))
        except BaseException:
            self.close()
            raise

    def _table(self, rows: Iterator[dict[str, Any]], *columns: str) -> Any:
        source = self._sides[0].source
        return list(rows) if source is None else source.table(list(rows), columns)

    #: What the sets of documents of a call are called.
    _names: tuple[str, ...] = ("new", "old")

    def _rejects(self) -> Iterator[dict[str, Any]]:
        sets = [*self._sides, *([self._old] if self._old else [])]
        # Rows of each set are counted from 0.
        names = {side.spool: {"side": name} for side, name in zip(sets, self._names)} if len(sets) > 1 else {}
        for row in self._node.rows("rows", of="rejects"):
            if self._sides[0].source is not None:
                yield {**names.get(row["source"], {}), "row": row["line"] - 1, "reason": row["reason"]}
            else:
                yield row

    @property
    def rejects(self) -> Any:
        """Records that could not be judged, and why; they are kept. Of documents by ``row``, of two sets also by ``side``, of files by ``source`` and ``line``."""
        return self._table(self._rejects(), "row", "reason")

    def write(self, **outputs: str) -> None:
        """Writes the outputs of the command: ``write(output="kept.jsonl", removed="removed.csv", report="report.html")``.

        :raises LeitongError: ``OUTPUT_WRITE``, and of documents ``ARGUMENT``: their tables are at hand
        """
        if self._sides[0].source is not None and set(outputs) - {"report"}:
            raise LeitongError("ARGUMENT", "write() of documents takes a report alone", "Write the tables of the result yourself.")
        self._node.ask("write", outputs={name: os.fspath(path) for name, path in outputs.items()})

    def close(self) -> None:
        """Lets the process and the temporary files go."""
        if hasattr(self, "_node"):
            self._node.close()
        self._files()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _measured(row: Mapping[str, Any]) -> dict[str, Any]:
    shares = {name: row[sent] for name, sent in (("a_in_b", "aInB"), ("b_in_a", "bInA"), ("answers", "answers")) if sent in row}
    return {"similarity": row.get("similarity"), "distance": row.get("distance"), **shares}


class Deduped(_Result):
    """Decisions about one set. Tables are of the kind of the input: of lists and files lists of dicts."""

    def __init__(self, given: Any, options: Mapping[str, Any]) -> None:
        side, old = _Side(given, options), None
        if side.source is not None and options.get("against") is not None:
            try:
                old = _Side(options["against"], options, side.count)
                if old.source is None:
                    raise LeitongError("ARGUMENT", '"against" names files, and these are documents', "Read the old files first, or write the documents to one.")
            except BaseException:
                _unlink([side.spool or ""], os.getpid())
                raise
            options = {**options, "against": [old.spool]}
        super().__init__("dedupe", [side], options, old)

    def _is_old(self, name: str, sent: Any) -> dict[str, bool]:
        """Where there are old documents: whether this is one. Both may have the same ids, and without ids the same positions."""
        return {} if self._old is None else {name: sent >= self._old.first}

    def _id(self, sent: Any) -> Any:
        """Old documents are counted on from the others."""
        side = self._sides[0]
        return self._old.id(sent) if self._old is not None and sent >= self._old.first else side.id(sent)

    @property
    def removed_rows(self) -> list[int]:
        """Positions from 0 of the documents that go. :raises LeitongError: ``ARGUMENT`` for files"""
        self._require_documents("removed_rows")
        return sorted(row["id"] for row in self._node.rows("rows", of="removed"))

    @property
    def kept(self) -> Any:
        """The documents that stay, in the kind of the input and in its order. :raises LeitongError: ``ARGUMENT`` for files"""
        source = self._require_documents("kept")
        removed = set(self.removed_rows)
        return source.take([row for row in range(self._sides[0].count) if row not in removed])

    @property
    def removed(self) -> Any:
        """``id``, ``duplicate_of``, ``similarity``, ``distance``, ``group`` of each document that goes; beside ``against`` also ``duplicate_of_old``."""
        return self._table(
            ({"id": self._id(row["id"]), "duplicate_of": self._id(row["duplicateOf"]), **self._is_old("duplicate_of_old", row["duplicateOf"]),
              **_measured(row), "group": row["group"]}
             for row in self._node.rows("rows", of="removed")),
            "id", "duplicate_of", "similarity", "distance", "group",
        )

    def _groups(self) -> Iterator[dict[str, Any]]:
        for row in self._node.rows("rows", of="groups"):
            ids = [self._id(member["id"]) for member in row["members"]]
            yield {"group": row["group"], "size": len(ids), "kept": self._id(row["kept"]), **self._is_old("kept_old", row["kept"]), "members": ids}

    @property
    def groups(self) -> Any:
        """``group``, ``size``, ``kept``, ``members`` of each group of two and more; the kept one is the first member."""
        return self._table(self._groups(), "group", "size", "kept", "members")

    @property
    def pairs(self) -> Any:
        """``a``, ``b``, ``similarity``, ``distance`` of similar pairs; all of them with ``pairs=True``."""
        return self._table(
            ({"a": self._id(row["a"]), **self._is_old("a_old", row["a"]), "b": self._id(row["b"]), **self._is_old("b_old", row["b"]), **_measured(row)}
             for row in self._node.rows("rows", of="pairs")),
            *_PAIR,
        )

    def _require_documents(self, what: str) -> Source:
        source = self._sides[0].source
        if source is None:
            raise LeitongError("ARGUMENT", f"{what} of files", "Write what stays: result.write(output=\"kept.jsonl\").")
        return source


class Linked(_Result):
    """Pairs across two sets. Tables are of the kind of the first side."""

    _names = ("a", "b")

    def __init__(self, a: Any, b: Any, options: Mapping[str, Any]) -> None:
        sides = [_Side(a, options)]
        try:
            sides.append(_Side(b, options, sides[0].count))
        except BaseException:
            _unlink([side.spool for side in sides if side.spool], os.getpid())
            raise
        super().__init__("link", sides, options)

    @property
    def pairs(self) -> Any:
        """``a``, ``b``, ``similarity``, ``distance`` of similar pairs."""
        a, b = self._sides
        return self._table(
            ({"a": a.id(row["a"]), "b": b.id(row["b"]), **_measured(row)} for row in self._node.rows("rows", of="pairs")), *_PAIR
        )

    @property
    def matches(self) -> Any:
        """``b``, ``a``, ``similarity``, ``distance``: each document of B with the most similar one of A, or ``None``."""
        a, b = self._sides
        return self._table(
            ({"b": b.id(row["b"]), "a": a.id(row.get("a")), **_measured(row)} for row in self._node.rows("rows", of="matches")), *_PAIR
        )
