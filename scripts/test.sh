#!/usr/bin/env bash
# What `bun run test` does: it builds, and runs the tests while the checks run beside them. Arguments go to `bun test`,
# so `bun run test test/unit/sms.test.ts` runs one file.
set -euo pipefail
cd "$(dirname "$0")/.."
bun run build

# Folders of tests are in memory where there is room: an eighth less time. kill -9 loses nothing there either, and
# power cuts are played on a disk of our own.
memory=/dev/shm
if [ "$(df --output=avail -k "$memory" 2> /dev/null | tail -1)" -ge 8000000 ] 2> /dev/null \
  && ! findmnt --noheadings --output OPTIONS "$memory" | grep -q noexec; then
  TMPDIR=$(mktemp -d "$memory/kaunta-test-XXXXXX")
  chmod 1777 "$TMPDIR" # as /tmp: some tests run a command as another user
  export TMPDIR
  trap 'rm -rf "$TMPDIR"' EXIT
fi

check() {
  local log status=0
  log=$(mktemp)
  bun run check > "$log" 2>&1 || status=$?
  [ "$status" = 0 ] || cat "$log"
  rm "$log"
  return "$status"
}
check & checking=$!
status=0
run() { bun test --timeout 300000 --timings=test/timings.json "$@" || status=$?; }
if [ $# -gt 0 ]; then
  run --parallel=3 "$@"
else
  # These open Kaunta in the process of the test. Without isolation a worker loads its modules once, and not for
  # each file: that saves a third of their time.
  run --parallel=3 --no-isolate test/{unit,story,store,net,endpoint,conformance,chaos}
  # These mostly wait for an executable or a browser.
  run --parallel=4 test/{golden,binary,browser}
fi
wait "$checking" || status=$?
exit "$status"
