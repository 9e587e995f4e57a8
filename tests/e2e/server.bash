# server.bash - a small model and a server for the tests of serve, explain and mcp.

# train_small OUT STEPS [OPTIONS]: a network that knows tests/data/small more or less by heart
train_small() {
  local out=$1 steps=$2 small=$ASTORMER_ROOT/tests/data/small
  shift 2
  "$ASTORMER" train --config "$ASTORMER_ROOT/configs/small.json" --dataset jsonl --data "$small/train.jsonl" \
    --tables "$small/tables.json" --vocab "$small/vocab.txt" --out "$out" --quiet --set "steps=$steps" --set cooldown=50 "$@"
}

# start_server [OPTIONS]: on a free port; sets url and server (its process id)
start_server() {
  rm -f server.out # or the address of the server before would be read while this one starts
  "$ASTORMER" serve apiary.sqlite --model run/best.safetensors --port 0 --log log.jsonl "$@" > server.out 2> server.err 3>&- &
  server=$!
  local tries=0
  until grep -q http server.out 2> /dev/null; do
    tries=$((tries + 1))
    if [ $tries -gt 300 ] || ! kill -0 $server 2> /dev/null; then
      cat server.err >&2
      return 1
    fi
    sleep 0.1
  done
  url=$(sed -n 's/^astormer: \(http.*\)\/$/\1/p' server.out)
}

stop_server() {
  if [ -n "${server:-}" ]; then
    kill "$server" 2> /dev/null || true
    wait "$server" 2> /dev/null || true
    server=
  fi
}

# status [CURL ARGUMENTS]: prints the HTTP status, leaves head and body in files
status() {
  curl -s -m 60 -o body -D head -w '%{http_code}' "$@"
}

# post PATH JSON [CURL ARGUMENTS]: prints the status
post() {
  local path=$1 json=$2
  shift 2
  status -H 'Content-Type: application/json' --data-binary "$json" "$@" "$url$path"
}
