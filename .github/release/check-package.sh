#!/usr/bin/env bash
# Checks release/*.tgz as npm and its users read it, and that the sources have nothing unused.
set -euo pipefail
npm ci --prefix .github/tools --ignore-scripts --no-audit --no-fund
tools=.github/tools/node_modules/.bin
"$tools/publint" --strict release/*.tgz
# The package has ES modules only: older resolution does not find its types.
"$tools/attw" --profile esm-only release/*.tgz
"$tools/knip" --config .github/tools/knip.json --no-progress
npm publish --dry-run --access public --loglevel=warn ./release/*.tgz
