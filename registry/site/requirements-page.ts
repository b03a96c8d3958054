import type { VNode } from 'preact'
import { html } from '../../reports/html/html.ts'
import { VERDICT_WORDS } from '../../reports/verdict-words.ts'
import { isUsable, type Implementation } from '../listing.ts'
import { registryPage } from './page.ts'

const CLASSES: Readonly<Record<string, string>> = { pass: 'good', warn: 'bad' }

/** Requirements by implementations with a valid or expiring certificate. */
export function requirementsPage(implementations: readonly Implementation[]): string {
  const shown = implementations.filter(({ latest }) => isUsable(latest.state))
  const verdicts = shown.map(
    ({ latest }) => new Map(latest.requirements.map(({ id, verdict }) => [id, verdict])),
  )
  const titles = new Map(
    shown.flatMap(({ latest }) => latest.requirements.map(({ id, title }) => [id, title])),
  )
  return registryPage({
    title: 'Requirements by implementation',
    root: '',
    main: html`<h1>Requirements by implementation</h1>
      <div class="scroll" tabindex="0" role="region" aria-label="Requirements by implementation">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">requirement</th>
              ${shown.map(({ slug, latest }) => html`<th scope="col"><a href=${`${slug}/index.html`}>${latest.product.name}</a></th>`)}
            </tr>
          </thead>
          <tbody>
            ${[...titles].map(
              ([id, title]): VNode =>
                html`<tr>
                  <th scope="row"><strong>${id}</strong> ${title}</th>
                  ${verdicts.map((of) => {
                    const verdict = of.get(id) ?? 'not-applicable'
                    return html`<td class=${CLASSES[verdict] ?? 'soft'}>${VERDICT_WORDS[verdict]}</td>`
                  })}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`,
  })
}
