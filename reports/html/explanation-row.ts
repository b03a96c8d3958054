import type { VNode } from 'preact'
import { explanationOf } from '../../spec/explanations.ts'
import { usualCauses } from '../../spec/usual-causes.ts'
import type { RequirementResult, Violation } from '../conformance.ts'
import { html } from './html.ts'

/** Those of the operation and the status that a violation shows. */
export const usualCausesOf = (id: string, violation: Violation | undefined): readonly string[] =>
  usualCauses(id, violation?.operation, violation && statusIn(violation))

/** "404" of an HTTP status, "VERIFIED" of a resource; undefined: another value is wrong. */
const statusIn = ({ at, actual }: Violation): string | undefined =>
  at === 'HTTP status' ? /^\d{3}/.exec(actual)?.[0] : /^"([A-Z_]+)"$/.exec(actual)?.[1]

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
