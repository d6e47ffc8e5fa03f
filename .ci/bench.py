"""Runs the Go benchmarks and the same work in pandas, polars, DuckDB and scipy, in
turn, and prints times, memory and ratios. bench.sh sets it up."""

import os
import re
import subprocess
import sys
import tempfile
import time

ROUNDS = 5  # processes of each contestant, in turn
REPEATS = 3  # of the work within a process; the best counts
ROOT = os.environ["PROOFGRID_BENCH"]
ATTEMPTS = os.path.join(ROOT, "ten-million", "attempts.arrow")
KEYS = ["cell_id", "task_id", "verdict"]
GROUPS = "any success by cell and task, from the file"


def go_binaries():
    folder = tempfile.mkdtemp()
    binaries = {}
    for package in ("experiments/record", "reports/analysis", "stats"):
        binaries[package] = os.path.join(folder, package.replace("/", "-"))
        subprocess.run(["go", "test", "-c", "-o", binaries[package], "./" + package], check=True)
    return binaries


def go(binary, package, pattern, repeats=REPEATS):
    """Runs one benchmark in its own process: seconds, metrics, memory in MB,
    processor seconds of the process."""
    command = [binary, "-test.run", "^$", "-test.bench", pattern, "-test.benchtime", "1x", "-test.count", str(repeats), "-test.timeout", "2h"]
    proc = subprocess.Popen(command, cwd=package, stdout=subprocess.PIPE, text=True)
    out = proc.stdout.read()
    _, status, usage = os.wait4(proc.pid, 0)
    if status:
        sys.exit(out)
    runs = [
        {unit: float(value) for value, unit in re.findall(r"([\d.e+]+) (\S+)", line)}
        for line in re.findall(r"^Benchmark\S+(?: \S+)*?\s+1\s+(.*ns/op.*)$", out, re.M)
    ]
    if not runs:
        sys.exit("no benchmark " + pattern + " in " + out)
    best = min(runs, key=lambda run: run["ns/op"])
    return best["ns/op"] / 1e9, best, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime


def child(name):
    """Runs one of the functions below in its own process: seconds, answer, memory in
    MB. Imports are not timed."""
    proc = subprocess.Popen([sys.executable, __file__, name], stdout=subprocess.PIPE, text=True)
    out = proc.stdout.read()
    _, status, usage = os.wait4(proc.pid, 0)
    if status:
        return None
    seconds, answer = out.split(None, 1)
    return float(seconds), answer.strip(), usage.ru_maxrss / 1024


def arrow_keys():
    import pyarrow as pa

    with pa.memory_map(ATTEMPTS) as f:
        schema = pa.ipc.open_file(f).schema
        options = pa.ipc.IpcReadOptions(included_fields=[schema.get_field_index(k) for k in KEYS])
        return pa.ipc.open_file(f, options=options).read_all()


def work(name):
    if name == "pandas":
        import pandas, pyarrow  # noqa

        def f():
            frame = arrow_keys().to_pandas()
            frame["proved"] = frame["verdict"] == "proved"
            solved = frame.groupby(["cell_id", "task_id"], observed=True)["proved"].any()
            return len(solved), int(solved.sum())
    elif name == "polars":
        import polars as pl

        def f():
            proved = (pl.col("verdict") == "proved").any()
            solved = pl.scan_ipc(ATTEMPTS).select(KEYS).group_by("cell_id", "task_id").agg(proved).collect()
            return len(solved), int(solved["verdict"].sum())
    elif name == "DuckDB":
        import duckdb, pyarrow  # noqa

        def f():
            attempts = arrow_keys()  # noqa: F841, DuckDB finds it by name
            query = "SELECT count(*), sum(p::INT)::INT FROM (SELECT bool_or(verdict = 'proved') p FROM attempts GROUP BY cell_id, task_id)"
            return duckdb.connect().execute(query).fetchone()
    elif name == "pyarrow":
        import pyarrow.compute as pc

        def f():
            attempts = arrow_keys()
            attempts = attempts.append_column("proved", pc.equal(attempts["verdict"], "proved"))
            solved = attempts.group_by(["cell_id", "task_id"]).aggregate([("proved", "any")])
            return solved.num_rows, pc.sum(solved["proved_any"]).as_py()
    elif name == "scipy":
        import numpy as np
        from scipy.stats import spearmanr

        # 100 repositories of 10,000 tasks, as in the Go benchmark; 200 of 10,000 draws.
        rng = np.random.default_rng(1)
        repository = rng.integers(0, 100, 10_000)
        members = [np.flatnonzero(repository == r) for r in range(100)]
        x = np.floor(40 * rng.random(10_000) * rng.random(10_000))
        y = (rng.random(10_000) < 0.3 + 0.4 * repository / 100).astype(float)

        def f():
            for _ in range(200):
                take = np.concatenate([members[r] for r in rng.integers(0, 100, 100)])
                spearmanr(x[take], y[take])
            return ("of 200 draws, times 50",)
    best = float("inf")
    for _ in range(1 if name == "scipy" else REPEATS):
        start = time.perf_counter()
        answer = f()
        best = min(best, time.perf_counter() - start)
    print(best * (50 if name == "scipy" else 1), *answer)


def row(what, who, seconds, memory, ours, note=""):
    ratio = "" if ours is None else f"{seconds / ours:8.1f} ×"
    print(f"{what:46} {who:12} {seconds:9.3f} s {memory:8.0f} MB {ratio:10} {note}", flush=True)


def main():
    binaries = go_binaries()
    record, stats, analysis = (binaries[p] for p in ("experiments/record", "stats", "reports/analysis"))
    go(record, "experiments/record", "AnySuccessTenMillion")  # makes the tables, and brings the file into memory
    table = os.path.getsize(ATTEMPTS)
    print(f"attempts.arrow: {table / 1e9:.2f} GB; {os.cpu_count()} cores")
    print(f"best of {ROUNDS} processes in turn and {REPEATS} repeats in each; × is the time over proofgrid's\n")

    names = ["pandas", "polars", "DuckDB", "pyarrow"]
    best = {}
    for _ in range(ROUNDS):
        seconds, metrics, memory, _ = go(record, "experiments/record", "AnySuccessTenMillion")
        answer = f"{metrics['units']:.0f} {metrics['solved']:.0f}"
        results = {"proofgrid": (seconds, answer, memory)}
        results.update((n, child(n)) for n in names)
        for name, result in results.items():
            if result is None:
                continue
            if result[1] != answer:
                sys.exit(f"{name} says {result[1]}, proofgrid {answer}")
            best[name] = min(best.get(name, result), result)
    ours = best["proofgrid"][0]
    for name in ["proofgrid"] + names:
        if name in best:
            row(GROUPS, name, best[name][0], best[name][2], ours)
        else:
            print(f"{GROUPS:46} {name:12} not available here")

    what = "cluster bootstrap of Spearman, 10,000 draws"
    pattern = "BootstrapSpearman10000Tasks/100_repositories,_ties"
    ours, _, memory, _ = min((go(stats, "stats", pattern) for _ in range(ROUNDS)), key=lambda r: r[0])
    row(what, "proofgrid", ours, memory, ours)
    other = [child("scipy") for _ in range(2)]
    if all(other):
        row(what, "scipy", min(other)[0], min(other)[2], ours, min(other)[1])
    else:
        print(f"{what:46} {'scipy':12} not available here")

    runs = [go(analysis, "reports/analysis", "AnalysisTenMillion/whole") for _ in range(ROUNDS)]
    seconds, _, memory, processor = min(runs, key=lambda r: r[0])
    row("the whole default analysis, from the files", "proofgrid", seconds, memory, None,
        f"{processor / REPEATS:.2f} s of processor time; memory is {memory * 2**20 / table:.2f} × the table")

    if os.environ.get("PROOFGRID_BENCH_LARGE"):
        seconds, metrics, memory, _ = go(record, "experiments/record", "AnySuccessHundredMillion", 1)
        row(f"any success among {metrics['rows'] / 1e6:.0f} million attempts", "proofgrid", seconds, memory, None)
        seconds, _, memory, processor = go(analysis, "reports/analysis", "AnalysisHundredMillion/whole", 1)
        row("and the whole default analysis of them", "proofgrid", seconds, memory, None, f"{processor:.1f} s of processor time")


if __name__ == "__main__":
    work(sys.argv[1]) if len(sys.argv) > 1 else main()
