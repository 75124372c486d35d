#!/usr/bin/env bash
# Fits the background of few pairs as it is shipped, with --many-pairs that of many pairs, with --strategy onnx-fused that
# of the local model: on the databases of Spider's training portion that the fitted model names, or the one in NAMED, and
# on the business databases that are not sealed.
set -euo pipefail
# What the shipped models say of these databases is no measure: they learnt from them.
case " $* " in
    *" --many-pairs "*) ;;
    *) : "${DEMUR_CROSS_FITTED:?names the folder of the models that any-database.sh cross-fits}" ;;
esac
cd "$(dirname "$0")/../.."
data=$(realpath "${DEMUR_BENCHMARKS:-../shared/data}")
business=$PWD/config/benchmarks/business
unpacked=$PWD/target/background
declared=$unpacked/declared
kind=verified
case " $* " in
    *" --many-pairs "*) named=models/evidence.json ;;
    *" --strategy onnx-fused "*) named=models/onnx-fused.json kind=validation ;;
    *) named=${NAMED:-models/few-pairs.json} ;;
esac

rm -rf "$declared"
mkdir -p "$declared"
tar xzf "$data/spider/database_train_143.tar.gz" -C "$unpacked"
for id in $(sed -n 's/^ *"databases" : "\(.*\)",\{0,1\}$/\1/p' "$named" | tr -d ,); do
    printf 'file: %s\n%s: {files: [{path: %s, format: spider}]}\n' \
        "$unpacked/$id/$id.sqlite" $kind "$data/spider/train_spider_reconstructed.json" > "$declared/$id.yaml"
done
for file in "$business"/background/*.sqlite.gz \
    "$business"/{training_academy,clinic_supplies,nordhafen,kinetix}.sqlite.gz \
    "$business"/{tarnmoor_ambulance,quillfibre_crm,ferrybrook_port,osterwald_foundation}.sqlite.gz; do
    prefix=${file%.sqlite.gz}
    printf 'file: %s\nverified: {files: [{path: %s}]}\nvalidation: {files: [{path: %s}]}\n' \
        "$file" "$prefix-pairs.json" "$prefix.json" > "$declared/$(basename "$prefix").yaml"
done
DEMUR_DATABASES=$declared ./demur calibrate --background "$@"
