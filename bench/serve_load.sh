#!/bin/sh
# serve_load.sh - 64 connections that ask without a pause: throughput, p50 and p99, how every answer
# ended, processor time a question (which a busy machine does not change), and resident memory before
# and after.  `astormer bench decode --cpu-time` is what to compare it with.
# usage: bench/serve_load.sh MODEL DATABASE [SECONDS [CONNECTIONS]]   (needs wrk: apt-get install wrk)
# Questions are made from the schema, as the page does; QUESTIONS=FILE takes them from a file, one a line.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
astormer=${ASTORMER:-$here/build/astormer}
model=$1 database=$2 seconds=${3:-60} connections=${4:-64}
command -v wrk > /dev/null || { echo 'serve_load.sh: apt-get install wrk' >&2; exit 1; }
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2> /dev/null; rm -rf "$work"' EXIT
mkfifo "$work/out"
"$astormer" serve "$database" --model "$model" --port 0 --log none > "$work/out" &
server=$!
read -r _ url < "$work/out"

if [ -n "${QUESTIONS:-}" ]; then
  cp "$QUESTIONS" "$work/questions"
else
  curl -s "${url}v1/schema" | jq -r '.tables[] | "How many \(.name) are there?", (.name as $t | .columns[]
    | "What is the highest \(.name) of any \($t)?", "List the \(.name) of all \($t).", "How many \($t) are there for each \(.name)?")' | head -200 > "$work/questions"
fi

# The client shares the cores with the server, so it does little: requests are put together before the
# load, and how they ended is counted by the server (/metrics) instead of by a callback for each.
cat > "$work/ask.lua" <<'LUA'
local requests, at = {}, 0
function init()
  for line in io.lines(os.getenv("QUESTIONS_FILE")) do
    local body = '{"question":"' .. line:gsub('[\\"]', '\\%0') .. '"}'
    requests[#requests + 1] = wrk.format("POST", "/v1/ask", {["Content-Type"] = "application/json"}, body)
  end
end
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency)
  io.write(string.format("latency p50 %.1f ms, p99 %.1f ms, most %.1f ms\n", latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3))
  local e = summary.errors
  io.write(string.format("socket errors: connect %d, read %d, write %d, timeout %d\n", e.connect, e.read, e.write, e.timeout))
  local answered = summary.requests - e.status
  io.write(string.format("answered %.1f questions a second (%d)\n", answered / (summary.duration / 1e6), answered))
end
LUA

processor() { awk '{print $14 + $15}' "/proc/$server/stat"; } # clock ticks, hundredths of a second
resident() { awk '/VmRSS/ {print $2 " kB"}' "/proc/$server/status"; }
# "200 1234" a line: how many questions ended how since the start
statuses() { curl -s "${url}metrics" | sed -n 's|^astormer_requests_total{path="/v1/ask",status="\([0-9]*\)"}|\1|p'; }
load() { QUESTIONS_FILE="$work/questions" wrk -t1 -c"$connections" -d"$1s" --timeout 30s -s "$work/ask.lua" "$url" > "$work/result"; }
echo "model $model, $(wc -l < "$work/questions") questions, $connections connections, $seconds s, $(nproc) cores"
echo "resident at the start:       $(resident)"
load 2
echo "resident after warming up:   $(resident)"
statuses > "$work/statuses"
before=$(processor)
load "$seconds"
after=$(processor)
echo "resident after the load:     $(resident)"
grep -E '^(answered|latency|socket)' "$work/result"
# those that were under way when the client left end as 499
statuses | awk 'NR == FNR {before[$1] = $2; next} {print "status " $1 ": " $2 - before[$1]}' "$work/statuses" - | tee "$work/ended"
awk -v ticks=$((after - before)) '/^answered/ {gsub(/[()]/, "", $6); printf "processor time of a question %.2f ms, network and JSON included\n", 10 * ticks / $6}' "$work/result"
if grep -vqE '^status (200|499|503):' "$work/ended"; then
  echo 'serve_load.sh: there were other errors than 503' >&2
  exit 1
fi
