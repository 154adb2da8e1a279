"""Trains the reader: a 12-layer encoder (MPNet, 109 M parameters) that reads a claim against joined evidence. Two cores with AMX do about 2,000 tokens a second; with AVX-512 BF16 and no AMX one core does 465 with the six lower layers frozen, two do 890.

  reader.py fit BASE OUT --minutes M [--lr 3e-5] [--rag FILE..] [--more FILE..] [--near FILE] [--world FILE] [--rows FILE..] [--last 0] [--seed 5] [--frozen 0] [--tokens 4096]   by the clock: the rate falls to --last of --lr at M minutes; OUT is written every ten; --rows are read as they are, and nothing else is; --frozen keeps so many of the lower layers and the embeddings as they are; --tokens of a batch
  reader.py pack DIR OUT            int8 matrices with one scale a row, the rest f16, in parts of at most 48 MB: what the repository keeps
  reader.py unpack PACKED DIR       the same as a directory in Hugging Face's layout
  reader.py reference DIR OUT.json  logits of ten pairs, for an agreement test of another implementation

Reads pairs.jsonl and made.jsonl of --data DIR; `../../verifier/training/DATA.md` says what they are made of. What was learned on the way:
- `lscpu | grep amx_bf16` first. Matrix products in bf16 run at 2.8 TFLOP/s there, 0.16 in f32. Fixed batch shapes (SIZES), dropout 0 and torch.compile(dynamic=True): otherwise oneDNN builds kernels for every new shape.
- Nothing beside it: OpenMP's barriers wait for the slower core. Stop it (kill -STOP) while you measure, or measure after it.
- Evidence longer than 60 words is cut to the nearest window (two fifths of the rows) or joined: the sentences nearest the claim with their neighbours in the order of the text, 90 to 190 words (`joined`), as the product must join it.
"""
import argparse, glob, json, os, random, re, time
import numpy as np, torch
from safetensors.torch import load_file, save_file
from transformers import AutoModelForSequenceClassification, AutoTokenizer, logging

logging.set_verbosity_error()
LABELS = ["entailment", "neutral", "contradiction"]
CODE = {"SUPPORTED": 0, "NEUTRAL": 1, "CONTRADICTED": 2, "UNSUPPORTED": 3}
SENT, WORD = re.compile(r"(?<=[.!?])\s+|\n+"), re.compile(r"\w+")
SIZES = (24, 32, 40, 48, 64, 80, 96, 128, 160, 192, 256, 320)
CAP = {"snli": 20000, "lingnli": 30000, "fever_dev_gold": 16000, "infotabs": 10000, "tabfact": 2000, "verbatim": 1500, "crossdoc": 1200, "aug_ent": 2500, "aug_role": 3000, "absent": 2500, "aug_anto": 2000, "aug_neg": 2000, "present": 1200}
words = lambda t: set(WORD.findall(t.lower()))
near = lambda claim, text: len(words(claim) & words(text)) / (1 + len(words(text)) ** 0.3)
sentences = lambda e: [x.strip() for x in SENT.split(e) if x.strip()]


def window(e, c):
    """The three sentences nearest the claim that stand together."""
    s = sentences(e)
    return max((" ".join(s[i:i + n]) for n in (3, 1) for i in range(len(s))), key=lambda w: near(c, w)) if s else e


def joined(e, c, limit=190):
    """The sentences nearest the claim, with their neighbours, in the order of the text, up to so many words."""
    s = sentences(e); take, n = set(), 0
    for i in sorted(range(len(s)), key=lambda i: -near(c, s[i])):
        for j in (i, i - 1, i + 1):
            if 0 <= j < len(s) and j not in take and (not take or n + len(s[j].split()) <= limit): take.add(j); n += len(s[j].split())
        if n >= limit * 0.9: break
    return " ".join(s[j] for j in sorted(take)) or e


def answers(files):
    """Sentences of real answers with annotated spans (RAGTruth's form): not supported where a span lies in them, contradicted where the span says so. Unsupported ones twice, of the others under half."""
    for f in files:
        for r in map(json.loads, open(f)):
            for m in re.finditer(r"[^\n]+?(?:[.!?](?=\s|$)|\n|$)", r["answer"]):
                claim = m.group().strip()
                if len(claim.split()) < 4: continue
                bad = [p for p in r["spans"] if min(m.end(), p["end"]) - max(m.start(), p["start"]) > min(8, (p["end"] - p["start"]) // 2)]
                label = "SUPPORTED" if not bad else "CONTRADICTED" if any("onflict" in str(p.get("label_type")) for p in bad) else "NEUTRAL"
                for _ in range(2 if bad else random.random() < 0.45): yield {"evidence": r["sources"][0], "claim": claim, "label": label, "set": "rag"}


def rows(a):
    by = {}
    for f in ("pairs", "made"):
        for r in map(json.loads, open(f"{a.data}/{f}.jsonl")):
            if not r["set"].startswith("win_"): by.setdefault(r["set"], []).append(r)
    out = [r for s, v in by.items() for r in random.sample(v, min(len(v), CAP.get(s, len(v))))]
    for f, n in ((a.near, 12000), (a.world, 12000)):
        if f: v = [json.loads(l) for l in open(f)]; out += random.sample(v, min(n, len(v)))
    out += answers(a.rag or [])
    for f in a.more or []: out += map(json.loads, open(f))
    for r in random.sample(out, len(out)):
        e = r["evidence"]
        if len(e.split()) > 60 and not r["set"].startswith("world"): e = joined(e, r["claim"], random.choice((90, 150, 190, 190))) if random.random() < 0.6 else window(e, r["claim"])
        yield e, r["claim"], CODE[r["label"]]


def losses_of(logits, y):
    """Of each row the cross-entropy with 5 % of the label spread; of UNSUPPORTED that it is neutral or contradicted."""
    lp = logits.log_softmax(-1); known = y < 3; target = torch.full_like(lp, 0.05 / 3).scatter_add_(1, y.clamp(max=2)[:, None], torch.full_like(lp[:, :1], 0.95))
    return torch.where(known, -(target * lp).sum(-1), -torch.logsumexp(lp[:, 1:], -1))


def loss_of(logits, y): return losses_of(logits, y).mean()


def fit(a):
    random.seed(a.seed); torch.manual_seed(a.seed); tok = AutoTokenizer.from_pretrained(a.base); tok.backend_tokenizer.no_padding(); enc = []
    data = [(r["evidence"], r["claim"], CODE[r["label"]]) for f in a.rows for r in map(json.loads, open(f))] if a.rows else list(rows(a))
    for i in range(0, len(data), 5000):
        b = data[i:i + 5000]; enc += zip(tok([x[0] for x in b], [x[1] for x in b], truncation="longest_first", max_length=SIZES[-1])["input_ids"], (x[2] for x in b))
    print(len(enc), "rows", sum(len(x) for x, _ in enc), "tokens", flush=True)
    m = AutoModelForSequenceClassification.from_pretrained(a.base, num_labels=3, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, id2label=dict(enumerate(LABELS)), label2id={l: i for i, l in enumerate(LABELS)}).float().train()
    below = tuple(f".layer.{k}." for k in range(a.frozen))
    for n, p in m.named_parameters(): p.requires_grad = "embeddings" not in n and "relative_attention_bias" not in n and not any(b in n for b in below) if a.frozen else "LayerNorm" in n or "embeddings" not in n
    part = lambda keep: [p for n, p in m.named_parameters() if p.requires_grad and keep(n, p)]
    opt = torch.optim.AdamW([{"params": part(lambda n, p: "classifier" in n), "k": 5.0, "weight_decay": 0.01}, {"params": part(lambda n, p: "classifier" not in n and p.dim() > 1), "k": 1.0, "weight_decay": 0.01},
                             {"params": part(lambda n, p: "classifier" not in n and p.dim() < 2), "k": 1.0, "weight_decay": 0.0}], lr=a.lr, betas=(0.9, 0.98), fused=True)
    c = torch.compile(m, dynamic=True); bucket = lambda n: next(z for z in SIZES if z >= n)
    def batches(tokens=a.tokens):
        by = {}
        for i, (x, _) in enumerate(enc): by.setdefault(bucket(len(x)), []).append(i)
        out = [v[k:k + tokens // size] for size, v in ((s, random.sample(v, len(v))) for s, v in by.items()) for k in range(0, len(v) - tokens // size + 1, tokens // size)]
        random.shuffle(out); return out
    t0 = last = time.time(); s = tot = hit = cnt = 0; todo = []
    while (done := (time.time() - t0) / (a.minutes * 60)) < 1:
        todo = todo or batches(); ix = todo.pop(); size = bucket(max(len(enc[i][0]) for i in ix))
        ids = np.full((len(ix), size), tok.pad_token_id, np.int64); mask = np.zeros((len(ix), size), np.int64)
        for j, i in enumerate(ix): ids[j, :len(enc[i][0])] = enc[i][0]; mask[j, :len(enc[i][0])] = 1
        for g in opt.param_groups: g["lr"] = a.lr * g["k"] * min(1, (s + 1) / 60) * (1 - done * (1 - a.last))
        y = torch.tensor([enc[i][1] for i in ix])
        with torch.autocast("cpu", torch.bfloat16): logits = c(input_ids=torch.from_numpy(ids), attention_mask=torch.from_numpy(mask)).logits.float()
        loss = loss_of(logits, y); opt.zero_grad(set_to_none=True); loss.backward(); torch.nn.utils.clip_grad_norm_(m.parameters(), 1.0); opt.step()
        p = logits.argmax(-1); tot += loss.item(); hit += torch.where(y < 3, p == y, p != 0).sum().item(); cnt += len(ix); s += 1
        if s % 25 == 0: print(f"{s} {time.time() - t0:.0f}s loss {tot / 25:.4f} acc {hit / cnt:.4f}", flush=True); tot = hit = cnt = 0
        if time.time() - last > 600: m.save_pretrained(a.out); tok.save_pretrained(a.out); last = time.time()
    m.save_pretrained(a.out); tok.save_pretrained(a.out); print("done", s, "steps", flush=True)


def pack(a):
    os.makedirs(a.out, exist_ok=True); parts, size = [{}], 0
    for n, w in sorted(load_file(f"{a.model}/model.safetensors").items()):
        if w.dim() == 2 and min(w.shape) > 3:
            scale = w.float().abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
            new = {n: torch.round(w.float() / scale).to(torch.int8), n + ".scale": scale[:, 0].contiguous()}
        else: new = {n: w.half().contiguous() if w.is_floating_point() else w}
        b = sum(t.numel() * t.element_size() for t in new.values())
        if size + b > 48e6 and parts[-1]: parts.append({}); size = 0
        parts[-1].update(new); size += b
    for i, part in enumerate(parts): save_file(part, f"{a.out}/model-{i + 1}-of-{len(parts)}.safetensors")
    for f in ("config.json", "tokenizer.json"): open(f"{a.out}/{f}", "wb").write(open(f"{a.model}/{f}", "rb").read())


def unpacked(folder):
    """The weights of a packed directory, f32."""
    w = {}
    for f in glob.glob(f"{folder}/model-*.safetensors"): w.update(load_file(f))
    return {n: (t.float() * w[n + ".scale"][:, None] if n + ".scale" in w else t.float() if t.is_floating_point() else t).contiguous() for n, t in w.items() if not n.endswith(".scale")}


def unpack(a):
    os.makedirs(a.out, exist_ok=True); save_file(unpacked(a.packed), f"{a.out}/model.safetensors", {"format": "pt"})
    for f in ("config.json", "tokenizer.json"): open(f"{a.out}/{f}", "wb").write(open(f"{a.packed}/{f}", "rb").read())


@torch.no_grad()
def reference(a):
    tok = AutoTokenizer.from_pretrained(a.model); m = AutoModelForSequenceClassification.from_pretrained(a.model).float().eval()
    e = ["The contract runs for 36 months. It may be extended once.", "Ingrid Solberg was followed by Per Aune as chief executive.", "The male incubates the eggs for 21 days.", "Der Hafen wurde 1987 eröffnet.", "x " * 200]
    out = []
    for x in e:
        for c in ("The contract runs for three years.", "Per Aune came after Ingrid Solberg."):
            t = tok(x, c, return_tensors="pt", truncation="longest_first", max_length=320); out.append({"evidence": x, "claim": c, "ids": t["input_ids"][0].tolist(), "logits": m(**t).logits[0].tolist()})
    json.dump(out, open(a.out, "w"), ensure_ascii=False)


p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter); sp = p.add_subparsers(dest="cmd", required=True)
q = sp.add_parser("fit"); q.add_argument("base"); q.add_argument("out"); q.add_argument("--minutes", type=float, required=True); q.add_argument("--lr", type=float, default=3e-5); q.add_argument("--rag", nargs="*"); q.add_argument("--more", nargs="*"); q.add_argument("--rows", nargs="*"); q.add_argument("--last", type=float, default=0.0); q.add_argument("--near"); q.add_argument("--world"); q.add_argument("--seed", type=int, default=5); q.add_argument("--frozen", type=int, default=0); q.add_argument("--tokens", type=int, default=4096); q.add_argument("--data", default="."); q.set_defaults(run=fit)
q = sp.add_parser("pack"); q.add_argument("model"); q.add_argument("out"); q.set_defaults(run=pack)
q = sp.add_parser("unpack"); q.add_argument("packed"); q.add_argument("out"); q.set_defaults(run=unpack)
q = sp.add_parser("reference"); q.add_argument("model"); q.add_argument("out"); q.set_defaults(run=reference)
if __name__ == "__main__": a = p.parse_args(); a.run(a)
