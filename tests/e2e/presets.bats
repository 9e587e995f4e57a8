#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# Presets: words that each name one layer of settings, and the layers of a user's own.

show() { "$ASTORMER" train --show-config "$@"; }

setup() { cd "$BATS_TEST_TMPDIR"; }

@test "every dataset, encoder and decoder, in the paper's size and fast, is a preset" {
  for dataset in spider sparc cosql dusql chase; do
    for encoder in plm static; do
      for decoder in astormer lstm onlstm token tokenlstm; do
        for size in "" -fast; do
          show --config "$dataset-$encoder-$decoder$size" >out.json
          jq -e --arg e "$encoder" --arg d "$decoder" '.model.encoder == $e and (.model.decoder | sub("-"; "")) == $d' out.json >/dev/null
        done
      done
    done
  done
}

@test "the paper's hyper-parameters" {
  show --config spider-plm-astormer >out.json
  jq -e '.model | [.d, .rat_layers, .heads, .decoder_layers, .dropout, .relation_distance] == [512, 8, 8, 2, 0.2, 8]' out.json
  jq -e '.train | [.steps, .batch, .lr, .warmup, .schedule, .weight_decay, .layer_decay] == [100000, 20, 4e-4, 10000, "linear", 0.1, 0.8]' out.json
  jq -e '.model | [.grammar, .links, .cells, .rule_softmax, .relations] == ["paper", "plain", 4, "type", "rat43"]' out.json
  jq -e '.train.eval_search == "fair"' out.json
  show --config spider-plm-astormer-fast | jq -e '.model | [.grammar, .links, .cells] == ["everyday", "full", 2]'
  show --config static-astormer-day | jq -e '[.model.d, .model.rat_layers, .train.steps, .model.grammar] == [256, 4, 3000, "paper"]'
  show --config sparc-plm-lstm | jq -e '.model.relation_distance == 4'
  for preset in spider-plm-astormer static-astormer-day dusql-static-fast chase-plm-fast; do
    show --config $preset | jq -e '.model.values == "spell"'
  done
  show --config spider-plm-fast | jq -e '[.model.values, .model.verdicts] == ["point", true]'
  show --config spider-base-astormer | jq -e '.train.lr == 2e-4'
  show --config spider-large-astormer | jq -e '.train.lr == 1e-4'
  show --config dusql-static-astormer | jq -e '[.model.d, .train.lr, .train.weight_decay] == [256, 5e-4, 1e-4]'
}

@test "later layers win, --set wins over all, and 'with' looks at the other words in any order" {
  mkdir my
  echo '{"model": {"d": 64, "heads": 4}, "train": {"lr": 1e-3}, "with": {"b": {"train": {"steps": 7}}}}' >my/a.json
  echo '{"extends": "a", "train": {"lr": 2e-3}}' >my/b.json
  show --config my/a.json | jq -e '[.model.d, .train.lr, .train.steps] == [64, 1e-3, 20000]'
  show --config my/b.json | jq -e '[.model.d, .train.lr, .train.steps] == [64, 2e-3, 7]'
  show --config my/b.json --set lr=5e-3 | jq -e '.train.lr == 5e-3'
  ASTORMER_CONFIGS=my show --config a-b | jq -e '.train.lr == 2e-3'
  show --config spider-plm --config my/a.json | jq -e '[.model.d, .model.relation_distance] == [64, 8]'
}

@test "what is wrong in a layer is said with its file" {
  mkdir my
  fails() { # FRAGMENT SOURCE
    run --separate-stderr show --config "$2"
    [ "$status" -ne 0 ]
    [[ "$stderr" == *"$1"* ]]
  }
  fails "there is no layer 'nosuch'" spider-nosuch
  fails "there is no layer ''" spider-
  echo '{"modle": {}}' >my/key.json
  fails "my/key.json: unknown key 'modle'" my/key.json
  echo '{"model": {"d": "wide"}}' >my/type.json
  fails "my/type.json" my/type.json
  echo '{"extends": "loop2"}' >my/loop1.json
  echo '{"extends": "loop1"}' >my/loop2.json
  fails "extend each other more than" my/loop1.json
  echo '{"extends": "../../etc/passwd"}' >my/up.json
  fails "'extends' must name layers in the same folder" my/up.json
  echo '{"extends": "gone"}' >my/gone1.json
  fails "gone.json" my/gone1.json
  echo '[1]' >my/list.json
  fails "my/list.json: must be an object" my/list.json
}

@test "encoder=plm without a language model is said at once" {
  run --separate-stderr "$ASTORMER" train --config spider-plm --data . --out run
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"encoder=plm needs --plm"* ]]
  [ ! -e run ]
}
