#!/usr/bin/env bash
# Builds the pages of the site to .github/site/dist, for the address path SITE_BASE (default: /).
set -euo pipefail
cd "$(dirname "$0")"
npm ci --ignore-scripts --no-audit --no-fund
node stage-pages.mjs
cp node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js pages/public/mermaid.js
node_modules/.bin/vitepress build .
