"""Fits what weighs the reader's answers about a question (`answering.json`): a logistic regression over the log odds of the surest run, of the surest run elsewhere and of the surest stretch.

    groundwall eval --answers DOCUMENTS questions.jsonl --misses rows.jsonl    # the product writes what the reader said of each part
    pip install scikit-learn numpy
    python3 answering.py questions.jsonl rows.jsonl [questions.jsonl rows.jsonl ..] --out ../answering.json

Several pairs of files may follow each other; `--check questions.jsonl rows.jsonl` names pairs that are measured and not fitted. A part is right where what the surest run says holds every part of a right answer (of a question of several parts: one of them).
It prints, for several thresholds, how many right parts, wrong ones of covered questions and parts of uncovered questions pass, by weights that have not seen the document set (one set left out at a time), and beside it the same for the surest run alone.
"""

import argparse, json, math, re

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

NAMES = ["best", "other", "stretch"]
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
    """(columns, right, covered) of every part that the reader has read."""
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
                out.append(([log_odds(read[name]) for name in NAMES], bool(answers) and held >= wanted, bool(answers)))
    return out


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
    parser.add_argument("--out")
    args = parser.parse_args()
    sets = [parts(*pair) for pair in pairs(args.files)]
    columns = np.array([row[0] for rows in sets for row in rows])
    right, covered = (np.array([row[place] for rows in sets for row in rows]) for place in (1, 2))
    number = np.array([place for place, rows in enumerate(sets) for _ in rows])
    score = np.zeros(len(right))
    for place in range(len(sets)):
        score[number == place] = fit(columns[number != place], right[number != place]).predict_proba(columns[number == place])[:, 1]
    told("surest run alone", 1 / (1 + np.exp(-columns[:, 0])), right, covered)
    told("weighed, by weights of the other sets", score, right, covered)
    model = fit(columns, right)
    for questions, rows in pairs(args.check):
        seen = parts(questions, rows)
        x, y, within = np.array([row[0] for row in seen]), np.array([row[1] for row in seen]), np.array([row[2] for row in seen])
        told(f"{rows}, surest run alone", 1 / (1 + np.exp(-x[:, 0])), y, within)
        told(f"{rows}, weighed", model.predict_proba(x)[:, 1], y, within)
    if args.out:
        weights = {name: round(float(value), 4) for name, value in zip(NAMES, model.coef_[0])}
        with open(args.out, "w") as file:
            json.dump({"reader": args.reader, "base": round(float(model.intercept_[0]), 4), **weights, "answered": args.answered}, file)
            file.write("\n")


main()
