"""goldenmatch_rows.py TABLE.csv[,OTHER.csv] [many] OUTPUT.csv: the whole run of GoldenMatch with no settings, from the file to a file.

One table: clusters (cluster_id, id) of two rows and more; rows are numbered from 0, as the table has them. Two tables: pairs (a, b), each row
of the second with the row of the first that scores best, each row once; with `many`, all pairs that it gives.
Prints one line of JSON: CPU seconds and peak memory of the process.
"""
import csv, json, resource, sys
import goldenmatch

tables, *many, output = sys.argv[1:]
tables = tables.split(',')
with open(output, 'w', encoding='utf8', newline='') as file:
    out = csv.writer(file)
    if len(tables) == 1:
        out.writerow(['cluster_id', 'id'])
        for number, cluster in goldenmatch.dedupe(tables[0]).clusters.items():
            if len(cluster['members']) > 1:
                out.writerows([number, row] for row in cluster['members'])
    else:
        out.writerow(['a', 'b'])
        matched = goldenmatch.match(*tables).matched
        kept = [] if matched is None else matched.select(['__match_score__', 'target_id', 'ref_id'])
        # A table of pyarrow, or of polars where it looked into the columns with that.
        rows = kept.to_pylist() if hasattr(kept, 'to_pylist') else list(kept) and kept.to_dicts()
        taken = set()
        for row in sorted(rows, key=lambda row: -row['__match_score__']):
            a, b = row['target_id'], row['ref_id']
            if many or ('a', a) not in taken and ('b', b) not in taken:
                taken |= {('a', a), ('b', b)}
                out.writerow([a, b])
used = resource.getrusage(resource.RUSAGE_SELF)
peak = used.ru_maxrss * (1 if sys.platform == 'darwin' else 1024)
print(json.dumps({'cpu': used.ru_utime + used.ru_stime, 'peak': peak}))
