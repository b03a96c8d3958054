/** The scripts of pages run in a browser, and are bundled while the data of the contract are generated. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bundledScript } from '../../package/bundled-script.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

function entryOf(text: string): string {
  const entry = join(temporaryFolder('script'), 'start.ts')
  writeFileSync(entry, text)
  return entry
}

describe('the script of a page', () => {
  it('is one file with its imports, and ends no script element', async () => {
    const script = await bundledScript(
      entryOf(
        `import { count } from '${join(root, 'spec/count.ts')}'\ndocument.title = count(2, '</script>')`,
      ),
    )

    assert.match(script, /document\.title = count\(2, '<\\\/script>'\)/)
    assert.match(script, /function count\(|const count =/)
    assert.doesNotMatch(script, /^import /m)
  })

  it('needs no module of Node', async () => {
    await assert.rejects(
      bundledScript(entryOf("import { join } from 'node:path'\ndocument.title = join('a', 'b')")),
      /imports node:path, which no browser has/,
    )
  })

  it('needs nothing that is generated from the contract', async () => {
    const entry = entryOf(
      `import { operations } from '${join(root, 'spec/index.ts')}'\ndocument.title = String(operations)`,
    )

    await assert.rejects(bundledScript(entry), /imports \S*spec\/generated\/catalogue\.ts: the generator/)
  })
})
