/** Imports go in one direction, without cycles, and each folder imports only the packages that it may. */
import assert from 'node:assert/strict'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'
import { cruiseOptions, folders, resolveOptions } from './import-rules.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

async function cruised(baseDir: string, paths: readonly string[]): Promise<ICruiseResult> {
  const { output } = await cruise([...paths], { ...cruiseOptions, baseDir }, resolveOptions)
  assert.ok(typeof output !== 'string')
  return output
}

const violationsIn = ({ summary }: ICruiseResult) =>
  summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)

/** Files with a wrong import, and what must be found. */
const WRONG: readonly (readonly [files: Readonly<Record<string, string>>, violation: string])[] = [
  [
    { 'suites/quotes/q.ts': "import '../../reference/r.ts'", 'reference/r.ts': '' },
    'direction of suites: suites/quotes/q.ts → reference/r.ts',
  ],
  [
    { 'reference/r.ts': "import type { F } from '../fixtures/f.ts'", 'fixtures/f.ts': 'export type F = 1' },
    'direction of reference: reference/r.ts → fixtures/f.ts',
  ],
  [
    { 'spec/s.ts': "export * from '../tests/t.ts'", 'tests/t.ts': '' },
    'direction of spec: spec/s.ts → tests/t.ts',
  ],
  [{ 'cli/a.ts': "import './b.ts'", 'cli/b.ts': "await import('./a.ts')" }, 'no cycle: cli/a.ts → cli/b.ts'],
  [
    { 'suites/quotes/q.ts': "import '../../fixtures/poll.ts'", 'fixtures/poll.ts': '' },
    'suites import fixtures/index.ts only: suites/quotes/q.ts → fixtures/poll.ts',
  ],
  [
    { 'exploration/e.ts': "import '../suites/quotes/q.spec.ts'", 'suites/quotes/q.spec.ts': '' },
    'exploration imports only expectations of suites: exploration/e.ts → suites/quotes/q.spec.ts',
  ],
  [
    { 'second-opinions/o.ts': "import '../reports/r.ts'", 'reports/r.ts': '' },
    'second-opinions import types only of reports: second-opinions/o.ts → reports/r.ts',
  ],
  [
    { 'cli/a.ts': "import { format } from 'oxfmt'" },
    'no package that is installed for tests only: cli/a.ts → oxfmt',
  ],
  [
    { 'cli/a.ts': "await import('@modelcontextprotocol/server')" },
    'only cli/mcp/load-sdk.ts loads the SDK of the Model Context Protocol: cli/a.ts → @modelcontextprotocol/server',
  ],
  [
    { 'reference/r.ts': "import '@noble/curves/nist.js'" },
    'the libraries that verify differ from those that sign: reference/r.ts → @noble/curves/nist.js',
  ],
  [
    { 'fixtures/f.ts': "import 'hash-wasm'" },
    'the libraries that sign differ from those that verify: fixtures/f.ts → hash-wasm',
  ],
  [
    { 'runner/r.ts': "import { test } from '@playwright/test'" },
    'only expectations and the tests of Playwright import Playwright: runner/r.ts → @playwright/test',
  ],
]

describe('imports', () => {
  it('keep the rules', async () => {
    const result = await cruised(root, folders)

    assert.ok(result.summary.totalDependenciesCruised! > 4_000)
    assert.deepEqual(violationsIn(result), [])
  })

  for (const [index, [files, violation]] of WRONG.entries()) {
    it(`break the rule of ${violation}`, async () => {
      const folder = temporaryFolder(`imports-${index}`)
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(join(folder, dirname(file)), { recursive: true })
        writeFileSync(join(folder, file), text)
      }

      const result = await cruised(folder, [
        ...new Set(Object.keys(files).map((file) => file.split('/')[0]!)),
      ])

      assert.ok(violationsIn(result).includes(violation), violationsIn(result).join('\n'))
    })
  }

  it('of types only may form a cycle', async () => {
    const folder = temporaryFolder('imports-of-types')
    mkdirSync(join(folder, 'cli'))
    writeFileSync(join(folder, 'cli/a.ts'), "import './b.ts'\nexport type A = 1\n")
    writeFileSync(join(folder, 'cli/b.ts'), "import type { A } from './a.ts'\nexport const b: A = 1\n")

    assert.deepEqual(violationsIn(await cruised(folder, ['cli'])), [])
  })
})

it('no module of spec, fixtures or suites reads an environment variable', () => {
  const reading = globSync('{spec,fixtures,suites}/**/*.ts', { cwd: root }).filter((file) =>
    /\bprocess\.env\b/.test(readFileSync(join(root, file), 'utf8')),
  )

  assert.deepEqual(reading, [])
})
