import type { VNode } from 'preact'
import type { Conformance, Disagreement, Opinion } from '../conformance.ts'
import { printable } from '../printable.ts'
import { count, secondOpinionsSentence, TOOL_WORDS } from '../verdict-words.ts'
import type { Evidence } from './evidence.ts'
import { html } from './html.ts'

const DISAGREEMENTS_SHOWN = 50

/** Results of other tools for the recorded responses, and their differences from Assay. */
export function secondOpinionsSection(conformance: Conformance, evidence: Evidence): VNode | undefined {
  const sentence = secondOpinionsSentence(conformance)
  if (sentence === undefined) return undefined
  const { opinions } = conformance.secondOpinions
  return html`<section id="second-opinions" aria-labelledby="second-opinions-title">
    <h2 id="second-opinions-title">Second opinions</h2>
    <p class="lead">
      What other tools say of the recorded responses by the same OpenAPI document. They decide no verdict;
      where one of them and the harness disagree, one of the two is wrong. ${printable(sentence)}
    </p>
    ${disagreementsOf(opinions, evidence)} ${schemasTable(opinions)} ${opinions.map(notJudgedBy)}
  </section>`
}

function disagreementsOf(opinions: readonly Opinion[], evidence: Evidence): VNode | undefined {
  const all = opinions.flatMap(({ disagreements }) => disagreements)
  if (all.length === 0) return undefined
  const more = all.length - DISAGREEMENTS_SHOWN
  return html`<h3>Disagreements <span class="amount">${all.length}</span></h3>
    ${all.slice(0, DISAGREEMENTS_SHOWN).map((one) => disagreement(one, evidence))}
    ${more > 0 && html`<p class="aside">and ${more} more in conformance.json</p>`}`
}

function disagreement(one: Disagreement, evidence: Evidence): VNode {
  const { tool, operation, status, toolVerdict, assayVerdict, where, message, exchange } = one
  const what = `${status}: ${TOOL_WORDS[tool]} says ${toolVerdict}, Assay says ${assayVerdict}`
  return html`<details class="never-seen disagreement">
    <summary><code>${printable(operation)}</code> ${what}</summary>
    <p><code>${printable(where)}</code> ${printable(message)}</p>
    <div
      dangerouslySetInnerHTML=${{ __html: evidence.ahead({ verdict: 'fail', exchanges: [exchange] }, '') }}
    />
  </details>`
}

function schemasTable(opinions: readonly Opinion[]): VNode | undefined {
  const operations = [...new Set(opinions[0]?.schemas.map(({ operation }) => operation))]
  if (operations.length === 0) return undefined
  return html`<details class="never-seen">
    <summary>By operation and status</summary>
    <p class="aside">
      none: the tool judged no such response, or did not notice a response that is known to be bad
    </p>
    <div class="scroll" tabindex="0" role="region" aria-label="Second opinions by operation and status">
      <table>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            ${opinions.map(({ tool }) => html`<th scope="col">${TOOL_WORDS[tool]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${operations.map(
            (operation) =>
              html`<tr>
                <th scope="row"><code>${printable(operation)}</code></th>
                ${opinions.map((opinion) => html`<td>${opinionsOn(operation, opinion)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`
}

/** `valid: 200 (12), 400 (3); none: 500`. */
function opinionsOn(operation: string, { schemas }: Opinion): string {
  const own = schemas.filter((schema) => schema.operation === operation)
  return (['invalid', 'valid', 'none'] as const)
    .map((opinion) => {
      const of = own.filter((schema) => schema.opinion === opinion)
      const statuses = of.map(({ status, judged }) => (judged > 0 ? `${status} (${judged})` : `${status}`))
      return statuses.length > 0 ? `${opinion}: ${statuses.join(', ')}` : ''
    })
    .filter((text) => text !== '')
    .join('; ')
}

function notJudgedBy({ tool, unavailable, notJudged }: Opinion): VNode | undefined {
  if (notJudged.length === 0 && unavailable === undefined) return undefined
  const total = notJudged.reduce((sum, { count }) => sum + count, 0)
  return html`<details class="never-seen">
    <summary>
      Not judged by ${TOOL_WORDS[tool]} <span class="amount">${count(total, 'response')}</span>
    </summary>
    ${unavailable !== undefined && html`<p>${printable(unavailable)}</p>`}
    <ul class="names">
      ${notJudged.map(({ reason, count }) => html`<li>${printable(reason)} <span>${count}×</span></li>`)}
    </ul>
  </details>`
}
