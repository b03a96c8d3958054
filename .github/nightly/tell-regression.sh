#!/usr/bin/env bash
# Opens the issue of a regression, or says in the open one what this night found.
set -euo pipefail
title='The nightly conformance run regressed'
open=$(gh issue list --state open --search "in:title \"$title\"" --limit 1 --json number --jq '.[0].number // empty')
if [ -n "$open" ]; then
  gh issue comment "$open" --body-file reports/comparison.md
else
  gh issue create --title "$title" --body-file reports/comparison.md
fi
