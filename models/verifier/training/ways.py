"""What each way of training and of reading does to each evaluation set: the same short training another way, and how the AUC of support changes.

    python ways.py PAIRS_DIR OUT --sets SETS [--base DIR] [--human 5000] [--each 200] [--hard 1200] [--rows 110] [--epochs 1] [--tokens 2048]

All runs begin with the same weights and take the same rows (of pairs.jsonl, of all kinds of near_pairs.py and world.py), but for the run with hard negatives, where they stand in the place of as many of pairs.jsonl. Three plain runs from three seeds say what is chance; their averages are read too.
The evaluation sets are those of leave_out.py, with `--rows` rows each of the half that tuning may see. A run that is done is not run again. Prints a table in thousandths of AUC against the mean of the plain runs, what is positive is better, and beside it the mean balanced accuracy with one threshold for all sets.
"""

import json, random, re, subprocess, sys

from leave_out import HERE, arguments, evaluated, prepared, run, train

ONE_THRESHOLD = re.compile(r"^mean BAcc (\S+)", re.M)
WAYS = {"focal loss, gamma 2": ["--focal", "2"], "balanced classes": ["--balanced"], "evidence cut to windows": ["--windows"]}
READINGS = {"two readings, the second decides": "second", "two readings, their mean": "both"}


def hard(args):
    """Rows that the embedder finds, made once."""
    path = args.out / "hard.jsonl"
    if not path.exists():
        subprocess.run([sys.executable, str(HERE / "hard_negatives.py"), str(path), str(args.pairs / "pairs.jsonl"), "--rows", str(args.hard), "--embedder", args.embedder], check=True)
    return [json.loads(line) for line in path.open(encoding="utf8")]


def main():
    parser = arguments(__doc__, human=5000, each=200, hard=1200, rows=110, tokens=2048)
    parser.add_argument("--embedder", default=str(HERE.parent.parent / "embedder"))
    args = parser.parse_args()
    human, kinds = prepared(args)
    random.Random(11).shuffle(human)
    found = hard(args)
    rows = lambda human_rows: human[:human_rows] + [row for rows, _ in kinds.values() for row in rows]

    plain = [run(args, f"plain-{seed}", rows(args.human), seed, ["--seed", str(seed)]) for seed in (7, 8, 9)]
    pair, three = args.out / "pair", args.out / "three"
    if not (args.out / "mean-of-three.txt").exists():
        train("average", "average", str(args.out / "plain-7"), str(args.out / "plain-8"), str(pair))
        train("average", "average", str(pair), str(args.out / "plain-9"), str(three), "--share", str(1 / 3))
    named = {way.replace(",", "").replace(" ", "-"): (way, more) for way, more in WAYS.items()}
    ways = {name: (way, run(args, name, rows(args.human), 7, ["--seed", "7", *more])) for name, (way, more) in named.items()}
    ways["hard-negatives"] = ("hard negatives by the embedder", run(args, "hard-negatives", rows(max(0, args.human - len(found))) + found, 7, ["--seed", "7"]))
    ways["mean-of-two"] = ("weights of two seeds averaged", evaluated(args, "mean-of-two", pair))
    ways["mean-of-three"] = ("weights of three seeds averaged", evaluated(args, "mean-of-three", three))
    for reading, word in READINGS.items():
        ways[f"plain-7-{word}"] = (reading, evaluated(args, f"plain-7-{word}", args.out / "plain-7", ["--reading", word]))
    ways["before"] = ("before: the weights that all begin with", evaluated(args, "before", args.base))
    names = sorted(plain[0])
    mean = {name: sum(one[name] for one in plain) / len(plain) for name in names}
    threshold = lambda name: float(ONE_THRESHOLD.search((args.out / f"{name}.txt").read_text(encoding="utf8"))[1])
    print("| way | " + " | ".join(names) + " | mean | balanced accuracy |\n" + "|---" * (len(names) + 3) + "|")
    chance = {f"plain-{seed}": (f"plain, seed {seed} (chance)", one) for seed, one in zip((7, 8, 9), plain)}
    for name, (said, one) in {**chance, **ways}.items():
        against = plain[0] if name.startswith("plain-7-") else mean
        changes = [1000 * (one[of] - against[of]) for of in names]
        print(f"| {said} | " + " | ".join(f"{change:+.0f}" for change in changes) + f" | {sum(changes) / len(changes):+.1f} | {threshold(name):.3f} |")


if __name__ == "__main__":
    main()
