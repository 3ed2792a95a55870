"""Which documents a library would remove, with FineWeb's settings: words, 5-grams, 14 bands of 8 rows, groups that candidate pairs join, the first of each stays (of
text-dedup any one).

    python bench/peers/removed_sets.py LIBRARY FILE OUT     # datasketch, rensa, gaoya, text-dedup

Writes id, cluster (-1: in none), removed of every document, and says version and seconds.
"""
import importlib.metadata, json, os, pickle, subprocess, sys, tempfile
from common import Timer, shingles

library, path, out = sys.argv[1:4]
with open(path, encoding="utf8") as lines:
    documents = [json.loads(line) for line in lines]
texts = [document["text"] for document in documents]
NGRAM, BANDS, ROWS, THRESHOLD = 5, 14, 8, 0.72
parent = list(range(len(texts)))
staying = None


def find(x):
    while parent[x] != x:
        parent[x] = parent[parent[x]]
        x = parent[x]
    return x


def join(a, b):
    a, b = find(a), find(b)
    parent[max(a, b)] = min(a, b)


with Timer() as timer:
    if library == "datasketch":
        from datasketch import MinHash, MinHashLSH

        lsh = MinHashLSH(num_perm=BANDS * ROWS, params=(BANDS, ROWS))
        for number, text in enumerate(texts):
            minhash = MinHash(num_perm=BANDS * ROWS)
            minhash.update_batch([shingle.encode() for shingle in shingles(text, NGRAM)])
            for other in lsh.query(minhash):
                join(int(other), number)
            lsh.insert(str(number), minhash)
    elif library == "rensa":
        from rensa import RMinHash, RMinHashLSH

        lsh = RMinHashLSH(threshold=THRESHOLD, num_perm=BANDS * ROWS, num_bands=BANDS)
        for number, text in enumerate(texts):
            minhash = RMinHash(num_perm=BANDS * ROWS, seed=1)
            minhash.update(shingles(text, NGRAM))
            for other in lsh.query(minhash):
                join(other, number)
            lsh.insert(number, minhash)
    elif library == "gaoya":
        from gaoya.minhash import MinHashStringIndex

        # It also holds the threshold against the share of equal positions.
        index = MinHashStringIndex(
            hash_size=32, jaccard_threshold=THRESHOLD, num_bands=BANDS, band_size=ROWS, analyzer="word", lowercase=True, ngram_range=(NGRAM, NGRAM)
        )
        index.par_bulk_insert_docs(list(range(len(texts))), texts)
        for number, found in enumerate(index.par_bulk_query(texts, return_similarity=False)):
            for other in found:
                join(other, number)
    elif library == "text-dedup":
        with tempfile.TemporaryDirectory() as folder:
            kept = os.path.join(folder, "kept")
            given = ["--path", "json", "--data_files", path, "--split", "train", "--cache_dir", os.path.join(folder, "cache"), "--output", kept]
            settings = ["--column", "text", "--ngram", NGRAM, "--num_perm", BANDS * ROWS, "--b", BANDS, "--r", ROWS, "--num_proc", 2, "--debug"]
            command = [sys.executable, "-m", "text_dedup.minhash", *given, *map(str, settings)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            with open(os.path.join(kept, "uf.pkl"), "rb") as file:
                groups = pickle.load(file)
            for number in range(len(texts)):
                join(number, groups.find(number))
            # Any one of a group stays there.
            staying = {number for number in range(len(texts)) if groups.find(number) == number}
    else:
        sys.exit(f"no library {library}")

sizes = {}
for number in range(len(texts)):
    sizes[find(number)] = sizes.get(find(number), 0) + 1
with open(out, "w") as lines:
    for number, document in enumerate(documents):
        cluster = find(number)
        is_removed = cluster != number if staying is None else number not in staying
        print(json.dumps({"id": document["id"], "cluster": cluster if sizes[cluster] > 1 else -1, "removed": is_removed}), file=lines)
print(json.dumps({"seconds": timer.seconds, "answer": f"{library} {importlib.metadata.version(library)}"}))
