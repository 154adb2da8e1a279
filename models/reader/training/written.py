"""Rows for `reader.py fit --rows` from the passages in written/, and their check.

  written.py rows OUT.jsonl HELD.jsonl [--seed 7]   one passage in twelve, by the hash of its text, goes to HELD
  written.py check FILE..                           says what is not in the form below

One passage a line: {"title", "genre", "sentences": [..], "claims": [{"claim", "label": "supported" | "contradicted" | "open", "by": [..], "kind"}], "questions": [{"question", "answers": true | false, "by": [..]}]}. `by` are the sentences that decide, from 0.

Of each claim and question: the passage; the sentences that decide, with those between them where they are few; a stretch of the passage around them; and the passage without them, which leaves it open. Two of these, drawn by the seed, so that one passage does not weigh more than the others. A title stands before every other evidence, as the product's windows have it.
"""
import argparse, glob, hashlib, json, os, random, sys

LABEL = {"supported": "SUPPORTED", "contradicted": "CONTRADICTED", "open": "NEUTRAL"}
HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "written")
# Sentences that decide and lie at most so far apart are read as one stretch.
GAP = 2


def passages(files=None):
    for name in files or sorted(glob.glob(f"{HERE}/*.jsonl")):
        for number, line in enumerate(open(name), 1):
            if line.strip(): yield f"{os.path.basename(name)}:{number}", json.loads(line)


def is_held(passage):
    text = " ".join(passage["sentences"])
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % 12 == 0


def stretch(sentences, by, wide):
    """The sentences from the first that decides to the last, and `wide` more on each side; apart where they lie far from each other."""
    take = set()
    for one in by: take |= set(range(max(0, one - wide), min(len(sentences), one + wide + 1)))
    for a, b in zip(sorted(by), sorted(by)[1:]):
        if b - a <= GAP: take |= set(range(a, b))
    return " ".join(sentences[i] for i in sorted(take))


def readings(passage, asked, label, by, dice):
    """(form, evidence, label) of everything that the passage can be read as for a claim or a question."""
    sentences = passage["sentences"]
    yield "passage", " ".join(sentences), label
    if by:
        yield "decides", stretch(sentences, by, 0), label
        yield "around", stretch(sentences, by, 1), label
        rest = " ".join(s for i, s in enumerate(sentences) if i not in by)
        # What takes the place of the sentence that decides must not say it again; the writer was asked for the fewest sentences, so one alone is left out only where it alone decides.
        if len(by) == 1: yield "without", rest, "NEUTRAL"
    else:
        # What is open in the whole is open in a part: the part that shares most words with it.
        words = set(asked.lower().split())
        best = max(range(len(sentences)), key=lambda i: (len(words & set(sentences[i].lower().split())), dice.random()))
        yield "decides", sentences[best], label
        yield "around", stretch(sentences, [best], 1), label


def rows(passage, dice, every=False):
    asked = [(c["claim"], LABEL[c["label"]], c["by"], c.get("kind", "")) for c in passage["claims"]]
    asked += [(q["question"], "SUPPORTED" if q["answers"] else "NEUTRAL", q["by"], "question") for q in passage["questions"]]
    for text, label, by, kind in asked:
        all_of = list(readings(passage, text, label, by, dice))
        for form, evidence, given in all_of if every else dice.sample(all_of, min(2, len(all_of))):
            titled = f"{passage['title']}. {evidence}" if dice.random() < .5 else evidence
            yield {"evidence": titled, "claim": text, "label": given, "set": "written", "form": form, "kind": kind}


def wrong(passage):
    """What is not in the form."""
    sentences = passage.get("sentences", [])
    if not passage.get("title"): yield "no title"
    if not 4 <= len(sentences) <= 12: yield f"{len(sentences)} sentences"
    labels = [c.get("label") for c in passage.get("claims", [])]
    for label, least in (("supported", 4), ("contradicted", 4), ("open", 3)):
        if labels.count(label) < least: yield f"{labels.count(label)} {label}"
    if set(labels) - set(LABEL): yield f"labels {set(labels) - set(LABEL)}"
    for one in passage.get("claims", []) + passage.get("questions", []):
        text, by = one.get("claim") or one.get("question") or "", one.get("by")
        if not isinstance(by, list) or any(not isinstance(i, int) or not 0 <= i < len(sentences) for i in by): yield f"by {by}: {text}"
        elif bool(by) != (one.get("label") in ("supported", "contradicted") or one.get("answers") is True): yield f"by {by} of {one.get('label', one.get('answers'))}: {text}"
        if not 3 <= len(text.split()) <= 40: yield f"length: {text}"


def make(args):
    dice, counts = random.Random(args.seed), [0, 0]
    with open(args.out, "w") as out, open(args.held, "w") as held:
        for _, passage in passages():
            file, is_in = (held, 1) if is_held(passage) else (out, 0)
            for row in rows(passage, dice, every=bool(is_in)):
                file.write(json.dumps(row) + "\n"); counts[is_in] += 1
    print(counts[0], "rows,", counts[1], "held out")


def check(args):
    faults = [f"{place}: {fault}" for place, passage in passages(args.files) for fault in wrong(passage)]
    print("\n".join(faults) or "all in form")
    sys.exit(bool(faults))


if __name__ == "__main__":
    p = argparse.ArgumentParser(); sp = p.add_subparsers(required=True)
    q = sp.add_parser("rows"); q.add_argument("out"); q.add_argument("held"); q.add_argument("--seed", type=int, default=7); q.set_defaults(run=make)
    q = sp.add_parser("check"); q.add_argument("files", nargs="*"); q.set_defaults(run=check)
    args = p.parse_args(); args.run(args)
