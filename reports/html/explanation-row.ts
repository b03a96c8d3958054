import type { VNode } from 'preact'
import { explanationOf } from '../../spec/explanations.ts'
import type { RequirementResult } from '../conformance.ts'
import { html } from './html.ts'

/** Why a requirement that did not pass matters, and where to look; empty if nothing needs correction. */
export function explanationRow({ id, verdict }: RequirementResult): VNode | undefined {
  const explanation = ['fail', 'flaky', 'warn'].includes(verdict) ? explanationOf(id) : undefined
  if (!explanation) return undefined
  return html`<dl class="basis explanation" style="margin-bottom:.9rem">
    <div>
      <dt>Why it matters</dt>
      <dd>${explanation.why}</dd>
    </div>
    <div>
      <dt>Where to look</dt>
      <dd>${explanation.fix}</dd>
    </div>
    <div>
      <dt>More</dt>
      <dd><code>npx assay explain ${id}</code></dd>
    </div>
  </dl>`
}
