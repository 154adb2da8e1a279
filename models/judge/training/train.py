"""Trains the judge: two small boosted models over what is known of a claim and its windows.

    groundwall eval SET.jsonl.. --half tuning --features rows.jsonl             # the product writes the rows; only tuning halves
    groundwall eval SET.jsonl.. --half tuning --twins --features twins.jsonl    # supported rows and their corrupted twins
    python3 near.py SET_DIR ../lexicon.txt DIR                                  # claims that are nearly a sentence of their evidence
    groundwall eval DIR/near_*.jsonl --features near.jsonl
    pip install lightgbm scikit-learn numpy
    python3 train.py rows.jsonl twins.jsonl near.jsonl --verifier ../../verifier/model.safetensors --out ../judge.json

A logistic regression over the verifier's scores, corrected by trees that may use every column; scores and coverage may only raise the probability of support, missing and turned words only lower it.
Every set has the same weight (twins 0.4 of it, near sentences 0.6), and so have its supported and its other rows, so that the probability is that of a claim which is as likely supported as not.
Both models are divided by a temperature that makes their probabilities fit rows which the folds had not seen.
Prints, by five-fold cross-validation on the rows given (all rows about one text in one fold), the balanced accuracy of every set with one threshold: the verifier's scores alone, the checks alone, and all of it. Nothing is reported from here: the figures of docs/accuracy.md come from the other halves.
"""

import argparse, hashlib, json, pathlib

import lightgbm
import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

SCORES = ["entail_max", "entail_mean", "entail_first", "contradict_at_best", "neutral_at_best", "contradict_mean"]
UP = {"exact", "soft", "sentence", "adjacent", "head", "tail"}
DOWN = {
    "missing", "missing_names", "missing_numbers", "missing_words", "antonyms", "siblings", "narrower", "opposites", "turned", "turned_names", "rivals", "negation_turned",
}
TREES = dict(
    objective="binary", learning_rate=0.03, num_leaves=15, min_data_in_leaf=200, lambda_l2=20, feature_fraction=0.3, bagging_fraction=0.7, bagging_freq=1, verbose=-1, num_threads=2, seed=1,
    deterministic=True, force_row_wise=True,
)
ROUNDS = 400
# Differences of mean balanced accuracy below this are chance on these rows.
EQUAL = 0.002
# Figures of filings are decided by checks and, later, by tables; the set has its own line.
APART = {"financebench"}


def lists():
    """SHA-256 of the word lists that the columns are computed with: groundwall_judge::lists."""
    root = pathlib.Path(__file__).resolve().parents[3]
    files = ["crates/groundwall-judge/data/cues.toml", "crates/groundwall-text/data/english.toml"]
    return hashlib.sha256(b"".join((root / file).read_bytes() for file in files)).hexdigest()


def direction(column, refute):
    if refute:
        return 1 if column.startswith("contradict") else 0
    if column.startswith(("entail", "coverage")):
        return 1
    if column.startswith(("contradict", "neutral")):
        return -1
    kind = column.split("_", 1)[1] if column.startswith(("best_", "first_")) else column
    return 1 if kind in UP else -1 if kind in DOWN else 0


def read(files):
    columns, rows = None, []
    for name in files:
        with open(name, encoding="utf8") as lines:
            for line in lines:
                row = json.loads(line)
                if isinstance(row, list):
                    assert columns in (None, row), f"{name} has other columns"
                    columns = row
                else:
                    rows.append(row)
    return columns, rows


def asked(row):
    """The row's only checkable claim, where the judge decides it."""
    claims = [claim for claim in row["claims"] if claim["verdict"] != "unverifiable"]
    return claims[0]["row"] if len(claims) == 1 and not claims[0]["settled"] else None


def importance(name):
    return 0.6 if name.startswith("near_") else 0.4 if name.endswith("+twins") else 1.0


def weights(classes, sets, importance=importance, enough=50):
    """Every set weighs as its importance says, and in each both classes alike; one of fewer than `enough` rows weighs less."""
    weight = np.zeros(len(sets))
    for name in set(sets):
        for kind in set(classes):
            cell = (sets == name) & (classes == kind)
            if cell.sum():
                weight[cell] = importance(name) * min(1, cell.sum() / enough) / cell.sum()
    return weight * len(sets) / weight.sum()


class Model:
    def __init__(self, columns, x, y, weight, refute=False):
        self.scores = [columns.index(name) for name in SCORES]
        self.linear = LogisticRegression(C=0.1, max_iter=1000).fit(x[:, self.scores] / 4, y, sample_weight=weight)
        parameters = dict(TREES, monotone_constraints=[direction(name, refute) for name in columns], monotone_constraints_method="advanced")
        data = lightgbm.Dataset(x, y, weight=weight, init_score=self.base(x))
        self.trees = lightgbm.train(parameters, data, ROUNDS)

    def base(self, x):
        return self.linear.decision_function(x[:, self.scores] / 4)

    def probability(self, x):
        return 1 / (1 + np.exp(-self.base(x) - self.trees.predict(x, raw_score=True)))

    def export(self, temperature):
        """The trees and the linear part, divided by the temperature."""
        trees = []
        for tree in self.trees.dump_model()["tree_info"]:
            out = {"feature": [], "threshold": [], "left": [], "right": []}

            def walk(node):
                place = len(out["feature"])
                for key in out:
                    out[key].append(0)
                if "leaf_value" in node:
                    out["feature"][place], out["threshold"][place] = -1, float(f"{node['leaf_value'] / temperature:.5g}")
                else:
                    assert node["decision_type"] == "<="
                    out["feature"][place], out["threshold"][place] = node["split_feature"], float(f"{node['threshold']:.6g}")
                    out["left"][place] = walk(node["left_child"])
                    out["right"][place] = walk(node["right_child"])
                return place

            walk(tree["tree_structure"])
            trees.append(out)
        linear = [[place, float(f"{weight / 4 / temperature:.6g}")] for place, weight in zip(self.scores, self.linear.coef_[0])]
        return {"base": float(f"{self.linear.intercept_[0] / temperature:.6g}"), "linear": linear, "trees": trees}


def cooled(probability, temperature):
    """A probability whose logit is divided by the temperature (Guo et al. 2017)."""
    return 1 / (1 + ((1 - probability) / probability) ** (1 / temperature))


def temperature_of(probability, truth, weight):
    """The temperature with the least log loss."""
    loss = lambda temperature: -(weight * np.log(np.where(truth, cooled(probability, temperature), 1 - cooled(probability, temperature)))).sum()
    return float(min(np.round(np.arange(0.7, 2.01, 0.05), 2), key=loss))


def calibration_error(probability, truth, weight):
    """Expected calibration error over ten bins."""
    level = np.minimum((probability * 10).astype(int), 9)
    return sum(abs((weight * (probability - truth))[level == number].sum()) for number in range(10)) / weight.sum()


def balanced(y, accepted):
    return (accepted[y].mean() + (~accepted[~y]).mean()) / 2


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", nargs="+")
    parser.add_argument("--verifier", required=True)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    columns, rows = read(args.rows)
    rows = [row for row in rows if row["set"] not in APART]
    # What the judge is not asked about stays in the figures: checks, unverifiable texts and texts of several claims decide there.
    judged = np.array([asked(row) is not None for row in rows])
    y = np.array([row["label"] == "SUPPORTED" for row in rows])
    labels = np.array([row["label"] for row in rows])
    sets = np.array([row["set"] for row in rows])
    accepted = np.array([bool(row["claims"]) and all(claim["verdict"] == "supported" for claim in row["claims"]) for row in rows])
    vetoed = np.array([any(claim["settled"] for claim in row["claims"]) for row in rows])
    x = np.array([asked(row) for row in rows if asked(row) is not None], dtype=np.float32)
    yj, sj, lj = y[judged], sets[judged], labels[judged]
    # Rows about one text fall into one fold: a fold that has seen the text, or a claim made from it, says more of itself than of new texts.
    fold = np.array([int(row["text"], 16) % 5 for row in rows])[judged]
    probability, refute = np.zeros(len(yj)), np.zeros(len(yj))
    named = np.isin(lj, ["CONTRADICTED", "NEUTRAL"]) & ~yj
    for number in range(5):
        train = fold != number
        probability[~train] = Model(columns, x[train], yj[train], weights(yj[train], sj[train])).probability(x[~train])
        some = train & named
        refute[~train] = Model(columns, x[some], lj[some] == "CONTRADICTED", weights(lj[some], sj[some]), refute=True).probability(x[~train])
    names = sorted(set(sets))
    written = np.array([not name.endswith("+twins") for name in sj])
    share, rest = weights(yj[written], sj[written]), named & written
    heat = temperature_of(probability[written], yj[written], share)
    heat_refute = temperature_of(refute[rest], lj[rest] == "CONTRADICTED", weights(lj[rest], sj[rest]))
    before = calibration_error(probability[written], yj[written], share)
    probability, refute = cooled(probability, heat), cooled(refute, heat_refute)
    print(f"temperature {heat:.2f} (refutation {heat_refute:.2f}): calibration error {before:.3f} to {calibration_error(probability[written], yj[written], share):.3f}")
    # Twins are mostly caught by checks; a threshold that counted them would let more of the others through.
    originals = [name for name in names if not name.endswith("+twins")]

    def verdicts(threshold):
        out = accepted.copy()
        out[judged] = probability >= threshold
        return out & ~vetoed

    def mean(threshold):
        out = verdicts(threshold)
        return np.mean([balanced(y[sets == name], out[sets == name]) for name in originals])

    # Among thresholds that only chance tells apart, the one that lets least through.
    levels = np.round(np.arange(0.3, 0.75, 0.01), 2)
    threshold = max(level for level in levels if mean(level) >= max(map(mean, levels)) - EQUAL)
    three = [name for name in originals if not set(labels[sets == name]) & {"UNSUPPORTED"}]

    def right(cut):
        out = verdicts(threshold)[judged]
        verdict = np.where(out, "SUPPORTED", np.where(refute >= cut, "CONTRADICTED", "NEUTRAL"))
        return np.mean([(verdict == lj)[sj == name].mean() for name in three])

    cut = max(np.round(np.arange(0.3, 0.75, 0.01), 2), key=right)
    out, entail = verdicts(threshold), x[:, columns.index("entail_max")]
    alone = max(np.arange(-3, 3, 0.1), key=lambda t: np.mean([balanced(yj[sj == name], entail[sj == name] >= t) for name in names]))
    print(f"{'set':28s}   rows  verifier  checks   all | asked: AUC verifier   all")
    for name in names:
        here, there = sets == name, sj == name
        print(
            f"{name:28s} {here.sum():6d}  {balanced(yj[there], entail[there] >= alone):8.3f} {balanced(y[here], ~vetoed[here]):7.3f} {balanced(y[here], out[here]):5.3f} |"
            f" {roc_auc_score(yj[there], entail[there]):19.3f} {roc_auc_score(yj[there], probability[there]):5.3f}"
        )
    false = np.mean([out[(sets == name) & ~y].mean() for name in originals])
    print(f"mean {mean(threshold):.4f}, false accepts {false:.3f}, with support from {threshold:.2f}; three-way on asked rows {right(cut):.4f} with refutation from {cut:.2f}")
    # Undecided: below `low` a tenth of the claims is supported, above `high` a tenth is not; sets and classes weigh the same.
    weight, values, truth = share, probability[written], yj[written]
    cuts = np.round(np.arange(0.05, 0.96, 0.01), 2)
    wrong = lambda side, kind: (weight * side * kind).sum() / max((weight * side).sum(), 1e-9)
    low = max((cut for cut in cuts if wrong(values < cut, truth) <= 0.1 and (values < cut).any()), default=0.05)
    high = min((cut for cut in cuts if wrong(values >= cut, ~truth) <= 0.1 and (values >= cut).any()), default=0.95)
    print(f"undecided from {low:.2f} to {high:.2f}: {(weight * ((values >= low) & (values < high))).sum() / weight.sum():.3f} of what the judge is asked")
    support = Model(columns, x, yj, weights(yj, sj))
    against = Model(columns, x[named], lj[named] == "CONTRADICTED", weights(lj[named], sj[named]), refute=True)
    gain = sorted(zip(support.trees.feature_importance("gain"), columns), reverse=True)[:20]
    print("columns that the trees use most:", ", ".join(name for _, name in gain))
    with open(args.verifier, "rb") as file:
        verifier = hashlib.file_digest(file, "sha256").hexdigest()
    model = dict(verifier=verifier, lists=lists(), columns=columns, support=support.export(heat), refute=against.export(heat_refute), supported=float(threshold), refuted=float(cut),
                 undecided=[float(low), float(high)])
    with open(args.out, "w", encoding="utf8") as file:
        json.dump(model, file, separators=(",", ":"))
    print(f"{args.out}: {len(json.dumps(model, separators=(',', ':'))) / 1000:.0f} kB, {ROUNDS} trees each, {len(yj)} rows")


if __name__ == "__main__":
    main()
