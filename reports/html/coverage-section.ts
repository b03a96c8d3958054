import type { VNode } from 'preact'
import type { Conformance, Coverage } from '../conformance.ts'
import { printable } from '../printable.ts'
import { wrapped } from './exchange-markup.ts'
import { html } from './html.ts'
import { transitionsSection } from './transitions-section.ts'

/** Seen and unseen parts of the contract. */
export function coverageSection(conformance: Conformance): VNode {
  const { coverage } = conformance
  const { operations, errorCodes, enumValues, schemaProperties } = coverage
  return html`<section id="coverage" aria-labelledby="coverage-title">
    <h2 id="coverage-title">Coverage</h2>
    <p class="lead">What this run exercised of the contract. It did not judge what it never saw.</p>
    ${operations.length > 0 && operationsTable(operations)} ${transitionsSection(conformance)}
    ${codes(errorCodes)} ${values('Enum values', 'Enum', enumValues)}
    ${values(
      'Properties of responses',
      'Schema',
      schemaProperties.map(({ schema, ...rest }) => ({ name: schema, ...rest })),
    )}
  </section>`
}

function operationsTable(operations: Coverage['operations']): VNode {
  const statuses = [...new Set(operations.flatMap(({ statuses }) => Object.keys(statuses)))].sort()
  return html`<h3>Operations and statuses</h3>
    <div class="scroll" tabindex="0" role="region" aria-label="Operations and statuses">
      <table>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            ${statuses.map((status) => html`<th scope="col" class="number">${status}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${operations.map(
            (row) =>
              html`<tr>
                <th scope="row">
                  <code dangerouslySetInnerHTML=${{ __html: wrapped(printable(row.operation)) }} />
                </th>
                ${statuses.map((status) => statusCell(row, status))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`
}

function statusCell({ statuses, neverSeen }: Coverage['operations'][number], status: string): VNode {
  if (neverSeen.includes(status)) return html`<td class="number never">never</td>`
  const seen = statuses[status]
  return seen ? html`<td class="number">${seen}</td>` : html`<td class="number none">–</td>`
}

function codes({ seen, neverSeen }: Coverage['errorCodes']): VNode {
  const all = Object.entries(seen)
  return html`<h3>
      Error codes <span class="amount">${all.length} of ${all.length + neverSeen.length} seen</span>
    </h3>
    ${
      all.length > 0 &&
      html`<ul class="names">
        ${all.map(([code, times]) => html`<li><code>${printable(code)}</code> <span>${times}×</span></li>`)}
      </ul>`
    }
    ${
      neverSeen.length > 0 &&
      html`<details class="never-seen">
        <summary>${neverSeen.length} never seen</summary>
        <ul class="names">
          ${neverSeen.map((code) => html`<li><code>${printable(code)}</code></li>`)}
        </ul>
      </details>`
    }`
}

interface Values {
  readonly name: string
  readonly seen: readonly string[]
  readonly neverSeen: readonly string[]
}

function values(title: string, heading: string, rows: readonly Values[]): VNode | undefined {
  if (rows.length === 0) return undefined
  const seen = rows.reduce((total, row) => total + row.seen.length, 0)
  const all = rows.reduce((total, row) => total + row.seen.length + row.neverSeen.length, 0)
  const names = (list: readonly string[]) =>
    list.length === 0 ? '–' : list.map((name) => html`<code>${printable(name)}</code> `)
  return html`<details class="never-seen">
    <summary>${title} <span class="amount">${seen} of ${all} seen</span></summary>
    <div class="scroll" tabindex="0" role="region" aria-label=${title}>
      <table class="values">
        <thead>
          <tr>
            <th scope="col">${heading}</th>
            <th scope="col">Seen</th>
            <th scope="col">Never seen</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                <th scope="row">${printable(row.name)}</th>
                <td>${names(row.seen)}</td>
                <td class="never">${names(row.neverSeen)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`
}
