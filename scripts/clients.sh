#!/usr/bin/env bash
# Installs the published clients and the tools of test/clients into dist/clients; they are never part of the
# product. Needs python3 with venv, and for the rest cargo, go and maven: what is absent is left out.
set -euo pipefail
cd "$(dirname "$0")/.."
to=$PWD/dist/clients
mkdir -p "$to"

python3 -m venv "$to/python"
scripts/try.sh "$to/python/bin/pip" install --quiet --disable-pip-version-check -r test/clients/requirements.txt
if command -v cargo >/dev/null; then
  CARGO_TARGET_DIR=$to/rust scripts/try.sh cargo build --quiet --locked --manifest-path test/clients/rust/Cargo.toml
fi
if command -v go >/dev/null; then
  GOBIN=$to/go scripts/try.sh go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2
  (cd test/clients/go && ../../../scripts/try.sh go mod download)
fi
if command -v mvn >/dev/null; then
  scripts/try.sh mvn -q -B dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:7.17.0 \
    -DoutputDirectory="$to/openapi-generator"
fi
