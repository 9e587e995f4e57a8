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
