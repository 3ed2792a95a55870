"""The package against the command that it carries, and against what is known of hand-written documents."""
import gc
import hashlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import pandas
import polars
import pyarrow
import pytest

import leitong
from leitong._inputs import ROW

LETTER = "In our part of the town the street lamps of lane {0} have been dark for three weeks, and house {0} waits for an answer."
TEXTS = [LETTER.format(i % 7 + 100 * (i % 7)) for i in range(10)]
LETTERS = [{"id": f"L{i}", "text": text, "day": f"2024-01-{i + 1:02}"} for i, text in enumerate(TEXTS)]
# Letters 7, 8 and 9 repeat 0, 1 and 2.
REMOVED = [("L7", "L0"), ("L8", "L1"), ("L9", "L2")]
OPTIONS = {"method": "exact"}

KINDS = {
    "list": (LETTERS, lambda rows: rows),
    "pandas": (pandas.DataFrame(LETTERS, index=range(50, 60)), lambda frame: frame.to_dict("records")),
    "polars": (polars.DataFrame(LETTERS), lambda frame: frame.to_dicts()),
    "pyarrow": (pyarrow.Table.from_pylist(LETTERS), lambda table: table.to_pylist()),
}


@pytest.mark.parametrize("kind", KINDS)
def test_results_are_of_the_kind_of_the_input(kind):
    given, rows = KINDS[kind]
    with leitong.dedupe(given, **OPTIONS) as result:
        for table in (result.kept, result.removed, result.groups, result.pairs):
            assert type(table) is type(given)
        assert rows(result.kept) == LETTERS[:7]
        assert [(row["id"], row["duplicate_of"]) for row in rows(result.removed)] == REMOVED
        assert [list(row["members"]) for row in rows(result.groups)] == [["L0", "L7"], ["L1", "L8"], ["L2", "L9"]]
        assert result.removed_rows == [7, 8, 9]
        assert result.summary["documents"] == 10


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "list"])
def test_a_table_without_rows_has_its_columns(kind):
    given, _ = KINDS[kind]
    with leitong.dedupe(given[:3], **OPTIONS) as result:
        columns = getattr(result.removed, "column_names", None) or list(result.removed.columns)
        assert columns == ["id", "duplicate_of", "similarity", "distance", "group"]


@pytest.mark.parametrize("series", [pandas.Series(TEXTS), polars.Series(TEXTS), pyarrow.chunked_array([TEXTS])])
def test_columns(series):
    with leitong.dedupe(series, **OPTIONS) as result:
        assert type(result.kept) is type(series)
        assert list(result.kept.to_pylist() if hasattr(result.kept, "to_pylist") else result.kept) == TEXTS[:7]


def test_an_iterable_is_read_once_and_comes_back():
    mixed = [*TEXTS, {"text": TEXTS[0], "note": "a dict"}, {"text": "Half a character \ud800 stays as it is, whatever the reason."}]
    with leitong.dedupe(iter(mixed), **OPTIONS) as result:
        assert result.kept == [*TEXTS[:7], mixed[-1]]
        assert result.removed_rows == [7, 8, 9, 10]


def test_what_cannot_be_judged_is_kept_and_told():
    frame = pandas.DataFrame({"text": [TEXTS[0], None, TEXTS[0]], "weight": [1.0, float("nan"), 2.0]})
    with leitong.dedupe(frame, keep="highest:weight", **OPTIONS) as result:
        assert list(result.kept.index) == [1, 2]
        assert list(result.rejects["row"]) == [1]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "letters.jsonl"
    path.write_text("".join(json.dumps(letter) + "\n" for letter in LETTERS))
    return path


def command(*args):
    return subprocess.run([sys.executable, "-m", "leitong", *map(str, args)], capture_output=True, text=True)


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("options", [{}, {"method": "simhash", "distance": 8}, {"measure": "match", "id_field": "id"}, {"threshold": 0.5, "keep": "last"}])
def test_the_same_as_the_command(file, tmp_path, options):
    flags = [part for name, value in options.items() for part in (f"--{name.replace('_', '-')}", str(value))]
    by_command = command("dedupe", file, *flags, "--pairs", tmp_path / "pairs", "--removed", tmp_path / "removed", "-q")
    assert by_command.returncode == 0, by_command.stderr
    for given in (str(file), file, [file], LETTERS, polars.DataFrame(LETTERS)):
        with leitong.dedupe(given, pairs=True, **options) as result:
            for name in ("pairs", "removed"):
                table = getattr(result, name)
                rows = table.to_dicts() if isinstance(table, polars.DataFrame) else table
                keys = ("a", "b") if name == "pairs" else ("id", "duplicate_of")
                found = [tuple(row[key] for key in keys) for row in rows]
                assert found == [tuple(row[key] for key in keys) for row in lines(tmp_path / name)]


def test_files_are_written_by_the_product(file, tmp_path):
    with leitong.dedupe(file, **OPTIONS) as result:
        result.write(output=tmp_path / "kept.jsonl")
        assert lines(tmp_path / "kept.jsonl") == LETTERS[:7]
        with pytest.raises(leitong.LeitongError, match="write"):
            result.kept


def test_link():
    with leitong.link(LETTERS[:5], LETTERS[5:], **OPTIONS) as result:
        assert [(row["a"], row["b"]) for row in result.pairs] == [("L0", "L7"), ("L1", "L8"), ("L2", "L9")]
        assert [(row["b"], row["a"]) for row in result.matches][:2] == [("L5", None), ("L6", None)]


@pytest.mark.parametrize("kind", KINDS)
def test_against_old_documents(kind):
    given, rows = KINDS[kind]
    old = [{"id": "old", "text": TEXTS[4]}, {"id": "older", "text": TEXTS[2]}]
    with leitong.dedupe(given, against=old, **OPTIONS) as result:
        removed = [(row["id"], row["duplicate_of"]) for row in rows(result.removed)]
        assert removed == [("L2", "older"), ("L4", "old"), ("L7", "L0"), ("L8", "L1"), ("L9", "older")]
        assert [row["id"] for row in rows(result.kept)] == ["L0", "L1", "L3", "L5", "L6"]
    with leitong.dedupe(iter(TEXTS), against=iter(TEXTS[:2]), **OPTIONS) as result:
        assert result.removed_rows == [0, 1, 7, 8, 9]


def test_link_by_a_mapping_of_unlike_columns():
    people = [("Anna Berger", "Graz"), ("Bruno Falk", "Linz"), ("Clara Novak", "Steyr"), ("Dmitri Urban", "Wels")]
    a = pandas.DataFrame([{"no": f"A{i}", "name": name, "town": town} for i, (name, town) in enumerate(people)])
    b = pandas.DataFrame([{"id": f"B{i}", "person": name, "place": town} for i, (name, town) in enumerate(reversed(people))])
    mapping = {"map": {"name": "person", "town": "place"}, "a": {"fields": {"name": {"kind": "name"}, "town": {"kind": "exact"}}}}
    with leitong.link(a, b, mapping=mapping, measure="fields", threshold=0.9) as result:
        assert type(result.pairs) is pandas.DataFrame
        assert sorted(zip(result.pairs["a"], result.pairs["b"])) == [(0, "B3"), (1, "B2"), (2, "B1"), (3, "B0")]


@pytest.mark.parametrize("kind", KINDS)
def test_decisions_of_people_are_obeyed(kind, tmp_path):
    given, rows = KINDS[kind]
    digest = lambda text: hashlib.sha256(text.encode()).hexdigest()[:32]
    member = lambda i: {"id": f"L{i}", "digest": digest(TEXTS[i])}
    # Equal texts are told apart by their ids.
    acts = [
        {"act": "distinct", "key": "1", "by": "Li", "at": "2026-01-01T00:00:00Z", "members": [member(0), member(7)]},
        {"act": "duplicate", "key": "2", "by": "Li", "at": "2026-01-01T00:00:00Z", "members": [member(3), member(4)]},
    ]
    path = tmp_path / "decided.jsonl"
    path.write_text("".join(json.dumps(act) + "\n" for act in acts))
    with leitong.dedupe(given, decisions=path, **OPTIONS) as result:
        assert [(row["id"], row["duplicate_of"]) for row in rows(result.removed)] == [("L4", "L3"), ("L8", "L1"), ("L9", "L2")]
        assert result.summary["decisions"]["missing"] == 0


def test_decisions_name_documents_as_those_of_files_do(tmp_path):
    text = "the letter about the noise at the building site in the old town"
    digest = hashlib.sha256(text.encode()).hexdigest()[:32]

    def decided(*ids, end="\n"):
        members = [{"id": id, "digest": digest} for id in ids]
        act = {"act": "distinct", "key": "1", "by": "Li", "at": "2026-01-01T00:00:00Z", "members": members}
        path = tmp_path / "acts.jsonl"
        path.write_text(json.dumps(act) + end)
        return path

    of = lambda *ids: [{"id": id, "text": text} for id in ids]
    path = tmp_path / "numbers.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in of(7, 1, 8)))
    for ids, end in (((7, 1), "\n"), ((1, 2), "\n"), ((7, 1), "")):
        found = []
        for given in (of(7, 1, 8), path):
            with leitong.dedupe(given, decisions=decided(*ids, end=end)) as result:
                found.append(([row["id"] for row in result.removed], result.summary.get("decisions")))
        assert found[0] == found[1], (ids, end)
    # An old document, and one of the other side, are named as well.
    with leitong.dedupe(of("new"), against=of("old"), decisions=decided("new", "old")) as result:
        assert result.summary["removed"] == 0 and result.summary["decisions"]["missing"] == 0
    with leitong.link(of("a"), of("b"), decisions=decided("a", "b")) as result:
        assert result.pairs == []
    with leitong.link(path, path) as result:
        assert len(result.pairs) == 9
    # An id that both sides have names both documents, whether they are files or not.
    for ids in ((7, 7), (7, 1), (2, 2)):
        found = []
        for given in (of(7, 1, 8), path):
            with leitong.link(given, given, decisions=decided(*ids)) as result:
                pairs = sorted((row["a"], row["b"]) for row in result.pairs)
            with leitong.dedupe(given, against=given, decisions=decided(*ids)) as result:
                found.append((pairs, [row["id"] for row in result.removed], result.summary["decisions"]))
        assert found[0] == found[1], ids
        assert ((7, 7) in found[0][0]) == (ids != (7, 7))


def test_the_examples_of_the_docs():
    docs = pathlib.Path(__file__).parents[2] / "docs/python.md"
    names = {}
    checked = 0
    for block in re.findall(r"```python\n(.*?)```", docs.read_text(encoding="utf-8"), re.S):
        for line in block.splitlines():
            code, _, said = line.partition("   # ")
            if said:
                assert eval(code, names) == eval(said), line
                checked += 1
            else:
                exec(line, names)
    assert checked == 4


def test_compare_and_fingerprint(file):
    assert leitong.compare(TEXTS[0], TEXTS[7])["similar"] is True
    assert leitong.compare(TEXTS[0], "Trains run on time.")["similar"] is False
    printed = [json.loads(line) for line in command("fingerprint", file).stdout.splitlines()]
    signed = list(leitong.fingerprint(LETTERS))
    assert [row["fingerprint"] for row in signed] == [row["fingerprint"] for row in printed]


@pytest.mark.parametrize("kind", ["memory:letters", "folder"])
def test_index(kind, tmp_path):
    url = kind if ":" in kind else str(tmp_path / "index")
    with leitong.Index(url, method="exact") as index:
        answers = list(index.add_all(polars.DataFrame(LETTERS), if_new=True))
        assert [answer["status"] for answer in answers] == ["new"] * 7 + ["duplicate"] * 3
        assert index.add_if_new({"id": "x", "text": TEXTS[3]})["group"] == "L3"
        assert [found["id"] for found in index.query(TEXTS[4])] == ["L4"]
        assert index.check([{"id": "y", "text": "Trains run on time in this part of the country."}])[0]["status"] == "new"
        assert index.remove("L4") and index.get("L4") is None
        next(index.add_all(LETTERS))
        assert index.stats()["documents"] == 10
    with pytest.raises(leitong.LeitongError, match="closed"):
        index.stats()


def test_chinese_by_dictionary_has_its_native_module():
    text = "小区的路灯坏了三个星期没有人修，晚上出门很危险，希望有关部门尽快派人来处理。"
    with leitong.dedupe([text, text.replace("，希望", "。希望")], tokenizer="chinese") as result:
        assert result.kept == [text]


@pytest.mark.parametrize(
    ("call", "code", "words"),
    [
        (lambda: leitong.dedupe(TEXTS, thresold=0.5), "OPTION_UNKNOWN", "threshold"),
        (lambda: leitong.dedupe(TEXTS, text_feild="a"), "OPTION_UNKNOWN", "text_field"),
        (lambda: leitong.dedupe(TEXTS, threshold=7), "OPTION_VALUE", "from 0 to 1"),
        (lambda: leitong.dedupe([{"body": "a"}]), "FIELD_MISSING", "the documents: no field \"text\""),
        (lambda: leitong.dedupe(pandas.DataFrame({"body": ["a"]})), "FIELD_MISSING", "there are"),
        (lambda: leitong.dedupe([TEXTS[0], 7]), "ARGUMENT", "document 1 is int"),
        (lambda: leitong.dedupe(7), "ARGUMENT", "int"),
        (lambda: leitong.dedupe(TEXTS, against="old.jsonl"), "ARGUMENT", "Read the old files first"),
        (lambda: leitong.dedupe(TEXTS, save_run="runs"), "OPTION_CONFLICT", "save_run"),
        (lambda: leitong.dedupe(TEXTS, decisions="none.jsonl"), "DECISIONS_FILE", "none.jsonl"),
        (lambda: leitong.dedupe(TEXTS, fields="missing.json"), "FIELDS_FILE", "missing.json"),
        (lambda: leitong.compare("a", "b", threshold="x"), "OPTION_VALUE", "a number"),
        (lambda: leitong.Index("postgresql://127.0.0.1/none"), "PACKAGE_MISSING", "python -m leitong.install pg"),
    ],
)
def test_errors(call, code, words):
    with pytest.raises(leitong.LeitongError) as raised:
        call()
    assert raised.value.code == code
    assert words in str(raised.value)
    assert ROW not in str(raised.value).replace("--", "") or code == "FIELD_MISSING"
    assert isinstance(raised.value, TypeError) == (code == "OPTION_UNKNOWN")


def test_an_error_has_its_place(tmp_path):
    with pytest.raises(leitong.LeitongError) as raised:
        leitong.dedupe(str(tmp_path / "none.jsonl"))
    assert (raised.value.code, raised.value.place) == ("SOURCE_MISSING", str(tmp_path / "none.jsonl"))
    assert raised.value.remedy


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def ends(pid):
    for _ in range(100):
        if not is_running(pid):
            return True
        time.sleep(0.1)
    return False


def test_a_result_that_nobody_holds_leaves_nothing():
    result = leitong.dedupe(TEXTS, **OPTIONS)
    pid, path = result._node._process.pid, result._sides[0].spool
    assert is_running(pid) and os.path.exists(path)
    del result
    gc.collect()
    assert ends(pid) and not os.path.exists(path)


SLEEPER = """
import leitong, sys, time
result = leitong.dedupe(["a text", "another"], method="exact")
print(result._node._process.pid, result._sides[0].spool, flush=True)
{0}
"""


@pytest.mark.skipif(not os.path.exists("/proc/self"), reason="reads /proc")
@pytest.mark.parametrize("end", [None, signal.SIGKILL, signal.SIGINT, "raise SystemExit(3)", "raise ValueError"])
def test_it_ends_with_python(end):
    code = SLEEPER.format(end if isinstance(end, str) else "time.sleep(60)" if end else "")
    python = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    pid, path = python.stdout.readline().split()
    if isinstance(end, signal.Signals):
        python.send_signal(end)
    python.wait(20)
    python.stdout.close()
    assert ends(int(pid)) and not os.path.exists(path)


def test_an_interrupted_call_leaves_the_next_one_right():
    code = """
import leitong, os, signal, threading
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    while True: leitong.compare("one text", "another text")
except KeyboardInterrupt: pass
print(leitong.compare("the same", "the same")["similar"])
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "True\n"


def test_the_command_runs_as_a_module():
    assert command("--version").stdout.strip() == leitong.__version__
    assert command("dedupe", "none.jsonl").returncode == 3


def test_results_of_two_sets_say_which_one_a_document_is_of():
    # Without ids both go by their positions, which are the same.
    with leitong.dedupe(TEXTS[:3], against=TEXTS[1:2], pairs=True, **OPTIONS) as result:
        assert [(row["id"], row["duplicate_of"], row["duplicate_of_old"]) for row in result.removed] == [(1, 0, True)]
        assert [(row["kept"], row["kept_old"]) for row in result.groups] == [(0, True)]
        assert [{row["a_old"], row["b_old"]} for row in result.pairs] == [{True, False}]
    with leitong.dedupe(TEXTS, **OPTIONS) as result:
        assert all("duplicate_of_old" not in row for row in result.removed)
    nothing = {"id": 1, "text": None}
    with leitong.link([nothing, {"id": 2, "text": TEXTS[0]}], [{"id": 1, "text": TEXTS[0]}, nothing], **OPTIONS) as result:
        assert [(row["side"], row["row"]) for row in result.rejects] == [("a", 0), ("b", 1)]
    with leitong.dedupe([{"text": TEXTS[0]}, {"text": None}], against=[{"text": TEXTS[5]}, {"text": None}], **OPTIONS) as result:
        assert [(row["side"], row["row"]) for row in result.rejects][0] == ("new", 1)


def test_strings_come_through_as_they_are():
    odd = ['a "quote", a \\ and\nlines\r\n\tof text', "\x00\x1f\x7f\u2028 é 漢字 😀", "</script>", "half a character \ud800"]
    for items in ([*odd, *odd], [{"text": text, "n": 1} for text in [*odd, *odd]]):
        with leitong.dedupe(iter(items), **OPTIONS) as result:
            assert result.kept == items[: len(odd)]
