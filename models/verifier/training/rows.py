"""Rows for `student.py`: what the reader was trained on, cut as the product cuts windows, and pairs without a label for the reader to judge.

    rows.py DATA OUT.npz [--seed 11]

DATA holds pairs.jsonl, made.jsonl, questions.jsonl, ragtruth_train.jsonl (DATA.md), near.jsonl (`near_pairs.py near.jsonl pairs.jsonl --rows 60000`) and world.jsonl (`world.py world.jsonl --rows 12000`); the written passages are `../../reader/training/written`. Passages that `written.py` holds out are only in the rows of negative weight, of which nothing is learned.
Without a label: other windows of a long evidence (two a row), two claims about one text read against each other (six a text), sentences of a written passage against its claims and questions.

OUT: ids of the verifier's tokenizer, every text once (`ei`, `ci` with offsets `eo`, `co`; `ex`, `cx` say which), label (0 to 3 as in `train.py`, 4 for none), weight (how often an epoch has the row), set.
"""

import argparse, json, os, random, sys
import numpy as np
from tokenizers import Tokenizer

HERE = os.path.dirname(os.path.abspath(__file__))
WRITTEN = os.path.join(HERE, "../../reader/training")
sys.path.insert(0, WRITTEN)
import written
from reader import CODE, answers, joined, sentences, window

NONE, LONG, LONGEST = 4, 60, 220
# What is plentiful and of one kind is read less often than the rest, written passages more often.
OFTEN = {"snli": 0.5, "tabfact": 0.4, "lingnli": 0.8, "near": 0.5, "world": 0.5, "written": 2.0}


def cut(evidence, claim, dice):
    """A long evidence as the window nearest the claim, or joined."""
    if len(evidence.split()) <= LONG: return evidence
    return window(evidence, claim) if dice.random() < 0.65 else joined(evidence, claim, dice.choice((60, 90, 120)))


def labelled(data, dice):
    read = lambda name: map(json.loads, open(f"{data}/{name}.jsonl"))
    for name in ("pairs", "made", "questions", "near", "world"):
        for row in read(name):
            if row["set"].startswith("win_"): continue
            group = name if name in ("questions", "near", "world") else row["set"]
            yield cut(row["evidence"], row["claim"], dice), row["claim"], CODE[row["label"]], group
    for row in answers([f"{data}/ragtruth_train.jsonl"]): yield cut(row["evidence"], row["claim"], dice), row["claim"], CODE[row["label"]], "rag"


def open_windows(data, dice):
    for name in ("pairs", "questions"):
        for row in map(json.loads, open(f"{data}/{name}.jsonl")):
            if len(row["evidence"].split()) <= LONG or len(parts := sentences(row["evidence"])) < 3: continue
            for _ in range(2):
                first, count = dice.randrange(len(parts)), dice.choice((1, 2, 3))
                yield " ".join(parts[first : first + count]), row["claim"]


def open_claims(rows, dice):
    by = {}
    for evidence, claim in rows:
        if not claim.endswith("?"): by.setdefault(evidence, set()).add(claim)
    for claims in by.values():
        some = sorted(claims)[:12]
        both = [(one, other) for one in some for other in some if one != other]
        yield from dice.sample(both, min(6, len(both)))


def open_parts(passage, dice):
    texts = passage["sentences"]
    for asked in [one["claim"] for one in passage["claims"] for _ in range(2)] + [one["question"] for one in passage["questions"]]:
        first = dice.randrange(len(texts))
        yield " ".join(texts[first : first + dice.choice((1, 2))]), asked


def make(args):
    dice = random.Random(args.seed)
    random.seed(args.seed)
    rows, whole = [(*row, OFTEN.get(row[3], 1.0)) for row in labelled(args.data, dice)], [(row["evidence"], row["claim"]) for row in map(json.loads, open(f"{args.data}/pairs.jsonl"))]
    held = []
    for _, passage in written.passages():
        if written.is_held(passage):
            held += [(row["evidence"], row["claim"], CODE[row["label"]], "held questions" if row["kind"] == "question" else "held claims", -1.0) for row in written.rows(passage, dice, every=True)]
            continue
        own = list(written.rows(passage, dice))
        rows += [(row["evidence"], row["claim"], CODE[row["label"]], "written", OFTEN["written"]) for row in own]
        whole += [(row["evidence"], row["claim"]) for row in own]
        rows += [(*pair, NONE, "part", 1.0) for pair in open_parts(passage, dice)]
    rows += [(*pair, NONE, "window", 1.0) for pair in open_windows(args.data, dice)]
    rows += [(*pair, NONE, "claims", 1.0) for pair in open_claims(whole, dice)]
    dice.shuffle(rows)
    seen, kept = set(), []
    for row in rows:
        if row[2] != NONE or row[:2] not in seen: kept.append(row)
        seen.add(row[:2])
    kept += held
    tokenizer = Tokenizer.from_file(os.path.join(HERE, "../tokenizer.json"))
    tokenizer.no_padding(); tokenizer.no_truncation()

    def encoded(texts):
        own = sorted(set(texts))
        place, ids = {text: k for k, text in enumerate(own)}, []
        for k in range(0, len(own), 20000): ids += [np.array(one.ids[:LONGEST], np.uint16) for one in tokenizer.encode_batch(own[k : k + 20000], add_special_tokens=False)]
        return np.concatenate(ids), np.cumsum([0] + [len(one) for one in ids]), np.array([place[text] for text in texts], np.uint32)

    (ei, eo, ex), (ci, co, cx) = encoded([row[0] for row in kept]), encoded([row[1] for row in kept])
    sets = sorted({row[3] for row in kept})
    np.savez_compressed(args.out, ei=ei, eo=eo, ex=ex, ci=ci, co=co, cx=cx, label=np.array([row[2] for row in kept], np.int8), weight=np.array([row[4] for row in kept], np.float16), set=np.array([sets.index(row[3]) for row in kept], np.int16), sets=np.array(sets))
    print(len(kept), "rows,", len(held), "held out")


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("data"); p.add_argument("out"); p.add_argument("--seed", type=int, default=11); p.set_defaults(run=make)
    args = p.parse_args()
    args.run(args)
