"""Claims that are nearly a sentence of their evidence, true and false, for the training of the judge.

    python3 near.py SETS_DIR ../lexicon.txt OUT_DIR        # writes OUT_DIR/near_KIND+twins.jsonl; then as train.py says, with these files beside the others

Made from the tuning halves of the labelled sets alone (parted by a hash of the evidence, as `groundwall eval --half` does it) and from a fixed seed. A false one has one thing changed that turns what the
sentence says; beside it stands a true one: the claim as somebody wrote it, or, where the sentence is the evidence's own, that with words left out that narrow nothing or with a synonym.
"""

import hashlib, json, os, random, re, sys

SETS = ["begin", "lfqa_verification", "q2_wow", "expertqa", "qags", "factcheck_gpt_stance", "mnli_dev_matched", "snli", "dialfact_small"]
OPPOSITES = """before after|above below|over under|up down|more less|more fewer|most least|first last|earlier later|with without|inside outside|all some|always sometimes|until since|must may|north south|east west|
left right|upper lower|highest lowest|largest smallest|longest shortest|oldest youngest|higher lower|longer shorter|larger smaller|bigger smaller|faster slower|older younger|cheaper dearer|next previous|
following preceding|morning evening|summer winter|day night|daily weekly|weekly monthly|monthly yearly|only also|every some|both neither|increase decrease|increased decreased|rises falls|rose fell|
won lost|wins loses|buys sells|bought sold|begins ends|began ended|starts ends|started ended|opened closed|allowed forbidden|accepted rejected|gained lost|father son|mother daughter|parents children|
husband wife|teacher student|doctor patient|employer employee|seller buyer|landlord tenant|north-east south-west|northern southern|eastern western|cause result|causes prevents|caused prevented|includes excludes"""
PAIRS = {}
for pair in OPPOSITES.replace("\n", "").split("|"):
    one, other = pair.split()
    PAIRS.setdefault(one, []).append(other)
    PAIRS.setdefault(other, []).append(one)
TURNING = ["than", "by", "from", "to", "before", "after", "into", "over", "under", "against", "instead", "for"]
STOP = set("a an the and or but of to in on at by for with from as is are was were be been being has have had do does did not no it its this that these those he she they his her their you your we our i my who which "
           "what when where how than then so if because about into over under after before between during more most some any all only also other such can could will would may might must should there here".split())


def lexicon(path):
    senses, antonyms, parents, above = {}, {}, {}, []
    for line in open(path, encoding="utf8"):
        kind, *rest = line.split()
        if kind == "s":
            above.append([int(n) for n in rest])
        elif kind == "w":
            senses[rest[0]] = [int(n) for n in rest[1:]]
        elif kind == "a":
            antonyms.setdefault(rest[0], []).append(rest[1])
            antonyms.setdefault(rest[1], []).append(rest[0])
    by_sense, by_parent = {}, {}
    for word, own in senses.items():
        if own:
            by_sense.setdefault(own[0], []).append(word)
            for parent in above[own[0]][:1]:
                by_parent.setdefault(parent, []).append(word)
    return senses, antonyms, above, by_sense, by_parent


def words(text):
    return [(match.group(), match.start(), match.end()) for match in re.finditer(r"[A-Za-z][A-Za-z'-]*|\d[\d.,]*\d|\d", text)]


def put(text, start, end, instead):
    old = text[start:end]
    return text[:start] + (instead[0].upper() + instead[1:] if old[0].isupper() else instead) + text[end:]


class Maker:
    def __init__(self, path, seed):
        self.senses, self.antonyms, self.above, self.by_sense, self.by_parent = lexicon(path)
        self.dice = random.Random(seed)

    def some(self, found):
        return self.dice.choice(found) if found else None

    def content(self, text):
        return [item for item in words(text) if item[0].lower() not in STOP and len(item[0]) > 3]

    def antonym(self, claim, evidence):
        return self.some([put(claim, start, end, other) for word, start, end in words(claim) for other in self.antonyms.get(word.lower(), []) if other not in claim.lower()])

    def opposite(self, claim, evidence):
        return self.some([put(claim, start, end, other) for word, start, end in words(claim) for other in PAIRS.get(word.lower(), []) if f" {other} " not in claim.lower()])

    def swap(self, claim, evidence):
        found, all_words = [], words(claim)
        for place, (word, _, _) in enumerate(all_words):
            if word.lower() not in TURNING:
                continue
            before = [item for item in all_words[max(0, place - 3):place] if item[0].lower() not in STOP and len(item[0]) > 3]
            after = [item for item in all_words[place + 1:place + 5] if item[0].lower() not in STOP and len(item[0]) > 3]
            if before and after and before[-1][0].lower() != after[0][0].lower():
                (one, a, b), (other, c, d) = before[-1], after[0]
                if one[0].isupper() == other[0].isupper() and not one.endswith(("ed", "ly", "ing")) and not other.endswith(("ed", "ly", "ing")):
                    found.append(claim[:a] + other + claim[b:c] + one + claim[d:])
        return self.some(found)

    def rival(self, claim, evidence):
        """A word of the evidence in the place of one of the claim's, of the same shape."""
        own = {word.lower() for word, _, _ in words(claim)}
        shape = lambda word: (word[0].isupper(), word.endswith("s"), word.endswith("ed"), word.endswith("ing"), word.endswith("ly"), word[0].isdigit())
        others = [word for word, _, _ in self.content(evidence) if word.lower() not in own]
        found = []
        for word, start, end in self.content(claim)[1:]:
            related = {other for other in others if shape(other) == shape(word) and other.lower()[:4] != word.lower()[:4] and not self.kin(word, other)}
            found += [put(claim, start, end, other) for other in sorted(related)]
        return self.some(found)

    def sibling(self, claim, evidence):
        found = []
        for word, start, end in self.content(claim)[1:]:
            own = self.senses.get(word.lower())
            for parent in self.above[own[0]][:1] if own else []:
                others = [other for other in self.by_parent.get(parent, []) if other not in evidence.lower() and not self.kin(word, other) and "_" not in other]
                found += [put(claim, start, end, other) for other in others[:6]]
        return self.some(found)

    def kin(self, one, other):
        one, other = self.senses.get(one.lower(), []), self.senses.get(other.lower(), [])
        up = lambda own: set(own) | {parent for sense in own for parent in self.above[sense]}
        return bool(up(one) & set(other) or up(other) & set(one))

    def true(self, claim, evidence):
        choice = self.dice.random()
        if choice < 0.35:
            found = []
            for word, start, end in self.content(claim)[1:]:
                own = self.senses.get(word.lower(), [])
                if 0 < len(own) <= 2:
                    found += [put(claim, start, end, other) for other in self.by_sense.get(own[0], []) if other != word.lower() and "_" not in other]
            if found:
                return self.some(found)
        shorter = re.sub(r" \([^)]*\)", "", claim)
        if choice < 0.8:
            shorter = re.sub(r", (?:which|who|where|including|such as|as well as|especially) [^,]*\.$", ".", shorter)
            shorter = re.sub(r"^(?:In|On|At|During|Since|After|Before|By|From|For|As|With|However|Therefore|Also|Additionally|Moreover)\b[^,]{0,40}, (\w)", lambda m: m.group(1).upper(), shorter)
        return shorter if len(shorter.split()) >= 4 else claim


def tuning(evidence):
    return hashlib.sha256(evidence.encode()).digest()[0] % 2 == 0


def main():
    sets, path, out = sys.argv[1:4]
    maker = Maker(path, 20261122)
    bases = []
    for name in SETS:
        rows = [json.loads(line) for line in open(f"{sets}/{name}.jsonl", encoding="utf8")]
        rows = [row for row in rows if "claim" in row and tuning(row["evidence"])]
        own = []
        for row in rows:
            if row["label"] == "SUPPORTED" and 5 <= len(row["claim"].split()) <= 35:
                own.append((row["claim"], row["evidence"], True))
            sentences = [part.strip() for part in re.split(r"(?<=[.!?])\s+", row["evidence"]) if 7 <= len(part.split()) <= 30 and part.strip().endswith(".") and part.strip()[0].isupper()]
            if sentences and len(row["evidence"]) < 8000:
                own.append((maker.some(sentences), row["evidence"], False))
        maker.dice.shuffle(own)
        bases += own[:700]
    maker.dice.shuffle(bases)
    for kind in ["antonym", "opposite", "swap", "rival", "sibling"]:
        rows = []
        for claim, evidence, written in bases:
            false = getattr(maker, kind)(claim, evidence)
            if false and false != claim:
                rows.append({"evidence": evidence, "claim": claim if written else maker.true(claim, evidence), "label": "SUPPORTED"})
                rows.append({"evidence": evidence, "claim": false, "label": "UNSUPPORTED"})
            if len(rows) >= 1200:
                break
        with open(os.path.join(out, f"near_{kind}+twins.jsonl"), "w", encoding="utf8") as file:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        print(kind, len(rows), *(row["claim"] for row in rows[:6]), sep="\n  ")


if __name__ == "__main__":
    main()
