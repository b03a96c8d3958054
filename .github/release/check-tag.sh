#!/usr/bin/env bash
# The tag names the version of the package, and CHANGELOG.md has a date for it.
set -euo pipefail
version=$(node -p 'require("./package.json").version')
if [ "$TAG" != "v$version" ]; then
  echo "The tag is $TAG, and package.json has version $version."
  exit 1
fi
if ! grep -qE "^## \[${version//./\\.}\] - [0-9]{4}-[0-9]{2}-[0-9]{2}$" CHANGELOG.md; then
  echo "CHANGELOG.md has no heading \"## [$version] - YYYY-MM-DD\"."
  exit 1
fi
