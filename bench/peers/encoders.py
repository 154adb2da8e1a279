"""The same encoders in onnxruntime (fp32 and int8) and in PyTorch, beside `groundwall bench`, in one run on the same texts.

    pip install torch transformers onnx onnxscript onnxruntime
    python bench/peers/encoders.py target/release/groundwall --threads 2 [--passages 512]

Prints texts a second for each, and Groundwall's ratio to it. onnxruntime gets one text at a time from as many threads as there are cores to use, each
with a session thread of its own: that is faster for it than padded batches. Optional; nothing of the project needs it.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import tempfile
import time

import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import AutoModel, AutoModelForSequenceClassification, PreTrainedTokenizerFast

ROOT = pathlib.Path(__file__).resolve().parents[2]
SENTENCES = [
    "The fairway north of the island was dredged to a depth of eight and a half metres before the winter storms came.",
    "Ships longer than ninety metres must take a pilot on board unless the harbour master has exempted them in writing.",
    "The board discussed the offers of three suppliers and chose the one with the earlier delivery and the longer warranty.",
    "In the years after the war most of the catch was salted on the quay and sent south by rail the same evening.",
]


def passages(count):
    return [(f"Report {n}. " + " ".join(SENTENCES[(n + p) % 4] for p in range(8)),) for n in range(count)]


def pairs(count):
    return [(f"In year {n} {SENTENCES[n % 4]} {SENTENCES[(n + 1) % 4]}", f"In year {n} the fairway was dredged by {n} ships.") for n in range(count)]


def measure(run, inputs, threads):
    for item in inputs[:8]:
        run(item)
    started = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        list(pool.map(run, inputs))
    return len(inputs) / (time.perf_counter() - started)


class Named(torch.nn.Module):
    """A model that takes its inputs by place, as the exporter gives them."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, ids, mask, types):
        return self.model(input_ids=ids, attention_mask=mask, token_type_ids=types)[0]


def export(model, folder, name):
    path = str(folder / f"{name}.onnx")
    example = torch.ones(1, 16, dtype=torch.long)
    axes = {key: {0: "batch", 1: "length"} for key in ("input_ids", "attention_mask", "token_type_ids")}
    torch.onnx.export(model, (example, example, example * 0), path, input_names=list(axes), output_names=["out"], dynamic_axes=axes, dynamo=False)
    quantize_dynamic(path, path + ".int8", weight_type=QuantType.QInt8)
    return path


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--passages", type=int, default=512)
    args = parser.parse_args()
    torch.set_num_threads(1)
    ours = json.loads(
        subprocess.run(
            [args.binary, "bench", "models", "--passages", str(args.passages), "--format", "json"], cwd=ROOT, check=True, stdout=subprocess.PIPE,
            env={**os.environ, "RAYON_NUM_THREADS": str(args.threads)},
        ).stdout
    )["models"]
    print(f"threads {args.threads}")
    for work, kind, folder, inputs in [
        ("passages_per_second", AutoModel, "embedder", passages(args.passages)),
        ("pairs_per_second", AutoModelForSequenceClassification, "verifier", pairs(4 * args.passages)),
    ]:
        model = kind.from_pretrained(ROOT / "models" / folder, torch_dtype=torch.float32, attn_implementation="eager").eval()
        model.config.return_dict = False
        model = Named(model)
        tokenizer = PreTrainedTokenizerFast(tokenizer_file=str(ROOT / "models" / folder / "tokenizer.json"))
        tokenizer.backend_tokenizer.no_padding()
        tokenizer.backend_tokenizer.enable_truncation(256)
        found = {f"groundwall {row['embedder_kernel']}": row[work] for row in ours}
        with tempfile.TemporaryDirectory() as temporary:
            path = export(model, pathlib.Path(temporary), folder)
            for label, file in [("onnxruntime fp32", path), ("onnxruntime int8", path + ".int8")]:
                options = onnxruntime.SessionOptions()
                options.intra_op_num_threads = 1
                session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])

                def run(item):
                    encoding = tokenizer.backend_tokenizer.encode(*item)
                    feed = {"input_ids": encoding.ids, "attention_mask": encoding.attention_mask, "token_type_ids": encoding.type_ids}
                    known = {value.name for value in session.get_inputs()}
                    return session.run(None, {key: np.array([value]) for key, value in feed.items() if key in known})

                found[label] = measure(run, inputs, args.threads)

        def torch_run(item):
            encoding = tokenizer.backend_tokenizer.encode(*item)
            with torch.inference_mode():
                return model(torch.tensor([encoding.ids]), torch.tensor([encoding.attention_mask]), torch.tensor([encoding.type_ids]))

        found["pytorch fp32"] = measure(torch_run, inputs[: max(32, len(inputs) // 8)], args.threads)
        first = next(iter(found.values()))
        print(work)
        for label, speed in found.items():
            print(f"  {label:32} {speed:8.1f}   groundwall is {first / speed:.2f} ×")


main()
