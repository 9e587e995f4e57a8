#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# The command line's contract: help, version, exit codes, where messages go.

@test "--help lists the commands on standard output" {
  run --separate-stderr "$ASTORMER" --help
  [ "$status" -eq 0 ]
  [[ "$output" == *"usage: astormer COMMAND"* ]]
  [ -z "$stderr" ]
}

@test "--version prints one line" {
  run "$ASTORMER" --version
  [ "$status" -eq 0 ]
  [[ "$output" =~ ^astormer\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
}

@test "no command and an unknown command end with 2 and a message on standard error" {
  run --separate-stderr "$ASTORMER"
  [ "$status" -eq 2 ] && [ -z "$output" ]
  run --separate-stderr "$ASTORMER" frobnicate
  [ "$status" -eq 2 ] && [ -z "$output" ]
  [[ "$stderr" == *"unknown command 'frobnicate'"* ]]
}

@test "help COMMAND is COMMAND --help; commands are in groups" {
  [ "$("$ASTORMER" help ask)" = "$("$ASTORMER" ask --help)" ]
  run --separate-stderr "$ASTORMER" help
  [[ "$output" == *"asking a database:"*"  ask "*"understanding an answer:"*"measuring:"* ]]
}

# tests/data/wrong/commands.txt, one a line, against what is said: messages.txt.  UPDATE=1 writes it anew.
@test "what a newcomer types wrong is answered with what to type" {
  cd "$BATS_TEST_TMPDIR"
  export XDG_CACHE_HOME=$PWD/cache HOME=$PWD
  sqlite3 shop.sqlite "CREATE TABLE book (title TEXT)"
  echo "CREATE TABLE book (title TEXT);" > shop.sql
  mkdir bin && ln -s "$ASTORMER" bin/astormer
  while read -r line; do
    printf '$ %s\n' "$line"
    PATH=$PWD/bin:$PATH bash -c "$line" < /dev/null 2>&1 || true
  done < "$ASTORMER_ROOT/tests/data/wrong/commands.txt" > said
  [ -z "${UPDATE:-}" ] || cp said "$ASTORMER_ROOT/tests/data/wrong/messages.txt"
  diff "$ASTORMER_ROOT/tests/data/wrong/messages.txt" said
}

@test "completions know every command and its options" {
  for shell in bash zsh fish; do "$ASTORMER_ROOT/man/make-completions" "$ASTORMER" $shell > $BATS_TEST_TMPDIR/$shell; done
  cd "$BATS_TEST_TMPDIR"
  bash -n bash
  complete_words() { bash -c 'source ./bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _astormer; echo "${COMPREPLY[*]}"' - "$@"; }
  [ "$(complete_words astormer sh)" = "shell" ]
  [ "$(complete_words astormer ask shop.sqlite --form)" = "--format" ]
  [ "$(complete_words astormer ask shop.sqlite --format ma)" = "markdown" ]
  [ "$(complete_words astormer help expl)" = "explain" ]
  for command in $("$ASTORMER" --help | awk '/^  [a-z]/ && $1 != "astormer" {print $1}'); do
    grep -q "'$command:" zsh && grep -q -- "-a $command " fish
  done
  grep -q -- "--choose\[" zsh && grep -q -- "-l choose" fish
  if command -v zsh > /dev/null; then zsh -n zsh; fi
  if command -v fish > /dev/null; then fish -n fish; fi
}
