"""Chooses training rows so that shared words say nothing about the label.

    python3 debias.py --seed 7 --real 60000 --replay 30000 --world 40000 --made 25000 PAIRS.jsonl MADE.jsonl WORLD.jsonl > rows.jsonl

A verifier that is trained on pairs as people wrote them learns that a claim which repeats the evidence is supported. On claims about the very subject of a document that is
worse than a coin: true ones are told in other words, false ones differ in one. Of the human-labelled pairs `--real` rows are drawn so that in each fifth of the overlap (share of the claim's content words in the evidence)
half are supported, with more weight on supported rows of low and other rows of high overlap; `--replay` rows are drawn as they come. Same seed, same rows.
"""

import argparse, json, random, re

STOP = set("a an the of in on at to for and or is are was were be been by with from as that this it its his her their he she they has have had not no do does did will would can could may".split())


def overlap(row):
    words = lambda text: {w[:5] for w in re.findall(r"\w+", text.lower()) if w not in STOP}
    claim = words(row["claim"])
    return len(claim & words(row["evidence"])) / max(1, len(claim))


def read(name):
    with open(name, encoding="utf8") as lines:
        return [json.loads(line) for line in lines]


def balanced(rows, count, rng):
    """Cells of fifth of overlap and label; every cell gives what it has, the hard ones (told in other words and true, in the same words and not) up to twice."""
    cells = {}
    for row in rows:
        cells.setdefault((min(4, int(overlap(row) * 5)), row["label"] == "SUPPORTED"), []).append(row)
    chosen = []
    for (fifth, supported), members in sorted(cells.items()):
        rng.shuffle(members)
        wanted = int(count / 10 * (1.5 if supported == (fifth <= 2) else 0.5))
        of_set, most = {}, max(50, wanted * 0.35)  # no set gives a cell more than about a third
        for row in members:
            of_set[row["set"]] = of_set.get(row["set"], 0) + 1
            if wanted and of_set[row["set"]] <= most:
                chosen.append(row)
                wanted -= 1
    return chosen


def main():
    parser = argparse.ArgumentParser()
    for name in ("seed", "real", "replay", "world", "made"):
        parser.add_argument(f"--{name}", type=int, default=0)
    parser.add_argument("files", nargs=3, metavar="FILE")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    pairs, made, world = map(read, args.files)
    short = [row for row in pairs if len(row["evidence"]) + len(row["claim"]) < 800]
    rows = balanced(short, args.real, rng) + rng.sample(short, min(args.replay, len(short)))
    rows += rng.sample(world, min(args.world, len(world))) + balanced(made, args.made, rng)
    rng.shuffle(rows)
    for row in rows:
        print(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    main()
