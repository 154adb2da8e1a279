"""Texts that name a clause without asserting it, and texts that assert it in like words: the kind `embedded` of near_pairs.py.

The words are those of the check on assertions (crates/groundwall-checks/data/assertion.toml); the frames are written here, so that the sentences read as people write them. What a text denies is CONTRADICTED, what it leaves open, to others or to a condition is NEUTRAL,
and a control is SUPPORTED: the same words around a clause that the text does assert, or around its neighbour.
"""

import re, tomllib
from pathlib import Path

DATA = Path(__file__).resolve().parents[3] / "crates/groundwall-checks/data/assertion.toml"
WORD = re.compile(r"[a-z]+")
# Words that a sentence loses its capital before nothing else: what begins with another word may be a name.
SMALL = re.compile(r"^(The|A|An|In|On|At|By|It|There|This|That|These|Those|He|She|They|We|All|Most|Some|Many|More|Half|One|Two|Three|Four|Several|Each|Every|Both|After|Before|During|Its|His|Her|Their)\b")

# {c} is the clause, {C} the clause as a sentence; the other names are those of SLOTS.
DENIED = [
    "It is {a myth} that {c}.", "It is a {common} {myth} that {c}.", "That {c} is {false}.", "The {claim} that {c} is {false}.", "The {claim} that {c} turned out to be {false}.", "It is {false} to say that {c}.", "It was {wrongly} said that {c}.", "{C}. This is {false}.",
    "{C}, people say, but that is {false}.", "It is not true that {c}.", "It is by no means the case that {c}.", "Is it true that {c}? No.", "Whoever says that {c} is mistaken.", "{Findings} have disproved the {claim} that {c}.", "It has never been true that {c}.", "{C}: {a myth}.",
    "The {common} {claim} that {c} has long been debunked.", "There is no truth in the {claim} that {c}.",
]
WITHHELD = [
    "It is {unsure} whether {c}.", "There is a {rumour} that {c}.", "{Party} claims that {c}.", "{Party} denies that {c}.", "{Party} was asked whether {c}.", "If {c}, the plan will be changed.", "The contract ends if {c}.", "Unless {c}, nothing will be paid.", "Is it true that {c}?",
    "Some people believe that {c}.", "Suppose that {c}.", "No {finding} has shown that {c}.", "Nobody knows whether {c}.", "There is no {evidence} that {c}.", "It is alleged that {c}.", "It was once believed that {c}.", "It would be welcome news that {c}, but nobody has looked into it.",
    "{Party} hopes that {c}.", "On the assumption that {c}, the sum is enough.", "{Party} dismissed the {claim} that {c}.", "Perhaps {c}.", "{Party} dreamt that {c}.",
]
ASSERTED = [
    "It is true that {c}.", "There is no doubt that {c}.", "It is no {myth} that {c}.", "It is not {false} that {c}.", "Nobody denies that {c}.", "{Findings} have shown that {c}.", "The {claim} that {c} turned out to be true.", "It was confirmed that {c}.", "Few people know that {c}.", "Even if few people know it, {c}.",
    "It would be wrong to deny that {c}.", "Whether or not that was planned, {c}.", "Is it true that {c}? Yes.", "It was asked whether {c}, and the answer was yes.", "{Party} had denied it, yet {c}.",
]
BESIDE = ["It is {a myth} that {o}. {C}.", "{C}. That {o} is {false}.", "{C}. There is a {rumour} that {o}.", "It is {unsure} whether {o}, but {c}.", "{C}. If {o}, that may change.", "{Party} denies that {o}. {C}."]
PARTIES = ["The minister", "The firm", "A neighbour", "The union", "The plaintiff", "One of the owners", "Her brother", "The captain", "The committee", "A former guard"]


class Embedded:
    def __init__(self, dice):
        data = tomllib.loads(DATA.read_text(encoding="utf8"))
        lists = data["lists"]
        singular = lambda words: [word for word in words if not word.endswith("s")]
        self.dice = dice
        # A sentence that has such a word says already how it stands to its clause.
        self.speaking = {word for kind in data["kinds"] for word in kind["echoes"]} | set(data["clauses"]["negators"]) | {"may", "might", "would", "could", "must", "should", "can", "will"}
        self.slots = {
            "myth": lists["strong_myth"], "false": [word for word in lists["false"] if word not in ("invented", "nonsensical", "refuted", "misguided")],
            "wrongly": lists["wrongly"], "rumour": [word for word in singular(lists["rumour"]) if word not in ("gossip", "hearsay")], "claim": [word for word in singular(lists["claim"]) if word not in ("news", "argument", "fear", "suspicion", "prediction")],
            "unsure": [word for word in lists["unsure"] if word in ("unclear", "uncertain", "unknown", "doubtful", "questionable", "disputed", "debatable", "unproven", "undecided", "debated", "unresolved")],
            "evidence": ["evidence", "proof", "indication", "sign"], "finding": [word for word in singular(lists["finding"]) if word in ("test", "trial", "study", "experiment", "inquiry", "survey", "audit")], "common": ["common", "popular", "widespread", "persistent", "old"],
            "Findings": ["Tests", "Several studies", "The records", "New measurements", "Trials"], "Party": PARTIES,
        }

    def fits(self, sentence):
        """Whether a sentence can stand inside another one."""
        words = WORD.findall(sentence.lower())
        return 4 <= len(words) <= 28 and sentence.endswith(".") and not self.speaking & set(words) and not re.search(r"[;:?!\"“”()]", sentence)

    def put(self, frame, clause, other=""):
        inside = lambda sentence: SMALL.sub(lambda first: first[0].lower(), sentence.rstrip("."))
        said = {name: self.dice.choice(words) for name, words in self.slots.items()}
        said["a myth"] = ("an " if said["myth"][0] in "aeiou" else "a ") + said["myth"]
        said.update(c=inside(clause), C=clause.rstrip("."), o=inside(other))
        return re.sub(r"\{([^}]+)\}", lambda slot: said[slot[1]], frame)

    def rows(self, claim, told, neighbours):
        """(evidence, label) for a claim: `told` is the sentence of the text that says it, the neighbours say something else."""
        around = lambda text: " ".join(part for part in (self.dice.choice([*neighbours, ""]), text, self.dice.choice([*neighbours, "", ""])) if part)
        yield around(self.put(self.dice.choice(DENIED), told)), "CONTRADICTED"
        yield around(self.put(self.dice.choice(WITHHELD), told)), "NEUTRAL"
        yield around(self.put(self.dice.choice(ASSERTED), told)), "SUPPORTED"
        others = [other for other in neighbours if self.fits(other) and SMALL.match(other)]
        frame, other = (self.dice.choice(BESIDE), self.dice.choice(others)) if others else (self.dice.choice(ASSERTED), "")
        yield self.put(frame, told, other), "SUPPORTED"
