#!/bin/sh
# serve_load.sh - 64 connections that ask without a pause: throughput, p50 and p99, how every answer
# ended, processor time a question, and resident memory before and after.
# usage: bench/serve_load.sh MODEL DATABASE [SECONDS [CONNECTIONS]]   (needs wrk: apt-get install wrk)
# Questions are made from the schema, as the page does; QUESTIONS=FILE takes them from a file, one a line.
# WORKERS=N: questions answered at a time (default: one a core).
# DECODE='--dataset NAME --data DIR' also measures `astormer bench decode` on that dataset.  Both in turns
# (TURNS, default 10) because the speed of a shared machine changes from one minute to the next: the
# ratio at the end is of the sums.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
astormer=${ASTORMER:-$here/build/astormer}
model=$1 database=$2 seconds=${3:-60} connections=${4:-64} decode=${DECODE:-}
turns=1
[ -z "$decode" ] || turns=${TURNS:-10}
command -v wrk > /dev/null || { echo 'serve_load.sh: apt-get install wrk' >&2; exit 1; }
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2> /dev/null; rm -rf "$work"' EXIT
mkfifo "$work/out"
"$astormer" serve "$database" --model "$model" --port 0 --log none --workers "${WORKERS:-$(nproc)}" > "$work/out" &
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
  local e = summary.errors
  io.write(string.format("turn %d %.3f %.1f %.1f %.1f %d\n", summary.requests - e.status, summary.duration / 1e6,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3, e.connect + e.read + e.write + e.timeout))
end
LUA

processor() { awk '{print $14 + $15}' "/proc/$server/stat"; } # clock ticks, hundredths of a second
resident() { awk '/VmRSS/ {print $2 " kB"}' "/proc/$server/status"; }
# "200 1234" a line: how many questions ended how since the start
statuses() { curl -s "${url}metrics" | sed -n 's|^astormer_requests_total{path="/v1/ask",status="\([0-9]*\)"}|\1|p'; }
load() { QUESTIONS_FILE="$work/questions" wrk -t1 -c"$connections" -d"$1s" --timeout 30s -s "$work/ask.lua" "$url" | grep '^turn'; }
echo "model $model, $(wc -l < "$work/questions") questions, $connections connections, $seconds s, ${WORKERS:-$(nproc)} workers, $(nproc) cores"
echo "resident at the start:       $(resident)"
load 2 > /dev/null
echo "resident after warming up:   $(resident)"
statuses > "$work/statuses"
before=$(processor)
for turn in $(seq "$turns"); do
  if [ -n "$decode" ]; then
    # shellcheck disable=SC2086
    "$astormer" bench decode --model "$model" $decode --seconds 3 --json 2> /dev/null |
      jq -r '.runs[-1].questions_per_second' >> "$work/decode"
  fi
  load $((seconds / turns)) | tee -a "$work/turns" | awk -v n="$turn" -v of="$turns" 'of > 1 {printf "turn %d: served %.1f questions a second", n, $2 / $3}'
  [ "$turns" -eq 1 ] || echo ", decoded $(tail -n 1 "$work/decode")"
done
after=$(processor)
echo "resident after the load:     $(resident)"
awk -v ticks=$((after - before)) '
  {n += $2; s += $3; if ($5 > p99) {p50 = $4; p99 = $5}; if ($6 > most) most = $6; errors += $7}
  END {
    printf "answered %.1f questions a second (%d)\nlatency p50 %.1f ms, p99 %.1f ms, most %.1f ms\n", n / s, n, p50, p99, most
    printf "socket errors %d\nprocessor time of a question %.2f ms, network and JSON included\n", errors, 10 * ticks / n
  }' "$work/turns"
if [ -n "$decode" ]; then
  awk 'NR == FNR {d += $1; k++; next} {n += $2; s += $3} END {printf "bench decode: %.1f questions a second; served %.2fx of it\n", d / k, n / s / (d / k)}' \
    "$work/decode" "$work/turns"
fi
# those that were under way when the client left end as 499
statuses | awk 'NR == FNR {before[$1] = $2; next} {print "status " $1 ": " $2 - before[$1]}' "$work/statuses" - | tee "$work/ended"
if grep -vqE '^status (200|499|503):' "$work/ended"; then
  echo 'serve_load.sh: there were other errors than 503' >&2
  exit 1
fi
