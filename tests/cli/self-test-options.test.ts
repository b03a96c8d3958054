import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { assay } from './assay.ts'

for (const option of ['--mutants', '--all', '--record'])
  it(`assay self-test rejects --only with ${option}, which judges everything`, async () => {
    const { code, stderr } = await assay(['self-test', option, '--only', 'QUO-20'])

    assert.equal(code, 2)
    assert.match(stderr, /--only: the self-test judges everything with --mutants, --all and --record/)
  })

it('assay self-test accepts commas in --only, and ids in lower case', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [command, 'self-test', '--shells', '--only', 'APR-06,apr-19'],
    { encoding: 'utf8' },
  )

  assert.equal(status, 2)
  assert.match(stderr, /APR-06 and APR-19 contain no MUST requirement that is judged\./)
})

it('assay self-test suggests the nearest id for an unknown one in --only', async () => {
  const { code, stderr } = await assay(['self-test', '--shells', '--only', 'QOU-20'])

  assert.equal(code, 2)
  assert.match(stderr, /Did you mean QUO-20\?/)
})

const command = fileURLToPath(new URL('../../cli/assay.mjs', import.meta.url))
const program = fileURLToPath(new URL('../../selftest/run/self-test.ts', import.meta.url))

const CASES: readonly (readonly [parameters: readonly string[], error: RegExp])[] = [
  [
    ['faults', 'no-such-fault'],
    /no fault has an id that begins with no-such-fault\.\n.*\[self-test-id-unknown\]/,
  ],
  [
    ['shells', '--only', 'APR-06'],
    /APR-06 contains no MUST requirement that is judged\.\n.*\[self-test-only-no-must\]/,
  ],
  [['variants', '--only', 'ERR-01'], /ERR-01 is not judged on variants\.\n.*\[self-test-only-no-variant\]/],
  [['mutants', '--sample', '0'], /"0" is not an integer from 1\.\n.*\[self-test-sample-invalid\]/],
]
for (const [parameters, error] of CASES)
  it(`the self-test cannot start, and says why with a code: ${parameters.join(' ')}`, () => {
    const { status, stderr } = spawnSync(process.execPath, [program, ...parameters], { encoding: 'utf8' })

    assert.equal(status, 2)
    assert.match(stderr, error)
  })
