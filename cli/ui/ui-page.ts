import { createHash } from 'node:crypto'
import { pageScript } from '../../reports/html/page-script.ts'

const SCRIPT = pageScript(new URL('browser/start-ui.bundle.js', import.meta.url))

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
body { margin: 0; height: 100vh; display: flex; flex-direction: column; font: 15px/1.4 system-ui, sans-serif }
header { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; padding: .5rem 1.5rem; border-bottom: 1px solid light-dark(#dcdee3, #2e333d); background: light-dark(#fff, #181b21) }
output { flex: 1; white-space: pre-wrap; overflow-wrap: anywhere; min-width: 12rem }
progress { width: 10rem }
progress[hidden] { display: none }
select, button { font: inherit; max-width: 100%; padding: .25rem .6rem; border: 1px solid light-dark(#59606e, #a2a9b7); border-radius: 6px; background: Canvas; color: CanvasText }
button:disabled { opacity: .5 }
@media (max-width: 44rem) { header { padding: .5rem 1rem } output { order: 1; flex-basis: 60%; min-width: 0 } progress { order: 2; flex: 1; min-width: 5rem } #runs { max-width: 9rem } }
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
<progress id="progress" aria-label="Checks judged" hidden></progress>
<button type="button" id="again">Run everything again</button>
</header>
<iframe id="report" title="Conformance report"></iframe>
<script>${SCRIPT}</script>
</body>
</html>
`
