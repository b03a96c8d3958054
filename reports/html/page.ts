import { createHash } from 'node:crypto'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Conformance, Exchange } from '../conformance.ts'
import { printable } from '../printable.ts'
import { count, notHeld, RUN_VERDICT_WORDS } from '../verdict-words.ts'
import { areaMap } from './area-map.ts'
import { clientScript } from './client-script.ts'
import { coverageSection } from './coverage-section.ts'
import { evidenceOf, type Evidence } from './evidence.ts'
import { escapeMarkup } from './exchange-markup.ts'
import { html } from './html.ts'
import { htmlDocument } from './html-document.ts'
import { nextSteps } from './next-steps.ts'
import { packedScript } from './packed-script.ts'
import { requirementList, type KeepDetails } from './requirement-list.ts'
import type { RequirementDetails } from './requirement-markup.ts'
import { profilesSection } from './profiles-section.ts'
import { secondOpinionsSection } from './second-opinions-section.ts'
import { timingSection } from './timing-section.ts'
import { statesSection } from './states-section.ts'
import { STYLES } from './styles.ts'
import { runFacts, verdictBanner } from './verdict-banner.ts'

/** A report of any run is below 1 MB, with the footer. */
const MAX_BYTES = 970_000
/** Characters of evidence that is rendered ahead: the more requirements did not pass, the more their lines take. */
const MAX_AHEAD = 150_000
const MIN_AHEAD = 15_000
const AHEAD_LESS_EACH = 150

/** The whole report as one file. No other script than that of the page can run. */
export function page(conformance: Conformance, exchanges: readonly Exchange[]): string {
  const { deployment, verdict, contractVersion } = conformance
  const open = notHeld(conformance).length
  const evidence = evidenceOf(exchanges, Math.max(MIN_AHEAD, MAX_AHEAD - AHEAD_LESS_EACH * open))
  const details: RequirementDetails[] = []
  const body = renderToString(content(conformance, exchanges, evidence, (one) => details.push(one)))
  const script = clientScript()
  const packedDetails = packedScript('requirement-details', details)
  const { scripts, leftOut } = evidence.data(
    MAX_BYTES - Buffer.byteLength(body) - packedDetails.length - script.length - STYLES.length,
  )
  return htmlDocument({
    title: `${RUN_VERDICT_WORDS[verdict]}: ${escapeMarkup(printable(deployment.name))}, contract ${contractVersion}`,
    styles: STYLES,
    scriptHash: `sha256-${createHash('sha256').update(script).digest('base64')}`,
    body: [
      body,
      renderToString(footer(conformance, leftOut)),
      packedDetails,
      scripts,
      `<script>${script}</script>`,
    ],
  })
}

function content(
  conformance: Conformance,
  exchanges: readonly Exchange[],
  evidence: Evidence,
  keep: KeepDetails,
): VNode {
  const timing = timingSection(conformance, exchanges)
  return html`<a class="skip" href="#requirements">Skip to the requirements</a>
    <header class="top">
      <div class="inner">
        <span class="brand">Assay</span>
        <span>Conformance report</span>
        <nav aria-label="Sections">
          <a href="#areas">Areas</a> <a href="#requirements">Requirements</a> <a href="#coverage">Coverage</a>
          ${timing && html`<a href="#timing">Timing</a>`}
          ${conformance.secondOpinions.asked && html`<a href="#second-opinions">Second opinions</a>`}
        </nav>
      </div>
    </header>
    <main>
      ${verdictBanner(conformance)} ${nextSteps(conformance)}
      <div class="overview">${areaMap(conformance)} ${runFacts(conformance)}</div>
      ${profilesSection(conformance)} ${requirementList(conformance, evidence, keep)}
      ${coverageSection(conformance)} ${timing} ${statesSection(conformance)}
      ${secondOpinionsSection(conformance, evidence)}
    </main>`
}

function footer({ tool, contractVersion }: Conformance, leftOut: number): VNode {
  return html`<footer>
    <noscript>
      <p>
        Without script this page shows every verdict, and the reasons and evidence of what did not pass; all
        the rest is in conformance.json and exchanges.jsonl.
      </p>
    </noscript>
    ${
      leftOut > 0 &&
      html`<p>
        To stay small, this page leaves out the requests and responses of ${count(leftOut, 'exchange')}, those
        of checks that passed first; exchanges.jsonl has them all.
      </p>`
    }
    <p>
      Judged by ${tool.name} ${printable(tool.version)} against contract version ${contractVersion}. Secrets
      are replaced by «redacted:NAME»; in the commands they are shell variables. What the deployment sent is
      shown as text, with control characters made visible.
    </p>
  </footer>`
}
