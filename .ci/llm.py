"""Checks the tables of a run of experiments/language-model.yaml, and that its replay
has the same ones. Called by llm.sh with the folders of the two runs."""

import json
import sys
from collections import Counter
from pathlib import Path

import pyarrow as pa

TASKS, K, R = 5, 2, 1
VERDICTS = {"proved", "rejected", "timeout", "no-answer"}


def table(run: Path, name: str) -> pa.Table:
    with pa.memory_map(str(run / "tables" / f"{name}.arrow")) as source:
        return pa.ipc.open_file(source).read_all()


def settled(t: pa.Table) -> list[dict]:
    """The rows less what differs between any two runs, as the schema says."""
    volatile = [f.name for f in t.schema if f.metadata and f.metadata.get(b"volatile") == b"true"]
    return t.drop_columns(volatile).to_pylist()


def check(run: Path) -> None:
    attempts, calls = table(run, "attempts").to_pylist(), table(run, "calls").to_pylist()
    assert len(table(run, "tasks")) == TASKS
    key = lambda row: (row["task_id"], row["sample"], row["round"])
    assert sorted(map(key, attempts)) == sorted(map(key, calls)), "a call for each attempt"
    assert len(set(map(key, attempts))) == len(attempts)
    rounds = {key(row): row["verdict"] for row in attempts}
    tasks = {row["task_id"] for row in attempts}
    assert len(tasks) == TASKS
    for task in tasks:
        for sample in range(K):
            chain = [rounds[task, sample, r] for r in range(R + 1) if (task, sample, r) in rounds]
            assert set(chain) <= VERDICTS, chain
            ends = [i for i, v in enumerate(chain) if v == "proved"]
            assert len(chain) == (ends[0] + 1 if ends else R + 1), f"{task} {sample}: {chain}"
    for row in calls:
        assert row["tokens_in"] > 0 and row["tokens_out"] > 0, row
        assert row["finish"] in {"stop", "length"}, row["finish"]
        assert row["prompt_hash"], row
        assert json.loads(row["settings"]), row
    first = {}
    for row in calls:
        if row["round"] == 0:
            assert first.setdefault(row["task_id"], row["prompt_hash"]) == row["prompt_hash"], "samples share a prompt"
    assert len({row["request_hash"] for row in calls}) == len(calls), "no two questions are the same"
    print(f"{len(attempts)} attempts: {dict(Counter(r['verdict'] for r in attempts))}; "
          f"finish: {dict(Counter(r['finish'] for r in calls))}; "
          f"tokens: {sum(r['tokens_in'] for r in calls)} in, {sum(r['tokens_out'] for r in calls)} out")


asked, replayed = map(Path, sys.argv[1:])
check(asked)
for name in ["cells", "tasks", "attempts", "calls", "diagnostics", "outcomes"]:
    assert settled(table(asked, name)) == settled(table(replayed, name)), f"table {name} of the replay differs"
print("the replay has the same tables")
