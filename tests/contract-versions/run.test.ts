/** `--contract`: a run by a later version, and the reference server, which serves both. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { chosenContract, servedVersion } from '../../cli/contract/chosen-contract.ts'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { disallowedTransitions, findingsOf } from '../../spec/index.ts'
import { assay, emptyFolder } from '../cli/assay.ts'
import { BASE, NEXT, NEXT_VERSION } from './versions.ts'

const chosen = chosenContract(NEXT)!
const credentials = { clientId: 'client', clientSecret: 'secret-of-the-platform' }
const statesToken = 'token-of-the-states'
/** What changed, and what did not. */
const ONLY = [
  'ACT-01',
  'ACT-26',
  'ACT-31',
  'CNV-02',
  'DIS-03',
  'RAT-01',
  'RAT-02',
  'QUO-11',
  'ERR-26',
  'INV-01',
]
const NEW = ['LIM-01', 'ERR-116']

type Addresses = Pick<Reference, 'url' | 'statesUrl'>

const variablesOf = ({ url, statesUrl }: Addresses) => ({
  ASSAY_REFERENCE_URL: url,
  ASSAY_REFERENCE_STATES_URL: statesUrl,
  ASSAY_REFERENCE_STATES_TOKEN: statesToken,
  ASSAY_REFERENCE_CLIENT_ID: credentials.clientId,
  ASSAY_REFERENCE_CLIENT_SECRET: credentials.clientSecret,
})

type Ran = Conformance & { readonly code: number | null; readonly out: string }

async function run(
  addresses: Addresses,
  only: readonly string[],
  options: readonly string[] = [],
): Promise<Ran> {
  const out = join(emptyFolder(), 'out')
  const { code, stderr } = await assay(
    ['run', 'deployments/reference.yaml', '--out', out, '--seed', '1', ...options, '--only', ...only],
    variablesOf(addresses),
  )
  assert.notEqual(code, 2, stderr)
  return { ...(JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance), code, out }
}

const resultOf = ({ requirements }: Conformance, id: string) => requirements.find((each) => each.id === id)
const verdictsOf = (conformance: Conformance, ids: readonly string[]) =>
  ids.map((id) => {
    const { verdict = 'none', level = '' } = resultOf(conformance, id) ?? {}
    return `${id} ${level} ${verdict}`
  })
const withoutRetired = ONLY.filter((id) => id !== 'ACT-31')

describe('the reference server with a later version', () => {
  let server: Reference
  let earlier: Ran
  let later: Ran
  let allowed: Ran
  before(async () => {
    server = await startReference({ credentials, statesToken, version: servedVersion(chosen) })
    earlier = await run(server, ONLY)
    later = await run(server.later!, [...withoutRetired, ...NEW], ['--contract', NEXT])
    allowed = await run(
      server.later!,
      ['ACT-01', ...NEW],
      ['--contract', NEXT, `--allow-blocked=${NEW.join()}`],
    )
  })
  after(() => server.close())

  it('is judged by 2025-10-13 as before', () => {
    assert.equal(earlier.code, 0)
    assert.equal(earlier.contractVersion, BASE)
    assert.deepEqual(verdictsOf(earlier, ['RAT-02', 'DIS-03', 'ACT-31']), [
      'RAT-02 SHOULD pass',
      'DIS-03 MUST pass',
      'ACT-31 MUST pass',
    ])
    assert.doesNotMatch(readFileSync(join(earlier.out, 'exchanges.jsonl'), 'utf8'), /priority|quotations/)
  })

  it('is judged by the later version: levels, addresses and fields come from its data', () => {
    assert.equal(later.contractVersion, NEXT_VERSION)
    assert.deepEqual(verdictsOf(later, ['RAT-02', 'QUO-11', 'ERR-26', 'CNV-02', 'ACT-31']), [
      'RAT-02 MUST pass',
      'QUO-11 MUST pass',
      'ERR-26 MUST pass',
      'CNV-02 MUST pass',
      'ACT-31  none',
    ])
    const exchanges = readFileSync(join(later.out, 'exchanges.jsonl'), 'utf8')
    assert.match(exchanges, /2026-04-15\/agents\/me\/quotations\//)
    assert.match(exchanges, /2026-04-15\/rates/)
    assert.match(exchanges, /priority\\":\\"NORMAL/)
  })

  it('passes no rule that the later version added or changed without a check', () => {
    for (const id of [...NEW, 'DIS-03']) {
      const { verdict, fixIn, reason = '' } = resultOf(later, id)!
      assert.deepEqual([verdict, fixIn], ['blocked', 'harness'], id)
      assert.match(reason, /^Assay has no check for this rule of contract 2026-04-15$/)
    }
    assert.deepEqual([later.verdict, later.code], ['inconclusive', 3])
    assert.deepEqual([allowed.verdict, allowed.code], ['inconclusive', 0])
  })

  it('is examined by the doctor', async () => {
    const { code, stdout } = await assay(
      ['doctor', 'deployments/reference.yaml', '--json', '--no-create', '--contract', NEXT],
      variablesOf(server.later!),
    )

    assert.equal(code, 0)
    const { operations } = JSON.parse(stdout) as { operations: { operation: string; state: string }[] }
    assert.equal(operations.find(({ operation }) => operation === 'listExchangeRates')?.state, 'found')
  })

  it('is replayed by the version of its recording alone', async () => {
    const out = join(emptyFolder(), 'replay')
    const replay = (...options: string[]) => assay(['replay', later.out, '--out', out, ...options])

    const refused = await replay()
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /it was judged by contract 2026-04-15, and not by 2025-10-13/)
    const { code, stdout } = await replay('--contract', NEXT)
    assert.equal(code, 0, stdout)
  })
})

describe('a server without the additions of the later version', () => {
  it('fails the shape of its responses', async () => {
    const version = { ...servedVersion(chosen), fields: [] }
    const server = await startReference({ credentials, statesToken, version })
    try {
      const judged = await run(server.later!, ['ACT-26', 'CNV-02'], ['--contract', NEXT])

      const { verdict, reason = '' } = resultOf(judged, 'CNV-02')!
      assert.equal(verdict, 'fail')
      assert.match(reason, /priority/)
      assert.equal(judged.code, 1)
    } finally {
      await server.close()
    }
  })
})

describe('the rules that are data', () => {
  const { contract } = chosen
  const body = { code: 'SERVICE_SWITCH_ERROR', status: 500, message: 'x' }
  const response = { status: 500, contentType: 'application/json', body: { json: body } }

  it('know the codes and the transitions of the later version', () => {
    assert.deepEqual(findingsOf('listAgentActions', response).findings, [])
    assert.match(
      findingsOf('listAgentActions', response, contract).findings[0]?.message ?? '',
      /the catalogue does not have it/,
    )
    const observed = ['PENDING_APPROVAL', 'CANCELLED']
    assert.equal(disallowedTransitions(observed).length, 1)
    assert.deepEqual(disallowedTransitions(observed, contract.catalogue.stateTables), [])
  })
})

describe('--contract', () => {
  it('is taken by list and explain', async () => {
    const listed = await assay(['list', '--json', '--only', 'LIM', '--contract', NEXT])
    assert.deepEqual(
      (JSON.parse(listed.stdout) as { id: string }[]).map(({ id }) => id),
      ['LIM-01', 'LIM-02'],
    )
    const capabilities = await assay(['list', '--capabilities', '--json', '--contract', NEXT])
    assert.match(capabilities.stdout, /"agents\.limits"/)
    const explained = await assay(['explain', 'lim-01', '--contract', NEXT])
    assert.match(explained.stdout, /An agent reads its limits[\s\S]*does not know its limits/)
    assert.equal((await assay(['list', '--only', 'LIM'])).code, 2)
  })

  it('is refused where results of one version alone make sense', async () => {
    for (const other of [['--shard', '1/2'], ['--history'], ['--second-opinions']]) {
      const { code, stderr } = await assay(['run', '--reference', '--contract', NEXT, ...other])
      assert.equal(code, 2)
      assert.match(stderr, /--contract: it cannot be combined with --/)
    }
    assert.match(
      (await assay(['serve', '--prism', '--contract', NEXT])).stderr,
      /cannot be combined with --prism/,
    )
  })

  it('changes the names that a deployment file may use', async () => {
    const planned = await assay(
      ['run', 'deployments/reference.yaml', '--dry-run', '--contract', NEXT],
      variablesOf({ url: `https://host.example/${BASE}`, statesUrl: 'https://host.example/_states' }),
    )

    assert.equal(planned.code, 2)
    assert.match(planned.stderr, /Write https:\/\/host\.example\/2026-04-15\./)
  })
})
