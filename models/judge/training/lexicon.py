"""Makes ../lexicon.txt from WordNet 3.0 (Debian's package wordnet-base): which common words mean the same, the opposite, more, less, or a neighbour.

    apt-get install wordnet-base && python3 lexicon.py [/usr/share/wordnet] > ../lexicon.txt

Lines: `s` and for each synset, in order from 0, the numbers of the synsets right above it (for an adjective near another: that one);
`w word synset..`, most frequent sense first; `a word word`, a pair of antonyms; `e form word`, an irregular form. Words are single, lower-case, and kept with the senses that occur in the
sense-tagged texts, or with their first one. Same input, same output.
"""

import sys
from pathlib import Path

ABOVE = {"@", "@i", "&"}  # hypernym, instance hypernym, similar to
SENSES = 6
HEIGHT = 5

root = Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/wordnet")
synsets, antonyms = {}, set()
for part, kind in (("noun", "n"), ("verb", "v"), ("adj", "a"), ("adv", "r")):
    for line in (root / f"data.{part}").read_text(encoding="latin-1").splitlines():
        if line.startswith("  "):
            continue
        fields = line.split("|")[0].split()
        count = int(fields[3], 16)
        words = [fields[4 + 2 * place].split("(")[0].lower() for place in range(count)]
        at = 4 + 2 * count
        above = []
        for place in range(int(fields[at])):
            symbol, offset, pos, between = fields[at + 1 + 4 * place : at + 5 + 4 * place]
            pos = "a" if pos == "s" else pos
            if symbol in ABOVE and (symbol != "&" or fields[2] == "s"):
                above.append((pos, offset))
            if symbol == "!":
                antonyms.add((kind, fields[0], words[int(between[:2], 16) - 1], (pos, offset), int(between[2:], 16)))
        synsets[(kind, fields[0])] = (words, above)

tagged = {}
for line in (root / "cntlist.rev").read_text().splitlines():
    key, number, count = line.split()
    word, rest = key.split("%")
    tagged[(word, "nvaras"[int(rest[0]) - 1] if rest[0] != "5" else "a", int(number))] = int(count)

kept = {}
for part, kind in (("noun", "n"), ("verb", "v"), ("adj", "a"), ("adv", "r")):
    for line in (root / f"index.{part}").read_text().splitlines():
        if line.startswith("  "):
            continue
        fields = line.split()
        word, offsets = fields[0], fields[len(fields) - int(fields[2]) :]
        if not word.isalpha() or len(word) < 3:
            continue
        total = sum(tagged.get((word, kind, sense), 0) for sense in range(1, len(offsets) + 1))
        for sense, offset in enumerate(offsets[:SENSES], 1):
            count = tagged.get((word, kind, sense), 0)
            if count or (sense == 1 and total == 0 and kind != "n" and len(offsets) <= 2):
                if count * 40 >= total:
                    kept.setdefault(word, []).append((-count, kind, offset))

number, order = {}, []


def take(key, height):
    if key in number:
        return
    number[key] = len(order)
    order.append(key)
    if height:
        for above in synsets[key][1]:
            take(above, height - 1)


for word in sorted(kept):
    for _, kind, offset in sorted(kept[word]):
        take((kind, offset), HEIGHT)

print("# Derived from WordNet 3.0, Copyright 2006 by Princeton University, all rights reserved; licence: LICENSE-WORDNET beside this file. Made by training/lexicon.py.")
for key in order:
    print(" ".join(["s"] + [str(number[above]) for above in synsets[key][1] if above in number]))
for word in sorted(kept):
    print(" ".join(["w", word] + [str(number[(kind, offset)]) for _, kind, offset in sorted(kept[word])]))
pairs = set()
for kind, offset, word, (pos, other), place in antonyms:
    opposite = synsets[(pos, other)][0][place - 1]
    if word.isalpha() and opposite.isalpha() and word < opposite:
        pairs.add((word, opposite))
for pair in sorted(pairs):
    print("a", *pair)
forms = set()
for part in ("noun", "verb", "adj", "adv"):
    for line in (root / f"{part}.exc").read_text().splitlines():
        form, *words = line.split()
        if form.isalpha() and form not in kept:
            forms.update((form, word) for word in words[:1] if word in kept)
for form, word in sorted(forms):
    print("e", form, word)
