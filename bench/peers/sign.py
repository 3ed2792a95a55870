"""sign.py LIBRARY FILE: signs every text (3-gram words; MinHash of 128 positions or simhash of 64 bits), shingling included."""
import sys
from common import Timer, report, shingles, texts

library, documents = sys.argv[1], texts(sys.argv[2])
with Timer() as cutting:
    for text in documents:
        shingles(text)
with Timer() as timer:
    if library == 'datasketch':
        from datasketch import MinHash
        made = []
        for text in documents:
            minhash = MinHash(num_perm=128)
            minhash.update_batch([shingle.encode() for shingle in shingles(text)])
            made.append(minhash)
    elif library == 'rensa':
        from rensa import RMinHash
        made = []
        for text in documents:
            minhash = RMinHash(num_perm=128, seed=1)
            minhash.update(shingles(text))
            made.append(minhash.digest())
    elif library == 'simhash':
        from simhash import Simhash
        made = [Simhash(shingles(text)).value for text in documents]
report(timer.seconds, f'{len(made)} signatures; {cutting.seconds:.1f} s of it are shingling in Python')
