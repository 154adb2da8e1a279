"""Fits what weighs the reader's answers about a question (`answering.json`): a logistic regression over the log odds of the surest run, of the surest run elsewhere and of the surest stretch;
and a second one over the parts that are answered, which says how surely each is answered rightly.

    groundwall eval --answers DOCUMENTS questions.jsonl --misses rows.jsonl    # the product writes what the reader said of each part
    pip install scikit-learn numpy
    python3 answering.py questions.jsonl rows.jsonl [questions.jsonl rows.jsonl ..] --out ../answering.json
    python3 answering.py questions.jsonl rows.jsonl [questions.jsonl rows.jsonl ..] --keep ../answering.json --out ../answering.json    # the second one alone

Several pairs of files may follow each other; `--check questions.jsonl rows.jsonl` names pairs that are measured and not fitted. A part is right where what the surest run says holds every part of a right answer (of a question of several parts: one of them).
It prints, for several thresholds, how many right parts, wrong ones of covered questions and parts of uncovered questions pass, by weights that have not seen the document set (one set left out at a time), and beside it the same for the surest run alone.
"""

import argparse, json, math, pathlib, re, tomllib

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

NAMES = ["best", "other", "stretch"]
SURE = ["weighed", "without", "says", "question", "text", "several"]
LISTS = pathlib.Path(__file__).resolve().parents[3] / "crates/groundwall-engine/data/english.toml"
THRESHOLDS = [0.35, 0.4, 0.45, 0.5, 0.55, 0.6]


def plain(text):
    """As `groundwall eval --answers` compares: lower case, marks and thousands folded."""
    text = re.sub(r"(?<=\d),(?=\d)", "", text.lower())
    text = re.sub("[‐‑–—]", "-", re.sub("[’‘]", "'", text))
    return " ".join(text.split())


def says(text, words):
    for found in re.finditer(re.escape(words), text) if words else []:
        before, after = text[found.start() - 1 : found.start()] if found.start() else "", text[found.end() :]
        if not before.isalnum() and not after[:1].isalnum() and not re.match(r"\.\d", after):
            return True
    return False


def log_odds(probability):
    kept = min(max(probability, 0.05), 0.95)
    return math.log(kept / (1 - kept))


def parts(questions, rows):
    """(what was read, the part as a question, right, covered) of every part that the reader has read."""
    with open(questions) as file:
        asked = {row["question"]: row["answers"] for row in map(json.loads, file) if "question" in row}
    out = []
    with open(rows) as file:
        for row in map(json.loads, file):
            answers = asked.get(row["text"])
            for part in row.get("asked", []) if answers is not None else []:
                if (read := part.get("read")) is None:
                    continue
                text = plain(read["text"])
                held = sum(any(says(text, plain(way)) for way in ways) for ways in answers)
                wanted = len(answers) if len(row["asked"]) == 1 else 1
                out.append((read, part["text"], bool(answers) and held >= wanted, bool(answers)))
    return out


def columns_of(read):
    return [log_odds(read[name]) for name in NAMES]


def second_columns(read, question, first, several):
    """As `groundwall_judge::answering::surely`."""
    count = lambda text, fewest: math.log(max(fewest, len(text.split())))
    odds = first["base"] + sum(first[name] * log_odds(read[name]) for name in NAMES)
    asks = any(word in several for word in re.findall(r"\w+", question.lower()))
    return [odds, log_odds(read["without"]), read["says"], count(question, 12), count(read["text"], 15), float(asks)]


def second(sets, first):
    """The weights of the second look; prints what a set left out in turn shows."""
    several = set(tomllib.loads(LISTS.read_text())["questions"]["several"])
    rows = [(number, *row) for number, rows in enumerate(sets) for row in rows if row[0].get("without") is not None]
    number, right = np.array([row[0] for row in rows]), np.array([row[3] for row in rows])
    columns = np.array([second_columns(row[1], row[2], first, several) for row in rows])
    model = lambda: make_pipeline(StandardScaler(), LogisticRegression(C=0.3))
    score = np.zeros(len(right))
    for place in set(number):
        score[number == place] = model().fit(columns[number != place], right[number != place]).predict_proba(columns[number == place])[:, 1]
    print(f"{len(right)} answered parts, {right.sum()} right: AUC of the first look {roc_auc_score(right, columns[:, 0]):.3f}, of the second, by weights of the other sets, {roc_auc_score(right, score):.3f}")
    first_score = 1 / (1 + np.exp(-columns[:, 0]))
    for title, values in (("first", first_score), ("second", score)):
        order = np.argsort(-values)
        print(f"  {title}: wrong among the surest " + ", ".join(f"{most}: {(~right[order[:most]]).sum()}" for most in range(150, len(right), 50)))
    both = np.minimum(score, first_score - 0.05)
    print(f"  both from 0.85: {(both >= 0.85).sum()}, wrong {((both >= 0.85) & ~right).sum()}")
    for threshold in (0.7, 0.75, 0.8, 0.85, 0.9):
        print(f"  from {threshold}: {(score >= threshold).sum()}, wrong {((score >= threshold) & ~right).sum()}")
    fitted = model().fit(columns, right)
    scale, regression = fitted[0], fitted[1]
    weights = regression.coef_[0] / scale.scale_
    base = regression.intercept_[0] - (weights * scale.mean_).sum()
    return {"base": round(float(base), 4), **{name: round(float(value), 4) for name, value in zip(SURE, weights)}}


def pairs(files):
    return list(zip(files[::2], files[1::2], strict=True))


def fit(columns, right):
    return LogisticRegression(C=1.0).fit(columns, right)


def told(name, score, right, covered):
    print(f"{name}: AUC {roc_auc_score(right, score):.3f}")
    for threshold in THRESHOLDS:
        passed = score >= threshold
        print(f"  from {threshold}: right {(passed & right).sum()} of {right.sum()}, wrong {(passed & covered & ~right).sum()}, uncovered {(passed & ~covered).sum()} of {(~covered).sum()}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("--check", nargs="*", default=[])
    parser.add_argument("--reader", help="the reader's SHA-256, as precise.json has it")
    parser.add_argument("--answered", type=float, default=0.5)
    parser.add_argument("--keep", help="the first weights are those of this file")
    parser.add_argument("--out")
    args = parser.parse_args()
    sets = [parts(*pair) for pair in pairs(args.files)]
    if args.keep:
        with open(args.keep) as file:
            kept = json.load(file)
        first = {name: kept[name] for name in ("reader", "base", *NAMES, "answered")}
    else:
        first = weigh(sets, args)
    if args.out:
        with open(args.out, "w") as file:
            json.dump({**first, "sure": second(sets, first)}, file)
            file.write("\n")


def weigh(sets, args):
    columns = np.array([columns_of(row[0]) for rows in sets for row in rows])
    right, covered = (np.array([row[place] for rows in sets for row in rows]) for place in (2, 3))
    number = np.array([place for place, rows in enumerate(sets) for _ in rows])
    score = np.zeros(len(right))
    for place in range(len(sets)):
        score[number == place] = fit(columns[number != place], right[number != place]).predict_proba(columns[number == place])[:, 1]
    told("surest run alone", 1 / (1 + np.exp(-columns[:, 0])), right, covered)
    told("weighed, by weights of the other sets", score, right, covered)
    model = fit(columns, right)
    for questions, rows in pairs(args.check):
        seen = parts(questions, rows)
        x, y, within = np.array([columns_of(row[0]) for row in seen]), np.array([row[2] for row in seen]), np.array([row[3] for row in seen])
        told(f"{rows}, surest run alone", 1 / (1 + np.exp(-x[:, 0])), y, within)
        told(f"{rows}, weighed", model.predict_proba(x)[:, 1], y, within)
    weights = {name: round(float(value), 4) for name, value in zip(NAMES, model.coef_[0])}
    return {"reader": args.reader, "base": round(float(model.intercept_[0]), 4), **weights, "answered": args.answered}


main()
