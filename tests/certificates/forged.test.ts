/** Every statement of a certificate that contradicts its recording is rejected by its name, whichever key signed it. */
import assert from 'node:assert/strict'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { readBundle } from '../../certificates/bundle.ts'
import { compareRun } from '../../certificates/compare-run.ts'
import { compareVerdicts } from '../../certificates/compare-verdicts.ts'
import { runProblems, statementProblems, type Problem } from '../../certificates/examine-bundle.ts'
import { recordingGaps } from '../../certificates/recording-gaps.ts'
import { ATTESTATION } from '../../certificates/files.ts'
import { statementIn } from '../../certificates/statement-in.ts'
import { foreignClaims } from '../../cli/verify/judge-again.ts'
import { rejudge } from '../../cli/rejudge.ts'
import type { Statement } from '../../certificates/statement.ts'
import type { Conformance, Exchange } from '../../reports/conformance.ts'
import { CONVENTIONS } from '../../spec/index.ts'
import { assay, silentTerminal } from '../cli/assay.ts'
import { sharedCertified, type Certified } from './certified.ts'
import { forge, type Forgery } from './forge.ts'
import { changesOf } from './leaves.ts'

const AREA = 'sandbox'
const DAY_MS = 24 * 60 * 60 * 1000

let made: Certified
let folder: string

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-forged-'))
  made = await sharedCertified([AREA])
})

after(() => rmSync(folder, { recursive: true, force: true }))

interface Verified {
  readonly code: number | null
  readonly outcome: string
  readonly problems: readonly Problem[]
  readonly open: readonly string[]
  readonly unchecked: readonly string[]
  readonly signerStatements: readonly string[]
}

async function verified(directory: string): Promise<Verified> {
  const { code, stdout, stderr } = await assay(['verify', directory, '--key', made.publicKey, '--json'])
  assert.ok(stdout.startsWith('{'), stderr)
  return { ...(JSON.parse(stdout) as Omit<Verified, 'code'>), code }
}

type Certificate = Statement['predicate']['assayCertificate']
const saying = (change: Partial<Certificate>): Forgery => ({
  statement: (statement) => ({
    ...statement,
    predicate: {
      ...statement.predicate,
      assayCertificate: { ...statement.predicate.assayCertificate, ...change },
    },
  }),
})
const reporting = (change: (conformance: Conformance) => Partial<Conformance>): Forgery => ({
  conformance: (conformance) => ({ ...conformance, ...change(conformance) }),
})
const shifted = (at: string, days: number) => new Date(Date.parse(at) + days * DAY_MS).toISOString()
const isOf = (check: string) => (exchange: Exchange) => exchange.check.startsWith(check)

const changed = (name: string, change: (text: string) => string) => (directory: string) =>
  writeFileSync(join(directory, name), change(readFileSync(join(directory, name), 'utf8')))

describe('a conformance.json of another form', () => {
  const withCheck = (check: unknown) => ({
    files: changed('conformance.json', (text) => {
      const { requirements, ...rest } = JSON.parse(text) as Conformance
      const [first, ...others] = requirements
      const all = [{ ...first, checks: [check] }, ...others]
      return `${JSON.stringify({ ...rest, requirements: all }, null, 2)}\n`
    }),
  })
  for (const [name, check] of [
    ['a check without a title', { verdict: 'pass', exchanges: [] }],
    ['a check whose title is a number', { title: 7, verdict: 'pass', exchanges: [] }],
    ['a text as a check', 'x'],
  ] as const) {
    it(`is rejected: ${name}`, async () => {
      const { code, problems } = await verified(await forge(made, folder, withCheck(check)))

      assert.equal(code, 1)
      assert.ok(problems.some(({ found }) => found.startsWith('conformance.json is invalid: ')))
    })
  }
})

/** What is forged, how, and by which name it is rejected. */
const FORGERIES: readonly (readonly [string, Forgery, RegExp])[] = [
  [
    'another name of the deployment',
    reporting(({ deployment }) => ({ deployment: { ...deployment, name: 'production' } })),
    /^claim: .*deployment name/,
  ],
  [
    'another address',
    reporting(({ deployment }) => ({
      deployment: { ...deployment, baseUrl: 'https://bank.example/2025-10-13' },
    })),
    /^claim: .*base URL/,
  ],
  [
    'another address, in the recording too',
    {
      head: (head) => ({
        ...head,
        deployment: { ...head.deployment, baseUrl: 'https://bank.example/2025-10-13' },
      }),
      ...reporting(({ deployment }) => ({
        deployment: { ...deployment, baseUrl: 'https://bank.example/2025-10-13' },
      })),
    },
    /^claim: .*base URL/,
  ],
  ...['/../v1/', '/..%2fv1/', '/%2e%2e%2Fv1/'].map((path): readonly [string, Forgery, RegExp] => [
    `requests to another version: ${path}`,
    {
      exchange: ({ request, ...rest }) => ({
        ...rest,
        request: { ...request, url: request.url.replace(/(?<=\/\d{4}-\d\d-\d\d)\//, path) },
      }),
    },
    /^claim: .*went to another address/,
  ]),
  [
    'a name of the deployment for programs that read the first of two keys',
    { files: changed('recording.json', (text) => text.replace('"name":', '"name": "production", "name":')) },
    /^file: recording\.json .*it may contain a key twice/,
  ],
  [
    'a status for programs that read the first of two keys',
    { files: changed('exchanges.jsonl', (text) => text.replace('"status":', '"status":500,"status":')) },
    /^file: exchanges\.jsonl .*it may contain a key twice/,
  ],
  ...(['result', 'passedTests', 'warnedTests'] as const).map((name): readonly [string, Forgery, RegExp] => [
    `another ${name}, with the true one in another part`,
    {
      statement: ({ predicate, ...rest }) => ({
        ...rest,
        predicate: {
          ...predicate,
          [name]: name === 'result' ? 'WARNED' : [...predicate[name], 'OWN-01'],
          assayCertificate: { ...predicate.assayCertificate, [name]: predicate[name] },
        },
      }),
    },
    new RegExp(`^claim: .*predicate\\.${name}`, 'm'),
  ]),
  [
    'another tool, with the true one in another part',
    {
      statement: ({ predicate, ...rest }) => ({
        ...rest,
        predicate: {
          ...predicate,
          configuration: predicate.configuration.map((one) =>
            one.name === 'tool' ? { name: 'tool', uri: 'pkg:npm/another@99.0.0' } : one,
          ),
          assayCertificate: {
            ...predicate.assayCertificate,
            'configuration tool': predicate.configuration.find(({ name }) => name === 'tool'),
          },
        },
      }),
    },
    /^claim: .*configuration tool/,
  ],
  [
    'a part of its configuration that stands twice',
    {
      statement: ({ predicate, ...rest }) => ({
        ...rest,
        predicate: {
          ...predicate,
          configuration: [{ name: 'tool', uri: 'pkg:npm/another@1.0.0' }, ...predicate.configuration],
        },
      }),
    },
    /^statement: .*configuration twice/,
  ],
  [
    'a field of the recording that no run writes',
    { head: (head) => ({ ...head, award: 'The best API of the year.' }) },
    /^claim: recording\.json has fields .*award/,
  ],
  [
    'a field of the recorded deployment that no run writes',
    { head: (head) => ({ ...head, deployment: { ...head.deployment, audited: true } }) },
    /^claim: recording\.json has fields .*deployment\.audited/,
  ],
  [
    'a field of an exchange that no run writes',
    { exchange: (exchange) => ({ ...exchange, note: 'The best API of the year.' }) },
    /^claim: exchanges\.jsonl has fields .*note/,
  ],
  [
    'another tool',
    { head: (head) => ({ ...head, tool: { ...head.tool, name: 'another' } }) },
    /^claim: .*tool name/,
  ],
  [
    'another version of the recording',
    { head: (head) => ({ ...head, schemaVersion: 2 as 1 }) },
    /^claim: .*version of recording\.json/,
  ],
  [
    'other facts on an operation',
    {
      head: ({ deployment, ...head }) => ({
        ...head,
        deployment: {
          ...deployment,
          operations: {
            ...deployment.operations,
            executeQuote: { ...deployment.operations.executeQuote!, movesMoney: false },
          },
        },
      }),
    },
    /^claim: recording\.json .*executeQuote/,
  ],
  ['another edition', reporting(() => ({ edition: 2 })), /^claim: .*edition/],
  [
    'an edition that does not exist, in the recording too',
    { head: (head) => ({ ...head, edition: 7 }), ...reporting(() => ({ edition: 7 })) },
    /^claim: .*edition 7/,
  ],
  ['an earlier start', reporting(({ startedAt }) => ({ startedAt: shifted(startedAt, -30) })), /startedAt/],
  ['a later end', reporting(({ finishedAt }) => ({ finishedAt: shifted(finishedAt, 30) })), /finishedAt/],
  [
    'a start after its requests',
    reporting(({ finishedAt }) => ({ startedAt: shifted(finishedAt, 5) })),
    /startedAt/,
  ],
  [
    'other dates of the run in the statement',
    saying({ startedAt: '2030-01-01T00:00:00.000Z' }),
    /^claim: .*startedAt/,
  ],
  [
    'other totals',
    reporting(({ totals }) => ({ totals: { ...totals, pass: totals.pass + 700 } })),
    /^claim: .*totals/,
  ],
  [
    'other totals of an area',
    reporting(({ areas }) => ({
      areas: areas.map((area) => ({ ...area, totals: { ...area.totals, pass: 40 } })),
    })),
    /^claim: .*areas/,
  ],
  [
    '23 of 23 areas for a run of one',
    reporting(({ areas }) => ({ areas: areas.map((area) => ({ ...area, claimed: true })) })),
    /^claim: .*areas/,
  ],
  [
    '23 of 23 areas, in the recording too',
    {
      head: (head) => ({ ...head, deployment: { ...head.deployment, areas: undefined } }),
      ...reporting(({ areas }) => ({ areas: areas.map((area) => ({ ...area, claimed: true })) })),
    },
    /^verdict: OWN-01/,
  ],
  [
    'a restricted run presented as whole',
    { head: (head) => ({ ...head, only: ['SBX-01'] }) },
    /^claim: .*only|restricted/,
  ],
  [
    'a check left out of the recording',
    { exchange: (exchange) => (isOf('SBX-04')(exchange) ? undefined : exchange) },
    /SBX-04/,
  ],
  [
    'a failed check hidden by a capability that is not offered',
    {
      head: (head) => ({
        ...head,
        deployment: {
          ...head.deployment,
          operations: { ...head.deployment.operations, sendInSandbox: null },
        },
      }),
    },
    /sendInSandbox|notOffered|SBX-/,
  ],
  [
    'exchanges of checks that are not in the run',
    { files: (copy) => appendExchange(copy, { id: 'OWN-01-abcdef.1.1', check: 'OWN-01-abcdef' }) },
    /^claim: .*OWN-01-abcdef\.1\.1/,
  ],
  [
    'invented proof',
    {
      issue: (issue) => ({
        ...issue,
        proof: {
          name: 'proof',
          digest: { sha256: 'd'.repeat(64) },
          annotations: { killRate: 1, mutants: 99_999, killed: 99_999 },
        },
      }),
    },
    /^claim: .*proof/,
  ],
  [
    'a validity of 100,000 days',
    { issue: (issue) => ({ ...issue, expiresAt: shifted(issue.issuedAt, 100_000) }) },
    /^validity: .*expiresAt.* 366 days/,
  ],
  [
    'a validity of an hour',
    { issue: (issue) => ({ ...issue, expiresAt: shifted(issue.issuedAt, 1 / 24) }) },
    /^validity: .*expiresAt.* 1 /,
  ],
  [
    'an old run issued anew',
    { issue: (issue) => ({ ...issue, issuedAt: shifted(issue.issuedAt, 0.05) }) },
    /^validity: .*issuedAt.*hour/,
  ],
  [
    'a certificate from before its run',
    { issue: (issue) => ({ ...issue, issuedAt: shifted(issue.issuedAt, -1) }) },
    /^validity: .*issuedAt/,
  ],
  [
    'another version of Assay',
    reporting(({ tool }) => ({ tool: { ...tool, version: '99.0.0' } })),
    /^claim: .*tool/,
  ],
  [
    'another catalogue of requirements',
    { head: (head) => ({ ...head, catalogueDigest: 'e'.repeat(64) }) },
    /^claim: .*catalogue/,
  ],
  ['another seed', reporting(() => ({ seed: 'chosen' })), /^claim: .*seed/],
  ['another seed, in the recording too', { head: (head) => ({ ...head, seed: 'chosen' }) }, /seed|SBX-/],
  [
    'another title of a requirement',
    reporting(({ requirements }) => ({
      requirements: requirements.map((one) =>
        one.id === 'SBX-01' ? { ...one, title: 'All is well.' } : one,
      ),
    })),
    /^claim: .*SBX-01/,
  ],
  [
    'a note on the tool',
    reporting(({ tool }) => ({ tool: { ...tool, auditedBy: 'an auditor' } })),
    /^claim: .*tool/,
  ],
  ...(
    [
      ['another title of the responses that a convention judged', { title: 'Audited by a bank.' }],
      ['a failed check below a convention that passed', { verdict: 'fail' }],
      ['a message of a check that passed', { message: 'All is well.' }],
      ['a field of a check that no run writes', { auditedBy: 'an auditor' }],
    ] as const
  ).map(([what, change]): (typeof FORGERIES)[number] => [
    what,
    reporting(({ requirements }) => ({
      requirements: requirements.map((one) =>
        one.id === 'CNV-01' ? { ...one, checks: one.checks.map((check) => ({ ...check, ...change })) } : one,
      ),
    })),
    /^claim: .*CNV-01/,
  ]),
  [
    'more coverage',
    reporting(({ coverage }) => ({
      coverage: { ...coverage, errorCodes: { ...coverage.errorCodes, neverSeen: [] } },
    })),
    /^claim: .*coverage/,
  ],
  [
    'better latency',
    reporting(({ latency = [] }) => ({ latency: latency.map((one) => ({ ...one, p95: 1, max: 1 })) })),
    /^claim: .*latency/,
  ],
  [
    'second opinions that nobody gave',
    reporting(() => ({
      secondOpinions: {
        asked: true,
        opinions: [
          { tool: 'prism', version: '5.16.0', judged: 900, notJudged: [], schemas: [], disagreements: [] },
        ],
      },
    })),
    /^claim: .*secondOpinions/,
  ],
  [
    'provider states that the run did not use',
    reporting(() => ({ states: [{ state: 'card', by: 'self', count: 3, notTornDown: [] }] })),
    /^claim: .*states/,
  ],
  ['a part of a run', reporting(() => ({ shard: { index: 1, of: 2, complete: true } })), /shard/],
  [
    'another summary',
    { files: (copy) => writeFileSync(join(copy, 'summary.md'), '# All is well\n') },
    /^report: summary\.md/,
  ],
  [
    'another page',
    {
      files: (copy) => {
        const page = join(copy, 'index.html')
        writeFileSync(page, readFileSync(page, 'utf8').replace('<main', '<p>All is well.</p><main'))
      },
    },
    /^report: index\.html/,
  ],
  [
    'another archive',
    { files: (copy) => appendFileSync(join(copy, 'exchanges.har'), ' ') },
    /^report: exchanges\.har/,
  ],
  [
    'another plan',
    {
      files: (copy) =>
        appendFileSync(
          join(copy, 'planned.jsonl'),
          '{"check":"OWN-01-x","title":"t","requirements":["OWN-01"],"suite":"own"}\n',
        ),
    },
    /^report: planned\.jsonl/,
  ],
  [
    'other judgements',
    {
      files: (copy) => {
        const file = join(copy, 'judgements.jsonl')
        writeFileSync(file, readFileSync(file, 'utf8').replace('"verdict":"pass"', '"verdict":"warn"'))
      },
    },
    /^report: judgements\.jsonl/,
  ],
  [
    'a file that no run writes',
    { files: (copy) => writeFileSync(join(copy, 'award.txt'), 'The best API of the year.') },
    /^file: award\.txt/,
  ],
]

function appendExchange(directory: string, change: Partial<Exchange>): void {
  const file = join(directory, 'exchanges.jsonl')
  const [first = ''] = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"kind":"contract"'))
  appendFileSync(file, `${JSON.stringify({ ...(JSON.parse(first) as Exchange), ...change })}\n`)
}

/** docs/certify.md names them: values that differ between a run and its replay. */
const SIGNER_STATEMENTS_IN_CONFORMANCE = [
  'requirements.*.checks.*.attempts: one more',
  'requirements.*.checks.*.durationMs: one more',
  'requirements.*.checks.*.exchanges.*: removed',
  'requirements.*.checks.*.expectations: one more',
  // Of response rules only: which of them a check meets depends on its retries.
  'requirements.*.checks.*: removed',
  'states.*.count: one more',
]

/** As a holder of the trusted key could sign it. Compared without signing and replaying it hundreds of times. */
describe('every value', () => {
  it('of the statement, changed, is rejected', async () => {
    const bundle = await readBundle(made.bundle)
    const { payload } = JSON.parse(readFileSync(join(made.bundle, ATTESTATION), 'utf8')) as {
      payload: string
    }
    const statement: unknown = JSON.parse(Buffer.from(payload, 'base64').toString('utf8'))
    const now = Date.parse((statement as Statement).predicate.assayCertificate.issuedAt)

    const accepted = new Set<string>()
    let tried = 0
    for (const { path, what, changed } of changesOf(statement)) {
      tried++
      const { statement: read } = statementIn(Buffer.from(JSON.stringify(changed)))
      if (read && [...statementProblems(read, bundle, now), ...foreignClaims(read, bundle)].length === 0)
        accepted.add(`${path}: ${what}`)
    }
    assert.ok(tried > 80, `${tried} changes`)
    assert.deepEqual([...accepted], [])
  })

  it('of conformance.json, changed, is rejected', async () => {
    const bundle = await readBundle(made.bundle)
    const again = await rejudge(made.bundle, silentTerminal())
    assert.ok(again)

    const accepted = new Set<string>()
    let tried = 0
    const kindOf = (path: string, entry: unknown) => {
      if (path !== 'requirements') return ''
      const { area, verdict } = entry as Conformance['requirements'][number]
      return `${area === CONVENTIONS} ${verdict}`
    }
    for (const { path, what, changed } of changesOf(bundle.conformance, kindOf)) {
      tried++
      const conformance = changed as Conformance
      try {
        const named = conformance.requirements.flatMap(({ checks }) => checks.flatMap((one) => one.exchanges))
        const gaps = recordingGaps(bundle.exchanges, new Set(), named)
        const run = { ...bundle, conformance, gaps }
        const isRejected =
          runProblems(run).length > 0 ||
          compareVerdicts(conformance, again.conformance).length > 0 ||
          compareRun(run, again).length > 0
        if (!isRejected) accepted.add(`${path}: ${what}`)
      } catch {
        // The command reports it as a file that cannot be read.
      }
    }
    assert.ok(tried > 350, `${tried} changes`)
    assert.deepEqual([...accepted].toSorted(), SIGNER_STATEMENTS_IN_CONFORMANCE)
  })
})

describe('a bundle that is signed with the trusted key', () => {
  it('verifies after a new signature over the same content', async () => {
    const { code, problems, open } = await verified(await forge(made, folder, {}))

    assert.deepEqual([code, problems, open], [0, [], []])
  })

  it('cannot replace what --json prints', async () => {
    const outcome = {
      outcome: 'verified',
      exitCode: 0,
      problems: [],
      result: 'PASSED',
      keyid: 'a',
      bundle: '/',
    }
    const directory = await forge(made, folder, saying({ ...outcome, contractVersion: '2030-01-01' }))
    const { code, stdout } = await assay(['verify', directory, '--key', made.publicKey, '--json'])

    const printed = JSON.parse(stdout) as Record<string, unknown>
    assert.deepEqual(
      [code, printed.outcome, printed.exitCode, printed.bundle],
      [1, 'not-verified', 1, directory],
    )
    assert.notDeepEqual(printed.problems, [])
    assert.match(String(printed.keyid), /^[0-9a-f]{64}$/)
  })

  for (const field of ['id', 'check', 'kind', 'at', 'durationMs', 'request', 'findings'] as const)
    it(`cannot be read where an exchange has no ${field}`, async () => {
      const directory = mkdtempSync(join(folder, 'broken-'))
      cpSync(made.bundle, directory, { recursive: true })
      changed('exchanges.jsonl', (text) => {
        const [first = '', ...rest] = text.split('\n')
        const { [field]: _, ...exchange } = JSON.parse(first) as Exchange
        return [JSON.stringify(exchange), ...rest].join('\n')
      })(directory)

      await assert.rejects(readBundle(directory), /line 1 of exchanges\.jsonl is not an exchange/)
    })

  for (const [what, forgery, named] of FORGERIES) {
    it(`is rejected for ${what}`, async () => {
      const { code, outcome, problems } = await verified(await forge(made, folder, forgery))

      const found = problems.map((problem) => `${problem.name}: ${problem.found}`)
      assert.deepEqual([code, outcome], [1, 'not-verified'], found.join('\n'))
      assert.ok(
        found.some((line) => named.test(line)),
        found.join('\n'),
      )
    })
  }
})
