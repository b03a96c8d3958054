/** Pages have one template system, and the code that runs in a browser is bundled. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = globSync('{reports/html,reports/trends,reports/fleet,cli/ui,registry/site}/**/*.ts', {
  cwd: root,
})
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const entries = pages.filter((file) => /\/browser\/start-[\w-]+\.ts$/.test(file))

describe('the pages', () => {
  it('contain no function as text', () => {
    const shipped = pages.filter((file) =>
      /\$\{\w+\.toString\(\)\}|\b[a-z]\w*\.toString\(\)(?!\.)\s*\+|String\((?:render|start|show)\w*\)/.test(
        read(file),
      ),
    )
    assert.deepEqual(shipped, [])
  })

  it('have each script bundled from its entry', () => {
    const bundled = read('package/write-scripts.ts')
    assert.ok(entries.length >= 3)
    assert.deepEqual(
      entries.filter((file) => !bundled.includes(`'${file}'`)),
      [],
    )
  })

  it('use no template system but Preact', () => {
    const { dependencies } = JSON.parse(read('package.json')) as {
      readonly dependencies: Record<string, string>
    }
    const known = /^(?:handlebars|mustache|eta|ejs|pug|nunjucks|liquidjs|react|vue|svelte|lit)(?:-|$)/
    assert.deepEqual(
      Object.keys(dependencies).filter((name) => known.test(name)),
      [],
    )
    const importing = pages.filter((file) => /from '(?:htm|preact)[/']/.test(read(file)))
    assert.ok(importing.includes('reports/html/html.ts'), importing.join())
  })
})
