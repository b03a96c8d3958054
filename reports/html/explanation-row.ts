import type { VNode } from 'preact'
import { explanationOf } from '../../spec/explanations.ts'
import { usualCauses } from '../../spec/usual-causes.ts'
import type { RequirementResult, Violation } from '../conformance.ts'
import { html } from './html.ts'

/** Those of the operation and the status that a violation shows. */
export function usualCausesOf(id: string, violation: Violation | undefined): readonly string[] {
  const status = violation?.at === 'HTTP status' ? Number(/^\d{3}/.exec(violation.actual)?.[0]) : Number.NaN
  return usualCauses(id, violation?.operation, Number.isNaN(status) ? undefined : status)
}

/** Why a requirement that did not pass matters, and its usual causes, or else where to look; empty if nothing needs correction. */
export function explanationRow({ id, verdict, checks }: RequirementResult): VNode | undefined {
  const explanation = ['fail', 'flaky', 'warn'].includes(verdict) ? explanationOf(id) : undefined
  if (!explanation) return undefined
  const usual = usualCausesOf(id, checks.find(({ violation }) => violation)?.violation)
  return html`<dl class="basis explanation" style="margin-bottom:.9rem">
    <div>
      <dt>Why it matters</dt>
      <dd>${explanation.why}</dd>
    </div>
    <div>
      ${
        usual.length > 0
          ? html`<dt>Usual causes</dt>
              <dd>The server ${usual.join('; or it ')}.</dd>`
          : html`<dt>Where to look</dt>
              <dd>${explanation.fix}</dd>`
      }
    </div>
    <div>
      <dt>More</dt>
      <dd><code>npx assay explain ${id}</code></dd>
    </div>
  </dl>`
}
