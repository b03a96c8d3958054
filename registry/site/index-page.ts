import type { VNode } from 'preact'
import { html } from '../../reports/html/html.ts'
import { pageScript } from '../../reports/html/page-script.ts'
import { count } from '../../spec/count.ts'
import type { Profile } from '../../spec/model.ts'
import { claimedProfiles, isUsable, type Implementation, type Listing } from '../listing.ts'
import { registryPage } from './page.ts'

/** Implementations by profiles. */
export function indexPage(implementations: readonly Implementation[], profiles: readonly Profile[]): string {
  return registryPage({
    title: 'Certified implementations',
    root: '',
    script: pageScript(new URL('browser/start-search.bundle.js', import.meta.url)),
    main: html`<h1>Certified implementations of the Payments Platform API</h1>
      <p>
        ${count(implementations.length, 'implementation')}. Every certificate here was judged again from its
        recording.
      </p>
      <label>Search <input id="search" type="search" autocomplete="off" /></label>
      <p><output id="shown" aria-live="polite">${implementations.length} shown</output></p>
      <div class="scroll" tabindex="0" role="region" aria-label="Implementations by profiles">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">implementation</th>
              <th scope="col">status</th>
              ${profiles.map(({ title }) => html`<th scope="col">${title}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${implementations.map((each) => row(each, profiles))}
          </tbody>
        </table>
      </div>`,
  })
}

function row({ slug, latest }: Implementation, profiles: readonly Profile[]): VNode {
  const { product } = latest
  const claimed = claimedProfiles(latest)
  return html`<tr>
    <th scope="row">
      <a href=${`${slug}/index.html`}>${product.name} ${product.version}</a><br />
      <span class="soft">${product.organisation}</span>
    </th>
    <td>${stateWord(latest)}</td>
    ${profiles.map(({ id }) => (claimed.includes(id) ? html`<td class="good">certified</td>` : html`<td class="soft">–</td>`))}
  </tr>`
}

/** The state of a certificate as a word. */
export const stateWord = ({ state }: Listing): VNode =>
  html`<span class=${isUsable(state) ? 'good' : 'bad'}>${state.state}</span>`
