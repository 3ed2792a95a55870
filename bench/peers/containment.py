"""Containment by a command, by brute force and by datasketch's LSHEnsemble, over character 5-grams: one JSON line.

Usage: containment.py DOCS.jsonl.gz PAIRS.jsonl THRESHOLD COMMAND...     the command writes the pairs
"""
import collections
import gzip
import json
import resource
import subprocess
import sys
import time

from datasketch import MinHash, MinHashLSHEnsemble

docs, pairs, threshold = sys.argv[1], sys.argv[2], float(sys.argv[3])
subprocess.run(sys.argv[4:], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
read = lambda path: gzip.open(path, 'rt') if path.endswith('.gz') else open(path)
records = [json.loads(line) for line in read(docs)]
number = {json.dumps(record['id']): i for i, record in enumerate(records)}
grams = lambda text: {text[i : i + 5] for i in range(len(text) - 4)} if len(text) > 4 else {text}
sets = [grams(record['text']) for record in records]
index = collections.defaultdict(list)
for i, one in enumerate(sets):
    for gram in one:
        index[gram].append(i)
truth = set()
for i, one in enumerate(sets):
    shared = collections.Counter()
    for gram in one:
        shared.update(index[gram])
    truth.update((i, j) for j, n in shared.items() if j > i and n / min(len(one), len(sets[j])) >= threshold - 1e-12)
del index
jaccard = lambda a, b: len(sets[a] & sets[b]) / len(sets[a] | sets[b])
found = {tuple(sorted((number[json.dumps(p['a'])], number[json.dumps(p['b'])]))) for p in map(json.loads, open(pairs))}

# What the ensemble proposes, from the smaller text to the larger; measuring them afterwards is not in its time.
start = time.process_time()
signed = []
for one in sets:
    made = MinHash(num_perm=128)
    made.update_batch([gram.encode() for gram in one])
    signed.append(made)
ensemble = MinHashLSHEnsemble(threshold=threshold, num_perm=128, num_part=32)
ensemble.index((i, signed[i], len(one)) for i, one in enumerate(sets))
proposed = set()
for i, one in enumerate(sets):
    for j in ensemble.query(signed[i], len(one)):
        if i != j:
            proposed.add((min(i, j), max(i, j)))
seconds = time.process_time() - start
print(json.dumps({
    'documents': len(records),
    'seconds': used.ru_utime + used.ru_stime,
    'pairs': len(truth),
    'below': sum(jaccard(a, b) < 0.5 for a, b in truth),
    'missed': len(truth - found),
    'wrong': len(found - truth),
    'ensemble': {'seconds': seconds, 'found': len(truth & proposed), 'proposed': len(proposed)},
}))
