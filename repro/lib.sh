# lib.sh - what the scripts of this folder share: budgets, runs that are made once and used by all
# tables, and the Markdown table with the paper's figures beside ours.
#
# A table is a title, columns (DATASET:FIGURE) and rows (label, settings, the paper's figures).
# Settings are words of a preset ("astormer") and key=value pairs; the word "encoder" stands for plm
# where a language model was given for the dataset's language, and for static otherwise.
# Figures: those of eval's figures.tsv (exact, exec, interaction_exact, exact_with_values),
# train_seconds (per 100 updates) and answer_seconds (per 1000 questions).
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
budget=smoke data= plm= zh_plm= out= workers= init= begin=1 failed=0 notes=()
astormer=${ASTORMER:-$root/build/astormer}
export ASTORMER_CONFIGS=${ASTORMER_CONFIGS:-$root/configs} # not those of an installed program

usage() {
  cat <<END
usage: $0 --budget smoke|hours|full [--data DIR] [--plm DIR] [--zh-plm DIR] [--out DIR] [--workers N]

  smoke  our own 200 questions (tests/data/small), a tiny network, two updates: shows that it runs
  hours  the benchmarks, the 'fast' presets, 5000 updates a cell
  full   the benchmarks, the paper's sizes and 100,000 updates a cell

--data     folder that holds spider/, sparc/, cosql/, dusql/, chase/ (hours and full)
--plm      language model for English; without it, vectors that are learnt along
--zh-plm   language model for Chinese; without it, the same
--out      where runs and tables go (default: repro/out/BUDGET); runs found there are not made again,
           one that was interrupted goes on, and tables share what they have in common
The program is \$ASTORMER, or build/astormer.
END
}

options() {
  while [ $# -gt 0 ]; do
    case $1 in
      --budget) budget=${2-} ;;
      --data) data=${2-} ;;
      --plm) plm=${2-} ;;
      --zh-plm) zh_plm=${2-} ;;
      --out) out=${2-} ;;
      --workers) workers=${2-} ;;
      --init) init=${2-} ;; # this and the next are of default-model alone
      --begin) begin=${2-} ;;
      --help | -h) usage; exit 0 ;;
      *) echo "$0: unknown option '$1'" >&2; usage >&2; exit 2 ;;
    esac
    [ $# -gt 1 ] || { echo "$0: $1 wants a value" >&2; exit 2; }
    shift 2
  done
  case $budget in
    smoke) ;;
    hours | full) [ -d "$data" ] || { echo "$0: --budget $budget needs --data, the folder of the benchmarks" >&2; exit 2; } ;;
    *) echo "$0: --budget '$budget' is not smoke, hours or full" >&2; exit 2 ;;
  esac
  [ -x "$astormer" ] || { echo "$0: no program '$astormer': build first (./bootstrap), or set ASTORMER" >&2; exit 3; }
  out=${out:-$root/repro/out/$budget}
  mkdir -p "$out" || exit 3
}

# ---- runs ---------------------------------------------------------------------------------------

is_chinese() { case $1 in dusql | chase) true ;; *) false ;; esac }

# The language model for a dataset, or nothing.
plm_for() {
  if [ "$budget" = smoke ]; then
    :
  elif is_chinese "$1"; then
    echo "$zh_plm"
  else
    echo "$plm"
  fi
}

# Is this setting the preset's own?  Then the run is one that other tables have as well.
is_default() { # WORDS KEY=VALUE
  "$astormer" train --show-config --config "$1" 2>/dev/null |
    grep -qE "^ *\"${2%%=*}\": \"?${2#*=}\"?,?\$"
}

# train_and_eval DATASET SETTING...: sets $run; what is there already is used
train_and_eval() {
  local dataset=$1 words=$1 name=$1 lm setting kept=()
  local sets=() source=() questions=(--beam 5)
  shift
  lm=$(plm_for "$dataset")
  for setting in "$@"; do
    case $setting in
      *=*) continue ;;
      encoder) words+=-$([ -n "$lm" ] && echo plm || echo static) ;;
      *) words+=-$setting ;;
    esac
    kept+=("$setting")
  done
  sets=(--set values=spell --set verdicts=false) # of all of the paper's decoders, in whatever size
  [ "$budget" = full ] || words+=-fast
  for setting in "$@"; do
    [[ $setting == *=* ]] || continue
    is_default "$words" "$setting" || { sets+=(--set "$setting"); kept+=("$setting"); }
  done
  for setting in "${kept[@]}"; do
    name+=_${setting//=/-}
  done
  run=$out/runs/$name
  case $budget in
    smoke)
      source=(--dataset jsonl --data "$root/tests/data/small/train.jsonl" --tables "$root/tests/data/small/tables.json")
      questions=(--beam 2 --limit 4)
      sets=(--set embedding=16 --set d=16 --set heads=2 --set rat_layers=1 --set decoder_layers=1 --set steps=2
        --set warmup=1 --set cooldown=0 --set batch=4 --set holdout=0 --set ema=0 --set log_steps=1 "${sets[@]}") ;;
    hours)
      source=(--dataset "$dataset" --data "$data")
      sets=(--set steps=5000 --set cooldown=1500 "${sets[@]}") ;;
    full)
      source=(--dataset "$dataset" --data "$data") ;;
  esac
  [ -f "$run/eval/figures.tsv" ] && return 0
  mkdir -p "$run"
  echo "$0: $name" >&2
  # shellcheck disable=SC2206 # an empty list of options is wanted
  local more=(${workers:+--workers "$workers"})
  [ -f "$run/checkpoint.safetensors" ] && more+=(--resume)
  "$astormer" train --config "$words" "${source[@]}" ${lm:+--plm "$lm"} "${sets[@]}" "${more[@]}" --out "$run" \
    >"$run/train.txt" 2>&1 &&
    "$astormer" eval "${source[@]}" --model "$run/best.safetensors" --out "$run/eval" "${questions[@]}" \
      ${workers:+--workers "$workers"} >"$run/eval.txt" 2>&1 && return 0
  failed=1
  echo "$0: $name failed: see $run/train.txt and eval.txt" >&2
  return 1
}

# figure RUN NAME: the number, or -
figure() {
  case $2 in
    train_seconds)
      "$astormer" plot "$1" --tsv 2>/dev/null |
        awk -F '\t' '$2 == "step" { s = $4; n = $3 } END { if (n) printf "%.2f\n", 100 * s / n; else print "-" }' ;;
    answer_seconds)
      awk -F '\t' '$1 == "ms_per_question" { printf "%.2f\n", $2; f = 1 } END { if (!f) print "-" }' "$1/eval/figures.tsv" ;;
    *)
      awk -F '\t' -v k="$2" '$1 == k { printf "%.1f\n", $2; f = 1 } END { if (!f) print "-" }' "$1/eval/figures.tsv" ;;
  esac
}

# ---- tables -------------------------------------------------------------------------------------

put() { printf '%s\n' "$1" | tee -a "$table_file"; }

# table TITLE OPTIONS...
table() {
  local title=$1
  shift
  options "$@"
  table_file=$out/$(basename "$0").md
  : >"$table_file" || exit 3
  put "# $title"
  put ""
}

# Is a column's dataset run at all?  A smoke run shows that a row works, for which one is enough.
is_run() {
  [ "$budget" = smoke ] && { [ "$1" = "${wanted[0]%%:*}" ]; return; }
  [ -d "$data/$1" ]
}

# columns LABEL DATASET:FIGURE...
columns() {
  local head="| $1 |" rule="|---|" column
  shift
  wanted=("$@")
  for column in "$@"; do
    is_run "${column%%:*}" || continue
    # the paper's figure beside one without a meaning would be read as a comparison
    if [ "$budget" = smoke ]; then
      head+=" ${column/:/ }, smoke run |"
      rule+="---|"
    else
      head+=" ${column/:/ }, paper | ours |"
      rule+="---|---|"
    fi
  done
  put "$head"
  put "$rule"
}

# row LABEL SETTINGS PAPER...: one figure of the paper for each column, - for none
row() {
  local line="| $1 |" settings=$2 column dataset ours
  shift 2
  for column in "${wanted[@]}"; do
    dataset=${column%%:*} ours=-
    if is_run "$dataset"; then
      # shellcheck disable=SC2086 # settings are words
      if train_and_eval "$dataset" $settings; then
        ours=$(figure "$run" "${column#*:}")
      else
        ours=failed
      fi
      [ "$budget" = smoke ] || line+=" ${1:--} |"
      line+=" $ours |"
    fi
    shift
  done
  put "$line"
}

note() { notes+=("$1"); }

describe_budget() {
  case $budget in
    smoke) put "Budget smoke: our own 200 questions and a tiny network after two updates; the figures mean nothing." ;;
    hours) put "Budget hours: presets DATASET-...-fast, 5000 updates; scored on dev, chosen on held-out training databases." ;;
    full) put "Budget full: presets DATASET-..., scored on dev, chosen on held-out training databases." ;;
  esac
  [ "$budget" = smoke ] || put "Language model: English ${plm:-none}, Chinese ${zh_plm:-none}. The paper's are other ones: see docs/TRAINING.md."
}

# Ends a table: how it was made, and the scripts' exit status.
finish() {
  put ""
  [ -d "$out/runs" ] && [ -n "${wanted-}" ] && describe_budget
  local n
  for n in ${notes[@]+"${notes[@]}"}; do
    put "$n"
  done
  put "Made with $("$astormer" --version) on $(uname -m), $(nproc) cores; runs in $out/runs."
  exit $failed
}
