import type { VNode } from 'preact'
import { html } from '../../reports/html/html.ts'
import { printable } from '../../reports/printable.ts'
import type { Profile } from '../../spec/model.ts'
import { claimedProfiles, type Implementation, type Listing } from '../listing.ts'
import { stateWord } from './index-page.ts'
import { registryPage } from './page.ts'

/** The page of a product and all its versions. */
export function productPage({ latest, versions }: Implementation, profiles: readonly Profile[]): string {
  const { product, place } = latest
  const facts = factsOf(latest, profiles)
  return registryPage({
    title: `${product.name} ${product.version}`,
    root: '../',
    main: html`<h1>${product.name} ${product.version}</h1>
      <dl>
        ${facts.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
      <h2>History</h2>
      <div class="scroll" tabindex="0" role="region" aria-label="Certified versions">
        <table>
          <thead>
            <tr>
              <th scope="col">version</th>
              <th scope="col">issued</th>
              <th scope="col">valid until</th>
              <th scope="col">status</th>
            </tr>
          </thead>
          <tbody>
            ${versions.map(versionRow)}
          </tbody>
        </table>
      </div>
      <h2>How to reproduce it</h2>
      <pre>${product.reproduce}</pre>
      <h2>How to verify it</h2>
      <pre>npx assay verify registry/${place}/bundle --key registry/${place}/key.pub.pem</pre>
      <h2>Badge</h2>
      <p>
        <a href="badge.svg">badge.svg</a>, or <a href="badge.json">badge.json</a> as an endpoint of
        shields.io.
      </p>`,
  })
}

const versionRow = (listing: Listing): VNode =>
  html`<tr>
    <th scope="row">${listing.product.version}</th>
    <td>${listing.said.issuedAt.slice(0, 10)}</td>
    <td>${listing.said.expiresAt.slice(0, 10)}</td>
    <td>${stateWord(listing)}</td>
  </tr>`

/** The facts of a certificate: name and value. */
function factsOf(latest: Listing, profiles: readonly Profile[]): readonly (readonly [string, unknown])[] {
  const { product, said, state, certificate, keyid } = latest
  const titles = profiles.filter(({ id }) => claimedProfiles(latest).includes(id)).map(({ title }) => title)
  const { replicas = [], addedToRequests = [], notOffered, capabilitiesNotOffered = [] } = said
  return [
    ['Organisation', product.organisation],
    ['Status', html`${stateWord(latest)}${state.because !== '' && `, ${state.because}`}`],
    ['Profiles', titles.join(', ') || 'none at this time'],
    ['Deployment', printable(`${said.deployment.name} at ${said.deployment.baseUrl}`)],
    ...(replicas.length === 0 ? [] : [['Requests went to', printable(replicas.join(', '))] as const]),
    ...(addedToRequests.length === 0
      ? []
      : [['Added to requests', printable(addedToRequests.join(', '))] as const]),
    ['Contract', `${said.contractVersion}, edition ${said.edition}`],
    ['Issued', said.issuedAt],
    ['Valid until', said.expiresAt],
    ['Not claimed', said.areasNotClaimed.join(', ') || 'nothing'],
    ['Not offered', [...notOffered, ...capabilitiesNotOffered].join(', ') || 'nothing'],
    ['Link', html`<a href=${product.link} rel="nofollow">${product.link}</a>`],
    ['Contact', product.contact],
    ['Certificate', html`<code>${certificate}</code>`],
    ['Key', html`<code>${keyid}</code>`],
  ]
}
