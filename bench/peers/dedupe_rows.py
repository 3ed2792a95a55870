"""dedupe_rows.py TABLE.csv TRUTH.csv ANSWERS CLUSTERS.csv: the whole run of the package dedupe, from the file to a file of clusters (cluster_id, id).

dedupe learns by asking about the pairs that it is least sure of. TRUTH (group, id) gives ANSWERS of them, in place of a person.
Every column but the id is a field of text that may be missing. Prints one line of JSON: precision, recall and F1 of pairs, answers, and CPU seconds and peak memory.
"""
import csv, json, random, resource, sys
import dedupe
from dedupe import variables

table, truth_file, answers, clusters = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
with open(table, newline='', encoding='utf-8') as file:
    data = {row['id']: {name: value.strip() or None for name, value in row.items() if name != 'id'} for row in csv.DictReader(file)}
with open(truth_file, newline='', encoding='utf-8') as file:
    group = {row['id']: row['group'] for row in csv.DictReader(file)}


def same(a, b):
    return group.get(a) is not None and group.get(a) == group.get(b)


def pairs_of(sets):
    return {(a, b) for members in sets for a in members for b in members if a < b}


def main():
    random.seed(1)
    names = list(next(iter(data.values())))
    matcher = dedupe.Dedupe([variables.String(name, has_missing=True) for name in names], num_cores=2)
    # Asked pairs are shown without ids, so that an id goes along as a field that is not compared.
    matcher.prepare_training({key: {**row, '#': key} for key, row in data.items()})
    said = {'match': [], 'distinct': []}
    for _ in range(answers):
        (a, b), = matcher.uncertain_pairs()
        verdict = 'match' if same(a['#'], b['#']) else 'distinct'
        said[verdict].append((a, b))
        matcher.mark_pairs({'match': [], 'distinct': [], verdict: [(a, b)]})
    matcher.train()
    found = [members for members, _ in matcher.partition(data, 0.5) if len(members) > 1]
    with open(clusters, 'w', newline='', encoding='utf-8') as file:
        csv.writer(file).writerows([['cluster_id', 'id'], *([at, key] for at, members in enumerate(found) for key in members)])
    groups = {}
    for key, name in group.items():
        groups.setdefault(name, []).append(key)
    got, true = pairs_of(found), pairs_of(groups.values())
    right = len(got & true)
    precision, recall = right / max(1, len(got)), right / len(true)
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(json.dumps({
        'precision': round(precision, 3), 'recall': round(recall, 3), 'f1': round(2 * precision * recall / max(1e-9, precision + recall), 3),
        'answers': {verdict: len(pairs) for verdict, pairs in said.items()},
        'cpu': round(sum(one.ru_utime + one.ru_stime for one in used), 1), 'mb': used[0].ru_maxrss // 1024,
    }))


if __name__ == '__main__':
    main()
