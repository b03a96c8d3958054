import type { VNode } from 'preact'
import { count } from '../../spec/count.ts'
import type { Conformance, StateTableCoverage } from '../conformance.ts'
import { escapeMarkup } from './exchange-markup.ts'
import { html } from './html.ts'
import { stateDiagram } from './state-diagram.ts'

/** The state tables of the contract, drawn, with the transitions that the responses of this run showed. */
export function transitionsSection({ coverage, only }: Conformance): VNode | undefined {
  // A run of other areas has no transitions.
  const tables = (coverage.transitions ?? []).filter(
    ({ states }) => only.length === 0 || states.some(({ seen }) => seen > 0),
  )
  if (tables.length === 0) return undefined
  return html`<h3 id="moves">States and transitions</h3>
    <p class="lead">
      Filled: a state that occurred in a response. Heavy: a transition seen between two responses. Dashed: in
      the contract's table, and never seen. Thin: seen, and not in the table; several transitions in one, or
      left open by the contract.
    </p>
    <div class="state-tables">${tables.map(tableOf)}</div>`
}

function tableOf(table: StateTableCoverage): VNode {
  const { name, states, transitions } = table
  const rows = transitions.filter(({ listed }) => listed)
  const seen = rows.filter(({ seen: times }) => times > 0).length
  const inStates = states.filter(({ seen: times }) => times > 0).length
  return html`<div class="state-table">
    <h4>
      ${`${name} `}
      <span class="amount">
        ${`${inStates} of ${count(states.length, 'state')}, ${seen} of ${count(rows.length, 'transition')} of the table seen`}
      </span>
    </h4>
    <div class="scroll" tabindex="0" role="region" aria-label=${`${name}, drawn`}>${stateDiagram(table)}</div>
    <details class="never-seen">
      <summary>As a table</summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${`${name}, as a table`}>
        <table>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col">Trigger</th>
              <th scope="col" class="number">Seen</th>
            </tr>
          </thead>
          <tbody>
            ${transitions.map(
              ({ from, to, trigger, seen: times }) =>
                html`<tr>
                  <td>${from === undefined ? 'creation' : from === '*' ? 'any state' : stateName(from)}</td>
                  <td>${stateName(to)}</td>
                  <td>${trigger ?? html`<span class="aside">no row of the table</span>`}</td>
                  <td class=${times > 0 ? 'number' : 'number never'}>${times > 0 ? times : 'never'}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
  </div>`
}

/** A long name breaks after an underscore. */
const stateName = (state: string): VNode =>
  html`<code dangerouslySetInnerHTML=${{ __html: escapeMarkup(state).replaceAll('_', '_<wbr>') }} />`
