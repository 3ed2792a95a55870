"""datasketch with Redis: each text of standard input is asked for and, where nothing is alike, inserted; python datasketch_redis.py URL."""
import sys
import time
from urllib.parse import urlparse

from datasketch import MinHash, MinHashLSH

url = urlparse(sys.argv[1])
config = {"type": "redis", "basename": b"bench", "redis": {"host": url.hostname, "port": url.port, "password": url.password}}
lsh = MinHashLSH(threshold=0.7, num_perm=128, storage_config=config)
texts = sys.stdin.read().split("\n")
began, processor, news = time.perf_counter(), time.process_time(), 0
for number, text in enumerate(texts):
    words = text.split()
    minhash = MinHash(num_perm=128)
    minhash.update_batch([" ".join(words[i : i + 3]).encode() for i in range(max(1, len(words) - 2))])
    if not lsh.query(minhash):
        lsh.insert(str(number), minhash)
        news += 1
seconds = time.perf_counter() - began
micros = (time.process_time() - processor) / len(texts) * 1e6
print(f"datasketch with Redis: {len(texts) / seconds:.0f} adds/s, {news} new; processor time of Python {micros:.0f} us an add, that of Redis aside")
