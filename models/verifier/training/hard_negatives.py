"""Evidence that looks right and is not: for supported claims the nearest sentences of other texts, found by the embedder.

    python hard_negatives.py OUT.jsonl PAIRS.jsonl.. [--rows 1200] [--embedder DIR] [--claims 4000] [--sentences 12000] [--seed 1]

A sentence is taken when its cosine with the claim is at least .45, it comes from another text, and the claim has a name or a figure that is not in it, so that it cannot support the claim; labelled NEUTRAL. Beside each stands the claim with its own evidence, SUPPORTED. Same seed, same rows.
"""

import argparse, json, random, re
from pathlib import Path

import numpy as np, torch
from transformers import AutoModel, AutoTokenizer

HERE = Path(__file__).resolve().parent
SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
NEAR = 0.45  # below, the sentence is about something else: an easy negative
POINT = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+|\d+")  # names that do not open a sentence, and figures


@torch.no_grad()
def embedded(texts, model, tokenizer):
    """Unit vectors, mean over tokens; rows as the texts."""
    order, out = sorted(range(len(texts)), key=lambda i: len(texts[i])), np.zeros((len(texts), model.config.hidden_size), np.float32)
    for start in range(0, len(order), 64):
        part = order[start : start + 64]
        read = tokenizer([texts[i] for i in part], padding=True, truncation=True, max_length=128, return_tensors="pt")
        mask = read["attention_mask"][..., None].float()
        mean = (model(**read).last_hidden_state * mask).sum(1) / mask.sum(1)
        out[part] = torch.nn.functional.normalize(mean, dim=1).numpy()
    return out


def cannot_support(claim, sentence):
    return any(point not in sentence for point in POINT.findall(claim))


def rows(supported, count, seed, embed, claims, sentences):
    rng = random.Random(seed)
    pool = [row for row in supported if POINT.search(row["claim"]) and len(row["evidence"]) < 700]
    rng.shuffle(pool)
    texts = sorted({(sentence.strip(), row["evidence"]) for row in pool for sentence in SENTENCE.split(row["evidence"]) if 30 < len(sentence) < 300})
    rng.shuffle(texts)
    pool, texts = pool[:claims], texts[:sentences]
    if not pool or not texts:
        raise SystemExit("hard_negatives.py needs supported rows with names or figures; there are none in these files.")
    cosines = embed([row["claim"] for row in pool]) @ embed([sentence for sentence, _ in texts]).T
    found = []
    for row, near in zip(pool, cosines):
        for at in np.argsort(-near)[:20]:
            sentence, evidence = texts[at]
            if near[at] >= NEAR and evidence != row["evidence"] and cannot_support(row["claim"], sentence):
                found += [dict(row, evidence=sentence, label="NEUTRAL", set="hard_negative"), dict(row, set="hard_negative")]
                break
        if len(found) >= count:
            break
    return found[:count]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("pairs", type=Path, nargs="+")
    parser.add_argument("--embedder", default=str(HERE.parent.parent / "embedder"))
    for name, usual in (("rows", 1200), ("claims", 4000), ("sentences", 12000), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    args = parser.parse_args()
    tokenizer, model = AutoTokenizer.from_pretrained(args.embedder), AutoModel.from_pretrained(args.embedder).float().eval()
    supported = [row for path in args.pairs for row in map(json.loads, path.open(encoding="utf8")) if row["label"] == "SUPPORTED"]
    found = rows(supported, args.rows, args.seed, lambda texts: embedded(texts, model, tokenizer), args.claims, args.sentences)
    args.out.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in found), encoding="utf8")
    print(f"{len(found)} rows in {args.out}")


if __name__ == "__main__":
    main()
