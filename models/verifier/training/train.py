"""Train, distil, evaluate and export the pair classifier of Groundwall. GPU (bf16) or CPU (fp32).

  train.py fit BASE OUT --pairs F.. [--int8] [--soft LOGITS.npy] [--focal GAMMA] [--balanced] [--windows] [--seed N] [--epochs E] [--lr LR] [--tokens T] [--max-len L] [--minutes M] [--freeze-embeddings] [--checkpoint MIN]
  train.py label MODEL OUT.npy --pairs F.. [--windows]        teacher logits (rows x 3, f16), in the order of the rows of all files
  train.py eval MODEL --sets DIR [--rows N]         windows of up to three sentences, the best window decides; thresholds tuned on one half, reported on the other
       [--reading second | both]                    instead: each sentence alone, then the best with its neighbours; the second reading decides, or the mean of both
  train.py average A B OUT [--share 0.5]            weights of A and B, B with that share; config and tokenizer of A
  train.py export MODEL OUT [--part-mb 15]          f16 safetensors, config, tokenizer, reference.json; weights also in parts

Rows are JSON lines {"evidence","claim","label","set"}, plain, .gz or .xz. Labels: SUPPORTED 0, NEUTRAL 1, CONTRADICTED 2, UNSUPPORTED (1 or 2), null (distillation only).
--focal weighs a row by (1 - probability of its label)^GAMMA (Lin et al. 2017), --balanced by the rarity of its label; --windows cuts long evidence to the window nearest the claim, as eval and the product do.
fit with --checkpoint writes OUT/state.pt every MIN minutes and goes on from it when it is there; --minutes 0 sets no time limit.
BASE, MODEL: a directory in Hugging Face's layout (a sentence-embedding encoder will do as BASE). Outputs are logits over (entailment, neutral, contradiction).
"""
import argparse, gzip, hashlib, json, lzma, os, random, re, shutil, sys, time
import numpy as np, torch, torch.nn.utils.parametrize
from transformers import AutoModelForSequenceClassification, AutoTokenizer

LABELS = ["entailment", "neutral", "contradiction"]
CODE = {"SUPPORTED": 0, "NEUTRAL": 1, "CONTRADICTED": 2, "UNSUPPORTED": 3, None: 4}
DEV = "cuda" if torch.cuda.is_available() else "cpu"
BF16 = DEV == "cpu" and torch.ops.mkldnn._is_mkldnn_bf16_supported() and os.environ.get("FP32") is None  # 1.4 times fp32 where the CPU has AVX-512 BF16


def rows(files):
    for f in files:
        op = lzma.open if f.endswith(".xz") else gzip.open if f.endswith(".gz") else open
        with op(f, "rt", encoding="utf8") as h:
            for line in h:
                r = json.loads(line)
                yield r["evidence"], r["claim"], CODE[r.get("label")], r.get("set", "")


def pairs(a):
    """The rows of all files, as many as the limit says, long evidence cut where --windows asks for it."""
    data = list(rows(a.pairs))[: a.limit or None]
    return [(windows(e, c, 1)[0], c, *rest) for e, c, *rest in data] if a.windows else data


def load(path, **kw):
    tok = AutoTokenizer.from_pretrained(path)
    m = AutoModelForSequenceClassification.from_pretrained(path, num_labels=3, id2label=dict(enumerate(LABELS)), label2id={l: i for i, l in enumerate(LABELS)}, **kw)
    return tok, m.float().to(DEV)


def encode(tok, data, max_len, cache=None):
    """-> list of (ids, type ids or None, label); pairs are cut on the evidence side."""
    if cache and os.path.exists(cache): return torch.load(cache, weights_only=False)
    tok.backend_tokenizer.no_padding(); out = []
    for i in range(0, len(data), 5000):
        b = data[i:i + 5000]
        e = tok([x[0] for x in b], [x[1] for x in b], truncation="longest_first", max_length=max_len)
        tt = e.get("token_type_ids") or [None] * len(b)
        out += [(np.array(a, np.int32), None if t is None else np.array(t, np.int8), x[2]) for a, t, x in zip(e["input_ids"], tt, b)]
    if cache: os.makedirs(os.path.dirname(cache), exist_ok=True); torch.save(out, cache)
    return out


def batches(enc, tokens, shuffle):
    idx = list(range(len(enc)))
    if shuffle: random.shuffle(idx)
    pool = 50 * max(1, tokens // 64) if shuffle else len(idx); out = []
    for p in range(0, len(idx), pool):
        cur, mx = [], 0
        for i in sorted(idx[p:p + pool], key=lambda i: len(enc[i][0])):
            n = len(enc[i][0])
            if cur and max(mx, n) * (len(cur) + 1) > tokens: out.append(cur); cur, mx = [], 0
            cur.append(i); mx = max(mx, n)
        if cur: out.append(cur)
    if shuffle: random.shuffle(out)
    return out


def collate(enc, ix, pad):
    n = max(len(enc[i][0]) for i in ix)
    ids = torch.full((len(ix), n), pad, dtype=torch.long); mask = torch.zeros_like(ids); tt = torch.zeros_like(ids)
    for j, i in enumerate(ix):
        a, t, _ = enc[i]; ids[j, :len(a)] = torch.from_numpy(a.astype(np.int64)); mask[j, :len(a)] = 1
        if t is not None: tt[j, :len(t)] = torch.from_numpy(t.astype(np.int64))
    x = {"input_ids": ids, "attention_mask": mask}
    if enc[ix[0]][1] is not None: x["token_type_ids"] = tt
    return {k: v.to(DEV, non_blocking=True) for k, v in x.items()}


def forward(m, x):
    with torch.autocast(DEV, torch.bfloat16, enabled=DEV == "cuda" or BF16): return m(**x).logits.float()


def rounded(w):
    """A weight matrix on the grid that the product's int8 kernels use: one scale an output, 127 steps to each side."""
    scale = w.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
    return torch.round(w / scale) * scale


def published(name, w):
    """A tensor as it is stored: f16, the encoder's matrices rounded to the grid first, so that int8 and f32 compute with the same weights."""
    return (rounded(w.float()) if "encoder" in name and w.dim() == 2 else w).half().contiguous() if w.is_floating_point() else w


class Grid(torch.nn.Module):
    """Rounds a weight matrix to the grid; gradients pass straight through."""

    def forward(self, w): return w + (rounded(w) - w).detach()


def on_grid(m):
    """From now on every linear layer of the encoder computes with weights on the int8 grid."""
    for name, layer in list(m.named_modules()):
        if isinstance(layer, torch.nn.Linear) and "encoder" in name: torch.nn.utils.parametrize.register_parametrization(layer, "weight", Grid())


def plain(m):
    """The weights under their own names, those of parametrized layers rounded."""
    out = {}
    for name, weight in m.state_dict().items():
        if name.endswith("parametrizations.weight.original"): name, weight = name.replace("parametrizations.weight.original", "weight"), Grid()(weight)
        out[name] = weight.detach().clone()
    return out


def of_label(lp, y):
    """The probability of each row's label; 1 where it has none, and of neutral and contradiction together where they are not told apart."""
    p = lp.exp(); return torch.where(y < 3, p.gather(1, y.clamp(max=2)[:, None])[:, 0], torch.where(y == 3, 1 - p[:, 0], torch.ones_like(p[:, 0])))


def fit(a):
    torch.manual_seed(a.seed); random.seed(a.seed)
    tok, m = load(a.base, hidden_dropout_prob=a.dropout, attention_probs_dropout_prob=a.dropout)
    data = pairs(a)
    key = hashlib.md5(repr((a.pairs, a.max_len, tok.vocab_size, len(data), a.windows)).encode()).hexdigest()[:10]
    enc = encode(tok, data, a.max_len, f"{a.cache}/{key}.pt")
    count = np.bincount([x[2] for x in enc], minlength=5); rarity = torch.tensor(len(enc) / (count > 0).sum() / np.maximum(count, 1), dtype=torch.float32, device=DEV) if a.balanced else None
    soft = torch.from_numpy(np.load(a.soft).astype(np.float32))[: len(enc)] if a.soft else None
    todo = []; e = a.epochs
    while e > 0: b = batches(enc, a.tokens, True); todo += b[: int(len(b) * min(1, e))]; e -= 1
    print(f"{len(enc)} rows, {sum(len(x[0]) for x in enc)} tokens, {len(todo)} steps on {DEV}", flush=True)
    if a.int8: on_grid(m)
    for n, p in m.named_parameters():
        if a.freeze_embeddings and ("word_embeddings" in n or "position_embeddings" in n): p.requires_grad = False
    plain = [p for n, p in m.named_parameters() if p.requires_grad and ("bias" in n or "LayerNorm" in n)]
    decay = [p for n, p in m.named_parameters() if p.requires_grad and not ("bias" in n or "LayerNorm" in n)]
    opt = torch.optim.AdamW([{"params": decay, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}], lr=a.lr, betas=(0.9, 0.98), fused=True)
    m.train(); t0 = last = time.time(); tot = hit = cnt = 0; warm = max(1, int(.04 * len(todo))); first = 0; state = f"{a.out}/state.pt"
    if a.checkpoint and os.path.exists(state):
        c = torch.load(state, map_location=DEV, weights_only=False); m.load_state_dict(c["model"]); opt.load_state_dict(c["opt"]); first = c["step"]; print(f"goes on at step {first}", flush=True)
    for s, ix in enumerate(todo):
        if s < first: continue
        fr = max(s / len(todo), (time.time() - t0) / (a.minutes * 60) if a.minutes else 0)
        if fr >= 1: break
        for g in opt.param_groups: g["lr"] = a.lr * min(1, (s + 1) / warm) * (1 - fr)
        y = torch.tensor([enc[i][2] for i in ix], device=DEV); lg = forward(m, collate(enc, ix, tok.pad_token_id)); lp = lg.log_softmax(-1)
        known = y < 3; tgt = torch.full_like(lp, a.smooth / 3); tgt[known, y[known]] += 1 - a.smooth
        hard = torch.where(known, -(tgt * lp).sum(-1), torch.where(y == 3, -torch.logsumexp(lp[:, 1:], -1), torch.zeros_like(lp[:, 0])))
        if a.focal: hard = hard * (1 - of_label(lp.detach(), y)) ** a.focal
        if rarity is not None: hard = hard * rarity[y]
        loss = hard.mean()
        if soft is not None:
            t = soft[ix].to(DEV); kl = a.temp ** 2 * torch.nn.functional.kl_div((lg / a.temp).log_softmax(-1), (t / a.temp).log_softmax(-1), log_target=True, reduction="batchmean")
            loss = (1 - a.alpha) * loss + a.alpha * kl
        opt.zero_grad(set_to_none=True); loss.backward(); torch.nn.utils.clip_grad_norm_(m.parameters(), 1.0); opt.step()
        p = lg.argmax(-1); tot += loss.item(); hit += torch.where(known, p == y, (p != 0) | (y == 4)).sum().item(); cnt += len(ix)
        if (s + 1) % 100 == 0: print(f"{s+1}/{len(todo)} {time.time()-t0:.0f}s loss {tot/100:.4f} acc {hit/cnt:.4f}", flush=True); tot = hit = cnt = 0
        if a.minutes and time.time() - t0 > a.minutes * 60: break
        if a.checkpoint and time.time() - last > a.checkpoint * 60:
            os.makedirs(a.out, exist_ok=True); torch.save({"model": m.state_dict(), "opt": opt.state_dict(), "step": s + 1}, state + ".new"); os.replace(state + ".new", state); save(m, tok, a.out); last = time.time()
    save(m, tok, a.out); print(f"saved {a.out} after {time.time()-t0:.0f}s", flush=True)


def save(m, tok, out): m.save_pretrained(out, state_dict=plain(m)); tok.save_pretrained(out)


@torch.no_grad()
def logits(m, tok, enc, tokens):
    m.eval(); out = np.zeros((len(enc), 3), np.float32)
    for ix in batches(enc, tokens, False): out[ix] = forward(m, collate(enc, ix, tok.pad_token_id)).cpu().numpy()
    return out


def label(a):
    tok, m = load(a.model); data = pairs(a)
    out = logits(m, tok, encode(tok, data, a.max_len), a.tokens); np.save(a.out, out.astype(np.float16))
    y = np.array([x[2] for x in data]); k = y < 3; print(f"{len(data)} rows; agreement with the labels {(out.argmax(-1)[k] == y[k]).mean():.4f}")


SENT = re.compile(r"(?<=[.!?])\s+|\n+")


def windows(e, c, k=6):
    s = [x.strip() for x in SENT.split(e) if x.strip()]
    w = list(dict.fromkeys([" ".join(s[i:i + n]) for n in (3, 1) for i in range(len(s))] + ([e] if len(e.split()) < 110 else []))) or [e]
    return w if len(w) <= k else nearest(w, c, k)


def nearest(texts, c, k):
    """The k texts that share most words with a claim for their length."""
    words = lambda t: set(re.findall(r"\w+", t.lower())); cw = words(c)
    return sorted(texts, key=lambda x: -len(cw & words(x)) / (1 + len(words(x)) ** .3))[:k]


def neighbours(e, sentence):
    """A sentence with the one before and the one after it."""
    s = [x.strip() for x in SENT.split(e) if x.strip()]; i = s.index(sentence); return " ".join(s[max(0, i - 1): i + 2])


def alone(e, c, k=6):
    """The sentences nearest the claim, each alone."""
    return nearest(list(dict.fromkeys(x.strip() for x in SENT.split(e) if x.strip())) or [e], c, k)


def auc(y, s):
    r = np.argsort(np.argsort(s)) + 1; n1 = y.sum(); n0 = len(y) - n1
    return float((r[y].sum() - n1 * (n1 + 1) / 2) / (n1 * n0)) if n1 and n0 else float("nan")


def average(a):
    from safetensors.torch import load_file, save_file
    first, second = (load_file(f"{d}/model.safetensors") for d in (a.a, a.b)); os.makedirs(a.out, exist_ok=True)
    save_file({k: published(k, (1 - a.share) * w.float() + a.share * second[k].float()) for k, w in first.items()}, f"{a.out}/model.safetensors")
    for f in ("config.json", "tokenizer.json"): shutil.copy(f"{a.a}/{f}", f"{a.out}/{f}")


def evaluate(a):
    tok, m = load(a.model); res = {}; parts = []
    for f in sorted(os.listdir(a.sets)):
        if not f.endswith(".jsonl"): continue
        rs = [json.loads(l) for l in open(f"{a.sets}/{f}")]; random.Random(5).shuffle(rs); rs = rs[: a.rows]
        cut = alone if a.reading else windows; read = lambda ps: torch.softmax(torch.from_numpy(logits(m, tok, encode(tok, ps, a.max_len), a.tokens)), -1).numpy()
        ps = [(w, r["claim"], 0) for r in rs for w in cut(r["evidence"], r["claim"])]; own = np.array([i for i, r in enumerate(rs) for _ in cut(r["evidence"], r["claim"])]); P = read(ps)
        if a.reading:
            best = [max(np.flatnonzero(own == i), key=lambda j: P[j, 0]) for i in range(len(rs))]
            second = read([(neighbours(r["evidence"], ps[j][0]) if ps[j][0] != r["evidence"] else r["evidence"], r["claim"], 0) for r, j in zip(rs, best)])
            P = second if a.reading == "second" else (P[best] + second) / 2; own = np.arange(len(rs))
        sup = np.array([P[own == i, 0].max() for i in range(len(rs))]); con = np.array([P[own == i, 2].max() for i in range(len(rs))])
        lab = [0 if (b := P[own == i][P[own == i, 0].argmax()])[0] > max(b[1], b[2]) else 2 if con[i] > .5 else 1 for i in range(len(rs))]
        L = [r["label"] for r in rs]; y = np.array([l == "SUPPORTED" for l in L]); ok = [(CODE[l], p) for l, p in zip(L, lab) if l != "UNSUPPORTED"]
        res[f[:-6]] = dict(n=len(rs), auc=auc(y, sup), three=np.mean([p == q for p, q in ok]) if "UNSUPPORTED" not in L else float("nan"), y=y, sup=sup)
    half = lambda n: np.arange(n) % 2 == 0
    bacc = lambda y, p: (p[y].mean() + (~p[~y]).mean()) / 2 if y.any() and (~y).any() else float("nan")
    ts = np.linspace(.02, .98, 97)
    one = lambda k: max(ts, key=lambda t: np.mean([bacc(r["y"][half(r["n"]) == k], r["sup"][half(r["n"]) == k] > t) for r in res.values()]))
    t0, t1 = one(True), one(False); mean = []
    for n, r in res.items():
        h = half(r["n"]); b = np.mean([bacc(r["y"][~h], r["sup"][~h] > t0), bacc(r["y"][h], r["sup"][h] > t1)]); fa = np.mean((r["sup"] > (t0 + t1) / 2)[~r["y"]]); mean.append(b)
        print(f"{n:24s} n {r['n']:4d} BAcc {b:.3f} false accepts {fa:.3f} AUC {r['auc']:.3f} three-way {r['three']:.3f}")
    print(f"mean BAcc {np.mean(mean):.3f} with one threshold for all sets ({t0:.2f}, {t1:.2f})")


REFERENCE = [["The Eiffel Tower was completed in 1889.", "The Eiffel Tower was finished in 1889."], ["The Eiffel Tower was completed in 1889.", "The Eiffel Tower was finished in 1899."],
    ["The Eiffel Tower was completed in 1889.", "The Eiffel Tower is painted every seven years."], ["The board approved the merger on 3 May.", "The board did not approve the merger."],
    ["Alice manages the Berlin office; Bob manages the Paris office.", "Bob manages the Berlin office."], ["All employees received training.", "Some employees received training."],
    ["Sales fell by 8 percent in 2023.", "Sales grew by 8 percent in 2023."], ["The patient was given 50 mg of aspirin.", "The patient was given aspirin."]]


def export(a):
    from safetensors.torch import save_file
    tok, m = load(a.model); os.makedirs(a.out, exist_ok=True); m = m.cpu().eval(); stored = {k: published(k, v) for k, v in m.state_dict().items() if "position_ids" not in k}
    m.load_state_dict({k: v.float() for k, v in stored.items()}, strict=False)
    save_file(stored, f"{a.out}/model.safetensors", metadata={"format": "pt"})
    for f in ("config.json", "tokenizer.json"): shutil.copy(f"{a.model}/{f}", a.out)
    with torch.no_grad(): ref = [dict(premise=p, hypothesis=h, logits=[round(x, 4) for x in m(**tok(p, h, return_tensors="pt")).logits[0].tolist()]) for p, h in REFERENCE]
    json.dump({"labels": LABELS, "pairs": ref}, open(f"{a.out}/reference.json", "w"), indent=0)
    for r in ref: print(r)
    if a.part_mb:
        b = open(f"{a.out}/model.safetensors", "rb").read(); n = a.part_mb << 20
        for i in range(0, len(b), n): open(f"{a.out}/model.part{i // n}", "wb").write(b[i:i + n])
        print("sha256", hashlib.sha256(b).hexdigest(), len(b))


p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter); sp = p.add_subparsers(dest="cmd", required=True)
q = sp.add_parser("fit"); q.add_argument("base"); q.add_argument("out"); q.add_argument("--soft"); q.add_argument("--epochs", type=float, default=3); q.add_argument("--lr", type=float, default=5e-5)
q.add_argument("--minutes", type=float, default=9); q.add_argument("--freeze-embeddings", action="store_true"); q.add_argument("--dropout", type=float, default=0.1); q.add_argument("--smooth", type=float, default=0.05)
q.add_argument("--alpha", type=float, default=0.7); q.add_argument("--temp", type=float, default=1.5); q.add_argument("--checkpoint", type=float, default=0); q.add_argument("--int8", action="store_true"); q.add_argument("--cache", default="pairs-cache")
q.add_argument("--focal", type=float, default=0); q.add_argument("--balanced", action="store_true"); q.add_argument("--seed", type=int, default=1); q.set_defaults(go=fit)
q2 = sp.add_parser("label"); q2.add_argument("model"); q2.add_argument("out"); q2.set_defaults(go=label)
for x in (q, q2): x.add_argument("--windows", action="store_true"); x.add_argument("--pairs", nargs="+", required=True); x.add_argument("--limit", type=int, default=0)
q3 = sp.add_parser("eval"); q3.add_argument("model"); q3.add_argument("--sets", required=True); q3.add_argument("--rows", type=int, default=300); q3.add_argument("--reading", choices=["second", "both"]); q3.set_defaults(go=evaluate)
for x in (q, q2, q3): x.add_argument("--tokens", type=int, default=32768 if DEV == "cuda" else 2048); x.add_argument("--max-len", type=int, default=256)
q5 = sp.add_parser("average"); q5.add_argument("a"); q5.add_argument("b"); q5.add_argument("out"); q5.add_argument("--share", type=float, default=0.5); q5.set_defaults(go=average)
q4 = sp.add_parser("export"); q4.add_argument("model"); q4.add_argument("out"); q4.add_argument("--part-mb", type=int, default=0); q4.set_defaults(go=export)
if __name__ == "__main__": a = p.parse_args(); a.go(a)
