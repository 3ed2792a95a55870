"""quality.py FILE OUT: pairs of datasketch's MinHash LSH at its defaults (threshold 0.8) over character 5-grams."""
import sys
from common import Timer, report
import json

with open(sys.argv[1], encoding='utf8') as lines:
    documents = [json.loads(line) for line in lines]
pairs = []
with Timer() as timer:
    from datasketch import MinHash, MinHashLSH
    lsh = MinHashLSH(threshold=0.8, num_perm=128)
    for document in documents:
        text = document['text']
        grams = {text[i:i + 5] for i in range(max(1, len(text) - 4))}
        minhash = MinHash(num_perm=128)
        minhash.update_batch([gram.encode() for gram in grams])
        pairs += [{'a': other, 'b': document['id']} for other in lsh.query(minhash)]
        lsh.insert(document['id'], minhash)
report(timer.seconds, f'{len(pairs)} pairs')
with open(sys.argv[2], 'w', encoding='utf8') as out:
    for pair in pairs:
        print(json.dumps(pair), file=out)
