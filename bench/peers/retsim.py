"""RETSim over a file of JSON lines: one JSON line with CPU seconds of the embeddings, and for each cosine the pairs from there on.

Usage: retsim.py FILE COSINE...
"""
import json
import sys
import time

import numpy
from unisim import TextSim

BATCH = 64

path, cosines = sys.argv[1], [float(value) for value in sys.argv[2:]]
with open(path) as lines:
    documents = [json.loads(line) for line in lines]
texts = [document["text"] for document in documents]
start = time.process_time()
model = TextSim()
vectors = numpy.concatenate([numpy.asarray(model.embed(texts[at : at + BATCH])) for at in range(0, len(texts), BATCH)])
seconds = time.process_time() - start
vectors /= numpy.linalg.norm(vectors, axis=1, keepdims=True)
similar = numpy.triu(vectors @ vectors.T, 1)
pairs = [
    [{"a": documents[a]["id"], "b": documents[b]["id"]} for a, b in zip(*numpy.nonzero(similar >= cosine))] for cosine in cosines
]
print(json.dumps({"seconds": seconds, "pairs": pairs}))
