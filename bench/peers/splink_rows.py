"""splink_rows.py TABLE.csv SPEC.json CLUSTERS.csv: the whole run of Splink over a table, from the file to a file of clusters (cluster_id, id).

SPEC is {"id", "comparisons": [[kind, column, …], …], "blocking": [[expression, …], …], "deterministic", "training": like blocking,
"recall", "threshold"}. Kinds: name, names (given, family), exact, date, postcode, email, text (words in common), levenshtein.
Prints one line of JSON: seconds of each step, and CPU seconds and peak memory of the process.
"""
import json, resource, sys, time
import duckdb
import splink.comparison_library as cl
from splink import DuckDBAPI, Linker, SettingsCreator, block_on

KINDS = {
    'name': lambda column: cl.NameComparison(column),
    'names': lambda given, family: cl.ForenameSurnameComparison(given, family),
    'exact': lambda column: cl.ExactMatch(column).configure(term_frequency_adjustments=True),
    'date': lambda column: cl.DateOfBirthComparison(column, input_is_string=True),
    'postcode': lambda column: cl.PostcodeComparison(column),
    'email': lambda column: cl.EmailComparison(column),
    'text': lambda column: cl.JaccardAtThresholds(column, [0.9, 0.7, 0.5]),
    'levenshtein': lambda column: cl.LevenshteinAtThresholds(column, [1, 2]),
}
seconds = {}
started = time.perf_counter()


def rules(name):
    return [block_on(*columns) for columns in spec[name]]


def lap(step):
    global started
    now = time.perf_counter()
    seconds[step] = round(now - started, 2)
    started = now


table, spec_file, output = sys.argv[1:4]
with open(spec_file, encoding='utf8') as file:
    spec = json.load(file)
con = duckdb.connect()
con.execute(f"SET threads = {spec.get('threads', 2)}")
con.execute('CREATE TABLE input AS SELECT * FROM read_csv(?, all_varchar = true, header = true)', [table])
api = DuckDBAPI(connection=con)
settings = SettingsCreator(
    link_type='dedupe_only',
    unique_id_column_name=spec['id'],
    comparisons=[KINDS[kind](*columns) for kind, *columns in spec['comparisons']],
    blocking_rules_to_generate_predictions=rules('blocking'),
)
linker = Linker(api.register('input'), settings, log_level=None)
lap('read')
linker.training.estimate_probability_two_random_records_match(rules('deterministic'), recall=spec['recall'])
linker.training.estimate_u_using_random_sampling(max_pairs=5e6, seed=1)
for rule in rules('training'):
    linker.training.estimate_parameters_using_expectation_maximisation(rule)
lap('train')
predictions = linker.inference.predict(threshold_match_probability=spec['threshold'])
lap('predict')
clusters = linker.clustering.cluster_pairwise_predictions_at_threshold(predictions, threshold_match_probability=spec['threshold'])
id = spec['id']
con.execute(f'COPY (SELECT cluster_id, "{id}" AS id FROM {clusters.physical_name}) TO ? (HEADER, DELIMITER \',\')', [output])
lap('cluster')
used = resource.getrusage(resource.RUSAGE_SELF)
pairs = con.execute(f'SELECT count(*) FROM {predictions.physical_name}').fetchone()[0]
peak = used.ru_maxrss * (1 if sys.platform == 'darwin' else 1024)
print(json.dumps({'seconds': seconds, 'pairs': pairs, 'cpu': used.ru_utime + used.ru_stime, 'peak': peak}))
