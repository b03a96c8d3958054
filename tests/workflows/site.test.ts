/** The programs that build the site, without VitePress: the pages for it, and the check of links of what it built. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { emptyFolder } from '../cli/assay.ts'
import { root } from './workflow-files.ts'

const ran = (program: string, parameters: readonly string[], variables = {}) =>
  spawnSync(process.execPath, [join(root, '.github/site', program), ...parameters], {
    env: { ...process.env, ...variables },
    encoding: 'utf8',
  })

describe('the pages of the site', () => {
  it('have every document, with links that stay on the site', () => {
    const folder = emptyFolder()

    const { status, stderr } = ran('stage-pages.mjs', [folder])

    assert.equal(status, 0, stderr)
    const pages = globSync('*.md', { cwd: folder })
    for (const name of globSync('*.md', { cwd: join(root, 'docs') })) assert.ok(pages.includes(name), name)
    const index = readFileSync(join(folder, 'index.md'), 'utf8')
    assert.match(index, /\]\(\.\/programme\.md\)/)
    assert.match(index, /\]\(\.\/images\/report\.png\)/)
    assert.match(index, /\]\(\/files\/LICENSE\.txt\)/)
    for (const page of pages)
      assert.doesNotMatch(
        readFileSync(join(folder, page), 'utf8').replaceAll(/^```[^]*?^```$/gm, ''),
        /\]\((?:\.\.\/|docs\/)/,
        page,
      )
  })
})

describe('the check of links', () => {
  function checked(pages: Readonly<Record<string, string>>) {
    const folder = emptyFolder()
    for (const [path, html] of Object.entries(pages)) {
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), html)
    }
    const { status, stdout } = ran('check-links.mjs', [folder], { SITE_BASE: '/assay/' })
    return { status, broken: stdout.trim().split('\n').slice(1) }
  }

  it('passes links between pages, to folders, to anchors and to other sites', () => {
    const { status, broken } = checked({
      'index.html':
        '<a href="/assay/a.html#x-y">a</a><a href="b/">b</a><a href="#here" id="here">c</a><a href="https://x.example">d</a>',
      'a.html': '<h2 id="x-y">x</h2><script>const html = \'<a href="nowhere.html">\'</script>',
      'b/index.html': '<a href="../index.html?q=1">back</a>',
    })

    assert.deepEqual([status, broken], [0, []])
  })

  it('finds a missing file, a missing anchor, and a link that leaves the base', () => {
    const { status, broken } = checked({
      'index.html':
        '<a href="gone.html">a</a><img src="gone.png"><a href="#gone">b</a><a href="/a.html">c</a>',
    })

    assert.equal(status, 1)
    assert.deepEqual(broken, [
      'index.html: gone.html: there is no such file',
      'index.html: #gone: the page has no such anchor',
      'index.html: /a.html: it is outside of the base of the site',
      'index.html: gone.png: there is no such file',
    ])
  })
})
