"""pyjedai_rows.py TABLE.csv[,OTHER.csv] [less] OUTPUT.csv: the whole run of pyJedAI by the workflow that it calls the best, of one table or of two.

`less`: blocks are purged by the default of the purging. One table: clusters (cluster_id, id) of two rows and more. Two tables: pairs (a, b), each row once.
Prints one line of JSON: CPU seconds and peak memory of the process.
"""
import csv, json, resource, sys, types



class Unused(types.ModuleType):
    """Stands in for a package of which nothing is called: any name of it is None."""

    __file__ = None
    __getattr__ = lambda self, name: None


# The workflows import the blocking by embeddings, and with it PyTorch and faiss, which these two do not use. The blocking by words
# works with Ray or without it, and starts its server in both cases.
for name in ('pyjedai.vector_based_blocking', 'faiss'):
    sys.modules[name] = Unused(name)
sys.modules['ray'] = types.SimpleNamespace(remote=lambda function: function, is_initialized=lambda: True)
import pandas
from pyjedai.datamodel import Data
from pyjedai.workflow import BlockingBasedWorkFlow

tables, *less, output = sys.argv[1:]
tables = [pandas.read_csv(table, dtype=str, na_filter=False) for table in tables.split(',')]
workflow = BlockingBasedWorkFlow()
if len(tables) == 1:
    data = Data(tables[0], 'id')
    workflow.best_blocking_workflow_der()
    # The workflow purges blocks by a factor of 1.0, the purging by 1.025 where nothing is said: 238 pairs of cora are left, and 11 013.
    if less:
        del workflow.block_cleaning[0]['params']
    # 0.3.6 has a comma too many there, and ends with an error at this step.
    if isinstance(workflow.clustering, tuple):
        workflow.clustering = workflow.clustering[0]
else:
    data = Data(tables[0], 'id', dataset_2=tables[1], id_column_name_2='id')
    workflow.best_blocking_workflow_ccer()
workflow.block_building['params'] = {'disable_ray': True}
workflow.run(data)
ids = [id for table in tables for id in table['id']]
with open(output, 'w', encoding='utf8', newline='') as file:
    out = csv.writer(file)
    out.writerow(['cluster_id', 'id'] if len(tables) == 1 else ['a', 'b'])
    for number, cluster in enumerate(workflow.clusters):
        if len(tables) > 1:
            out.writerow([ids[row] for row in sorted(cluster)])
        elif len(cluster) > 1:
            out.writerows([number, ids[row]] for row in cluster)
used = resource.getrusage(resource.RUSAGE_SELF)
peak = used.ru_maxrss * (1 if sys.platform == 'darwin' else 1024)
print(json.dumps({'cpu': used.ru_utime + used.ru_stime, 'peak': peak}))
