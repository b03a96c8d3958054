/** `npx playwright test` performs the same checks as `assay run`, each as one test. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Conformance } from '../../reports/conformance.ts'
import { startSelftestServer } from '../../selftest/hosted/hosting.ts'
import { emptyFolder } from '../cli/assay.ts'
import { wholeRun } from '../whole-run.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const program = createRequire(import.meta.url).resolve('@playwright/test/cli')

const CREDENTIALS = { clientId: 'playwright-client', clientSecret: 'playwright-secret-of-the-tests' }
const STATES_TOKEN = 'playwright-states-token'
const BROKEN = '/faults/approval-fees-on-top'

/** Node can load TypeScript without Playwright's transformation, which takes seconds in each process. */
const UNTRANSFORMED = {
  PW_DISABLE_TS_ESM: '1',
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require ./tests/playwright/plain-stacks.cjs`,
}

/** Its exit code and output. */
function playwright(
  out: string,
  parameters: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<{ code: number; printed: string }> {
  const { NODE_TEST_CONTEXT: _, FORCE_COLOR: __, ...inherited } = process.env
  const env = {
    ...inherited,
    NO_COLOR: '1',
    ASSAY_OUT: out,
    ...(variables.ASSAY_DEPLOYMENT ? {} : { ASSAY_REFERENCE: '1' }),
    ...variables,
  }
  return new Promise((done) =>
    execFile(
      process.execPath,
      [program, 'test', ...parameters],
      { cwd: root, env, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code ?? 1), printed: stdout + stderr }),
    ),
  )
}

const conformanceIn = (out: string) =>
  JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance

const verdictsIn = (out: string) =>
  Object.fromEntries(conformanceIn(out).requirements.map(({ id, verdict }) => [id, verdict]))

/** A machine that does much else may keep a response for so long that a check is blocked: it is performed again. */
async function verdictsAgain(ids: readonly string[]): Promise<Readonly<Record<string, string>>> {
  if (ids.length === 0) return {}
  const out = emptyFolder()
  await playwright(out, ['--workers', '1', '--grep', ids.join('|')], UNTRANSFORMED)
  const verdicts = verdictsIn(out)
  return Object.fromEntries(ids.map((id) => [id, verdicts[id] ?? 'missing']))
}

/** Fewer than by default: each takes four seconds of processor time to start, and other tests run beside it. */
const WORKERS = '4'

describe('npx playwright test', () => {
  it('gives the same verdicts as assay run', async () => {
    const theirs = emptyFolder()

    const [run, test] = await Promise.all([
      wholeRun(),
      playwright(theirs, ['--workers', WORKERS], UNTRANSFORMED),
    ])

    assert.equal(run.code, 0, run.stderr)
    assert.equal(test.code, 0, test.printed)
    const [own, first] = [verdictsIn(run.out), verdictsIn(theirs)]
    const late = Object.keys(own).filter((id) => first[id] === 'blocked' && own[id] !== 'blocked')
    assert.deepEqual({ ...first, ...(await verdictsAgain(late)) }, own)
    assert.ok(existsSync(join(theirs, 'index.html')))
  })

  it('omits checks that --grep excludes, shows the needs of the others, and attaches every exchange', async () => {
    const out = emptyFolder()

    const { code, printed } = await playwright(out, ['--workers', '1', '--grep', 'EXT-33', '--trace', 'on'])

    assert.equal(code, 0, printed)
    const { requirements, only, verdict } = conformanceIn(out)
    assert.ok(only.includes('EXT-33'))
    assert.equal(requirements.find(({ id }) => id === 'EXT-33')?.verdict, 'pass')
    assert.equal(verdict, 'conformant', printed)
    assert.ok(!requirements.some(({ verdict: one }) => one === 'blocked'))
    const [check] = requirements.find(({ id }) => id === 'EXT-33')!.checks
    const exchanges = readFileSync(join(out, 'exchanges.jsonl'), 'utf8')
    assert.ok(check!.exchanges.length > 0)
    for (const exchange of check!.exchanges) assert.ok(exchanges.includes(`"id":"${exchange}"`), exchange)
  })

  it('leaves no copy of the message of a failure, which the final scan for secrets would miss', async () => {
    const out = emptyFolder()
    const server = await startSelftestServer({ credentials: CREDENTIALS, statesToken: STATES_TOKEN })
    const { origin } = new URL(server.url)
    const file = join(out, '..', `${basename(out)}.yaml`)
    writeFileSync(
      file,
      [
        'name: failing',
        `baseUrl: ${origin}${BROKEN}/2025-10-13`,
        `credentials: { clientId: "${CREDENTIALS.clientId}", clientSecret: "\${PW_SECRET}" }`,
        `states: { url: "${origin}${BROKEN}/_states", headers: { authorization: "Bearer \${PW_TOKEN}" } }`,
      ].join('\n'),
    )

    const { code, printed } = await playwright(
      out,
      ['--workers', '1', '--retries', '0', '--grep', 'APR-11'],
      {
        ...UNTRANSFORMED,
        ASSAY_DEPLOYMENT: file,
        PW_SECRET: CREDENTIALS.clientSecret,
        PW_TOKEN: STATES_TOKEN,
      },
    )

    rmSync(file)
    await server.close()
    assert.equal(code, 1, printed)
    assert.equal(conformanceIn(out).verdict, 'non-conformant', printed)
    const left = readdirSync(join(out, '.playwright'), { recursive: true, encoding: 'utf8' })
    assert.deepEqual(
      left.filter((name) => name.endsWith('.md')),
      [],
    )
  })
})
