"""Seen before? Filters of leitong (--seen) and of datasketch (MinHashLSHBloom) over the same texts, which are made up here with what is to be answered.

    python bench/peers/seen.py DOCUMENTS     # with bench/requirements/peers.txt; leitong is taken from dist/

Texts are 150 words out of 20 000, most of them rare: fresh ones; edits of an earlier fresh one by one word (5-grams of words: 0.93 to 0.97); texts that
share three quarters of their words in one stretch with one (about 0.6); and those that share half of them (about 0.33).
"""
import json, os, random, re, resource, subprocess, sys, tempfile, time, warnings

import datasketch
from datasketch import MinHash, MinHashLSHBloom

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 20000
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
random.seed(7)
letters = "abcdefghijklmnopqrstuvwxyz"
stock = ["".join(random.choices(letters, k=random.randint(3, 8))) for _ in range(20000)]
word = lambda: stock[int(random.random() ** 2 * len(stock))]

texts, kinds, fresh = [], [], []
for i in range(COUNT):
    kind = random.choices(["fresh", "edited", "three quarters", "half"], [0.5, 0.2, 0.15, 0.15])[0] if len(fresh) > 50 else "fresh"
    words = [word() for _ in range(150)]
    if kind != "fresh":
        base = random.choice(fresh)
        if kind == "edited":
            words = base[:]
            words[random.randrange(150)] = "edited"
        else:
            share = 113 if kind == "three quarters" else 75
            words = base[:share] + words[share:]
    else:
        fresh.append(words)
    texts.append(" ".join(words))
    kinds.append(kind)


def row(name, seen, seconds, size):
    shares = {}
    for kind in ["fresh", "edited", "three quarters", "half"]:
        of = [s for s, k in zip(seen, kinds) if k == kind]
        shares[kind] = round(sum(of) / max(1, len(of)), 4)
    print(json.dumps({"tool": name, "documents": COUNT, "seconds": round(seconds, 1), "bytes_a_document": round(size / COUNT, 1), "seen": shares}))


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "texts.jsonl")
    with open(path, "w") as file:
        for i, text in enumerate(texts):
            file.write(json.dumps({"id": i, "text": text}) + "\n")
    filter_path, answers = os.path.join(folder, "filter.seen"), os.path.join(folder, "answers.jsonl")
    command = ["node", os.path.join(ROOT, "dist/bundle/leitong.js"), "dedupe", path, "--seen", filter_path, "--seen-capacity", str(COUNT)]
    began = time.perf_counter()
    # 5-grams of words on both sides.
    subprocess.run(command + ["--tokenizer", "word", "--ngram", "5", "--answers", answers, "--quiet"], check=True)
    seconds = time.perf_counter() - began
    said = [json.loads(line)["seen"] for line in open(answers)]
    row("leitong, yes", [s == "yes" for s in said], seconds, os.path.getsize(filter_path) - 4096)
    row("leitong, yes or maybe", [s != "no" for s in said], seconds, os.path.getsize(filter_path) - 4096)

    # Bits of one filter of each band as many as ours have in all.
    warnings.simplefilter("ignore")
    for params in [None, (21, 6)]:
        index_folder = os.path.join(folder, f"index-{params}")
        began = time.perf_counter()
        lsh = MinHashLSHBloom(threshold=0.8, num_perm=128, n=COUNT, fp=0.003, save_dir=index_folder, params=params)
        seen = []
        for text in texts:
            words = re.findall(r"\w+", text.lower())
            signature = MinHash(num_perm=128)
            signature.update_batch([" ".join(words[i : i + 5]).encode() for i in range(max(1, len(words) - 4))])
            known = bool(lsh.query(signature))
            seen.append(known)
            if not known:
                lsh.insert(signature)
        lsh.save() if hasattr(lsh, "save") else None
        seconds = time.perf_counter() - began
        size = sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(index_folder) for name in names)
        row(f"datasketch {datasketch.__version__} MinHashLSHBloom, {lsh.b} bands of {lsh.r}", seen, seconds, size)
