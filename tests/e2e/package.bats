#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# What people install: the Debian package in an empty root, the tarball wherever it is unpacked.

setup() {
  cd "$BATS_TEST_TMPDIR"
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache XDG_DATA_HOME=$BATS_TEST_TMPDIR/data
  for tool in meson jq objdump dpkg-deb; do command -v $tool >/dev/null || skip "$tool is not installed"; done
  sqlite3 shop.sqlite "CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, price REAL);
    INSERT INTO book VALUES (1, 'Salt', 9.5), (2, 'Barley', 12);"
}

# asks PROGRAM: an installed program finds its own model and presets, and nothing of the build folder
asks() {
  run -0 "$1" ask shop.sqlite "How many books are there?" --sql-only
  [[ "${output,,}" == "select count(*) from book"* ]]
  run -0 "$1" train --config spider-plm-fast --show-config
  mv "$2" "$2.away"
  run "$1" ask shop.sqlite "How many books are there?" --sql-only
  [ "$status" -ne 0 ]
  [[ "$output" == *"--model FILE"* ]]
}

@test "the Debian package installs into an empty root and answers" {
  run -0 "$ASTORMER_ROOT/tools/package" deb --build "${ASTORMER%/*}" --out . --fast
  package=${lines[-1]}
  for library in libsqlite3-0 libpq5 libmicrohttpd12; do # linked, and loaded when needed
    dpkg-deb -f "$package" Depends | grep -q "$library"
  done
  mkdir -p root/var/lib/dpkg
  : >root/var/lib/dpkg/status
  dpkg --root="$PWD/root" --log=/dev/null --force-not-root --force-depends -i "$package" >&2
  [ -f root/usr/share/man/man1/astormer.1 ] && [ -f root/usr/include/astormer.h ]
  grep -q 'complete -o filenames -F _astormer astormer' root/usr/share/bash-completion/completions/astormer
  [ -s root/usr/share/zsh/site-functions/_astormer ] && [ -s root/usr/share/fish/vendor_completions.d/astormer.fish ]
  grep -q '^prefix=/usr$' root/usr/lib/*/pkgconfig/astormer.pc
  asks root/usr/bin/astormer root/usr/share/astormer/default.safetensors
}

@test "the tarball runs where it is unpacked" {
  run -0 "$ASTORMER_ROOT/tools/package" tar --build "${ASTORMER%/*}" --out . --fast
  mkdir -p "some where"
  tar -C "some where" -xzf "${lines[-1]}"
  mv "some where"/astormer-* "some where/else"
  asks "some where/else/bin/astormer" "some where/else/share/astormer/default.safetensors"
  # the part for MPI is beside the program, wherever that is: a world of one rank
  if [ -f "${ASTORMER%/*}/src/nn/astormer_mpi.so" ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    mpirun -n 1 "some where/else/bin/astormer" train --config spider-plm-fast --show-config >/dev/null
    rm "some where/else"/lib/*/astormer/astormer_mpi.so
    run -3 mpirun -n 1 "some where/else/bin/astormer" train --config spider-plm-fast --show-config
    [[ "$output" == *"the part for training under mpirun cannot be loaded"* ]]
  fi
}

@test "wrong words are told off" {
  run "$ASTORMER_ROOT/tools/package" rpm
  [ "$status" -eq 2 ]
  [[ "$output" == *"usage: tools/package deb|tar"* ]]
  run "$ASTORMER_ROOT/tools/package" deb --build /nowhere
  [ "$status" -eq 3 ]
  [[ "$output" == *"./bootstrap first"* ]]
}

# No engine runs where we test: what the file names must be there, and the package be called as it says.
@test "the container file uses what there is" {
  file=$ASTORMER_ROOT/Containerfile
  for command in $(grep -o '\./bootstrap\|tools/[a-z]*' "$file" | sort -u); do [ -x "$ASTORMER_ROOT/$command" ]; done
  grep -q 'tools/package deb --out /out' "$file" && grep -q '/tmp/out/astormer_\*\.deb' "$file"
  run -0 "$ASTORMER_ROOT/tools/package" deb --build "${ASTORMER%/*}" --out . --fast
  [[ "${lines[-1]##*/}" == astormer_*.deb ]]
  program=$(sed -n 's/^ENTRYPOINT \["\(.*\)"\]$/\1/p' "$file")
  dpkg-deb -c "${lines[-1]}" | grep -q "/usr/bin/$program$"
  for option in --address ASTORMER_TOKEN; do "$ASTORMER" help serve | grep -q -- "$option"; done
}
