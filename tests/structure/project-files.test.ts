/** Files that GitHub, editors and Renovate read: each has the form that they require. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('../..', import.meta.url))
const text = (file: string) => readFileSync(join(root, file), 'utf8')

interface Form {
  readonly name?: string
  readonly description?: string
  readonly body?: readonly {
    readonly type: string
    readonly id?: string
    readonly attributes?: { readonly label?: string; readonly options?: readonly string[] }
  }[]
}

describe('the issue forms', () => {
  const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root }).filter(
    (file) => !file.endsWith('/config.yml'),
  )

  it('are there for a bug, an idea and a wrong verdict', () => {
    for (const name of ['bug', 'idea', 'wrong-verdict'])
      assert.ok(forms.includes(`.github/ISSUE_TEMPLATE/${name}.yml`), name)
  })

  for (const file of forms)
    it(`have a name, and fields with labels and their own ids: ${file}`, () => {
      const { name, description, body = [] } = parse(text(file)) as Form

      assert.ok(name !== undefined && description !== undefined && body.length > 0)
      for (const { type, id, attributes } of body) {
        assert.ok(['input', 'textarea', 'dropdown', 'checkboxes'].includes(type), type)
        assert.ok(/^[\w-]+$/.test(id ?? '') && attributes?.label !== undefined, id)
        assert.equal(type === 'dropdown', attributes.options !== undefined, id)
      }
      assert.equal(new Set(body.map(({ id }) => id)).size, body.length)
    })

  it('ask for the files of an appeal', () => {
    assert.match(text('.github/ISSUE_TEMPLATE/wrong-verdict.yml'), /npx assay challenge /)
    assert.match(text('docs/appeals.md'), /the form _Wrong verdict_/)
  })
})

describe('the development container', () => {
  it('has a Node that the package supports, and forwards the port of the reference server', () => {
    const { image, forwardPorts } = JSON.parse(text('.devcontainer/devcontainer.json')) as {
      readonly image: string
      readonly forwardPorts: readonly number[]
    }
    const { engines } = JSON.parse(text('package.json')) as { readonly engines: { readonly node: string } }

    const [, major = ''] = /typescript-node:(\d+)$/.exec(image) ?? []
    assert.ok(engines.node.includes(`>=${major}.`), image)
    assert.deepEqual(forwardPorts, [4010])
  })
})

describe('Renovate', () => {
  it('pins versions and actions, and waits for a release to be known', () => {
    const {
      extends: presets,
      rangeStrategy,
      minimumReleaseAge,
    } = JSON.parse(text('.github/renovate.json')) as Readonly<Record<string, unknown>> & {
      readonly extends: readonly string[]
    }

    assert.ok(presets.includes('helpers:pinGitHubActionDigests'))
    assert.deepEqual([rangeStrategy, minimumReleaseAge], ['pin', '7 days'])
  })
})

describe('the policies', () => {
  it('exist, and CONTRIBUTING.md names them', () => {
    for (const file of ['.github/SECURITY.md', '.github/CODE_OF_CONDUCT.md']) {
      assert.ok(existsSync(join(root, file)))
      assert.ok(text('CONTRIBUTING.md').includes(`](${file})`), file)
    }
  })
})
