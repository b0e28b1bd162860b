#!/usr/bin/env bash
# Adds up the figures of a log: those of `bun test`, " 12 pass" and " 0 fail", and the closing lines of the suites on
# PostgreSQL and of the proof, "… 12 passed, 0 failed".
set -euo pipefail
sed 's/\x1b\[[0-9;]*m//g' "$1" | awk '
  NF == 2 && $1 ~ /^[0-9]+$/ && $2 == "pass" { passed += $1 }
  NF == 2 && $1 ~ /^[0-9]+$/ && $2 == "fail" { failed += $1 }
  /: [0-9]+ passed, [0-9]+ failed$/ { passed += $(NF - 3); failed += $(NF - 1) }
  END { print passed + 0 " passed, " failed + 0 " failed" }'
