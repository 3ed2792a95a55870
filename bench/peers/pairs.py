"""pairs.py LIBRARY FILE OUT: finds texts alike (Jaccard of word 3-grams >= 0.8, 128 positions), from raw text to a list of pairs."""
import sys
from common import Timer, report, shingles, texts

library, documents, out = sys.argv[1], texts(sys.argv[2]), sys.argv[3]
pairs = set()
with Timer() as timer:
    if library == 'datasketch':
        from datasketch import MinHash, MinHashLSH
        lsh = MinHashLSH(threshold=0.8, num_perm=128)
        for number, text in enumerate(documents):
            minhash = MinHash(num_perm=128)
            minhash.update_batch([shingle.encode() for shingle in shingles(text)])
            for other in lsh.query(minhash):
                pairs.add((int(other), number))
            lsh.insert(str(number), minhash)
    elif library == 'rensa':
        from rensa import RMinHash, RMinHashLSH
        lsh = RMinHashLSH(threshold=0.8, num_perm=128, num_bands=16)
        made = []
        for text in documents:
            minhash = RMinHash(num_perm=128, seed=1)
            minhash.update(shingles(text))
            made.append(minhash)
        for number, minhash in enumerate(made):
            for other in lsh.query(minhash):
                if made[other].jaccard(minhash) >= 0.8:
                    pairs.add((other, number))
            lsh.insert(number, minhash)
    elif library == 'gaoya':
        from gaoya.minhash import MinHashStringIndex
        index = MinHashStringIndex(hash_size=32, jaccard_threshold=0.8, num_bands=21, band_size=6, analyzer='word', lowercase=True, ngram_range=(3, 3))
        index.par_bulk_insert_docs(list(range(len(documents))), documents)
        for number, found in enumerate(index.par_bulk_query(documents, return_similarity=False)):
            for other in found:
                if other < number:
                    pairs.add((other, number))
report(timer.seconds, f'{len(pairs)} pairs')
with open(out, 'w') as lines:
    for a, b in sorted(pairs):
        print(f'{a} {b}', file=lines)
