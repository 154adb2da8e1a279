"""The fourth training's way on one GPU: 270,000 tokens a second, where two cores with AMX do 1,400.

    gpu.py fit BASE OUT --rows ROWS.jsonl --minutes M [--held HELD.jsonl] [--seeds 5 6] [--share 0.8] [--lr 4e-5] [--tokens 16384] [--drop 0.1] [--device cuda]

Rows are those of `reader.py fit --rows`; "weight", where it is there, says how often an epoch has the row (.6: in three of five). BASE is what `reader.py unpack` writes. Each seed trains from it for M minutes, its rate rising for 150 steps and falling to nothing; OUT gets `--share` of the mean of all seeds and BASE for the rest, in the same layout, for `reader.py pack`.
Embeddings and position bias stay as they are. Of HELD, by its sets, it prints AUC of support and the share of right labels before and after.

BASE lies on the grid of int8, and what moves a weight by less than half a step is lost when OUT is packed: 3,600 steps at 4e-5 come through, 900 at 1.5e-5 do not.
"""

import argparse, json, math, os, time

import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer

from reader import CODE, SIZES, loss_of

WIDTH, HEADS, LAYERS, INNER, PAD, LONGEST = 768, 12, 12, 3072, 1, SIZES[-1]


def distances(length):
    """The bucket of each distance between two tokens, as MPNet's: 32, half for each direction."""
    away = torch.arange(length)[:, None] - torch.arange(length)[None, :]
    side, away = (away < 0).long() * 16, away.abs()
    far = 8 + (torch.log(away.float().clamp(min=1) / 8) / math.log(128 / 8) * 8).long()
    return side + torch.where(away < 8, away, far.clamp(max=15))


class Layer(nn.Module):
    """A layer of twelve heads; `linear` makes its matrices."""

    def __init__(self, drop, width=WIDTH, inner=INNER, epsilon=1e-5, linear=nn.Linear):
        super().__init__()
        self.q, self.k, self.v, self.o = (linear(width, width) for _ in range(4))
        self.ln1, self.ln2 = nn.LayerNorm(width, epsilon), nn.LayerNorm(width, epsilon)
        self.i, self.d, self.drop = linear(width, inner), linear(inner, width), nn.Dropout(drop)

    def forward(self, x, bias):
        rows, length, width = x.shape
        split = lambda t: t.view(rows, length, HEADS, width // HEADS).transpose(1, 2)
        seen = F.scaled_dot_product_attention(split(self.q(x)), split(self.k(x)), split(self.v(x)), attn_mask=bias)
        x = self.ln1(self.drop(self.o(seen.transpose(1, 2).reshape(rows, length, width))) + x)
        return self.ln2(self.drop(self.d(F.gelu(self.i(x)))) + x)


class Reader(nn.Module):
    def __init__(self, drop=0.0):
        super().__init__()
        self.word, self.pos, self.rel = nn.Embedding(30527, WIDTH), nn.Embedding(514, WIDTH), nn.Embedding(32, HEADS)
        self.lne, self.layer = nn.LayerNorm(WIDTH, 1e-5), nn.ModuleList(Layer(drop) for _ in range(LAYERS))
        self.dense, self.out = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, 3)
        self.register_buffer("far", distances(LONGEST), persistent=False)

    def forward(self, ids, mask):
        length = ids.shape[1]
        x = self.lne(self.word(ids) + self.pos(torch.cumsum(mask, 1) * mask + PAD)).to(torch.bfloat16)
        bias = self.rel(self.far[:length, :length]).permute(2, 0, 1)[None].to(torch.bfloat16)
        bias = bias.expand(len(ids), -1, -1, -1) + (1 - mask)[:, None, None, :].to(torch.bfloat16) * -1e4
        for layer in self.layer: x = layer(x, bias)
        return self.out(torch.tanh(self.dense(x[:, 0])))


def names():
    """Name here, name in Hugging Face's layout."""
    parts = {"word": "mpnet.embeddings.word_embeddings", "pos": "mpnet.embeddings.position_embeddings", "lne": "mpnet.embeddings.LayerNorm", "rel": "mpnet.encoder.relative_attention_bias", "dense": "classifier.dense", "out": "classifier.out_proj"}
    inner = {"q": "attention.attn.q", "k": "attention.attn.k", "v": "attention.attn.v", "o": "attention.attn.o", "ln1": "attention.LayerNorm", "i": "intermediate.dense", "d": "output.dense", "ln2": "output.LayerNorm"}
    parts |= {f"layer.{k}.{own}": f"mpnet.encoder.layer.{k}.{other}" for k in range(LAYERS) for own, other in inner.items()}
    return {f"{own}.{kind}": f"{other}.{kind}" for own, other in parts.items() for kind in ("weight", "bias") if kind == "weight" or own not in ("word", "pos", "rel")}


def weights_of(base):
    kept = load_file(f"{base}/model.safetensors")
    return {own: kept[other] for own, other in names().items()}


def encoded(rows, base):
    tokenizer = Tokenizer.from_file(f"{base}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.enable_truncation(LONGEST, strategy="longest_first")
    return [np.array(one.ids) for one in tokenizer.encode_batch([(row["evidence"], row["claim"]) for row in rows])]


def padded(tokens, device):
    length = -(-max(map(len, tokens)) // 16) * 16
    ids, mask = np.full((len(tokens), length), PAD), np.zeros((len(tokens), length), np.int64)
    for row, one in enumerate(tokens): ids[row, : len(one)], mask[row, : len(one)] = one, 1
    return torch.from_numpy(ids).to(device), torch.from_numpy(mask).to(device)


def batches(tokens, weights, size, dice):
    """Rows of like length, so many that they have `size` tokens."""
    often = np.floor(weights + dice.random(len(weights))).astype(int)
    by = {}
    for place in dice.permutation(np.repeat(np.arange(len(tokens)), often)): by.setdefault(-(-len(tokens[place]) // 16) * 16, []).append(place)
    out = [places[k : k + max(1, size // length)] for length, places in by.items() for k in range(0, len(places), max(1, size // length))]
    return [out[place] for place in dice.permutation(len(out))]


@torch.no_grad()
def read(model, tokens, device, put=padded, size=16384):
    """Logits of every row, longest rows first, so many at once that they have `size` tokens; `put` makes a batch of them."""
    model.eval()
    order, said, first = sorted(range(len(tokens)), key=lambda place: -len(tokens[place])), np.zeros((len(tokens), 3), np.float32), 0
    while first < len(order):
        places = order[first : first + max(1, size // len(tokens[order[first]]))]
        first += len(places)
        with torch.autocast(device, torch.bfloat16): logits = model(*put([tokens[place] for place in places], device))
        said[places] = logits.float().cpu().numpy()
    return said


def told(title, label, sets, said):
    """AUC of support and the share of right labels, of each set."""
    from sklearn.metrics import roc_auc_score
    said = torch.from_numpy(said).softmax(-1).numpy()
    for name in sorted(set(sets)):
        own = sets == name
        area = roc_auc_score(label[own] == 0, said[own, 0]) if 0 < (label[own] == 0).mean() < 1 else float("nan")
        print(f"{title} {name}: {own.sum()} rows, AUC {area:.3f}, right {(said[own].argmax(1) == label[own]).mean():.3f}", flush=True)


def trained(args, start, rows, tokens, seed):
    torch.manual_seed(seed)
    dice, device = np.random.default_rng(seed), args.device
    model = Reader(args.drop)
    model.load_state_dict(start)
    model.to(device).train()
    for name, part in model.named_parameters(): part.requires_grad = not name.startswith(("word", "pos", "rel"))
    part = lambda keep: [own for name, own in model.named_parameters() if own.requires_grad and keep(name, own)]
    head = lambda name: name.startswith(("dense", "out"))
    groups = [(part(lambda name, _: head(name)), 2.0, 0.01), (part(lambda name, own: not head(name) and own.dim() > 1), 1.0, 0.01), (part(lambda name, own: not head(name) and own.dim() < 2), 1.0, 0.0)]
    steps = torch.optim.AdamW([{"params": own, "times": times, "weight_decay": decay} for own, times, decay in groups], lr=args.lr, betas=(0.9, 0.98), fused=device == "cuda")
    weights, label = np.array([row.get("weight", 1.0) for row in rows]), np.array([CODE[row["label"]] for row in rows])
    todo, step, begun = [], 0, time.time()
    while (done := (time.time() - begun) / (args.minutes * 60)) < 1:
        todo = todo or batches(tokens, weights, args.tokens, dice)
        places = todo.pop()
        for group in steps.param_groups: group["lr"] = args.lr * group["times"] * min(1, (step + 1) / 150) * (1 - done)
        with torch.autocast(device, torch.bfloat16): logits = model(*padded([tokens[place] for place in places], device))
        loss = loss_of(logits.float(), torch.from_numpy(label[places]).to(device))
        steps.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        steps.step()
        step += 1
        if step % 100 == 0: print(f"seed {seed}, step {step}, {time.time() - begun:.0f} s, loss {loss.item():.3f}", flush=True)
    print(f"seed {seed}: {step} steps", flush=True)
    return {name: own.detach().cpu() for name, own in model.state_dict().items()}


def fit(args):
    rows_of = lambda file: [json.loads(line) for line in open(file)] if file else []
    rows, held, start = rows_of(args.rows), rows_of(args.held), weights_of(args.base)
    tokens, held_tokens = encoded(rows, args.base), encoded(held, args.base)
    label, sets = np.array([CODE[row["label"]] for row in held]), np.array([row["set"] for row in held])
    model = Reader()
    model.load_state_dict(start)
    told("before", label, sets, read(model.to(args.device), held_tokens, args.device))
    ends = [trained(args, start, rows, tokens, seed) for seed in args.seeds]
    mixed = {name: start[name] * (1 - args.share) + sum(end[name] for end in ends) / len(ends) * args.share for name in start}
    model.load_state_dict(mixed)
    told("after", label, sets, read(model, held_tokens, args.device))
    os.makedirs(args.out, exist_ok=True)
    save_file({other: mixed[own].contiguous() for own, other in names().items()}, f"{args.out}/model.safetensors", {"format": "pt"})
    for file in ("config.json", "tokenizer.json"): open(f"{args.out}/{file}", "wb").write(open(f"{args.base}/{file}", "rb").read())


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    q = p.add_subparsers(required=True).add_parser("fit")
    q.add_argument("base"); q.add_argument("out"); q.add_argument("--rows", required=True); q.add_argument("--held"); q.add_argument("--minutes", type=float, required=True); q.add_argument("--seeds", type=int, nargs="+", default=[5, 6]); q.add_argument("--share", type=float, default=0.8)
    q.add_argument("--lr", type=float, default=4e-5); q.add_argument("--tokens", type=int, default=16384); q.add_argument("--drop", type=float, default=0.1); q.add_argument("--device", default="cuda"); q.set_defaults(run=fit)
    args = p.parse_args()
    args.run(args)
