import type { VNode } from 'preact'
import type { Conformance } from '../conformance.ts'
import { printable } from '../printable.ts'
import { STATE_SOURCE_WORDS } from '../verdict-words.ts'
import { html } from './html.ts'

/** The source of each provider state, and resources that remain. */
export function statesSection({ states = [] }: Conformance): VNode | undefined {
  if (states.length === 0) return undefined
  const left = states.flatMap(({ notTornDown }) => notTornDown)
  return html`<section id="states" aria-labelledby="states-title">
    <h2 id="states-title">Provider states</h2>
    <details class="never-seen">
      <summary>How each was set up <span class="amount">${states.length}</span></summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Provider states by the way they were set up">
        <table>
          <thead>
            <tr>
              <th scope="col">state</th>
              <th scope="col">set up</th>
              <th scope="col" class="number">times</th>
              <th scope="col" class="number">left behind</th>
            </tr>
          </thead>
          <tbody>
            ${states.map(
              ({ state, by, count, notTornDown }) =>
                html`<tr>
                  <th scope="row"><code>${printable(state)}</code></th>
                  <td>${STATE_SOURCE_WORDS[by]}</td>
                  <td class="number">${count}</td>
                  <td class="number">${notTornDown.length}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
    ${
      left.length > 0 &&
      html`<details class="never-seen">
        <summary>Created and not torn down <span class="amount">${new Set(left).size}</span></summary>
        <p>${[...new Set(left)].map((id) => html`<code>${printable(id)}</code> `)}</p>
      </details>`
    }
  </section>`
}
