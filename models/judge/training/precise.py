"""Trains what weighs both readers: a logistic regression over what the screen and the reader say of a claim's windows and of the joined text (`precise.json`).

    groundwall eval SET.jsonl.. --half tuning --rows 500 --features rows.jsonl    # the product writes the rows; only tuning halves
    groundwall eval DEVELOPMENT.jsonl HELD.jsonl --features claims.jsonl          # data/development, each claim with its document as evidence; claims about held-out passages
    groundwall eval --answers DOCUMENTS CLAIMS.jsonl --features answers.jsonl     # data/answers, the claims that have been read, each set with its documents
    pip install scikit-learn numpy
    python3 precise.py rows.jsonl claims.jsonl answers.jsonl.. --verifier ../../verifier/model.safetensors --reader ../../reader --out ../precise.json

Every set has the same weight, hand-written claims (`development`) and those about strangers' documents (`answers`) three times that of another, because they are what is hardest and what a reader of documents asks; supported and other rows weigh the same, so that the probability is that of a claim which is as likely supported as not.
By five-fold cross-validation (all rows about one text in one fold) it prints, for every set, the AUC of the screen, of the reader over windows and over joined text, and of all of it; chooses one threshold for all sets; and divides by a temperature that fits rows which the folds had not seen.
"""

import argparse, glob, hashlib, json, pathlib

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from train import APART, EQUAL, asked, balanced, calibration_error, cooled, read, temperature_of
from train import weights as by_importance

COLUMNS = [
    "read_entail_max", "read_entail_mean", "read_neutral_at_best", "read_contradict_at_best", "read_contradict_max", "joined_entail_max", "joined_neutral_at_best", "joined_contradict_at_best",
    "joined_contradict_max", "entail_max", "entail_mean", "contradict_at_best", "neutral_at_best", "coverage_best", "entail_covered", "read_entail_covered", "joined_entail_covered",
]
# Probability of support up to which a claim may be refuted: on the open halves of eleven sets of strangers' claims 61 false and 1 true were refuted at .27 or below, 8 and 5 above.
REFUTED_UP_TO = 0.27
CLOSE = {"development": 3.0, "answers": 3.0}
DOCUMENTS = {"begin", "lfqa_verification", "q2_wow", "expertqa", "qags", "factcheck_gpt_stance"}


def lists():
    """SHA-256 of the word lists that the columns are computed with: groundwall_judge::lists."""
    root = pathlib.Path(__file__).resolve().parents[3]
    files = ["crates/groundwall-judge/data/cues.toml", "crates/groundwall-text/data/english.toml"]
    return hashlib.sha256(b"".join((root / file).read_bytes() for file in files)).hexdigest()


def weights(classes, sets):
    return by_importance(classes, sets, lambda name: CLOSE.get(name, 1.0), 20)


class Linear:
    def __init__(self, x, y, weight, c):
        self.mean, self.scale = x.mean(0), x.std(0) + 1e-6
        self.model = LogisticRegression(C=c, max_iter=5000).fit((x - self.mean) / self.scale, y, sample_weight=weight)

    def probability(self, x):
        return self.model.predict_proba((x - self.mean) / self.scale)[:, 1]

    def export(self, temperature):
        weight = self.model.coef_[0] / self.scale / temperature
        base = self.model.intercept_[0] / temperature - (weight * self.mean).sum()
        return {"base": float(f"{base:.6g}"), "linear": [[place, float(f"{value:.6g}")] for place, value in enumerate(weight)], "trees": []}


def folded(x, y, sets, fold, c, among=None):
    """Probabilities of every row by a model that has not seen its text; `among` are the rows that may be learned from."""
    out = np.zeros(len(y))
    for number in range(5):
        train = (fold != number) if among is None else (fold != number) & among
        out[fold == number] = Linear(x[train], y[train], weights(y[train], sets[train]), c).probability(x[fold == number])
    return out


def hash_of(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", nargs="+")
    parser.add_argument("--verifier", required=True)
    parser.add_argument("--reader", required=True)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    columns, rows = read(args.rows)
    places = [columns.index(name) for name in COLUMNS]
    # Only where the reader has read: what checks have settled or stands there word for word is not asked about.
    rows = [row for row in rows if row["set"] not in APART and asked(row) and any(asked(row)[place] for place in places[:9])]
    y = np.array([row["label"] == "SUPPORTED" for row in rows])
    labels, sets = np.array([row["label"] for row in rows]), np.array([row["set"] for row in rows])
    x = np.array([[asked(row)[place] for place in places] for row in rows])
    fold = np.array([int(row["text"], 16) % 5 for row in rows])
    names = sorted(set(sets))
    area = lambda name, score: roc_auc_score(y[sets == name], score[sets == name]) if len(set(y[sets == name])) == 2 else np.nan
    mean = lambda score, among: np.nanmean([area(name, score) for name in among if name in names])
    strengths = [0.005, 0.02, 0.05, 0.2]
    areas = [mean(folded(x, y, sets, fold, c), names) for c in strengths]
    # The most regularised of those that only chance tells apart.
    c = next(c for c, area_of in zip(strengths, areas) if area_of >= max(areas) - 2 * EQUAL)
    probability = folded(x, y, sets, fold, c)
    share = weights(y, sets)
    heat = temperature_of(probability, y, share)
    before = calibration_error(probability, y, share)
    probability = cooled(probability, heat)
    print(f"C {c}, temperature {heat:.2f}: calibration error {before:.3f} to {calibration_error(probability, y, share):.3f}")
    readings = {"screen": x[:, COLUMNS.index("entail_max")], "windows": x[:, 0], "joined": x[:, 5], "all": probability}
    print(f"{'AUC':24s} rows " + " ".join(f"{name:>8s}" for name in readings))
    for name in names:
        print(f"{name:24s} {(sets == name).sum():4d} " + " ".join(f"{area(name, score):8.3f}" for score in readings.values()))
    for title, among in [("all sets", names), ("six document sets", DOCUMENTS)]:
        print(f"{title:29s} " + " ".join(f"{mean(score, among):8.3f}" for score in readings.values()))
    levels = np.round(np.arange(0.3, 0.75, 0.01), 2)
    both = [name for name in names if len(set(y[sets == name])) == 2]
    accuracy = lambda level: np.average([balanced(y[sets == name], probability[sets == name] >= level) for name in both], weights=[CLOSE.get(name, 1.0) for name in both])
    # Among thresholds that only chance tells apart, the one that lets least through.
    threshold = max(level for level in levels if accuracy(level) >= max(map(accuracy, levels)) - EQUAL)
    named = np.isin(labels, ["CONTRADICTED", "NEUTRAL"])
    against = labels == "CONTRADICTED"
    refute = folded(x, against, sets, fold, c, named)
    three = [name for name in names if {"CONTRADICTED", "NEUTRAL"} <= set(labels[sets == name])]

    def right(cut):
        verdict = np.where(probability >= threshold, "SUPPORTED", np.where(refute >= cut, "CONTRADICTED", "NEUTRAL"))
        known = named | y
        return np.mean([(verdict == labels)[known & (sets == name)].mean() for name in three])

    support = Linear(x, y, weights(y, sets), c)
    turned = Linear(x[named], against[named], weights(against[named], sets[named]), c)
    # Among those that only chance tells apart the one that refutes least: "refuted" is the harder word.
    cut = max(level for level in levels if right(level) >= max(map(right, levels)) - EQUAL)
    false = np.mean([(probability[(sets == name) & ~y] >= threshold).mean() for name in names if (~y[sets == name]).any()])
    print(f"mean balanced accuracy {accuracy(threshold):.3f}, false accepts {false:.3f}, with support from {threshold:.2f}; three-way {right(cut):.3f} with refutation from {cut:.2f}")
    cuts = np.round(np.arange(0.05, 0.96, 0.01), 2)
    wrong = lambda side, kind: (share * side * kind).sum() / max((share * side).sum(), 1e-9)
    low = max((cut for cut in cuts if wrong(probability < cut, y) <= 0.1 and (probability < cut).any()), default=0.05)
    high = min((cut for cut in cuts if wrong(probability >= cut, ~y) <= 0.1 and (probability >= cut).any()), default=0.95)
    parts = sorted(glob.glob(f"{args.reader}/model-*.safetensors"))
    reader = hashlib.sha256("".join(map(hash_of, parts)).encode()).hexdigest()
    model = dict(verifier=hash_of(args.verifier), lists=lists(), reader=reader, columns=COLUMNS, support=support.export(heat), refute=turned.export(1.0), supported=float(threshold), refuted=float(cut), refuted_up_to=REFUTED_UP_TO, undecided=[float(low), float(high)])
    with open(args.out, "w", encoding="utf8") as file:
        json.dump(model, file, separators=(",", ":"))
    print(f"undecided from {low:.2f} to {high:.2f}; {args.out}: {len(rows)} rows")


if __name__ == "__main__":
    main()
