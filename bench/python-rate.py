"""The rate of the package of Python beside that of the command, by the user and system time of each with its children.

    npm run build:python && pip install python/dist/*.whl pandas polars
    python bench/python-rate.py [MEGABYTES] [ROUNDS]

Each way runs in a process of its own, in turn with the command, so that a busy machine weighs on both alike. To read the file into a list or a frame is not counted.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile

READ = {
    "path": "given = path",
    "list": "import json; given = [json.loads(line) for line in open(path, encoding='utf-8')]",
    "pandas": "import pandas; given = pandas.read_json(path, lines=True)",
    "polars": "import polars; given = polars.read_ndjson(path)",
}
RUN = """
import os, sys
import leitong
path = sys.argv[1]
{0}
def spent():
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
start = spent()
result = leitong.dedupe(given)
removed = len(result.removed_rows) if result._sides[0].source is not None else sum(1 for _ in result.removed)
result.close()
result._node._process.wait()
print(spent() - start, removed)
"""


def by_command(path: str) -> "tuple[float, int]":
    before = os.times()
    said = subprocess.run([sys.executable, "-m", "leitong", "dedupe", path, "-q", "--json", "-o", os.devnull], capture_output=True, text=True, check=True)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return spent, json.loads(said.stdout)["removed"]


def by_package(path: str, read: str) -> "tuple[float, int]":
    said = subprocess.run([sys.executable, "-c", RUN.format(read), path], capture_output=True, text=True, check=True).stdout.split()
    return float(said[0]), int(said[1])


megabytes, rounds = (int(given) for given in (sys.argv[1:] + ["200", "3"])[:2])
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "articles.jsonl")
    # An article has 2.24 KB.
    size = str(round(megabytes * 1e6 / 2240))
    subprocess.run([sys.executable, "-m", "leitong", "generate", "articles_en", "--size", size, "-o", path, "-q"], check=True)
    print(f"{os.path.getsize(path) / 1e6:.0f} MB, {size} documents")
    ratios = {name: [] for name in READ}
    for _ in range(rounds):
        for name, read in READ.items():
            command, removed = by_command(path)
            spent, same = by_package(path, read)
            assert removed == same, (removed, same)
            ratios[name].append(command / spent)
            print(f"  {name}: {spent:.1f} s, the command {command:.1f} s", flush=True)
    for name, found in ratios.items():
        print(f"{name}: {statistics.median(found):.2f} of the rate of the command (median of {rounds})")
