#!/bin/sh
# How good and how fast linking is on Spider.
#   bench/link_quality.sh DATA [BUILD]     DATA holds spider/; BUILD is the build directory
# The WordPiece vocabulary is $ASTORMER_BERT_VOCAB (BERT-uncased's vocab.txt).
set -eu
data=${1:?usage: bench/link_quality.sh DATA [BUILD]}
program=${2:-$(dirname "$0")/../build}/bench/link_quality
vocab=${ASTORMER_BERT_VOCAB:?set ASTORMER_BERT_VOCAB to a BERT-uncased vocab.txt}
echo "Spider dev, the rules of MODEL.md 7.3/7.4 (plain) and ours:"
"$program" "$data" "$vocab" dev
echo "Spider train (8,659 questions), ours only, indexes built from scratch:"
"$program" "$data" "$vocab" train
