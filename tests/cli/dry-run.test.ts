/** `assay run --dry-run`: the plan of a run. */
import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { collectChecks, knownRequests } from '../../runner/collect-checks.ts'
import type { DryRun } from '../../runner/dry-run.ts'
import { assay, emptyFolder } from './assay.ts'

const VARIABLES = { TEST_ID: 'id', TEST_SECRET: 'a-secret-of-the-test' }

const text = (more: string, origin = 'https://host.example') => `
name: planned
baseUrl: ${origin}/2025-10-13
credentials: { clientId: "\${TEST_ID}", clientSecret: "\${TEST_SECRET}" }
${more}
`

async function planned(more: string, ...options: readonly string[]): Promise<DryRun> {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'deployment.yaml'), text(more))
  const { code, stdout, stderr } = await assay(['run', '--dry-run', '--json', ...options], VARIABLES, folder)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as DryRun
}

const reasonsOf = ({ notJudged }: DryRun) => notJudged.map(({ reason }) => reason).join('\n')

describe('assay run --dry-run', () => {
  it('sends nothing, writes nothing, and shows requests and time at the limits', async () => {
    let requests = 0
    const server = createServer((_, response) => {
      requests++
      response.end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const folder = emptyFolder()
    writeFileSync(
      join(folder, 'deployment.yaml'),
      text('areas: [cards]\nlimits: { requestsPerSecond: 1 }', origin),
    )

    const { code, stdout, stderr } = await assay(['run', '--dry-run'], VARIABLES, folder)
    server.close()

    assert.equal(code, 0, stderr)
    assert.match(stdout, /^Dry run: nothing was sent\.\n\nplanned at http/)
    assert.match(stdout, /\n\d+ checks, about \d+ requests, which take \d+ min \d+ s at 1 request a second /)
    assert.match(stdout, /\nWould judge \d+ of \d+ requirements:\n(?: +\d+ {2}.+\n)* +\d+ {2}Cards\n/)
    assert.match(stdout, /\nWould not judge:\n(?: +\d+ {2}.*\n)* +\d+ {2}the contract leaves it open \(/)
    assert.equal(requests, 0)
    assert.deepEqual(readdirSync(folder), ['deployment.yaml'])
  })

  it('shows no secret of the name or the address', async () => {
    const folder = emptyFolder()
    writeFileSync(
      join(folder, 'deployment.yaml'),
      text('areas: [cards]', 'https://host.example/${TEST_SECRET}').replace('planned', 'of ${TEST_SECRET}'),
    )
    for (const options of [[], ['--json']]) {
      const { code, stdout, stderr } = await assay(['run', '--dry-run', ...options], VARIABLES, folder)

      assert.equal(code, 0, stderr)
      assert.match(stdout, /«redacted:clientSecret»/)
      assert.doesNotMatch(stdout + stderr, /a-secret-of-the-test/)
    }
  })

  it('gives the reason why it would not judge a requirement', async () => {
    const plan = await planned(
      'areas: [cards, agent-operations, external-accounts]\noperations: { getAgentQuote: null }\nnotOffered: [wallets.bitcoin]',
    )

    const reasons = reasonsOf(plan)
    assert.match(reasons, /does not claim the area stablecoins/)
    assert.match(reasons, /binds getAgentQuote to null/)
    assert.match(reasons, /does not offer wallets\.bitcoin/)
    assert.match(reasons, /the contract leaves it open/)
    assert.ok(plan.judged.includes('CRD-01') && !plan.judged.includes('STB-01'))
  })

  it('follows --only and --skip', async () => {
    const plan = await planned('', '--only', 'QUO', '--skip', 'QUO-20')

    assert.ok(plan.judged.length > 10 && plan.judged.every((id) => id.startsWith('QUO-')))
    assert.ok(!plan.judged.includes('QUO-20'))
    assert.match(reasonsOf(plan), /the options of the run do not select it/)
    assert.ok(plan.requests < (await planned('')).requests / 4)
  })

  it('takes as long as the limit of requests a second makes it', async () => {
    const [slow, fast] = [
      await planned('limits: { requestsPerSecond: 2 }'),
      await planned('limits: { requestsPerSecond: 2000 }'),
    ]
    assert.equal(slow.seconds, Math.ceil(slow.requests / 2))
    // A time measured on another server is no bound.
    assert.equal(fast.seconds, Math.ceil(fast.requests / 2000))
    assert.equal(fast.requests, slow.requests)
    assert.ok(fast.seconds < slow.seconds)
  })

  it('names the provider states that nothing provides', async () => {
    const { missingStates } = await planned('')
    assert.ok(missingStates.some(({ state }) => state === 'stablecoin-issuer'))
    const served = await planned('states: { url: "https://host.example/_states" }')
    assert.deepEqual(served.missingStates, [])
  })

  it('knows the requests of every suite', async () => {
    const known = knownRequests()
    const suites = new Set((await collectChecks()).map(({ suite }) => suite))
    assert.deepEqual(Object.keys(known).sort(), [...suites].sort())
    for (const [suite, requests] of Object.entries(known)) assert.ok(requests > 0, suite)
  })
})
