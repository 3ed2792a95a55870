"""faiss over a file of vectors or fingerprints: one JSON line with CPU seconds, peak memory and the pairs found.

Usage: vectors.py KIND FILE SIZE LIMIT QUERIES
KIND      flat, hnsw or lsh of vectors; binary-flat or multi-hash of fingerprints
SIZE      dimensions or bits; LIMIT: the least cosine, or the most differing bits
QUERIES   how many of them are asked; the seconds of the search are scaled to all
"""
import json
import resource
import sys
import time

import faiss
import numpy

kind, path, size, limit, asked = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5])
binary = kind in ('binary-flat', 'multi-hash')
data = numpy.fromfile(path, numpy.uint8).reshape(-1, size // 8) if binary else numpy.fromfile(path, numpy.float32).reshape(-1, size)
queries = data[:asked]
start = time.process_time()
if kind == 'flat':
    index = faiss.IndexFlatIP(size)
elif kind == 'hnsw':
    index = faiss.IndexHNSWFlat(size, 32, faiss.METRIC_INNER_PRODUCT)
elif kind == 'lsh':
    index = faiss.IndexLSH(size, 256)
elif kind == 'binary-flat':
    index = faiss.IndexBinaryFlat(size)
else:
    # As many tables and flips as find every pair within the limit; of 64 bits the fastest of 2, 3 and 4 tables.
    tables = 3 if size == 64 else int(limit) + 1
    index = faiss.IndexBinaryMultiHash(size, tables, size // tables)
    index.nflip = int(limit) // tables
index.add(data)
built = time.process_time()
if kind in ('hnsw', 'lsh'):
    if kind == 'hnsw':
        index.hnsw.efSearch = 64
    _, found = index.search(queries, 4)
    rows = numpy.repeat(numpy.arange(len(queries)), found.shape[1])
    found = found.ravel()
    exact = numpy.einsum('ij,ij->i', queries[rows], data[found])
    rows, found = rows[exact >= limit], found[exact >= limit]
else:
    ends, _, found = index.range_search(queries, int(limit) + 1 if binary else limit)
    rows = numpy.repeat(numpy.arange(len(queries)), numpy.diff(ends.astype(numpy.int64)))
searched = (time.process_time() - built) * len(data) / len(queries)
pairs = sorted({(int(min(a, b)), int(max(a, b))) for a, b in zip(rows, found) if a != b and b >= 0})
print(json.dumps({
    'seconds': built - start + searched,
    'megabytes': resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    'pairs': [f'{a} {b}' for a, b in pairs],
}))
