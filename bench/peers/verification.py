"""The model work of the same verifications in sentence-transformers (fp32): same weights, same claims, same windows.

    pip install sentence-transformers
    python bench/peers/verification.py target/release/groundwall [--passages 10000]

Runs `groundwall bench verification --write-windows FILE` and then, for the same answers, embeds claims and windows and judges every pair, in batches, on
all cores. Searching, which Groundwall's time includes, is left out here. Optional; nothing of the project needs it.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile
import time

import torch
from sentence_transformers import CrossEncoder, SentenceTransformer, models

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--passages", type=int, default=10_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        path = pathlib.Path(temporary) / "windows.jsonl"
        command = [args.binary, "bench", "verification", "--sizes", str(args.passages), "--write-windows", str(path)]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        answers = [json.loads(line) for line in path.read_text().splitlines()]
    transformer = models.Transformer(str(ROOT / "models/embedder"), max_seq_length=256)
    embedder = SentenceTransformer(modules=[transformer, models.Pooling(384), models.Normalize()], device="cpu")
    judge = CrossEncoder(str(ROOT / "models/verifier"), max_length=256, device="cpu", num_labels=3)
    for model in (embedder, judge):
        model.float()
    ours, theirs = [], []
    for number, answer in enumerate(answers):
        claims = [claim["claim"] for claim in answer["claims"]]
        pairs = [(window, claim["claim"]) for claim in answer["claims"] for window in claim["windows"]]
        started = time.perf_counter()
        with torch.inference_mode():
            embedder.encode(claims, batch_size=32, show_progress_bar=False)
            embedder.encode([window for window, _ in pairs], batch_size=32, show_progress_bar=False)
            judge.predict(pairs, batch_size=32, show_progress_bar=False)
        if number > 1:
            theirs.append(time.perf_counter() - started)
            ours.append(answer["seconds"])
    mine, other = statistics.median(ours), statistics.median(theirs)
    print(f"{len(ours)} answers against {args.passages} passages, threads {torch.get_num_threads()}")
    print(f"  groundwall                {1000 * mine:8.0f} ms (p50)")
    print(f"  sentence-transformers     {1000 * other:8.0f} ms (p50)   groundwall is {other / mine:.1f} ×")


main()
