// The site: pages from stage-pages.mjs, with the guides of README.md as its sidebar.
import { readFileSync } from 'node:fs'

const base = process.env.SITE_BASE ?? '/'
const readme = readFileSync(new URL('../pages/index.md', import.meta.url), 'utf8')

/** The table of guides in README.md: a group for each row, with its links. */
function sidebar() {
  const [, table = ''] = readme.split('\n## Guides\n')
  const rows = table
    .split('\n## ')[0]
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
  return rows.map((row) => {
    const [, purpose = '', cell = ''] = row.split('|').map((part) => part.trim())
    const items = [...cell.matchAll(/\[([^\]]+)\]\(\.\/([\w-]+)\.md\)/g)].map(([, text, page]) => ({
      text: capital(text),
      link: `/${page}`,
    }))
    return { text: capital(purpose), items }
  })
}

const slugify = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1)

/** Mermaid draws in the browser; without a script, its text is shown. */
function fenceMermaid(markdown) {
  const { fence } = markdown.renderer.rules
  markdown.renderer.rules.fence = (tokens, index, ...rest) =>
    tokens[index].info.trim() === 'mermaid'
      ? `<pre class="mermaid" v-pre>${markdown.utils.escapeHtml(tokens[index].content)}</pre>\n`
      : fence(tokens, index, ...rest)
}

export default {
  title: 'Assay',
  description: 'Conformance harness for the Payments Platform API, contract version 2025-10-13',
  lang: 'en',
  base,
  srcDir: 'pages',
  outDir: 'dist',
  // Anchors as on GitHub.
  markdown: { config: fenceMermaid, anchor: { slugify } },
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    nav: [
      { text: 'Example report', link: `/example-report/index.html`, target: '_self' },
      { text: 'Registry', link: `/registry/index.html`, target: '_self' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: sidebar(),
    search: { provider: 'local' },
    outline: [2, 3],
  },
}
