"""hamming.py LIBRARY FILE: all pairs within 3 bits among the 64-bit fingerprints in a file of 8-byte numbers."""
import sys
import numpy
from common import Timer, report

library = sys.argv[1]
values = numpy.fromfile(sys.argv[2], dtype='<u8')
if library == 'simhash-pybind':
    # The C++ of simhash-cpp behind a Python module.
    import simhash
    with Timer() as timer:
        found = len(simhash.find_all(values.tolist(), 4, 3))
elif library == 'faiss':
    import faiss
    codes = values.view(numpy.uint8).reshape(-1, 8)
    with Timer() as timer:
        index = faiss.IndexBinaryMultiHash(64, 4, 16)
        index.nflip = 0
        index.add(codes)
        limits, _, numbers = index.range_search(codes, 4)
        queries = numpy.repeat(numpy.arange(len(values)), numpy.diff(limits.astype(numpy.int64)))
        found = len(set((min(a, b), max(a, b)) for a, b in zip(queries.tolist(), numbers.tolist()) if a != b))
report(timer.seconds, f'{found} pairs')
