#!/usr/bin/env bash
# Names the failed tests of a log of `bun test`, each with its file. At the end bun repeats them all under
# "N tests failed:", without their files.
set -euo pipefail
sed 's/\x1b\[[0-9;]*m//g' "$1" | awk '
  /^[^ ].*\.(test|proof)\.ts:$/ { file = $0 }
  /^[0-9]+ tests? failed:$/ { file = "" }
  file && /^\(fail\)/ { print file, $0 }' | sort -u
