#!/usr/bin/env bash
# One report of all shards, in reports/latest; its exit code becomes an output, so that the night goes on.
set -uo pipefail
node cli/assay.mjs merge reports/shards --out reports/latest
code=$?
echo "exit-code=$code" >>"$GITHUB_OUTPUT"
[ -f reports/latest/conformance.json ] || exit "$code"
cat reports/latest/summary.md >>"$GITHUB_STEP_SUMMARY"
node cli/assay.mjs history reports/history --add reports/latest
