import { createHash } from 'node:crypto'
import { startUi } from './ui-client.ts'

const SCRIPT = `${startUi.toString()}\nstartUi()\n`

/** Nothing runs but the script of this page, and nothing is loaded but from here. */
export const UI_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "connect-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const STYLES = `
:root { color-scheme: light dark }
body { margin: 0; height: 100vh; display: flex; flex-direction: column; font: 16px/1.4 system-ui, sans-serif }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .5rem 1rem; border-bottom: 1px solid }
output { flex: 1; white-space: pre-wrap; overflow-wrap: anywhere; min-width: 12rem }
select, button { font: inherit; max-width: 100% }
iframe { flex: 1; border: 0; width: 100% }`

/** A line on the run, and the report below it. Has no secret: the script reads the token from the address. */
export const UI_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Assay</title>
<style>${STYLES}</style>
</head>
<body>
<header>
<label>Report <select id="runs"></select></label>
<output id="status" aria-live="polite">connecting</output>
<button type="button" id="again">Run everything again</button>
</header>
<iframe id="report" title="Conformance report"></iframe>
<script>${SCRIPT}</script>
</body>
</html>
`
