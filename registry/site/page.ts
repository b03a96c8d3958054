import { createHash } from 'node:crypto'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { htmlDocument } from '../../reports/html/html-document.ts'
import { html } from '../../reports/html/html.ts'
import { REGISTRY_STYLES } from './styles.ts'

interface Page {
  readonly title: string
  /** Path from this page to the root of the site: empty, or `../`. */
  readonly root: string
  readonly main: VNode
  readonly script?: string
}

/** A page of the site: one file that needs no network. */
export function registryPage({ title, root, main, script }: Page): string {
  const body = renderToString(
    html`<div>
      <header>
        <nav aria-label="Site">
          <strong>Certified implementations</strong>
          <a href=${`${root}index.html`}>Profiles</a> <a href=${`${root}requirements.html`}>Requirements</a>
          <a href=${`${root}feed.xml`}>Feed</a> <a href=${`${root}implementations.json`}>JSON</a>
        </nav>
      </header>
      <main>${main}</main>
    </div>`,
  )
  return htmlDocument({
    title: renderToString(html`<i>${title}</i>`).slice('<i>'.length, -'</i>'.length),
    styles: REGISTRY_STYLES,
    body: [body, ...(script === undefined ? [] : [`<script>${script}</script>`])],
    ...(script === undefined
      ? {}
      : { scriptHash: `sha256-${createHash('sha256').update(script).digest('base64')}` }),
  })
}
