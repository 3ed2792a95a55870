"""text-dedup's own Spark script over a file of JSON lines: FIRST FILE OUTPUT [PARTITIONS]. FIRST is run before the clock starts, to warm the session up.

The script asks for 4 096 and 8 192 partitions, as for a large cluster. It gets at most PARTITIONS (16); with 0 it gets what it asks for, and is not
warmed up: on two cores that alone takes longer than anybody waits.

Prints {"seconds": ..., "kept": ..., "answer": ...} as its last line.
"""

import importlib.util
import json
import os
import runpy
import sys
import time

from pyspark import SparkConf
from pyspark.sql import SparkSession

first, file, output = sys.argv[1:4]
PARTITIONS = int(sys.argv[4]) if len(sys.argv) > 4 else 16
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "stand-in"))
# Found, not imported: the package's own start is another program's.
script = os.path.join(importlib.util.find_spec("text_dedup").submodule_search_locations[0], "minhash_spark.py")

# Of the same environment: Spark's workers are whatever python3 is, unless they are told.
os.environ["PYSPARK_PYTHON"] = sys.executable
spark = (
    SparkSession.builder.master("local[2]")
    .config("spark.driver.memory", "3g")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.driver.host", "127.0.0.1")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")

if PARTITIONS:
    Frame = type(spark.range(1))
    repartition, set_conf = Frame.repartition, SparkConf.set
    Frame.repartition = lambda self, count, *columns: repartition(self, min(count, PARTITIONS), *columns)
    SparkConf.set = lambda self, key, value: set_conf(self, key, str(PARTITIONS) if key == "spark.sql.shuffle.partitions" else value)


def run(source, target):
    sys.argv = [script, "--input", source, "--output", target, "--column", "text", "--threshold", "0.8"]
    sys.argv += ["--num_perm", "128", "--ngram_size", "3", "--checkpoint_dir", f"{output}.checkpoints"]
    start = time.perf_counter()
    runpy.run_path(script, run_name="__main__")
    return time.perf_counter() - start


# It reads Parquet; what makes that of the lines is not on its clock.
for lines in (first, file):
    spark.read.json(lines).repartition(4).write.parquet(f"{lines}.parquet", mode="overwrite")
if PARTITIONS:
    run(f"{first}.parquet", f"{output}.first")
seconds = run(f"{file}.parquet", output)
kept = spark.read.parquet(output).count()
print(json.dumps({"seconds": seconds, "kept": kept, "answer": f"{kept} kept"}))
