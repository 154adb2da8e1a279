#!/bin/bash
# rebuild.sh PAIRS_DIR OUT : the weights from the pairs with one command. Started again after a break it goes on where it was.
#
# PAIRS_DIR has pairs.jsonl and made.jsonl (DATA.md). Needs a Python (PYTHON) with torch, transformers, safetensors and numpy; takes a GPU where there is one.
# START    weights to begin with: ../../embedder for a training from the ground, the default goes on from the bundled ones
# TEACHER  a larger encoder in Hugging Face's layout: it is trained first, and its logits stand beside the labels
# NEAR, WORLD  rows made by near_pairs.py (300000) and world.py (100000); EPOCHS (4); LR (1e-4); LIMIT  rows that are used at most, for a trial
# SETS     evaluation sets, to end with `train.py eval`
# On two cores an epoch is about a quarter of a day; on a GPU with a teacher all of it is about twenty minutes. OUT/out has what models/verifier has.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd); pairs=$1; mkdir -p "$2"; out=$(cd "$2" && pwd); python=${PYTHON:-python3}; export HF_HUB_OFFLINE=1
train() { "$python" -u "$here/train.py" "$@"; }
[ -e "$out/near.jsonl" ] || { "$python" "$here/near_pairs.py" "$out/near.new" "$pairs/pairs.jsonl" --rows "${NEAR:-300000}"; mv "$out/near.new" "$out/near.jsonl"; }
[ -e "$out/world.jsonl" ] || { "$python" "$here/world.py" "$out/world.new" --rows "${WORLD:-100000}"; mv "$out/world.new" "$out/world.jsonl"; }
rows=(--pairs "$pairs/pairs.jsonl" "$pairs/made.jsonl" "$out/near.jsonl" "$out/world.jsonl" --limit "${LIMIT:-0}" --max-len 200 --windows); soft=()
fit=(--minutes 0 --checkpoint "${CHECKPOINT:-10}" --cache "$out/cache")
if [ -n "${TEACHER:-}" ]; then
  [ -e "$out/soft.npy" ] || { train fit "$TEACHER" "$out/teacher" "${rows[@]}" "${fit[@]}" --epochs 2 --lr 3e-5; train label "$out/teacher" "$out/soft.npy" "${rows[@]}"; }
  soft=(--soft "$out/soft.npy")
fi
train fit "${START:-$here/..}" "$out/student" "${rows[@]}" "${fit[@]}" "${soft[@]}" --epochs "${EPOCHS:-4}" --lr "${LR:-1e-4}" --dropout 0 --freeze-embeddings --int8
train export "$out/student" "$out/out"
if [ -n "${SETS:-}" ]; then train eval "$out/out" --sets "$SETS" --rows 200; fi
