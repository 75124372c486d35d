#!/usr/bin/env bash
# Fits the backgrounds of strategies that ask a language model as they are shipped, on what GPT-3.5 and GPT-4o were recorded to say.
set -euo pipefail
cd "$(dirname "$0")/../.."
recording=config/recordings/trustsql-spider
export DEMUR_DATABASES=$recording/databases DEMUR_MODELS=$recording/models DEMUR_STRATEGIES=$recording/strategies
for strategy in sqlprompt sqlprompt-demo sqlprompt-voting vote-ans cls_p-sqlprompt-error_p; do
    ./demur calibrate --background --strategy "$strategy" --replay "$recording"
done
