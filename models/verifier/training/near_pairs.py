"""Pairs for close reading from texts that people wrote: the evidence and the supported claims of human-labelled pairs, edited so that a falsehood keeps the words and a truth changes them.

    python near_pairs.py OUT.jsonl PAIRS.jsonl --rows 300000 [--seed 1] [--kinds antonym,scope] [--show]

Rows are {"evidence", "claim", "label", "set"}; the set names the kind, `near_` before it:

    antonym    one word turned (WordNet's antonyms and a list of opposites)          class      a sister term (not supported), the term above it (supported)
    exchange   two parts exchanged, or a word of the same text in another's place    negation   a negation put in, taken out, or told twice
    scope      all, most, some, only, at least, must, may, more than                 words      the claim in synonyms, two or three at a time, and in its halves; beside it with one word wrong
    restated   numbers, percentages, dates and spans written another way, or as another value
    summary    two claims of one text in one sentence, both true or one not          absent     the sentence that says it taken away, its neighbours kept
    embedded   the sentence that says it denied, reported, asked or made a condition (not supported), and asserted in like words (supported); embedded.py

Nothing here reads an evaluation set. What the lexicon knows comes from WordNet (models/judge/lexicon.txt). The same input and seed give the same rows.
"""

import argparse, collections, json, random, re, sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "judge" / "training"))
from near import Maker, put  # noqa: E402
from embedded import Embedded  # noqa: E402

SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z“\"])")
DOWNWARD = re.compile(r"\b(no|not|n't|never|none|nobody|nothing|without|all|every|each|only|few|most|any|if|unless|than|at least|at most|exactly|neither|nor|fewer|less)\b|n't", re.I)
AUXILIARY = re.compile(r"\b(is|are|was|were|has been|have been|had been|can|could|will|would|must|should|may|does|did)\b(?! not\b|n't)")
NEGATED = re.compile(r"\b(is|are|was|were|can|could|will|would|should|may|does|did|do|has|have|had) not ")

# (what stands there, what is put there, label): what follows from the sentence, and what does not.
SCOPE = [
    ("all of the", "some of the", "SUPPORTED"), ("all", "some", "SUPPORTED"), ("every", "at least one", "SUPPORTED"), ("all", "most", "SUPPORTED"), ("some", "all", "UNSUPPORTED"), ("some", "no", "CONTRADICTED"), ("most", "all", "UNSUPPORTED"),
    ("many", "all", "UNSUPPORTED"), ("several", "all", "UNSUPPORTED"), ("most", "few", "CONTRADICTED"), ("many", "few", "CONTRADICTED"), ("often", "always", "UNSUPPORTED"), ("usually", "always", "UNSUPPORTED"), ("sometimes", "always", "UNSUPPORTED"),
    ("always", "often", "SUPPORTED"), ("often", "never", "CONTRADICTED"), ("usually", "rarely", "CONTRADICTED"), ("never", "sometimes", "CONTRADICTED"), ("at least", "at most", "UNSUPPORTED"), ("at most", "at least", "UNSUPPORTED"),
    ("more than", "less than", "CONTRADICTED"), ("less than", "more than", "CONTRADICTED"), ("fewer than", "more than", "CONTRADICTED"), ("over", "under", "UNSUPPORTED"), ("up to", "at least", "UNSUPPORTED"), ("about", "exactly", "UNSUPPORTED"),
    ("only", "not only", "CONTRADICTED"), ("must", "need not", "CONTRADICTED"), ("may", "must", "UNSUPPORTED"), ("can", "must", "UNSUPPORTED"), ("may", "may not", "UNSUPPORTED"), ("can", "cannot", "CONTRADICTED"), ("should", "must", "UNSUPPORTED"),
    ("might", "will", "UNSUPPORTED"), ("could", "will", "UNSUPPORTED"), ("both", "neither", "CONTRADICTED"), ("one of the", "the only", "UNSUPPORTED"), ("the first", "the only", "UNSUPPORTED"), ("the first", "one of the first", "SUPPORTED"), ("a majority of", "all", "UNSUPPORTED"),
    ("larger", "smaller", "CONTRADICTED"), ("higher", "lower", "CONTRADICTED"), ("older", "younger", "CONTRADICTED"), ("before", "after", "UNSUPPORTED"), ("after", "before", "UNSUPPORTED"), ("unless", "if", "UNSUPPORTED"), ("until", "since", "UNSUPPORTED"),
]
SMALL = "zero one two three four five six seven eight nine ten eleven twelve".split()
MONTHS = "January February March April May June July August September October November December".split()
SHARES = {"50 percent": "half", "25 percent": "a quarter", "75 percent": "three quarters", "10 percent": "a tenth", "20 percent": "a fifth", "50%": "half", "25%": "a quarter", "75%": "three quarters"}
SPANS = {"week": ("days", 7), "year": ("months", 12), "day": ("hours", 24), "decade": ("years", 10)}


class Pairs:
    def __init__(self, bases, seed):
        self.maker, self.dice = Maker(HERE.parents[1] / "judge" / "lexicon.txt", seed), random.Random(seed)
        self.frames = Embedded(self.dice)
        self.of_evidence = collections.defaultdict(list)
        for evidence, claim in bases:
            self.of_evidence[evidence].append(claim)

    def antonym(self, evidence, claim):
        turned = self.maker.antonym(claim, evidence) if self.dice.random() < 0.6 else self.maker.opposite(claim, evidence)
        if turned and not DOWNWARD.search(claim):
            yield self.maker.true(claim, evidence), "SUPPORTED"
            yield turned, "UNSUPPORTED"

    def class_(self, evidence, claim):
        sister = self.maker.sibling(claim, evidence)
        above = None if DOWNWARD.search(claim) else self.maker.some(list(self.above(claim)))
        if sister:
            yield above or self.maker.true(claim, evidence), "SUPPORTED"
            yield sister, "UNSUPPORTED"

    def above(self, claim):
        """The claim with a noun's next wider term, where the noun has one sense and the term is a word."""
        for word, start, end in self.maker.content(claim)[1:]:
            own = self.maker.senses.get(word.lower(), [])
            if len(own) == 1 and word.islower():
                for parent in self.maker.above[own[0]][:1]:
                    for other in self.maker.by_sense.get(parent, [])[:2]:
                        if "_" not in other and other not in claim.lower():
                            yield put(claim, start, end, other + ("s" if word.endswith("s") and not other.endswith("s") else ""))

    def exchange(self, evidence, claim):
        wrong = self.names(claim) if self.dice.random() < 0.4 else None
        wrong = wrong or (self.maker.swap if self.dice.random() < 0.5 else self.maker.rival)(claim, evidence)
        if wrong:
            yield self.maker.true(claim, evidence), "SUPPORTED"
            yield wrong, "UNSUPPORTED"

    def names(self, claim):
        found = [match for match in re.finditer(r"\b[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*", claim) if match.start() or len(match.group().split()) > 1]
        if len(found) < 2:
            return None
        one, other = sorted(self.dice.sample(found, 2), key=lambda match: match.start())
        between = claim[one.end() : other.start()]
        if re.fullmatch(r"\s*(,|and|or|,\s*(and|or))\s*", between) or one.group() == other.group():
            return None
        return claim[: one.start()] + other.group() + between + one.group() + claim[other.end() :]

    def negation(self, evidence, claim):
        plain = claim[0].lower() + claim[1:] if claim.split()[0].lower() in ("the", "a", "an", "in", "on", "at", "there", "it", "he", "she", "they", "this", "some", "all") else claim
        put_in = AUXILIARY.sub(lambda match: match.group() + " not", claim, count=1)
        taken_out = NEGATED.sub(lambda match: match.group(1) + " ", claim, count=1)
        if put_in == claim and taken_out == claim:
            return
        wrong = taken_out if taken_out != claim else put_in
        lowered = wrong[0].lower() + wrong[1:] if plain != claim else wrong
        yield self.dice.choice([claim, f"It is {self.dice.choice(['not true', 'false', 'wrong'])} that {lowered}", f"It is not the case that {lowered}"]), "SUPPORTED"
        yield self.dice.choice([wrong, wrong, f"It is {self.dice.choice(['not true', 'false'])} that {plain}"]), "CONTRADICTED"

    def scope(self, evidence, claim):
        fits = [(old, new, label) for old, new, label in SCOPE if re.search(rf"(?<![\w-]){old}(?![\w-])", claim, re.I)]
        negated = re.search(r"\bnot?\b|n't|\bnever\b", claim, re.I)
        fits = [fit for fit in fits if not negated or fit[2] == "UNSUPPORTED"]
        if not fits:
            subject = re.match(r"(The|[A-Z]\w+) [\w ]{3,30}? (is|was|has|won|wrote|made|produced|played)\b", claim)
            if not subject or negated or self.dice.random() < 0.7:
                return
            yield claim, "SUPPORTED"
            yield "Only " + (claim[0].lower() + claim[1:] if claim.startswith("The ") else claim), "UNSUPPORTED"
            return
        old, new, label = self.dice.choice(fits)
        turned = re.sub(rf"(?<![\w-]){old}(?![\w-])", lambda match: new[0].upper() + new[1:] if match.group()[0].isupper() else new, claim, count=1, flags=re.I)
        if label != "SUPPORTED":
            yield self.maker.true(claim, evidence), "SUPPORTED"
        yield turned, label

    def words(self, evidence, claim):
        other = claim
        for word, start, end in reversed(self.maker.content(claim)):
            own = self.maker.senses.get(word.lower(), [])
            mates = [mate for mate in self.maker.by_sense.get(own[0], []) if mate != word.lower() and "_" not in mate] if 0 < len(own) <= 3 and word.islower() else []
            if mates and self.dice.random() < 0.7:
                other = put(other, start, end, self.dice.choice(mates))
        halves = re.split(r",? (?:and|but|while|although|because|which) ", claim)
        if other == claim and len(halves) > 1 and 5 <= len(halves[0].split()):
            other = halves[0].rstrip(" ,.") + "."
        if other == claim:
            return
        yield other, "SUPPORTED"
        wrong = self.maker.rival(other, evidence) or self.maker.sibling(other, evidence)
        if wrong:
            yield wrong, "UNSUPPORTED"

    def restated(self, evidence, claim):
        ways = list(self.ways(claim))
        if ways:
            true, false = self.dice.choice(ways)
            yield true, "SUPPORTED"
            yield false, "CONTRADICTED"

    def ways(self, claim):
        """The claim with a number, share, date or span written another way, and with another value."""
        near = lambda number: number + self.dice.choice([step for step in (-3, -2, -1, 1, 2, 3, 10) if number + step > 1])
        for match in re.finditer(r"(?<![\w.,])(\d{1,3}) (week|year|day|decade)s\b", claim):
            unit, times = SPANS[match[2]]
            say = lambda number: claim[: match.start()] + f"{number} {unit}" + claim[match.end() :]
            yield say(int(match[1]) * times), say(near(int(match[1])) * times)
        for match in re.finditer(r"(?<![\w.,])(\d{4,7}|\d{1,3}(?:,\d{3})+)(?= [a-z])", claim):
            number = int(match[1].replace(",", ""))
            if number >= 2200:
                say = lambda number: claim[: match.start()] + (f"{number / 1000:g} thousand" if number < 1_000_000 else f"{number / 1_000_000:g} million") + claim[match.end() :]
                yield say(number), say(number * self.dice.choice([2, 3, 10]))
        for match in re.finditer(rf"\b({'|'.join(MONTHS)}) (\d{{1,2}}), (\d{{4}})", claim):
            say = lambda day, month, year: claim[: match.start()] + self.dice.choice([f"{day} {month} {year}", f"{year}-{MONTHS.index(month) + 1:02}-{day:02}"]) + claim[match.end() :]
            day, month, year = int(match[2]), match[1], int(match[3])
            yield say(day, month, year), self.dice.choice([say(day % 28 + 1, month, year), say(day, MONTHS[(MONTHS.index(month) + 1) % 12], year), say(day, month, year + 1)])
        for match in re.finditer(rf"\b({'|'.join(SMALL[2:])})\b(?= [a-z]+s\b)", claim):
            number = SMALL.index(match[1])
            say = lambda number: claim[: match.start()] + str(number) + claim[match.end() :]
            yield say(number), say(near(number))
        for match in re.finditer(r"(?<![\w.,-])([2-9]|1[0-2])(?= [a-z]+s\b)", claim):
            number = int(match[1])
            other = next(n for n in iter(lambda: self.dice.randrange(2, 13), -1) if n != number)
            say = lambda number: claim[: match.start()] + SMALL[number] + claim[match.end() :]
            yield say(number), say(other)
        for share, said in SHARES.items():
            if re.search(rf"(?<![\d.]){share}", claim):
                yield claim.replace(share, said, 1), claim.replace(share, self.dice.choice([other for other in SHARES.values() if other != said]), 1)

    def summary(self, evidence, claim):
        others = [other for other in self.of_evidence[evidence] if other != claim and len(other.split()) < 25]
        others = others or [part for part in SENTENCE.split(evidence) if 5 <= len(part.split()) <= 25 and part.endswith(".") and part != claim]
        if not others or len(claim.split()) > 25 or not claim.endswith("."):
            return
        other = self.dice.choice(others)
        wrong = self.maker.rival(other, evidence) or self.maker.antonym(other, evidence)
        joint = self.dice.choice([" and ", ", and ", "; ", ", while "])
        join = lambda one, two: one.rstrip(".") + joint + (two[0].lower() + two[1:] if re.match(r"(The|A|An|In|On|It|There|This|He|She|They)\b", two) else two)
        in_order = lambda one, two: join(one, two) if self.dice.random() < 0.5 else join(two.rstrip(".") + ".", one)
        yield in_order(claim, other), "SUPPORTED"
        if wrong:
            yield in_order(claim, wrong), "UNSUPPORTED"

    def absent(self, evidence, claim):
        parts = SENTENCE.split(evidence)
        if len(parts) < 3:
            return
        said = lambda text: {word.lower()[:5] for word, _, _ in self.maker.content(text)}
        wanted = said(claim)
        shared = [len(wanted & said(part)) / max(1, len(wanted)) for part in parts]
        best = max(range(len(parts)), key=lambda place: shared[place])
        rest = [part for place, part in enumerate(parts) if shared[place] < min(0.7, shared[best])]
        if shared[best] >= 0.75 and len(rest) >= 2:
            yield (evidence, claim), "SUPPORTED"
            yield (" ".join(rest), claim), "NEUTRAL"

    def embedded(self, evidence, claim):
        said = lambda text: {word.lower()[:5] for word, _, _ in self.maker.content(text)}
        wanted, parts = said(claim), SENTENCE.split(evidence)
        shared = {part: len(wanted & said(part)) / max(1, len(wanted)) for part in parts}
        best = max(parts, key=lambda part: shared[part])
        if not self.frames.fits(claim):
            return
        # The text's own sentence where it says nearly the same, so that the claim is not always the clause word for word.
        near = shared[best] >= 0.75 and self.frames.fits(best) and len(best.split()) <= 1.5 * len(claim.split())
        told = best if near and self.dice.random() < 0.5 else claim
        neighbours = [part for part in parts if shared[part] < 0.5 and len(part.split()) <= 40]
        for text, label in self.frames.rows(claim, told, neighbours):
            yield (text, claim), label


KINDS = ["antonym", "class", "exchange", "negation", "scope", "words", "restated", "summary", "absent", "embedded"]


def bases(files):
    """(evidence, claim) that is supported, as somebody wrote it, and sentences of the evidence as their own claim."""
    dice, found, last = random.Random(3), [], None
    for name in files:
        for line in open(name, encoding="utf8"):
            row = json.loads(line)
            evidence, claim = row["evidence"].strip(), row["claim"].strip()
            if row.get("set") in ("tabfact", "infotabs", "help_mono", "nli4ct") or len(evidence) > 1500:
                continue
            if row["label"] == "SUPPORTED" and 4 <= len(claim.split()) <= 35:
                found.append((evidence, claim[0].upper() + claim[1:]))
            parts = [part for part in SENTENCE.split(evidence) if 6 <= len(part.split()) <= 30 and part.endswith(".") and part[0].isupper()]
            if len(parts) > 1 and evidence != last:
                found.append((evidence, dice.choice(parts)))
            last = evidence
    dice.shuffle(found)
    return found


def rows(found, seed, kinds):
    """Rows without end, one kind after the other, over the bases and over again with other dice."""
    make = Pairs(found, seed)
    while True:
        made = False
        for evidence, claim in found:
            for kind in kinds:
                for told, label in getattr(make, kind + "_" * (kind == "class"))(evidence, claim):
                    of, said = told if isinstance(told, tuple) else (evidence, told)
                    if label == "SUPPORTED" or said != claim or of != evidence:
                        made = True
                        yield {"evidence": of, "claim": said, "label": label, "set": f"near_{kind}"}
        if not made:
            raise SystemExit("None of the texts gives a row. Are there supported rows in the files?")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("pairs", nargs="+")
    parser.add_argument("--rows", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--show", action="store_true", help="print some rows of each kind")
    args = parser.parse_args()
    kinds = args.kinds.split(",")
    if unknown := set(kinds) - set(KINDS):
        parser.error(f"There is no kind {', '.join(sorted(unknown))}; there are {', '.join(KINDS)}.")
    most, counts, shown = 2 * args.rows / len(kinds), collections.Counter(), collections.Counter()
    of_kind, written = collections.Counter(), 0
    with open(args.out, "w", encoding="utf8") as out:
        for row in rows(bases(args.pairs), args.seed, kinds):
            if of_kind[row["set"]] >= most:
                continue
            of_kind[row["set"]] += 1
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            counts[row["set"], row["label"]] += 1
            if args.show and shown[row["set"], row["label"]] < 4:
                shown[row["set"], row["label"]] += 1
                print(f"{row['label']:12} {row['set']:14} {row['evidence'][:400]}\n{'':27} => {row['claim']}")
            written += 1
            if written == args.rows:
                break
    for (kind, label), count in sorted(counts.items()):
        print(f"{kind:14} {label:12} {count}")


if __name__ == "__main__":
    main()
