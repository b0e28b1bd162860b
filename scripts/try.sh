#!/usr/bin/env bash
# Runs a command up to three times, as registries are sometimes out of reach for a moment, and names what cannot be had.
for pause in 5 15 0; do
  "$@" && exit
  sleep "$pause"
done
echo "cannot be had: $*" >&2
exit 1
