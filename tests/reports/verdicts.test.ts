import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkResult, checkVerdict } from '../../reports/check-result.ts'
import type { ConventionTally, Coverage, Exchange, Judgement, Verdict } from '../../reports/conformance.ts'
import { unservedExchanges } from '../../reports/unserved.ts'
import { foldRun, type FinishedRun } from '../../reports/fold-run.ts'
import { exitCode, runVerdict, VERDICTS, worstOf } from '../../reports/verdicts.ts'
import type { Level, Requirement } from '../../spec/model.ts'

describe('worst of two verdicts', () => {
  const table: Record<Verdict, readonly Verdict[]> = {
    fail: ['fail', 'flaky', 'blocked', 'warn', 'pass', 'not-applicable', 'not-specified'],
    flaky: ['flaky', 'blocked', 'warn', 'pass', 'not-applicable', 'not-specified'],
    blocked: ['blocked', 'warn', 'pass', 'not-applicable', 'not-specified'],
    warn: ['warn', 'pass', 'not-applicable', 'not-specified'],
    pass: ['pass', 'not-applicable', 'not-specified'],
    'not-applicable': ['not-applicable', 'not-specified'],
    'not-specified': ['not-specified'],
  }
  for (const a of VERDICTS) {
    for (const b of VERDICTS) {
      const expected = table[a].includes(b) ? a : b
      it(`${a} and ${b}: ${expected}`, () => {
        assert.equal(worstOf([a, b]), expected)
        assert.equal(worstOf([b, a]), expected)
        assert.equal(worstOf([b, a, b, a]), expected)
      })
    }
  }

  it('of no verdicts is undefined', () => assert.equal(worstOf([]), undefined))
})

describe('a rejection that a check expects with any status', () => {
  const violation = { at: 'HTTP status', expected: 'not 2xx', actual: '201' }
  const message = 'createQuote: expected not 2xx, found 201'
  const resultFor = (title: string) =>
    checkResult(requirement('QTE-14', { title }), {
      title: 'check',
      attempts: [judgement({ verdict: 'fail', message, violation })],
    })

  it('is shown with the status of the rule', () => {
    const result = resultFor('Without valid credentials, the server returns 401 and changes nothing.')
    assert.equal(result.message, 'createQuote: expected 401, found 201')
    assert.equal(result.violation?.expected, '401')
  })

  it('stays where the rule names several statuses', () => {
    const result = resultFor('The server rejects it with 403 or 404.')
    assert.equal(result.message, 'createQuote: expected not 2xx, found 201')
    assert.equal(result.violation?.expected, 'not 2xx')
  })
})

describe('attempts at one check', () => {
  const table: readonly (readonly [attempts: Judgement['verdict'][], must: Verdict, should: Verdict])[] = [
    [[], 'blocked', 'blocked'],
    [['pass'], 'pass', 'pass'],
    [['fail'], 'fail', 'warn'],
    [['warn'], 'fail', 'warn'],
    [['blocked'], 'blocked', 'blocked'],
    [['pass', 'pass'], 'pass', 'pass'],
    [['fail', 'fail'], 'fail', 'warn'],
    [['fail', 'pass'], 'flaky', 'flaky'],
    [['warn', 'pass'], 'flaky', 'flaky'],
    [['pass', 'fail'], 'flaky', 'flaky'],
    [['fail', 'blocked'], 'fail', 'warn'],
    [['blocked', 'fail'], 'fail', 'warn'],
    [['blocked', 'pass'], 'pass', 'pass'],
    [['blocked', 'blocked'], 'blocked', 'blocked'],
    [['fail', 'fail', 'pass'], 'flaky', 'flaky'],
    [['fail', 'blocked', 'pass'], 'flaky', 'flaky'],
  ]
  for (const [attempts, must, should] of table) {
    it(`${attempts.join(', then ') || 'none'}: ${must} (SHOULD: ${should})`, () => {
      const judged = attempts.map((verdict) => ({ verdict }))
      assert.equal(checkVerdict(judged, 'MUST'), must)
      assert.equal(checkVerdict(judged, 'SHOULD'), should)
    })
  }
})

it('judges nothing where a retry shows that the state was another one', () => {
  const judged = [{ verdict: 'fail' }, { verdict: 'blocked', obstacle: 'state' }] as const

  assert.equal(checkVerdict(judged, 'MUST'), 'blocked')
  assert.equal(checkVerdict(judged, 'SHOULD'), 'blocked')
})

it('passes a check whose retry shows that a change is visible later than the first attempt waited', () => {
  const early = [
    { verdict: 'fail', isInVain: true },
    { verdict: 'pass', isLate: true },
  ] as const
  const wrong = [{ verdict: 'fail' }, { verdict: 'pass', isLate: true }] as const

  assert.equal(checkVerdict(early, 'MUST'), 'pass')
  assert.equal(checkVerdict(wrong, 'MUST'), 'flaky')
})

it('counts only attempts that waited before each read, if the last did', () => {
  const stale = [{ verdict: 'fail' }, { verdict: 'pass', isSettled: true }] as const
  const unsure = [
    { verdict: 'fail', isSettled: true },
    { verdict: 'pass', isSettled: true },
  ] as const

  assert.equal(checkVerdict(stale, 'MUST'), 'pass')
  assert.equal(checkVerdict(unsure, 'MUST'), 'flaky')
  assert.equal(checkVerdict([{ verdict: 'pass' }, { verdict: 'fail', isSettled: true }], 'MUST'), 'fail')
})

describe('verdict and exit code of a run', () => {
  type Row = readonly [
    title: string,
    results: [Level, Verdict][],
    complete: boolean,
    verdict: string,
    code: number,
  ]
  const table: readonly Row[] = [
    ['nothing at all', [], true, 'inconclusive', 3],
    ['only what does not apply', [['MUST', 'not-applicable']], true, 'inconclusive', 3],
    ['only what the contract leaves open', [['MUST', 'not-specified']], true, 'inconclusive', 3],
    ['all passed', [['MUST', 'pass']], true, 'conformant', 0],
    [
      'passed and not applicable',
      [
        ['MUST', 'pass'],
        ['MUST', 'not-applicable'],
        ['MUST', 'not-specified'],
      ],
      true,
      'conformant',
      0,
    ],
    [
      'a SHOULD not met',
      [
        ['MUST', 'pass'],
        ['SHOULD', 'warn'],
      ],
      true,
      'conformant',
      0,
    ],
    ['only a SHOULD judged', [['SHOULD', 'warn']], true, 'conformant', 0],
    [
      'a SHOULD blocked',
      [
        ['MUST', 'pass'],
        ['SHOULD', 'blocked'],
      ],
      true,
      'conformant',
      0,
    ],
    ['only a SHOULD, blocked', [['SHOULD', 'blocked']], true, 'inconclusive', 3],
    [
      'a SHOULD flaky',
      [
        ['MUST', 'pass'],
        ['SHOULD', 'flaky'],
      ],
      true,
      'conformant',
      0,
    ],
    [
      'one failed',
      [
        ['MUST', 'pass'],
        ['MUST', 'fail'],
      ],
      true,
      'non-conformant',
      1,
    ],
    [
      'one flaky',
      [
        ['MUST', 'pass'],
        ['MUST', 'flaky'],
      ],
      true,
      'non-conformant',
      1,
    ],
    [
      'one blocked',
      [
        ['MUST', 'pass'],
        ['MUST', 'blocked'],
      ],
      true,
      'inconclusive',
      3,
    ],
    [
      'one failed and one blocked',
      [
        ['MUST', 'fail'],
        ['MUST', 'blocked'],
      ],
      true,
      'non-conformant',
      1,
    ],
    ['all passed, cut off', [['MUST', 'pass']], false, 'inconclusive', 3],
    ['one failed, cut off', [['MUST', 'fail']], false, 'non-conformant', 1],
  ]
  for (const [title, results, complete, verdict, code] of table) {
    it(`${title}: ${verdict}, exit ${code}`, () => {
      const requirements = results.map(([level, verdict]) => ({ id: 'OWN-01' as const, level, verdict }))
      assert.equal(runVerdict(requirements, complete), verdict)
      assert.equal(exitCode({ requirements, complete }), code)
    })
  }
})

const coverage: Coverage = {
  operations: [],
  errorCodes: { seen: {}, neverSeen: [] },
  enumValues: [],
  schemaProperties: [],
}

const requirement = (id: string, more: Partial<Requirement> = {}): Requirement => ({
  id,
  area: 'external-accounts',
  level: 'MUST',
  title: `Statement ${id}.`,
  source: 'Endpoints 1',
  operations: ['verifyPlatformExternalAccountOwnership'],
  assumes: [],
  states: [],
  specified: true,
  ...more,
})

const convention = (id: string) => requirement(id, { area: 'conventions', operations: [] })

const judgement = (more: Partial<Judgement> = {}): Judgement => ({
  deployment: 'staging',
  check: 'own-01',
  title: 'it holds',
  requirements: ['OWN-01'],
  verdict: 'pass',
  attempt: 0,
  durationMs: 10,
  expectations: 2,
  exchanges: ['x1'],
  conventions: [],
  ...more,
})

const tally = (requirement: string, judged: number, broken: readonly string[] = []): ConventionTally => ({
  requirement,
  judged,
  violations: broken.map((exchange) => ({
    exchange,
    finding: { requirement, at: '/id', message: 'expected <ResourceType>:<uuid>' },
  })),
})

const fold = (more: Partial<FinishedRun> = {}) =>
  foldRun({
    catalogue: [requirement('OWN-01')],
    edition: 1,
    areas: [
      { id: 'conventions', title: 'Every response' },
      { id: 'external-accounts', title: 'External Accounts' },
      { id: 'cards', title: 'Cards' },
    ],
    claimedAreas: undefined,
    notOffered: [],
    only: [],
    planned: [],
    judgements: [],
    toolVersion: '0.0.0',
    deployment: { name: 'staging', baseUrl: 'https://host/2025-10-13' },
    seed: 'seed',
    startedAt: '2026-01-01T00:00:00Z',
    finishedAt: '2026-01-01T00:00:10Z',
    complete: true,
    coverage,
    unserved: new Set<string>(),
    ...more,
  })

const only = (more: Partial<FinishedRun>) => fold(more).requirements[0]!

describe('the controls that a verdict needs', () => {
  const control = 'accepted createCard' as const
  const none = { shows: [], needs: [], presumes: [] }
  const accepting = judgement({
    check: 'b',
    requirements: ['OWN-02'],
    witnesses: { ...none, shows: [control] },
  })
  const rejecting = judgement({ witnesses: { ...none, needs: [control] } })
  const catalogue = [requirement('OWN-01'), requirement('OWN-02')]
  const rejected = judgement({
    verdict: 'fail',
    message: 'expected 2xx, found 400',
    fixIn: 'implementation',
    witnesses: {
      ...none,
      presumes: [{ witness: control, operation: 'createCard', status: 400, exchange: 'x1' }],
    },
  })

  it('blocks a rejection without a control, and names the operation', () => {
    const { verdict, fixIn, reason, next } = only({ catalogue, judgements: [rejecting] })

    assert.deepEqual([verdict, fixIn], ['blocked', 'deployment-file'])
    assert.match(reason ?? '', /accepted no conforming createCard request/)
    assert.match(next ?? '', /operations\.createCard/)
  })

  it('accepts a rejection if another check shows the control', () => {
    assert.equal(only({ catalogue, judgements: [rejecting, accepting] }).verdict, 'pass')
  })

  describe('of a creation that the deployment rejects after many', () => {
    const accepted = (count: number, lastAt: number) =>
      judgement({
        check: 'b',
        requirements: ['OWN-02'],
        witnesses: { ...none, shows: [control], accepted: { createCard: { count, lastAt } } },
      })
    const rejectedAt = (unexpectedAt: number | undefined, status = 409, fields?: readonly string[]) =>
      judgement({
        verdict: 'fail',
        message: 'expected 2xx, found 409',
        fixIn: 'implementation',
        witnesses: {
          ...none,
          presumes: [
            {
              witness: control,
              operation: 'createCard',
              status,
              exchange: 'x1',
              ...(unexpectedAt !== undefined && { unexpectedAt }),
              ...(fields && { fields }),
            },
          ],
        },
      })

    it('blocks where none was accepted from then on', () => {
      const { verdict, fixIn, reason } = only({
        catalogue,
        judgements: [accepted(10, 5_000), rejectedAt(5_100)],
      })

      assert.deepEqual([verdict, fixIn], ['blocked', 'environment'])
      assert.match(reason ?? '', /^createCard rejected .* accepted 10 before, .* maximum/)
    })

    for (const [of, judgements] of [
      ['one was accepted later', [accepted(10, 5_200), rejectedAt(5_100)]],
      ['a retry was accepted later', [accepted(9, 5_000), rejectedAt(5_100), accepted(1, 5_200)]],
      ['few were accepted before', [accepted(9, 5_000), rejectedAt(5_100)]],
      ['the check expected the rejection', [accepted(10, 5_000), rejectedAt(undefined)]],
      ['it is an error of the server', [accepted(10, 5_000), rejectedAt(5_100, 500)]],
      ['it names a field', [accepted(10, 5_000), rejectedAt(5_100, 400, ['purposeOfPayment'])]],
    ] as const)
      it(`fails where ${of}`, () => {
        assert.equal(only({ catalogue, judgements: [...judgements] }).verdict, 'fail')
      })
  })

  for (const [needed, said] of [
    ['listed listCards', /^listCards listed no item/],
    ['request rejected', /^the deployment rejected no request/],
    ['money moved', /^no balance changed/],
    ['event delivered', /^no event was delivered/],
  ] as const)
    it(`blocks an absence without a presence: ${needed}`, () => {
      const absent = judgement({ witnesses: { ...none, needs: [needed] } })

      const { verdict, reason } = only({ catalogue, judgements: [absent] })

      assert.equal(verdict, 'blocked')
      assert.match(reason ?? '', said)
    })

  it('blocks a failure at a request that the contract does not show, with the line to add', () => {
    const { verdict, fixIn, reason, next } = only({ catalogue, judgements: [rejected] })

    assert.deepEqual([verdict, fixIn], ['blocked', 'deployment-file'])
    assert.match(reason ?? '', /^createCard rejected a request of Assay with 400 \(exchange x1\)/)
    assert.match(next ?? '', /`createCard: POST \/cards`/)
  })

  it('keeps that failure if the deployment accepted such a request in another check', () => {
    assert.equal(only({ catalogue, judgements: [rejected, accepting] }).verdict, 'fail')
  })
})

describe('an operation that is not where it is bound', () => {
  const exchange = (id: string, operation: string, status: number) =>
    ({ id, operation, kind: 'contract', response: { status } }) as unknown as Exchange

  it('is not judged by response rules', () => {
    const folded = fold({
      catalogue: [convention('CNV-01')],
      judgements: [judgement({ conventions: [tally('CNV-01', 3, ['x1'])] })],
      unserved: new Set(['x1']),
    })

    assert.equal(folded.requirements[0]?.verdict, 'pass')
  })

  it('has a default address, and only 404 responses', () => {
    const bindings = { getCard: { shown: false }, listCards: { shown: false }, executeQuote: { shown: true } }

    const exchanges = unservedExchanges(
      [
        exchange('a', 'getCard', 404),
        exchange('b', 'getCard', 405),
        exchange('c', 'listCards', 404),
        exchange('d', 'listCards', 200),
        exchange('e', 'executeQuote', 404),
      ],
      bindings,
    )

    assert.deepEqual([...exchanges], ['a', 'b'])
  })
})

describe('the verdict on a requirement', () => {
  it('is the worst of its checks, with the reason, fixIn and next step of that check', () => {
    const result = only({
      judgements: [
        judgement({ check: 'a' }),
        judgement({
          check: 'b',
          verdict: 'fail',
          message: 'expected 400, got 200',
          fixIn: 'implementation',
          next: 'look',
        }),
        judgement({ check: 'c', verdict: 'blocked', message: 'no such state', fixIn: 'deployment-file' }),
      ],
    })
    assert.deepEqual(
      [result.verdict, result.reason, result.fixIn, result.next],
      ['fail', 'expected 400, got 200', 'implementation', 'look'],
    )
    assert.deepEqual(
      result.checks.map(({ verdict }) => verdict),
      ['pass', 'fail', 'blocked'],
    )
  })

  it('is flaky when a check failed and passed when run again, with the evidence of both', () => {
    const { verdict, reason, checks } = only({
      judgements: [
        judgement({ attempt: 1, exchanges: ['x2'], durationMs: 5 }),
        judgement({ attempt: 0, verdict: 'fail', message: 'expected 400', exchanges: ['x1'] }),
      ],
    })
    assert.equal(verdict, 'flaky')
    assert.equal(reason, 'violated in 1 of 2 attempts: expected 400')
    assert.deepEqual(checks[0]?.exchanges, ['x1', 'x2'])
    assert.equal(checks[0]?.attempts, 2)
    assert.equal(checks[0]?.durationMs, 15)
  })

  it('of a SHOULD that fails is a warning', () => {
    const catalogue = [requirement('OWN-01', { level: 'SHOULD' })]
    for (const verdict of ['fail', 'warn'] as const) {
      assert.equal(only({ catalogue, judgements: [judgement({ verdict, message: 'late' })] }).verdict, 'warn')
    }
  })

  it('is taken per requirement when a check judges a MUST and a SHOULD', () => {
    const { requirements } = fold({
      catalogue: [requirement('OWN-01'), requirement('OWN-02', { level: 'SHOULD' })],
      judgements: [judgement({ requirements: ['OWN-01', 'OWN-02'], verdict: 'fail' })],
    })
    assert.deepEqual(
      requirements.map(({ verdict }) => verdict),
      ['fail', 'warn'],
    )
  })

  it('is blocked, fixIn harness, if no check judged it', () => {
    const { verdict, reason, fixIn, checks } = only({})
    assert.deepEqual([verdict, reason, fixIn, checks], ['blocked', 'no check judged it', 'harness', []])
  })

  it('is blocked by a planned check that never ran, with any other verdicts', () => {
    const planned = [{ check: 'own-01-b', title: 'it holds on Solana', requirements: ['OWN-01'] }]
    const { verdict, fixIn, checks } = only({ planned, judgements: [judgement()] })
    assert.deepEqual([verdict, fixIn], ['blocked', 'harness'])
    assert.deepEqual(
      checks.map(({ title, verdict, attempts }) => [title, verdict, attempts]),
      [
        ['it holds on Solana', 'blocked', 0],
        ['it holds', 'pass', 1],
      ],
    )
  })

  it('is blocked with the reason of the run when that was cut off', () => {
    const cut = { complete: false, incompleteReason: 'the deployment could not be reached' }
    const planned = [{ check: 'own-01', title: 'it holds', requirements: ['OWN-01'] }]
    for (const result of [only(cut), only({ ...cut, planned })]) {
      assert.deepEqual(
        [result.verdict, result.reason, result.fixIn],
        ['blocked', 'the deployment could not be reached', 'environment'],
      )
    }
    assert.equal(fold(cut).verdict, 'inconclusive')
    assert.equal(fold(cut).incompleteReason, 'the deployment could not be reached')
    assert.equal(fold({}).incompleteReason, undefined)
  })

  it('is not-applicable where the area is not claimed or an operation not offered, judged or not', () => {
    const judgements = [judgement({ verdict: 'fail' })]
    const unclaimed = only({ claimedAreas: ['cards'], judgements })
    assert.deepEqual([unclaimed.verdict, unclaimed.checks], ['not-applicable', []])
    const missing = only({ notOffered: ['verifyPlatformExternalAccountOwnership'], judgements })
    assert.equal(missing.verdict, 'not-applicable')
    assert.match(missing.reason!, /binds verifyPlatformExternalAccountOwnership to null/)
    assert.equal(only({ claimedAreas: ['external-accounts'], judgements }).verdict, 'fail')
  })

  it('is not-applicable where two operations that must be apart are bound to one address', () => {
    const catalogue = [requirement('QUO-75', { separate: ['createAgentQuote', 'createQuote'] })]
    const shared = only({ catalogue, sharedAddresses: [['createAgentQuote', 'createQuote']], judgements: [] })
    assert.equal(shared.verdict, 'not-applicable')
    assert.match(shared.reason!, /binds createAgentQuote and createQuote to the same method and path/)
    const apart = only({ catalogue, sharedAddresses: [['getAgentQuote', 'getQuote']], judgements: [] })
    assert.notEqual(apart.verdict, 'not-applicable')
  })

  it('is not-specified where the contract leaves it open, claimed or not', () => {
    const catalogue = [requirement('OWN-01', { specified: false })]
    assert.equal(only({ catalogue }).verdict, 'not-specified')
    assert.equal(only({ catalogue, claimedAreas: [] }).verdict, 'not-specified')
  })

  it('contains reason, fixIn and next step whenever something needs a fix', () => {
    const verdicts = ['fail', 'warn', 'blocked'] as const
    for (const verdict of verdicts) {
      for (const level of ['MUST', 'SHOULD'] as const) {
        const result = only({
          catalogue: [requirement('OWN-01', { level, assumes: ['getQuote'] })],
          judgements: [judgement({ verdict })],
        })
        for (const { reason, fixIn, next } of [
          result,
          { ...result.checks[0]!, reason: result.checks[0]!.message },
        ]) {
          assert.ok(reason && fixIn && next, `${verdict} ${level}`)
        }
      }
    }
  })
})

describe('conventions', () => {
  const catalogue = [convention('CNV-01'), requirement('OWN-01')]

  it('pass over the responses of all checks', () => {
    const judgements = [
      judgement({ conventions: [tally('CNV-01', 3)] }),
      judgement({ check: 'b', conventions: [tally('CNV-01', 4)] }),
    ]
    const { verdict, checks } = only({ catalogue, judgements })
    assert.equal(verdict, 'pass')
    assert.equal(checks[0]?.title, '7 responses judged, over all checks')
    assert.equal(checks[0]?.expectations, 7)
  })

  it('fail when one response broke them, showing at most twenty', () => {
    const ids = Array.from({ length: 30 }, (_, index) => `x${index}`)
    const judgements = [
      judgement({ conventions: [tally('CNV-01', 40, ids)] }),
      judgement({ check: 'b', conventions: [tally('CNV-01', 4)] }),
    ]
    const { verdict, reason, checks } = only({ catalogue, judgements })
    assert.equal(verdict, 'fail')
    assert.equal(reason, 'violated in 30 of 44 responses judged: expected <ResourceType>:<uuid> at /id')
    assert.deepEqual(checks[0]?.exchanges, ids.slice(0, 20))
  })

  it('are blocked when no response could have broken them', () => {
    const { verdict, reason } = only({
      catalogue,
      judgements: [judgement({ conventions: [tally('CNV-01', 0)] })],
    })
    assert.deepEqual([verdict, reason], ['blocked', 'no response could violate it'])
  })

  it('are claimed by every deployment', () => {
    const judgements = [judgement({ conventions: [tally('CNV-01', 1)] })]
    assert.equal(only({ catalogue, claimedAreas: [], judgements }).verdict, 'pass')
  })

  it('do not apply where no response of the claimed areas could break them', () => {
    const unseen = { catalogue, judgements: [judgement({})] }
    const all = ['external-accounts', 'cards']

    assert.equal(only({ ...unseen, claimedAreas: ['external-accounts'] }).verdict, 'not-applicable')
    assert.equal(only({ ...unseen, claimedAreas: all }).verdict, 'blocked')
    assert.equal(only({ ...unseen, claimedAreas: undefined }).verdict, 'blocked')
    assert.equal(only({ ...unseen, claimedAreas: ['cards'], complete: false }).verdict, 'blocked')
  })

  it('are judged by ordinary checks as well', () => {
    const judgements = [
      judgement({ requirements: ['CNV-01'], verdict: 'fail', message: 'no body' }),
      judgement({ check: 'b', conventions: [tally('CNV-01', 1)] }),
    ]
    const { verdict, checks } = only({ catalogue, judgements })
    assert.equal(verdict, 'fail')
    assert.equal(checks.length, 2)
    assert.equal(only({ catalogue, judgements: [judgement({ requirements: ['CNV-01'] })] }).verdict, 'pass')
  })
})

describe('a restricted run', () => {
  const catalogue = [
    convention('CNV-01'),
    convention('CNV-02'),
    requirement('OWN-01'),
    requirement('CRD-01', { area: 'cards' }),
  ]
  const judgements = [judgement({ conventions: [tally('CNV-01', 1)] })]
  const ids = (restriction: readonly string[]) =>
    fold({ catalogue, judgements, only: restriction }).requirements.map(({ id }) => id)

  it('has the requested ids and areas, and the response rules that the run exercised', () => {
    assert.deepEqual(ids([]), ['CNV-01', 'CNV-02', 'OWN-01', 'CRD-01'])
    assert.deepEqual(ids(['OWN-01']), ['CNV-01', 'OWN-01'])
    assert.deepEqual(ids(['cards']), ['CNV-01', 'CRD-01'])
    assert.deepEqual(ids(['conventions']), ['CNV-01', 'CNV-02'])
  })

  it('can be conformant though it gave some conventions nothing to judge', () => {
    assert.equal(fold({ catalogue, judgements, only: ['OWN-01'] }).verdict, 'conformant')
  })
})

it('counts every verdict, over all and by area', () => {
  const { totals, areas } = fold({
    catalogue: [
      requirement('OWN-01'),
      requirement('OWN-02'),
      requirement('OWN-03', { specified: false }),
      requirement('CRD-01', { area: 'cards' }),
    ],
    claimedAreas: ['external-accounts'],
    judgements: [judgement(), judgement({ check: 'b', requirements: ['OWN-02'], verdict: 'fail' })],
  })
  const none = { fail: 0, flaky: 0, blocked: 0, warn: 0, pass: 0, 'not-applicable': 0, 'not-specified': 0 }
  assert.deepEqual(totals, { ...none, pass: 1, fail: 1, 'not-specified': 1, 'not-applicable': 1 })
  assert.deepEqual(areas, [
    { id: 'conventions', title: 'Every response', claimed: true, totals: none },
    {
      id: 'external-accounts',
      title: 'External Accounts',
      claimed: true,
      totals: { ...none, pass: 1, fail: 1, 'not-specified': 1 },
    },
    { id: 'cards', title: 'Cards', claimed: false, totals: { ...none, 'not-applicable': 1 } },
  ])
})
