#!/usr/bin/env bash
# What has changed since the last green night: in the job summary, in reports/comparison.md, and as an output.
set -uo pipefail
if [ ! -f reports/last-green/conformance.json ]; then
  echo 'No green night to compare with.' >>"$GITHUB_STEP_SUMMARY"
  exit 0
fi
node cli/assay.mjs compare reports/last-green reports/latest --markdown >reports/comparison.md
code=$?
cat reports/comparison.md >>"$GITHUB_STEP_SUMMARY"
[ "$code" -eq 1 ] && echo 'regressed=true' >>"$GITHUB_OUTPUT"
[ "$code" -ne 2 ]
