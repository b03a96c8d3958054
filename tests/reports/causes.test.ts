/** Failures, blocks and violations are grouped by the one correction that would resolve them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { causesOf } from '../../reports/causes/causes-of.ts'
import type { Cause, Exchange, Judgement, RequirementResult, Violation } from '../../reports/conformance.ts'
import { settled } from '../../reports/settle.ts'
import { operations } from '../../spec/index.ts'
import type { OperationName } from '../../spec/index.ts'
import type { Finding } from '../../spec/model.ts'

/** A request, and the status and body of its response. */
interface Sent {
  readonly operation: OperationName
  readonly status: number
  readonly body?: unknown
  readonly method?: string
  readonly url?: string
}

/** A check that did not pass, with its requests. The violation is about the last request. */
interface Broken extends Partial<Judgement> {
  readonly sent?: readonly Sent[]
  readonly seen?: Omit<Violation, 'exchange' | 'operation'>
  /** What a rule for every response finds in the last response. */
  readonly findings?: readonly Finding[]
}

let checks = 0

function runOf(...broken: readonly Broken[]) {
  const exchanges: Exchange[] = []
  const judgements = broken.map(({ sent = [], seen, findings = [], ...more }): Judgement => {
    const check = `check-${(checks += 1)}`
    const own = sent.map((request, index) => exchangeOf(`${check}.1.${index + 1}`, check, request))
    exchanges.push(...own)
    const last = own.at(-1)
    const violation = seen && { ...seen, ...(last && { exchange: last.id, operation: last.operation }) }
    return {
      deployment: 'd',
      check,
      title: check,
      requirements: [],
      verdict: 'fail',
      attempt: 1,
      durationMs: 1,
      expectations: 1,
      exchanges: own.map(({ id }) => id),
      message: `${violation?.operation} (exchange ${violation?.exchange}): expected ${seen?.expected}, found ${seen?.actual}`,
      conventions:
        last && findings[0]
          ? [
              {
                requirement: findings[0].requirement,
                judged: 1,
                broken: findings.map((finding) => ({ exchange: last.id, finding })),
              },
            ]
          : [],
      ...(violation && { violation }),
      ...more,
    }
  })
  return { judgements, exchanges }
}

const exchangeOf = (
  id: string,
  check: string,
  { operation, status, body = {}, ...sent }: Sent,
): Exchange => ({
  id,
  check,
  kind: 'contract',
  operation,
  at: '2026-11-21T10:00:00.000Z',
  durationMs: 1,
  request: {
    method: sent.method ?? operations[operation].method,
    url: `https://api.example/2025-10-13${sent.url ?? operations[operation].path}`,
    headers: {},
  },
  response: { status, headers: {}, body: JSON.stringify(body), bytes: 1, truncated: false },
  findings: [],
})

function causes({ judgements, exchanges }: ReturnType<typeof runOf>): readonly Cause[] {
  const settledJudgements = settled(judgements)
  const ids = [
    ...new Set(
      settledJudgements.flatMap(({ requirements, conventions }) => [
        ...requirements,
        ...conventions.map(({ requirement }) => requirement),
      ]),
    ),
  ].toSorted()
  const results = ids.map((id): RequirementResult => {
    const verdicts = settledJudgements.filter(({ requirements }) => requirements.includes(id))
    const all = (one: Judgement['verdict']) =>
      verdicts.length > 0 && verdicts.every(({ verdict }) => verdict === one)
    return {
      id,
      area: 'agent-operations',
      level: 'MUST',
      title: `The rule ${id}.`,
      source: '',
      operations: [],
      assumes: [],
      verdict: all('blocked') ? 'blocked' : all('warn') ? 'warn' : 'fail',
      checks: [],
    }
  })
  return causesOf({ judgements: settledJudgements, results, exchanges, disregarded: new Set() })
}

const status = (expected: string, actual: string) => ({ at: 'HTTP status', expected, actual })
const titles = (all: readonly Cause[]) => all.map(({ title }) => title)
const ids = (all: readonly Cause[]) => all.map(({ requirements }) => requirements)

const accepted = (requirement: string): Broken => ({
  requirements: [requirement],
  sent: [{ operation: 'createAgentQuote', status: 201 }],
  seen: status('an error 400', '201'),
})
const field = (requirement: string, at: string): Broken => ({
  requirements: [requirement],
  sent: [{ operation: 'createAgentQuote', status: 201 }],
  seen: { at, expected: '100', actual: '200' },
})

const ruleBroken = (operation: OperationName, ...places: readonly string[]): Broken => ({
  verdict: 'pass',
  sent: [{ operation, status: 200, body: { createdAt: '2026-11-21T10:00:00' } }],
  findings: places.map((at) => ({
    requirement: 'CNV-04',
    at,
    message: 'expected an ISO 8601 timestamp in UTC',
  })),
})

describe('one correction is one cause', () => {
  const cases: readonly {
    readonly name: string
    readonly broken: readonly Broken[]
    readonly title: string
  }[] = [
    {
      name: 'one status for another, in two requirements',
      broken: [accepted('QUO-01'), accepted('QUO-02')],
      title: 'createAgentQuote returns 201 to a request that it must reject with 400',
    },
    {
      name: 'one field of one operation',
      broken: [field('QUO-01', 'totalSendingAmount'), field('QUO-02', 'totalSendingAmount')],
      title: '`totalSendingAmount` of createAgentQuote is 200 instead of 100',
    },
    {
      name: 'a crash, and what was judged after it',
      broken: [
        {
          requirements: ['QUO-01'],
          sent: [{ operation: 'executeAgentQuote', status: 500 }],
          seen: status('2xx', '500 INTERNAL_ERROR'),
        },
        {
          requirements: ['QUO-02'],
          sent: [
            { operation: 'executeAgentQuote', status: 500 },
            { operation: 'getAgentQuote', status: 200 },
          ],
          seen: { at: 'paid by the source account', expected: '100', actual: '0' },
        },
      ],
      title: 'executeAgentQuote returns 500',
    },
    {
      name: 'the same rejection of two operations in the same words',
      broken: (['getDocument', 'replaceDocument'] as const).map((operation, index) => ({
        requirements: [`DOC-0${index}`],
        sent: [{ operation, status: 409 }],
        seen: status('an error 404', '409 CONFLICT: "There is no such document."'),
      })),
      title: 'getDocument returns 409 CONFLICT instead of 404 (and 1 other operation)',
    },
    {
      name: 'a field of several places, broken as a rule for every response',
      broken: [
        ruleBroken('listAgentActions', '/data/0/createdAt'),
        ruleBroken('listAgentActions', '/data/3/createdAt'),
        ruleBroken('getAgentQuote', '/createdAt'),
        { verdict: 'pass', sent: [{ operation: 'getAgentQuote', status: 200, body: { createdAt: 'fine' } }] },
      ],
      title:
        '`createdAt` of listAgentActions and getAgentQuote is not an ISO 8601 timestamp in UTC: 3 of 4 responses with this field',
    },
    {
      name: 'an earlier step that failed, and the operation that fails',
      broken: [
        {
          requirements: ['AGM-01'],
          sent: [{ operation: 'createAgentQuote', status: 404 }],
          seen: status('2xx', '404 ACCOUNT_NOT_FOUND: "none"'),
        },
      ],
      title: 'createAgentQuote rejects a conforming request with 404 ACCOUNT_NOT_FOUND',
    },
    {
      name: 'a missing provider state, whatever it is for',
      broken: ['SCA-01', 'SCA-02'].map((id) => ({
        requirements: [id],
        verdict: 'blocked',
        fixIn: 'deployment-file',
        missingState: 'agent with scaRegion',
        message: `the deployment does not know the provider state agent (${id})`,
        next: 'Serve agent.',
      })),
      title: 'The provider state agent with scaRegion is missing',
    },
    {
      name: 'an operation that accepts what it must reject, and rejects what it must accept',
      broken: [
        accepted('QUO-01'),
        {
          requirements: ['QUO-02'],
          sent: [{ operation: 'createAgentQuote', status: 400 }],
          seen: status('2xx', '400 INVALID_INPUT: "no"'),
        },
      ],
      title: 'createAgentQuote rejects a conforming request with 400 INVALID_INPUT',
    },
    {
      name: 'what several operations of one flow accept alike',
      broken: (['confirmEmail', 'confirmPhone'] as const).map((operation, index) => ({
        requirements: [`CON-0${index}`],
        sent: [{ operation, status: 204 }],
        seen: status('an error 400', '204'),
      })),
      title: 'confirmEmail returns 204 to a request that it must reject with 400 (and 1 other operation)',
    },
    {
      name: 'a crash of several operations of one flow in the same words',
      broken: (['createVerification', 'createBeneficialOwner'] as const).map((operation, index) => ({
        requirements: [`KYC-0${index}`],
        sent: [{ operation, status: 500 }],
        seen: status('2xx', '500 INTERNAL_ERROR'),
      })),
      title: 'createBeneficialOwner returns 500 (and 1 other operation)',
    },
    {
      name: 'a field that breaks a rule for every response, and a check that looks at it',
      broken: [
        ruleBroken('listAgentActions', '/data/0/createdAt'),
        ruleBroken('getAgentAction', '/createdAt'),
        ruleBroken('getAgentAction', '/createdAt'),
        {
          requirements: ['ACT-01'],
          sent: [{ operation: 'listAgentActions', status: 200, body: { createdAt: '2026-11-21T10:00:00' } }],
          seen: { at: 'order by createdAt', expected: 'newest first', actual: 'another order' },
          findings: ruleBroken('listAgentActions', '/data/0/createdAt').findings!,
        },
      ],
      title:
        '`createdAt` of listAgentActions and getAgentAction is not an ISO 8601 timestamp in UTC: 4 of 4 responses with this field',
    },
    {
      name: 'a field that is missing, and what is blocked without it',
      broken: [
        {
          requirements: ['EWA-41'],
          sent: [{ operation: 'createQuote', status: 201 }],
          seen: { at: 'payloadToSign', expected: 'a text', actual: 'nothing' },
        },
        {
          requirements: ['EWA-42'],
          verdict: 'blocked',
          fixIn: 'implementation',
          sent: [{ operation: 'createAgentQuote', status: 201 }],
          message: 'the quote that this check needs has no payloadToSign',
        },
      ],
      title: '`payloadToSign` of createQuote is missing',
    },
    {
      name: 'an operation that rejects with several statuses what it must accept',
      broken: ['401 UNAUTHORIZED', '409 CONFLICT'].map((found, index) => ({
        requirements: [`AGM-0${index}`],
        sent: [{ operation: 'createAgentQuote', status: Number(found.slice(0, 3)) }],
        seen: status('2xx', found),
      })),
      title: 'createAgentQuote rejects a conforming request with 401 UNAUTHORIZED',
    },
    {
      name: 'an operation that rejects what it must accept, and what is counted afterwards',
      broken: [
        {
          requirements: ['CRD-21'],
          sent: [{ operation: 'createCard', status: 409 }],
          seen: status('2xx', '409 CARD_LIMIT_REACHED'),
        },
        {
          requirements: ['CRD-22'],
          sent: [
            { operation: 'createCard', status: 409 },
            { operation: 'createCard', status: 409 },
          ],
          seen: { at: 'cards issued', expected: '1', actual: '0' },
        },
      ],
      title: 'createCard rejects a conforming request with 409 CARD_LIMIT_REACHED',
    },
    {
      name: 'the same mistake in each item of a list',
      broken: [
        {
          requirements: ['AGA-03'],
          sent: [{ operation: 'listAgentActions', status: 200 }],
          seen: {
            at: 'transaction.fees',
            expected: 'none',
            actual: 'fees is not an integer: "4000"; fees is not an integer: "4000" and 8 more',
          },
        },
      ],
      title: 'listAgentActions: fees is not an integer: "4000"',
    },
    {
      name: 'one code in place of several others',
      broken: ['CARD_ALREADY_CLOSED', 'CARD_NOT_MUTABLE'].map((code, index) => ({
        requirements: [`CRD-0${index}`],
        sent: [{ operation: 'updateCard', status: 409 }],
        seen: { at: 'code', expected: `"${code}"`, actual: '"CONFLICT"' },
      })),
      title: 'updateCard returns CONFLICT instead of CARD_ALREADY_CLOSED',
    },
    {
      name: 'an identifier that is no other, and what is found under it',
      broken: [
        {
          requirements: ['TOK-02'],
          sent: [
            { operation: 'createToken', status: 201 },
            { operation: 'createToken', status: 201 },
          ],
          seen: { at: '', expected: 'not "Token:1f"', actual: '"Token:1f"' },
        },
        ...['TOK-05', 'TOK-07'].map((id) => ({
          requirements: [id],
          sent: [
            { operation: 'createToken', status: 201 },
            { operation: 'deleteToken', status: 404 },
          ] as const,
          seen: status('2xx', '404 TOKEN_NOT_FOUND: "no"'),
        })),
      ],
      title: 'createToken breaks "The rule TOK-02"',
    },
    {
      name: 'whatever one list shows',
      broken: ['a list with "x"', 'at most 20'].map((expected, index) => ({
        requirements: [`ACT-0${index}`],
        sent: [{ operation: 'listAgentActions', status: 200 }],
        seen: { at: '', expected, actual: '21' },
      })),
      title: 'listAgentActions breaks "The rule ACT-00"',
    },
    {
      name: 'a field in a list and alone',
      broken: [
        {
          requirements: ['AGA-01'],
          sent: [{ operation: 'getAgentAction', status: 200 }],
          seen: { at: 'transaction.agentId', expected: '"Agent:1"', actual: '"Agent:2"' },
        },
        {
          requirements: ['AGA-02'],
          sent: [{ operation: 'listAgentActions', status: 200 }],
          seen: { at: 'agentId', expected: '"Agent:3"', actual: '"Agent:4"' },
        },
      ],
      title:
        '`transaction.agentId` of getAgentAction (and 1 other operation) is "Agent:2" instead of "Agent:1"',
    },
    {
      name: 'several fields of the same responses that break one rule alike',
      broken: [ruleBroken('getAgentQuote', '/createdAt', '/expiresAt')],
      title:
        '`createdAt` (and 1 other field) of getAgentQuote is "2026-11-21T10:00:00", not an ISO 8601 timestamp in UTC: 1 of 1 response with this field',
    },
    {
      name: 'a recommendation that a check looks at after a failure',
      broken: [
        field('QUO-02', 'totalSendingAmount'),
        {
          requirements: ['QUO-87'],
          verdict: 'warn',
          sent: [
            { operation: 'createAgentQuote', status: 201 },
            { operation: 'executeAgentQuote', status: 200 },
          ],
          seen: { at: 'paid by the source account', expected: '100', actual: '0' },
        },
      ],
      title: '`totalSendingAmount` of createAgentQuote is 200 instead of 100',
    },
    {
      name: 'a name that the deployment ignores',
      broken: ['QUO-20', 'QUO-21'].map((id) => ({
        ...field(id, 'id'),
        fixIn: 'deployment-file',
        next: 'Is your header called Idempotency-Key? Set names.requestIdHeader.',
      })),
      title: 'The deployment ignores the header Idempotency-Key',
    },
  ]
  for (const { name, broken, title } of cases)
    it(name, () => {
      assert.deepEqual(titles(causes(runOf(...broken))), [title])
    })
})

describe('several corrections are several causes', () => {
  it('names the first three of many operations that break a rule, and where to correct it', () => {
    const names = ['getAgent', 'getAgentAction', 'getAgentQuote', 'createAgent', 'executeAgentQuote'] as const
    const [cause, ...more] = causes(runOf(...names.map((name) => ruleBroken(name, '/createdAt'))))
    assert.deepEqual(more, [])
    assert.equal(
      cause?.title,
      '`createdAt` of getAgent, getAgentAction, getAgentQuote and 2 other operations is "2026-11-21T10:00:00", not an ISO 8601 timestamp in UTC: 5 of 5 responses with this field',
    )
    assert.match(cause.next, /^Correct it where responses are written\./)
    const [single] = causes(runOf(ruleBroken('getAgent', '/createdAt')))
    assert.match(single!.next, /^Correct this field in the response of getAgent\./)
  })

  it('shortens the value in the title of a broken rule, and takes backticks out', () => {
    const broken = ruleBroken('getAgent', '/createdAt')
    const body = { createdAt: `\`<b>${'long '.repeat(100)}` }
    const [cause] = causes(runOf({ ...broken, sent: [{ operation: 'getAgent', status: 200, body }] }))
    assert.match(cause!.title, /^`createdAt` of getAgent is "'<b>long long [^`]{1,40}…, not an ISO 8601/)
  })

  it('two fields of one operation', () => {
    const found = causes(runOf(field('QUO-01', 'totalSendingAmount'), field('QUO-02', 'feesIncluded')))

    assert.deepEqual(ids(found), [['QUO-01'], ['QUO-02']])
  })

  it('fields that two operations return, or one writes', () => {
    const looked = (requirement: string, operation: OperationName, expected: string): Broken => ({
      requirements: [requirement],
      sent: [{ operation, status: 200 }],
      seen: { at: '', expected, actual: '21' },
    })
    const found = causes(
      runOf(
        looked('ACT-01', 'listAgentActions', 'at most 20'),
        looked('ACT-02', 'getAgentAction', 'one of 1, 2'),
        looked('QUO-01', 'createAgentQuote', 'at most 20'),
        looked('QUO-02', 'createAgentQuote', 'one of 1, 2'),
      ),
    )

    assert.equal(found.length, 4)
  })

  it('a recommendation of another flow', () => {
    const warned: Broken = {
      requirements: ['ACT-32'],
      verdict: 'warn',
      sent: [{ operation: 'createAgentQuote', status: 201 }],
      seen: { at: 'page', expected: '20', actual: '19' },
    }
    assert.equal(causes(runOf(field('QUO-02', 'feesIncluded'), warned)).length, 2)
  })

  it('a field that breaks a rule for every response, and a check of the same response that looks at another field', () => {
    const broken = ruleBroken('listAgentActions', '/data/0/createdAt')
    const found = causes(
      runOf(broken, broken, broken, {
        requirements: ['ACT-01'],
        sent: [{ operation: 'listAgentActions', status: 200, body: { createdAt: '2026-11-21T10:00:00' } }],
        seen: { at: 'ids of the page', expected: '20 items', actual: '19 items' },
        findings: broken.findings!,
      }),
    )

    assert.equal(found.length, 2)
  })

  it('an operation that accepts too much, and another that crashes', () => {
    const found = causes(
      runOf(accepted('QUO-01'), {
        requirements: ['ACT-01'],
        sent: [{ operation: 'listAgentActions', status: 500 }],
        seen: status('200', '500'),
      }),
    )

    assert.equal(found.length, 2)
  })
})

describe('a cause', () => {
  it('names the requirements that its correction unblocks: those without another cause', () => {
    const found = causes(
      runOf(accepted('QUO-01'), accepted('QUO-02'), { ...field('QUO-02', 'feesIncluded') }),
    )

    assert.deepEqual(
      found.map(({ requirements, frees }) => [requirements, frees]),
      [
        [['QUO-01', 'QUO-02'], 1],
        [['QUO-02'], 0],
      ],
    )
  })

  it('names the exchange that shows it, and no other of the attempt', () => {
    const run = runOf({
      requirements: ['QUO-01'],
      sent: [
        { operation: 'createCustomer', status: 201 },
        { operation: 'createAgentQuote', status: 201 },
      ],
      seen: status('an error 400', '201'),
    })

    assert.deepEqual(
      causes(run).map(({ exchanges }) => exchanges),
      [[run.exchanges[1]!.id]],
    )
  })

  it('has the same id for other exchanges, identifiers and amounts', () => {
    const idsOf = (amount: string) =>
      causes(
        runOf(field('QUO-01', 'feesIncluded'), {
          requirements: ['QUO-02'],
          verdict: 'blocked',
          fixIn: 'environment',
          message: `the balance of InternalAccount:9f1c2d3e-0000-4000-8000-00000000000${amount} is ${amount} (exchange x.1.${amount})`,
        }),
      ).map(({ id }) => id)

    assert.deepEqual(idsOf('1'), idsOf('2'))
  })

  it('that blocks comes after one that fails', () => {
    const blocked = (id: string): Broken => ({
      requirements: [id],
      verdict: 'blocked',
      fixIn: 'deployment-file',
      missingState: 'card',
      message: 'none',
    })
    const found = causes(runOf(blocked('CRD-01'), blocked('CRD-02'), accepted('QUO-01')))

    assert.deepEqual(
      found.map(({ verdict }) => verdict),
      ['fail', 'blocked'],
    )
  })

  it('of a blocked step goes to the failure of the same operation', () => {
    const run = runOf(
      {
        requirements: ['AGM-01'],
        sent: [{ operation: 'createAgentQuote', status: 404 }],
        seen: status('2xx', '404 ACCOUNT_NOT_FOUND: "none"'),
      },
      {
        requirements: ['AGM-02'],
        verdict: 'blocked',
        sent: [{ operation: 'createAgentQuote', status: 404 }],
      },
    )
    const [failed, step] = run.judgements
    const message = `creating the quote that this check needs returned 404 (exchange ${step!.exchanges[0]})`
    const found = causes({ ...run, judgements: [failed!, { ...step!, message, fixIn: 'deployment-file' }] })

    assert.deepEqual(ids(found), [['AGM-01', 'AGM-02']])
  })
})

describe('the whole deployment', () => {
  const OPERATIONS = Object.keys(operations).slice(0, 12) as readonly OperationName[]
  const everywhere = (found: number): readonly Broken[] =>
    OPERATIONS.flatMap((operation, index) =>
      Array.from({ length: 4 }, (_, turn) => ({
        requirements: [`AAA-${10 * index + turn}`],
        sent: [{ operation, status: found, body: { code: 'X' } }],
        seen: found >= 400 ? status('2xx', `${found} X`) : status('an error 400', String(found)),
      })),
    )

  it('that rejects all credentials is one cause, in the deployment file', () => {
    const found = causes(runOf(...everywhere(401)))

    assert.deepEqual(titles(found), ['Every request gets 401: 48 of 48 requests, 12 operations'])
    assert.equal(found[0]!.fixIn, 'deployment-file')
  })

  it('that accepts everything is one cause', () => {
    assert.deepEqual(titles(causes(runOf(...everywhere(200)))), [
      'Every request succeeds, also the invalid ones: 48 requests, 12 operations',
    ])
  })

  it('is not blamed for the failures of a few operations', () => {
    const few = everywhere(401).slice(0, 16)

    assert.ok(titles(causes(runOf(...few))).every((title) => !title.startsWith('Every request')))
  })
})
