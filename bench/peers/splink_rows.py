"""splink_rows.py TABLE.csv[,OTHER.csv] SPEC.json CLUSTERS.csv: the whole run of Splink, from the file to a file of clusters (cluster_id, id).
Of two tables the rows of one are linked with those of the other, each row with its single best link; with "many", all pairs over the threshold (a, b).

SPEC is {"id", "comparisons": [[kind, column, …], …], "blocking": [[expression, …], …], "deterministic", "training": like blocking,
"recall", "threshold", "pairs" (drawn to learn u), "columns": {name: expression} made before the run, "many",
"prior" in place of deterministic rules, "lenient": whether a training that ends with an error is left out}. Kinds: name, names (given, family), exact, date, day (a date of
eight digits), postcode, email, text (letters in common), levenshtein, jaro, short (jaro, where a rare value counts for more), words (words in common, of all words), number
(apart by 5, 20, 50 %).
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
    'day': lambda column: cl.DateOfBirthComparison(column, input_is_string=True, datetime_format='%Y%m%d'),
    'postcode': lambda column: cl.PostcodeComparison(column),
    'email': lambda column: cl.EmailComparison(column),
    'text': lambda column: cl.JaccardAtThresholds(column, [0.9, 0.7, 0.5]),
    'levenshtein': lambda column: cl.LevenshteinAtThresholds(column, [1, 2]),
    'jaro': lambda column: cl.JaroWinklerAtThresholds(column, [0.95, 0.88, 0.8, 0.7]),
    'short': lambda column: KINDS['jaro'](column).configure(term_frequency_adjustments=True),
    'words': lambda column: words(column),
    'number': lambda column: number(column),
}


def levels(column, *conditions):
    """A comparison of levels, each where none before it holds; a row without a value says nothing."""
    none = f'("{column}_l" IS NULL OR "{column}_r" IS NULL)'
    level = lambda condition: {'sql_condition': condition, 'label_for_charts': condition}
    named = [{**level(none), 'is_null_level': True}, *map(level, conditions), level('ELSE')]
    return cl.CustomComparison(output_column_name=column, comparison_levels=named)


def words(column):
    shared = f'len(list_intersect("{column}_words_l", "{column}_words_r"))'
    share = f'{shared} / nullif(len("{column}_words_l") + len("{column}_words_r") - {shared}, 0)'
    return levels(column, f'"{column}_l" = "{column}_r"', *(f'{share} >= {least}' for least in (0.8, 0.6, 0.4, 0.2)))


def number(column):
    a, b = (f"try_cast(regexp_extract(\"{column}_{at}\", '[0-9.]+') AS DOUBLE)" for at in 'lr')
    return levels(column, f'{a} = {b}', *(f'abs({a} - {b}) <= {share} * greatest(abs({a}), abs({b}))' for share in (0.05, 0.2, 0.5)))


seconds = {}
started = time.perf_counter()


def rules(name):
    return [block_on(*columns) for columns in spec[name]]


def lap(step):
    global started
    now = time.perf_counter()
    seconds[step] = round(now - started, 2)
    started = now


tables, spec_file, output = sys.argv[1:4]
tables = tables.split(',')
with open(spec_file, encoding='utf8') as file:
    spec = json.load(file)
con = duckdb.connect()
con.execute(f"SET threads = {spec.get('threads', 2)}")
names = [f'input_{number}' for number, _ in enumerate(tables)]
cut = ''.join(
    f", list_distinct(regexp_extract_all(lower(\"{column}\"), '[\\pL\\pN]+')) AS \"{column}_words\""
    for kind, column, *_ in spec['comparisons']
    if kind == 'words'
)
cut += ''.join(f', {expression} AS "{name}"' for name, expression in spec.get('columns', {}).items())
SOURCE = 'read_csv(?, all_varchar = true, header = true)'
heads = [[row[0] for row in con.execute(f'DESCRIBE SELECT * FROM {SOURCE}', [table]).fetchall()] for table in tables]
# Splink puts the tables one below the other, by the columns of the first.
shared = ', '.join(f'"{column}"' for column in heads[0] if all(column in head for head in heads))
for name, table in zip(names, tables):
    con.execute(f'CREATE TABLE {name} AS SELECT {shared}{cut} FROM {SOURCE}', [table])
api = DuckDBAPI(connection=con)
settings = SettingsCreator(
    link_type='dedupe_only' if len(tables) == 1 else 'link_only',
    unique_id_column_name=spec['id'],
    comparisons=[KINDS[kind](*columns) for kind, *columns in spec['comparisons']],
    blocking_rules_to_generate_predictions=rules('blocking'),
    **({'probability_two_random_records_match': spec['prior']} if 'prior' in spec else {}),
)
registered = [api.register(name, dataset_display_name=name) for name in names]
linker = Linker(registered if len(tables) > 1 else registered[0], settings, log_level=None)
lap('read')
if spec['deterministic']:
    linker.training.estimate_probability_two_random_records_match(rules('deterministic'), recall=spec['recall'])
linker.training.estimate_u_using_random_sampling(max_pairs=spec.get('pairs', 5e6), seed=1)
for rule in rules('training'):
    try:
        linker.training.estimate_parameters_using_expectation_maximisation(rule)
    except Exception as error:
        if not spec.get('lenient'):
            raise
        print(rule, error, file=sys.stderr)
lap('train')
predictions = linker.inference.predict(threshold_match_probability=spec['threshold'])
lap('predict')
cluster = linker.clustering
id = spec['id']
if spec.get('many'):
    found = f'SELECT "{id}_l" AS a, "{id}_r" AS b FROM {predictions.physical_name}'
else:
    if len(tables) == 1:
        clusters = cluster.cluster_pairwise_predictions_at_threshold(predictions, threshold_match_probability=spec['threshold'])
    else:
        clusters = cluster.cluster_using_single_best_links(predictions, names, threshold_match_probability=spec['threshold'])
    found = f'SELECT cluster_id, "{id}" AS id FROM {clusters.physical_name}'
con.execute(f"COPY ({found}) TO ? (HEADER, DELIMITER ',')", [output])
lap('cluster')
used = resource.getrusage(resource.RUSAGE_SELF)
pairs = con.execute(f'SELECT count(*) FROM {predictions.physical_name}').fetchone()[0]
peak = used.ru_maxrss * (1 if sys.platform == 'darwin' else 1024)
print(json.dumps({'seconds': seconds, 'pairs': pairs, 'cpu': used.ru_utime + used.ru_stime, 'peak': peak}))
