# tiny_model.bash - a model of our own for the tests of what users run: trained on tests/data/small
# in a few seconds, once for each build of the program, and kept beside it.
# Sets ASTORMER_MODEL; call from setup_file.
tiny_model() {
  local small=$ASTORMER_ROOT/tests/data/small stamp
  stamp=$(stat -c %Y-%s "$ASTORMER")
  export ASTORMER_MODEL=${ASTORMER%/*}/tests/tiny-model-$stamp.safetensors
  (
    flock 9
    [ -s "$ASTORMER_MODEL" ] && exit 0
    "$ASTORMER" train --dataset jsonl --data "$small/train.jsonl" --tables "$small/tables.json" \
      --vocab "$small/vocab.txt" --config "$ASTORMER_ROOT/configs/small.json" --set steps=100 --set cooldown=30 \
      --set d=32 --set embedding=32 --set rat_layers=1 --set ema=0.9 --set lr=4e-3 --set warmup=10 \
      --out "$BATS_FILE_TMPDIR/tiny" --quiet >&2
    mv "$BATS_FILE_TMPDIR/tiny/best.safetensors" "$ASTORMER_MODEL"
  ) 9>"${ASTORMER%/*}/tests/tiny-model.lock"
}
