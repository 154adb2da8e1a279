"""What each kind of made pairs does to each evaluation set: the same short training without it, and how the AUC of support changes.

    python leave_out.py PAIRS_DIR OUT --sets SETS [--base DIR] [--human 1600] [--each 240] [--rows 110] [--epochs 1] [--kinds antonym,relation] [--tokens 2048]

Every run takes the same rows of PAIRS_DIR/pairs.jsonl and `--each` rows of every kind of near_pairs.py and world.py but one; `--each` further rows of each kind are held out as sets of their own. Two runs with all kinds, of which one is shuffled otherwise, say what is chance, and one runs without
any. Of an evaluation set `--rows` rows are read, of the half that tuning may see (parted by a hash of the evidence as in `groundwall eval --half tuning`). A run that is done is not run again: start it once more after a break. With the settings above a run takes two minutes on two idle cores; for figures
beyond chance ten times the rows and a GPU. Prints a table in thousandths of AUC, mean of the two full runs minus the run without the kind: what is positive the kind adds.
"""

import argparse, collections, hashlib, json, random, re, subprocess, sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import near_pairs, world  # noqa: E402

FIGURES = re.compile(r"^(\S+) +n +\d+ .* AUC (\S+)", re.M)


def by_kind(rows, each):
    """`each` rows to train on and as many to hold out, of every kind; made until all kinds have them or a kind stays behind."""
    kinds = collections.defaultdict(list)
    for row, _ in zip(rows, range(200 * each)):
        if len(row["evidence"]) < 700 and len(kinds[row["set"]]) < 2 * each:
            kinds[row["set"]].append(row)
    return {kind: (rows[: len(rows) // 2], rows[len(rows) // 2 :]) for kind, rows in sorted(kinds.items())}


def write(path, rows):
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf8")


def sets(args, kinds):
    """The evaluation sets, cut to their rows, and what is held out of each source of made pairs."""
    out = args.out / "sets"
    out.mkdir(exist_ok=True)
    for path in sorted(Path(args.sets).glob("*.jsonl")):
        rows = [row for row in map(json.loads, path.open(encoding="utf8")) if "claim" in row]
        rows = [row for row in rows if hashlib.sha256(row["evidence"].encode()).digest()[0] % 2 == 0]
        random.Random(3).shuffle(rows)
        write(out / path.name, rows[: args.rows])
    for source in ("near", "world"):
        held = [row for kind, (_, rest) in kinds.items() if kind.startswith(source) for row in rest]
        random.Random(3).shuffle(held)
        plain = lambda row: dict(row, label="SUPPORTED" if row["label"] == "SUPPORTED" else "UNSUPPORTED")
        write(out / f"held_out_{source}.jsonl", [plain(row) for row in held[: 3 * args.rows]])


def run(args, name, rows, seed, more=()):
    """AUC by set of a training on these rows, with further words for `train.py fit`; from its file where it is done."""
    if not (args.out / f"{name}.txt").exists():
        random.Random(seed).shuffle(rows)
        write(args.out / f"{name}.jsonl", rows)
        fit = ["fit", args.base, str(args.out / name), "--pairs", str(args.out / f"{name}.jsonl"), "--epochs", str(args.epochs), "--lr", "8e-5", "--minutes", "0", "--dropout", "0", "--freeze-embeddings", "--max-len", "192"]
        train(name, *fit, "--tokens", str(args.tokens), "--cache", str(args.out / "cache"), *more)
        print(f"{name}: {len(rows)} rows", file=sys.stderr, flush=True)
    return evaluated(args, name, args.out / name)


def train(name, *words):
    told = subprocess.run([sys.executable, str(HERE / "train.py"), *words], capture_output=True, text=True)
    if told.returncode:
        raise SystemExit(f"{name} did not run:\n{told.stderr[-2000:]}")
    return told.stdout


def evaluated(args, name, model, more=()):
    """AUC by set of a model; from its file where it is done."""
    done = args.out / f"{name}.txt"
    if not done.exists():
        done.write_text(train(name, "eval", str(model), "--sets", str(args.out / "sets"), "--rows", str(10 * args.rows), *more), encoding="utf8")
    return {name: float(auc) for name, auc in FIGURES.findall(done.read_text(encoding="utf8"))}


def arguments(description, **counts):
    """What every comparison of trainings is told, with its usual counts."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--sets", required=True)
    parser.add_argument("--base", default=str(HERE.parent))
    for name, usual in counts.items():
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--epochs", type=float, default=1)
    return parser


def prepared(args):
    """The labelled pairs as they stand and the made rows by kind; writes the evaluation sets."""
    args.out.mkdir(parents=True, exist_ok=True)
    human = [json.loads(line) for line in (args.pairs / "pairs.jsonl").open(encoding="utf8")]
    made = near_pairs.rows(near_pairs.bases([args.pairs / "pairs.jsonl"]), 1, near_pairs.KINDS)
    kinds = {**by_kind(made, args.each), **by_kind(world.rows(21), args.each)}
    sets(args, kinds)
    return human, kinds


def main():
    parser = arguments(__doc__, human=1600, each=240, rows=110, tokens=2048)
    parser.add_argument("--kinds", help="leave out only these, without near_ and world_")
    args = parser.parse_args()
    human, kinds = prepared(args)
    human = [row for row in human if len(row["evidence"]) + len(row["claim"]) < 700]
    random.Random(11).shuffle(human)
    wanted = [kind for kind in kinds if not args.kinds or kind.split("_", 1)[1] in args.kinds.split(",")]
    rows = lambda without: human[: args.human] + [row for kind, (rows, _) in kinds.items() if kind not in without for row in rows]
    full = [run(args, name, rows(()), seed) for name, seed in (("full", 7), ("full-again", 8))]
    none = run(args, "none", rows(set(kinds)), 7)
    without = {kind: run(args, f"without-{kind}", rows({kind}), 7) for kind in wanted}
    names = sorted(none)
    mean = {name: (full[0][name] + full[1][name]) / 2 for name in names}
    print("| left out | " + " | ".join(names) + " | mean |\n" + "|---" * (len(names) + 2) + "|")
    for said, run_of in [*((kind, without[kind]) for kind in wanted), ("all of them", none), ("nothing, shuffled otherwise (chance)", full[1])]:
        changes = [1000 * ((full[0] if run_of is full[1] else mean)[name] - run_of[name]) for name in names]
        print(f"| {said} | " + " | ".join(f"{change:+.0f}" for change in changes) + f" | {sum(changes) / len(changes):+.1f} |")


if __name__ == "__main__":
    main()
