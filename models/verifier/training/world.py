"""Pairs for close reading, made from a seed: small worlds told in a few sentences, and claims about them that are true in other words or false in the same ones.

    python world.py OUT.jsonl --rows 100000 [--seed 1] [--show]

A world has people, firms, things and events with properties of their own; every sentence of the evidence has neighbours about the very same things, so that words alone decide nothing. Each row is
{"evidence", "claim", "label", "set"}; the set names the kind: who did what to whom, whose property, what came first, what is allowed and to whom, what was not done, which number belongs where, how
many, what must and what may be. NEUTRAL rows have the sentence that decides taken away and its neighbours kept. No text of any evaluation set is used; all of it was written for this file.
"""

import argparse
import collections
import json
import random

FIRST = """Anna Boris Carla Dmitri Elena Farouk Greta Hassan Ines Jonas Karim Lena Marco Nadia Oskar Paula Quentin Rosa Stefan Tamara Ulrich Vera Wanda Xavier Yusuf Zoe Aaron Bianca Cedric Dora Emil Fiona
Gregor Hilda Igor Judith Kofi Lucia Milan Nora Omar Petra Rafael Sonja Tobias Ursula Viktor Wilma Amir Beate Colin Dagmar Edgar Flora Gustav Helga Ivan Jana Kurt Lidia Mehmet Noemi Otto Pia""".split()
LAST = """Adler Bauer Costa Dahl Ericson Farkas Gruber Haddad Ivanov Jensen Kowalski Larsen Moreau Novak Okafor Petrov Quist Rossi Silva Tanaka Ueda Varga Weber Yilmaz Zeller Abbas Berg Conti Duarte Engel Fontaine
Garcia Holm Ibsen Jansen Keller Lindgren Marek Nilsen Orban Pavic Reyes Sato Thorne Ulmer Vidal Winter Brandt Castell Demir Falk Greco Huber Lopez Meyer Nagy Olsen Park Ritter Strand""".split()
FIRMS = """Altona Breva Corvin Delmar Estrel Fornax Galdor Helvik Indra Jorvik Kestrel Lumen Marvik Nordal Orsa Pelagia Quarry Rondo Sentis Tarmo Ustra Veltro Wexford Yarrow Zenith Ambra Birka Caldera Dorant Elmora""".split()
FORMS = ["Foods", "Shipping", "Optics", "Mills", "Systems", "Pharma", "Timber", "Press", "Energy", "Glass", "Tools", "Textiles", "Motors", "Dairies"]
TOWNS = """Arnsby Brekke Carlow Drava Eskil Falun Gorna Hamar Ilava Jelsa Kalmar Lodz Moravec Narva Ostrov Pernik Rakov Sibiu Tarnow Umea Vranje Wels Zadar Aldea Bruma Cetin Dorsk Elbeck""".split()
THINGS = """tower bridge library archive garden chapel warehouse ferry tractor printer pump turbine crane piano clock furnace greenhouse barrier dam kiln lorry freezer boiler compressor lift gate mill barge tunnel
observatory dormitory workshop laboratory canteen reservoir pavilion cellar staircase lantern engine""".split()
MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()

# (subject kind, object kind, told sentence, other ways to say it, ways that are false when only the two are exchanged in the told sentence are made from all of them)
RELATIONS = [
    ("person", "person", ["{a} succeeded {b} as {role}.", "{a} took over from {b} as {role}.", "{b} was followed by {a} as {role}.", "{b} was the {role} before {a}.", "{a} replaced {b} as {role}.", "After {b}, {a} became {role}.", "{b} was {a}'s predecessor as {role}."]),
    ("person", "person", ["{a} hired {b}.", "{b} was hired by {a}.", "{b} got the job from {a}.", "It was {a} who took {b} on."]),
    ("person", "person", ["{a} reports to {b}.", "{b} is the superior of {a}.", "{a} has {b} as a superior.", "{b} is {a}'s boss."]),
    ("person", "person", ["{a} taught {b}.", "{b} was taught by {a}.", "{b} was a pupil of {a}.", "{a} was the teacher of {b}."]),
    ("person", "person", ["{a} lent money to {b}.", "{b} borrowed money from {a}.", "{b} owes {a} money.", "{a} is a creditor of {b}."]),
    ("person", "person", ["{a} is older than {b}.", "{b} is younger than {a}.", "Of the two, {a} was born earlier than {b}."]),
    ("person", "person", ["{a} beat {b} in the final.", "{b} lost the final to {a}.", "{b} was beaten by {a} in the final.", "In the final {a} won against {b}."]),
    ("person", "person", ["{a} accused {b} of negligence.", "{b} was accused of negligence by {a}.", "{a} charged {b} with negligence.", "{b} faced an accusation of negligence from {a}."]),
    ("person", "person", ["{a} treated {b} after the accident.", "{b} was treated by {a} after the accident.", "After the accident {b} was a patient of {a}."]),
    ("person", "person", ["{a} thanked {b} for the help.", "{b} was thanked by {a} for the help.", "{b} had helped {a}, who said thanks."]),
    ("person", "person", ["{a} wrote the report and {b} reviewed it.", "The report was written by {a} and reviewed by {b}.", "{b} reviewed the report that {a} wrote.", "The author of the report is {a} and its reviewer {b}."]),
    ("person", "person", ["{a} directed the play and {b} played the lead.", "{b} had the lead in the play, which {a} directed.", "The play with {b} in the lead was directed by {a}."]),
    ("person", "person", ["{a} designed the {thing} and {b} built it.", "The {thing} was designed by {a} and built by {b}.", "{b} built the {thing} to the design of {a}.", "{a} was the designer and {b} the builder of the {thing}."]),
    ("person", "person", ["{a} is the mother of {b}.", "{b} is {a}'s child.", "{a} gave birth to {b}."]),
    ("person", "person", ["{a} let the flat to {b}.", "{b} rented the flat from {a}.", "{b} is the tenant and {a} the landlord.", "The flat was let to {b} by {a}."]),
    ("person", "person", ["{a} nominated {b} for the board.", "{b} was nominated for the board by {a}.", "{a} put {b} forward for the board."]),
    ("firm", "firm", ["{a} bought {b}.", "{b} was bought by {a}.", "{a} took {b} over.", "{b} now belongs to {a}.", "{a} is the new owner of {b}.", "{a} acquired {b}."]),
    ("firm", "firm", ["{a} sued {b}.", "{b} was sued by {a}.", "{a} took {b} to court.", "{a} brought a claim against {b}."]),
    ("firm", "firm", ["{a} supplies {b} with parts.", "{b} gets parts from {a}.", "{a} is a supplier of {b}.", "{b} is a customer of {a}."]),
    ("firm", "firm", ["{a} sold the {thing} to {b}.", "{b} bought the {thing} from {a}.", "The {thing} was sold to {b} by {a}.", "{a} was the seller of the {thing} and {b} the buyer."]),
    ("firm", "firm", ["{a} audits {b}.", "{b} is audited by {a}.", "{a} is the auditor of {b}.", "The books of {b} are checked by {a}."]),
    ("firm", "firm", ["{a} is larger than {b}.", "{b} is smaller than {a}.", "{b} is not as large as {a}."]),
    ("firm", "firm", ["{a} overtook {b} in sales.", "{b} was overtaken by {a} in sales.", "{a} now sells more than {b}.", "{b} now sells less than {a}."]),
    ("firm", "firm", ["{a} licensed the patent to {b}.", "{b} obtained a licence for the patent from {a}.", "The patent belongs to {a}, and {b} may use it."]),
    ("firm", "firm", ["{a} pays {b} for the storage.", "{b} is paid for the storage by {a}.", "{b} stores goods for {a} against payment."]),
    ("town", "town", ["{a} is north of {b}.", "{b} is south of {a}.", "Seen from {b}, {a} lies to the north."]),
    ("town", "town", ["The road leads from {a} down to {b}.", "{a} lies higher than {b}.", "{b} is lower than {a}.", "From {b} the road climbs to {a}."]),
    ("town", "town", ["More people moved from {a} to {b} than the other way.", "{b} gained people from {a}.", "{a} lost people to {b}."]),
]
ROLES = ["mayor", "treasurer", "head of sales", "chief engineer", "director", "captain", "secretary", "chair of the board", "head nurse", "editor", "conductor of the choir", "coach"]

# A frame tells a property of several things in one breath; a claim gives one thing its own property, or its neighbour's.
FRAMES = [
    ("thing", ["red", "blue", "green", "white", "black", "yellow", "grey", "brown"], "The {x} is {p}", ["The {x} is {p}.", "The colour of the {x} is {p}.", "The {x} was painted {p}."]),
    ("thing", ["wood", "steel", "stone", "brick", "glass", "concrete", "copper", "bamboo"], "the {x} is made of {p}", ["The {x} is made of {p}.", "The material of the {x} is {p}.", "The {x} consists of {p}.", "{P} was used for the {x}."]),
    ("thing", TOWNS, "the {x} stands in {p}", ["The {x} stands in {p}.", "The {x} can be found in {p}.", "In {p} there is the {x}.", "{p} is where the {x} stands."]),
    ("thing", DAYS, "the {x} is inspected on {p}", ["The {x} is inspected on {p}.", "{p} is the day on which the {x} is inspected.", "The inspection of the {x} takes place on {p}."]),
    ("thing", [f"{m} {y}" for m in MONTHS for y in (1998, 2007, 2011, 2016, 2019, 2021)], "the {x} was finished in {p}", ["The {x} was finished in {p}.", "Work on the {x} ended in {p}.", "It was in {p} that the {x} was completed.", "The {x} was completed in {p}."]),
    ("thing", [f"{n} euros" for n in (120, 180, 240, 350, 410, 560, 730, 890, 1250, 2400, 3600, 9800)], "the {x} costs {p}", ["The {x} costs {p}.", "The price of the {x} is {p}.", "One pays {p} for the {x}."]),
    ("thing", [f"{n} metres" for n in (4, 7, 9, 12, 15, 18, 23, 27, 31, 46, 58, 90)], "the {x} is {p} long", ["The {x} is {p} long.", "The length of the {x} is {p}.", "The {x} has a length of {p}."]),
    ("person", TOWNS, "{x} lives in {p}", ["{x} lives in {p}.", "{p} is the home of {x}.", "{x}'s home is in {p}."]),
    ("person", ["physics", "history", "music", "chemistry", "law", "biology", "drawing", "geography"], "{x} teaches {p}", ["{x} teaches {p}.", "{P} is taught by {x}.", "{x} gives lessons in {p}.", "The teacher of {p} is {x}."]),
    ("person", ["Danish", "Polish", "Korean", "Italian", "Turkish", "Finnish", "Greek", "Hindi"], "{x} speaks {p}", ["{x} speaks {p}.", "{p} is the language of {x}.", "{x} is able to speak {p}."]),
    ("person", ["the budget", "the archive", "the kitchen", "the fleet", "the press", "the training", "safety", "purchasing"], "{x} is responsible for {p}", ["{x} is responsible for {p}.", "{P} is the responsibility of {x}.", "{x} is in charge of {p}.", "{x} looks after {p}."]),
    ("person", [f"{n} votes" for n in (11, 14, 23, 38, 46, 57, 64, 81, 95, 112, 240)], "{x} got {p}", ["{x} got {p}.", "{x} received {p}.", "{p} were cast for {x}.", "{x} was given {p}."]),
    ("firm", ["flour", "lenses", "sails", "batteries", "carpets", "bricks", "vaccines", "bicycles", "cheese", "paint"], "{x} makes {p}", ["{x} makes {p}.", "{P} are what {x} produces.", "{x} is a maker of {p}.", "{x} produces {p}."]),
    ("firm", TOWNS, "{x} has its seat in {p}", ["{x} has its seat in {p}.", "{x} is based in {p}.", "The seat of {x} is in {p}."]),
    ("firm", ["rose by 3 percent", "fell by 4 percent", "rose by 11 percent", "fell by 9 percent", "did not change", "doubled", "rose by 7 percent", "fell by half"], "the sales of {x} {p}", ["The sales of {x} {p}.", "{x}'s sales {p}.", "At {x}, sales {p}."]),
    ("firm", ["a strike", "a fire", "a flood", "a lack of steel", "a change of owner", "a fault in the software", "a new law", "a cold summer"], "{x} stopped production because of {p}", ["{x} stopped production because of {p}.", "{P} made {x} stop production.", "The reason why {x} stopped production was {p}."]),
]

# Who may, who must, who need not: (group, group, action). Told for one of them with its exception.
GROUPS = [("members", "guests"), ("adults", "children"), ("teachers", "pupils"), ("residents", "visitors"), ("nurses", "doctors"), ("drivers", "passengers"), ("tenants", "owners"), ("trainees", "engineers"), ("editors", "reporters"), ("cyclists", "pedestrians")]
ACTIONS = ["use the pool", "park in the yard", "enter the archive", "vote at the meeting", "borrow books", "smoke on the terrace", "open the gate", "sign the form", "use the lift", "wear a helmet", "pay a fee", "bring a dog", "work at night", "show a card", "keep the key", "attend the course", "take photographs", "change the plan"]
MODES = {
    "may": ["{G} may {v}.", "{G} are allowed to {v}.", "{G} have permission to {v}.", "It is permitted for {g} to {v}."],
    "may not": ["{G} may not {v}.", "{G} are not allowed to {v}.", "{G} are forbidden to {v}.", "It is forbidden for {g} to {v}."],
    "must": ["{G} must {v}.", "{G} are required to {v}.", "{G} have to {v}.", "It is compulsory for {g} to {v}."],
    "need not": ["{G} need not {v}.", "{G} are not required to {v}.", "{G} do not have to {v}.", "It is optional for {g} to {v}."],
}
# What a claim in one mode says beside a fact in another: entailed, contradicted, or left open.
BESIDE = {("must", "may"): 0, ("must", "may not"): 2, ("must", "need not"): 2, ("may", "may not"): 2, ("may not", "may"): 2, ("may not", "must"): 2, ("need not", "must"): 2, ("may", "must"): 1, ("need not", "may"): 1, ("may not", "need not"): 0}

EVENTS = [("the roof was repaired", "the repair of the roof"), ("the contract was signed", "the signing of the contract"), ("the new director was chosen", "the choice of the new director"), ("the bridge was closed", "the closing of the bridge"),
          ("the samples were sent to the laboratory", "the sending of the samples"), ("the alarm was tested", "the test of the alarm"), ("the staff were trained", "the training of the staff"), ("the tank was emptied", "the emptying of the tank"),
          ("the election was held", "the election"), ("the money was paid back", "the repayment of the money"), ("the old software was switched off", "the end of the old software"), ("the patients were informed", "the informing of the patients"),
          ("the machine was cleaned", "the cleaning of the machine"), ("the witness was heard", "the hearing of the witness"), ("the trees were felled", "the felling of the trees"), ("the complaint was withdrawn", "the withdrawal of the complaint"),
          ("the exhibition was opened", "the opening of the exhibition"), ("the results were published", "the publication of the results"), ("the valve was replaced", "the replacement of the valve"), ("the school moved", "the move of the school")]
ORDER = ["{A} before {b}.", "{B} after {a}.", "First {a}, then {b}.", "{B} only once {a_had}.", "{An} came before {bn}.", "{Bn} followed {an}.", "{An} was earlier than {bn}."]
DONE = [("{x} paid the bill", "{x} did not pay the bill"), ("{x} answered the letter", "{x} left the letter without an answer"), ("{x} passed the test", "{x} failed the test"), ("{x} accepted the offer", "{x} refused the offer"), ("{x} came to the meeting", "{x} was absent from the meeting"),
        ("{x} kept the receipt", "{x} no longer had the receipt"), ("{x} agreed with the plan", "{x} rejected the plan"), ("{x} still works there", "{x} does not work there any more"), ("{x} appealed", "{x} did not appeal"), ("{x} was told of the risk", "nobody told {x} of the risk"),
        ("{x} was hurt", "{x} was not hurt"), ("{x} signed", "{x} did not sign"), ("{x} remembered the date", "{x} forgot the date"), ("{x} locked the door", "{x} left the door unlocked"), ("{x} was found guilty", "{x} was acquitted"), ("{x} won", "{x} did not win")]
COUNTED = [("houses", "were sold", "were let"), ("patients", "were treated at home", "were treated in hospital"), ("pupils", "came by bus", "came on foot"), ("parcels", "arrived in time", "were late"), ("lamps", "were replaced", "were repaired"), ("members", "voted for the plan", "voted against it"),
           ("ships", "were loaded", "were unloaded"), ("letters", "were answered", "were left unanswered"), ("calls", "were about heating", "were about water"), ("samples", "were clean", "were contaminated"), ("trees", "were planted", "were felled"), ("workers", "were on the day shift", "were on the night shift")]

LABEL = {0: "SUPPORTED", 1: "NEUTRAL", 2: "CONTRADICTED", 3: "UNSUPPORTED"}


def cap(text):
    return text[:1].upper() + text[1:]


class World:
    """One small world: everything of a kind is drawn without repetition."""

    def __init__(self, dice):
        self.dice = dice
        first, last = dice.sample(FIRST, 12), dice.sample(LAST, 12)
        # Some are called by both names, some by one.
        self.pools = {
            "person": [dice.choice([f"{a} {b}", a, f"{a} {b}", b]) for a, b in zip(first, last)],
            "firm": [dice.choice([name, f"{name} {dice.choice(FORMS)}"]) for name in dice.sample(FIRMS, 8)],
            "town": dice.sample(TOWNS, 8),
            "thing": dice.sample(THINGS, 10),
        }

    def take(self, kind):
        return self.pools[kind].pop()


def relation(dice, world):
    kind, other, ways = dice.choice(RELATIONS)
    a, b = world.take(kind), world.take(other)
    names = {"role": dice.choice(ROLES), "thing": world.take("thing")}
    told, said = dice.sample(ways, 2)
    fact = told.format(a=a, b=b, **names)
    true = (said if dice.random() < 0.8 else told).format(a=a, b=b, **names)
    false = dice.choice(ways).format(a=b, b=a, **names)
    return fact, true, (false, 2), "relation"


def siblings(dice, world):
    kind, values, frame, ways = dice.choice(FRAMES)
    count = dice.choice([2, 2, 3])
    things = [world.take(kind) for _ in range(count)]
    values = dice.sample(values, count)
    parts = [frame.format(x=x, p=p) for x, p in zip(things, values)]
    if dice.random() < 0.5:
        fact = cap(", ".join(parts[:-1]) + " and " + parts[-1] + ".")
    else:
        fact = " ".join(cap(part) + "." for part in parts)
    way = dice.choice(ways)
    place = dice.randrange(count)
    other = dice.choice([n for n in range(count) if n != place])
    say = lambda x, p: cap(way.format(x=x, p=p, P=cap(p)))
    return fact, say(things[place], values[place]), (say(things[place], values[other]), 2), "sibling"


def order(dice, world):
    (a, an), (b, bn) = dice.sample(EVENTS, 2)
    say = lambda way, a, an, b, bn: cap(way.format(a=a, b=b, A=cap(a), B=cap(b), an=an, bn=bn, An=cap(an), Bn=cap(bn), a_had=a.replace(" was ", " had been ").replace(" were ", " had been ").replace(" moved", " had moved")))
    told, said = dice.sample(ORDER, 2)
    return say(told, a, an, b, bn), say(said, a, an, b, bn), (say(dice.choice(ORDER), b, bn, a, an), 2), "order"


def rule(dice, world):
    g, h = dice.choice(GROUPS)
    if dice.random() < 0.5:
        g, h = h, g
    action = dice.choice(ACTIONS)
    mine, theirs = dice.sample(list(MODES), 2)
    while {mine, theirs} in ({"must", "may"}, {"may", "need not"}, {"may not", "need not"}):
        mine, theirs = dice.sample(list(MODES), 2)
    say = lambda mode, group: dice.choice(MODES[mode]).format(G=cap(group), g=group, v=action)
    fact = dice.choice(["{0} {1}", "{1} {0}"]).format(say(mine, g), say(theirs, h))
    true = say(mine, g)
    if dice.random() < 0.5:
        return fact, true, (say(theirs, g), BESIDE.get((mine, theirs), 3)), "rule"
    wrong = dice.choice([mode for mode in MODES if BESIDE.get((mine, mode), 0) in (1, 2)])
    return fact, true, (say(wrong, g), BESIDE[(mine, wrong)]), "mode"


def done(dice, world):
    (yes, no), (other_yes, other_no) = dice.sample(DONE, 2)
    x, y = world.take("person"), world.take("person")
    happened = dice.random() < 0.5
    mine, wrong = (yes, no) if happened else (no, yes)
    joint = dice.choice([", but ", ", while ", "; "])
    if dice.random() < 0.6:
        # The same thing told of another person, the other way round.
        fact = cap(mine.format(x=x)) + joint + wrong.format(x=y) + "."
    else:
        fact = cap(mine.format(x=x)) + joint + dice.choice([other_yes, other_no]).format(x=x) + "."
    return fact, cap(mine.format(x=x)) + ".", (cap(wrong.format(x=x)) + ".", 2), "done"


def numbers(dice, world):
    noun, one, two = dice.choice(COUNTED)
    a, b = dice.sample(range(3, 400), 2)
    year = dice.randrange(1990, 2024)
    kind = dice.randrange(4)
    if kind == 0:
        fact = f"{a} {noun} {one} and {b} {two}."
        true = dice.choice([f"{a} {noun} {one}.", f"{b} {noun} {two}.", f"More {noun} {one if a > b else two} than {two if a > b else one}.", f"In all there were {a + b} {noun} that {one} or {two}."])
        false = dice.choice([f"{b} {noun} {one}.", f"{a} {noun} {two}.", f"More {noun} {two if a > b else one} than {one if a > b else two}."])
    elif kind == 1:
        fact = f"In {year} {a} {noun} {one}, in {year + 1} it was {b}."
        rose = b > a
        true = dice.choice([f"{a} {noun} {one} in {year}.", f"{'More' if rose else 'Fewer'} {noun} {one} in {year + 1} than in {year}.", f"The number of {noun} that {one} {'rose' if rose else 'fell'} from {year} to {year + 1}."])
        false = dice.choice([f"{b} {noun} {one} in {year}.", f"{'Fewer' if rose else 'More'} {noun} {one} in {year + 1} than in {year}.", f"The number of {noun} that {one} {'fell' if rose else 'rose'} from {year} to {year + 1}."])
    elif kind == 2:
        all_of, left = dice.randrange(12, 90), dice.randrange(2, 6)
        fact = f"All but {left} of the {all_of} {noun} {one}."
        true = dice.choice([f"{all_of - left} of the {all_of} {noun} {one}.", f"Most of the {noun} {one}.", f"Not all of the {noun} {one}."])
        false = dice.choice([f"All of the {noun} {one}.", f"Only {left} of the {noun} {one}.", f"None of the {noun} {one}.", f"Fewer than half of the {noun} {one}."])
    else:
        fact = dice.choice([f"None of the {noun} {one}.", f"Not one of the {noun} {one}."])
        true = dice.choice([f"No {noun} {one}.", f"There were no {noun} that {one}."])
        false = dice.choice([f"Some of the {noun} {one}.", f"A few {noun} {one}.", f"Most of the {noun} {one}."])
    return fact, true, (false, 2), "number"


KINDS = [(relation, 5), (siblings, 5), (order, 2), (rule, 3), (done, 2), (numbers, 2)]


def rows(seed):
    """Rows without end: for each world about as many true as false claims, and one whose sentence was taken away."""
    dice = random.Random(seed)
    makers = [maker for maker, weight in KINDS for _ in range(weight)]
    while True:
        world = World(dice)
        facts = []
        for maker in dice.sample(makers, dice.choice([1, 2, 2, 3, 3])):
            try:
                facts.append(maker(dice, world))
            except IndexError:
                continue
        for place, (fact, true, (false, wrong), kind) in enumerate(facts):
            told = [other[0] for other in facts]
            evidence = " ".join(told)
            yield {"evidence": evidence, "claim": true, "label": "SUPPORTED", "set": f"world_{kind}"}
            yield {"evidence": evidence, "claim": false, "label": LABEL[wrong], "set": f"world_{kind}"}
            rest = told[:place] + told[place + 1 :]
            if rest and dice.random() < 0.25:
                yield {"evidence": " ".join(rest), "claim": dice.choice([true, false]), "label": "NEUTRAL", "set": "world_absent"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print some rows of each kind")
    args = parser.parse_args()
    counts, shown = collections.Counter(), collections.Counter()
    with open(args.out, "w", encoding="utf8") as out:
        for row, _ in zip(rows(args.seed), range(args.rows)):
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            counts[row["set"], row["label"]] += 1
            if args.show and shown[row["set"], row["label"]] < 3:
                shown[row["set"], row["label"]] += 1
                print(f"{row['label']:12} {row['set']:16} {row['evidence']}\n{'':29} => {row['claim']}")
    for (kind, label), count in sorted(counts.items()):
        print(f"{kind:16} {label:12} {count}")


if __name__ == "__main__":
    main()
