import type { VNode } from 'preact'
import type { RequirementResult } from '../conformance.ts'
import { verdictStrip } from '../trends/verdict-strip.ts'
import { count, VERDICT_WORDS } from '../verdict-words.ts'
import { html } from './html.ts'

/** Earlier verdicts of a requirement, with the current one at the right; empty without a history. */
export function historyStrip({ history = [], verdict }: RequirementResult): VNode | undefined {
  const first = history[0]
  if (!first) return undefined
  const differing = history.filter((past) => past.verdict !== verdict).length
  const said =
    differing === 0
      ? `${VERDICT_WORDS[verdict]} in each`
      : `${VERDICT_WORDS[verdict]} now, otherwise in ${differing} of them`
  return html`<dl class="basis history" style="margin-bottom:.9rem">
    <div>
      <dt>${count(history.length, 'earlier run')} since ${first.at.slice(0, 10)}</dt>
      <dd>
        ${verdictStrip(`Verdicts of ${count(history.length, 'earlier run')} and of this one: ${said}`, [
          ...history.map((past) => past.verdict),
          verdict,
        ])}
        ${said}
      </dd>
    </div>
  </dl>`
}
