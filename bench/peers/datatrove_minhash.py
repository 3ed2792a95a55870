"""datatrove's MinHash pipeline over JSON lines, with its own defaults for FineWeb: words, 5-grams, 14 bands of 8 rows.

    python bench/peers/datatrove_minhash.py INPUT FOLDER

Writes FOLDER/clusters.jsonl: id, cluster (-1: in none), removed of every document.
"""
import glob, json, os, sys, time

from datatrove.executor.local import LocalPipelineExecutor
from datatrove.pipeline.dedup import MinhashDedupBuckets, MinhashDedupCluster, MinhashDedupFilter, MinhashDedupSignature
from datatrove.pipeline.dedup.minhash import MinhashConfig
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers.jsonl import JsonlWriter

path, folder = sys.argv[1:3]
config = MinhashConfig()
where = lambda name: os.path.join(folder, name)
reader = lambda: JsonlReader(os.path.dirname(path), glob_pattern=os.path.basename(path), text_key="text", id_key="id")
steps = [
    ([reader(), MinhashDedupSignature(output_folder=where("signatures"), config=config)], 1),
    ([MinhashDedupBuckets(input_folder=where("signatures"), output_folder=where("buckets"), config=config)], config.num_buckets),
    ([MinhashDedupCluster(input_folder=where("buckets"), output_folder=where("ids"), config=config, save_cluster_id=True)], 1),
    (
        [
            reader(),
            MinhashDedupFilter(where("ids"), exclusion_writer=JsonlWriter(where("removed"), compression=None), load_cluster_ids=True),
            JsonlWriter(where("kept"), compression=None),
        ],
        1,
    ),
]
began = time.perf_counter()
for number, (pipeline, tasks) in enumerate(steps):
    # In this process: its own would import this file again.
    LocalPipelineExecutor(pipeline, tasks=tasks, workers=1, logging_dir=where(f"logs-{number}")).run()
seconds = time.perf_counter() - began
count = 0
with open(where("clusters.jsonl"), "w") as out:
    for name in ("kept", "removed"):
        for file in glob.glob(where(f"{name}/*")):
            for line in open(file):
                document = json.loads(line)
                count += 1
                out.write(json.dumps({"id": document["id"], "cluster": document["metadata"]["minhash_cluster_id"], "removed": name == "removed"}) + "\n")
print(json.dumps({"seconds": seconds, "answer": f"{count} documents"}))
