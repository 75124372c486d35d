#!/usr/bin/env bash
# Trains the model for EHRSQL-2024's database and, on each fold of its pairs, one that knows no more than the fold's;
# then fits when to trust drafts of verified queries beside which the model drafts. Needs Python with torch, onnx and
# onnxruntime, and a build of Demur; the folds take 8 minutes of one H100 and 16 processor cores, else a day.
set -euo pipefail
cd "$(dirname "$0")/../.."
data=$(realpath "${DEMUR_BENCHMARKS:-../shared/data}")
made=$PWD/target/ehrsql
training=models/training

mkdir -p "$made"
members=()
for member in "18 0.1 0.03" "19 0.2 0.1"; do
    read -r seed dropout hidden <<< "$member"
    python3 $training/train.py --data "$data/ehrsql-2024" --out "$made/$seed" --epochs 24 --seed "$seed" \
        --dropout "$dropout" --hidden "$hidden"
    members+=("$made/$seed.checkpoint")
done
python3 $training/export.py --checkpoint "${members[@]}" --out models/generator-ehrsql
python3 $training/channel.py --data "$data/ehrsql-2024" --model models/generator-ehrsql
python3 $training/features.py --data "$data/ehrsql-2024" --background "$data/triagesql/testset_test.json" \
    --model models/generator-ehrsql
python3 $training/decode.py --model models/generator-ehrsql --reference src/test/resources/generation/neural-reference.json

./demur folds --database ehrsql > "$made/folds.json"
python3 $training/cross_fit.py --folds "$made/folds.json" --database "$data/ehrsql-2024/mimic_iv.sqlite.gz" \
    --background "$data/triagesql/testset_test.json" --out "$made/cross-fitted/opinions"
export DEMUR_CROSS_FITTED=$made/cross-fitted
./demur calibrate --database ehrsql
./demur generalise --database ehrsql
