"""The suffix array of all texts of a JSON lines file behind each other, and the prefixes that neighbours share, by libdivsufsort."""

import json
import resource
import sys
import time

import numpy
import pydivsufsort

began = time.process_time()
with open(sys.argv[1], encoding="utf-8") as lines:
    joined = "\x01".join(json.loads(line)["text"] for line in lines).encode()
data = numpy.frombuffer(bytearray(joined), dtype=numpy.uint8)
order = pydivsufsort.divsufsort(data)
pydivsufsort.kasai(data, order)
print(json.dumps({"seconds": time.process_time() - began, "peakMB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
