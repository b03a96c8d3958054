#!/usr/bin/env bash
# Writes the package, its bill of materials and the notes of the release to release/.
set -euo pipefail
mkdir -p release
# npm accepts provenance only from the repository that the package names.
npm pkg set repository.type=git "repository.url=git+https://github.com/$GITHUB_REPOSITORY.git"
npm pack --pack-destination release --loglevel=error
# `npm sbom --omit=dev` also omits a package that a development dependency needs too: remove these first.
bill=$(mktemp -d)
cp package.json package-lock.json "$bill"
(
  cd "$bill"
  npm pkg delete devDependencies scripts
  npm prune --package-lock-only --offline --ignore-scripts --no-audit --no-fund --loglevel=error >&2
  npm sbom --package-lock-only --sbom-format=cyclonedx --sbom-type=application
) >release/sbom.cdx.json
# The first section of CHANGELOG.md is that of this version.
awk '/^## /{ if (found++) exit; next } found' CHANGELOG.md >release/notes.md
