/** Failures, blocks and violations are grouped by the one correction that would resolve them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { acceptedIn, conditionIn } from '../../reports/causes/check-condition.ts'
import { wantedIn } from '../../reports/causes/cause-words.ts'
import { shortened } from '../../reports/causes/found-words.ts'
import { causesOf } from '../../reports/causes/causes-of.ts'
import type { Cause, Exchange, Judgement, RequirementResult, Violation } from '../../reports/conformance.ts'
import type { Commands } from '../../reports/commands.ts'
import { conventionResult } from '../../reports/convention-result.ts'
import { evidenceOf } from '../../reports/html/evidence.ts'
import { settled } from '../../reports/settle.ts'
import { CONVENTIONS } from '../../spec/claims.ts'
import { operations, requirements } from '../../spec/index.ts'
import type { OperationName } from '../../spec/index.ts'
import type { Finding } from '../../spec/model.ts'

/** A request, and the status and body of its response. */
interface Sent {
  readonly operation: OperationName
  readonly status: number
  readonly body?: unknown
  readonly method?: string
  readonly url?: string
  readonly caller?: number
  /** Number of the request whose response has the token. */
  readonly credentialsFrom?: number
  readonly headers?: Readonly<Record<string, string>>
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
                violations: findings.map((finding) => ({ exchange: last.id, finding })),
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
  ...(sent.caller !== undefined && { caller: sent.caller }),
  ...(sent.credentialsFrom !== undefined && { credentialsFrom: `${check}.1.${sent.credentialsFrom}` }),
  at: '2026-11-21T10:00:00.000Z',
  durationMs: 1,
  request: {
    method: sent.method ?? operations[operation].method,
    url: `https://api.example/2025-10-13${sent.url ?? operations[operation].path}`,
    headers: sent.headers ?? {},
  },
  response: { status, headers: {}, body: JSON.stringify(body), bytes: 1, truncated: false },
  findings: [],
})

/** Rules for every response that are recommendations. */
const RECOMMENDED: ReadonlySet<string> = new Set(['CNV-09'])

/** Statements that name a field. */
const STATEMENTS: Readonly<Record<string, string>> = {
  'APR-15': 'rejectionReason is text or null.',
  'OWN-11': 'Reading a verified account returns ACTIVE.',
  'OWN-33': 'A rejected signature moves the account neither to ACTIVE nor to UNVERIFIED.',
}

function causes({ judgements, exchanges }: ReturnType<typeof runOf>, commands?: Commands): readonly Cause[] {
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
      area: id.startsWith('CNV') ? CONVENTIONS : 'agent-operations',
      level: 'MUST',
      title: STATEMENTS[id] ?? `The rule ${id}.`,
      source: '',
      operations: id === 'AGM-22' ? ['executeAgentQuote'] : [],
      assumes: [],
      verdict: all('blocked')
        ? 'blocked'
        : all('pass')
          ? 'pass'
          : all('warn') || RECOMMENDED.has(id)
            ? 'warn'
            : 'fail',
      checks: verdicts.map(({ title, exchanges: sent, verdict }) => ({
        title,
        exchanges: sent,
        verdict,
        durationMs: 1,
        attempts: 1,
        expectations: 1,
      })),
    }
  })
  return causesOf(
    { judgements: settledJudgements, results, exchanges, disregarded: new Set(), operations },
    commands,
  )
}

const status = (expected: string, actual: string) => ({ at: 'HTTP status', expected, actual })
/** Checks have the number of their creation here. */
const titles = (all: readonly Cause[]) => all.map(({ title }) => title.replace(/"check-\d+"/, '"the check"'))
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
    message: 'expected a time in UTC that ends with "Z"',
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
      title:
        'createAgentQuote accepts a request that it must reject: 201 instead of 400 (check: "the check")',
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
      title: 'executeAgentQuote returns 500 instead of 2xx',
    },
    {
      name: 'the same rejection of two operations in the same words',
      broken: (['getDocument', 'replaceDocument'] as const).map((operation, index) => ({
        requirements: [`DOC-0${index}`],
        sent: [{ operation, status: 409 }],
        seen: status('an error 404', '409 CONFLICT: "There is no such document."'),
      })),
      title: 'getDocument returns 409 CONFLICT instead of 404 in "the check" (also replaceDocument)',
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
        '`createdAt` of listAgentActions and getAgentQuote is not a time in UTC that ends with "Z" (3 of 4 responses with this field)',
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
      title:
        'createAgentQuote rejects a conforming request with 404 ACCOUNT_NOT_FOUND instead of 2xx: "none"',
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
      title:
        'createAgentQuote rejects a conforming request with 400 INVALID_INPUT instead of 2xx in "the check": "no"',
    },
    {
      name: 'what several operations of one flow accept alike',
      broken: (['confirmEmail', 'confirmPhone'] as const).map((operation, index) => ({
        requirements: [`CON-0${index}`],
        sent: [{ operation, status: 204 }],
        seen: status('an error 400', '204'),
      })),
      title:
        'confirmEmail accepts a request that it must reject: 204 instead of 400 (check: "the check") (also confirmPhone)',
    },
    {
      name: 'a crash of several operations of one flow in the same words',
      broken: (['createVerification', 'createBeneficialOwner'] as const).map((operation, index) => ({
        requirements: [`KYC-0${index}`],
        sent: [{ operation, status: 500 }],
        seen: status('2xx', '500 INTERNAL_ERROR'),
      })),
      title: 'createBeneficialOwner returns 500 instead of 2xx (also createVerification)',
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
        '`createdAt` of listAgentActions and getAgentAction is not a time in UTC that ends with "Z" (4 of 4 responses with this field)',
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
      title: 'createAgentQuote rejects a conforming request with 401 UNAUTHORIZED instead of 2xx',
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
      title: 'createCard rejects a conforming request with 409 CARD_LIMIT_REACHED instead of 2xx',
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
      title: 'listAgentActions: fees is not an integer: "4000" in "the check"',
    },
    {
      name: 'one code in place of several others',
      broken: ['CARD_ALREADY_CLOSED', 'CARD_NOT_MUTABLE'].map((code, index) => ({
        requirements: [`CRD-0${index}`],
        sent: [{ operation: 'updateCard', status: 409 }],
        seen: { at: 'code', expected: `"${code}"`, actual: '"CONFLICT"' },
      })),
      title: 'updateCard returns CONFLICT instead of CARD_ALREADY_CLOSED in "the check"',
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
      title: 'createToken shows "Token:1f", which breaks "The rule TOK-02"',
    },
    {
      name: 'identifiers that are no other, of which another check counts how many there are',
      broken: [
        {
          requirements: ['TOK-02'],
          sent: [{ operation: 'createToken', status: 201 }],
          seen: { at: '', expected: 'not "Token:1f"', actual: '"Token:1f"' },
        },
        {
          requirements: ['TOK-02'],
          sent: [{ operation: 'createToken', status: 201 }],
          seen: { at: 'different identifiers', expected: '5', actual: '1' },
        },
        {
          requirements: ['TOK-07'],
          sent: [
            { operation: 'createToken', status: 201 },
            { operation: 'deleteToken', status: 404 },
          ],
          seen: status('2xx', '404 TOKEN_NOT_FOUND: "no"'),
        },
      ],
      title: 'createToken, different identifiers: 1 instead of 5',
    },
    {
      name: 'whatever one list shows',
      broken: ['a list with "x"', 'at most 20'].map((expected, index) => ({
        requirements: [`ACT-0${index}`],
        sent: [{ operation: 'listAgentActions', status: 200 }],
        seen: { at: '', expected, actual: '21' },
      })),
      title: 'listAgentActions shows 21 instead of a list with "x", which breaks "The rule ACT-00"',
    },
    {
      name: 'a list that shows an item again',
      broken: [
        {
          requirements: ['ACT-04'],
          sent: [{ operation: 'listAgentActions', status: 200 }],
          seen: { at: '', expected: '3 items', actual: '4: ["AgentAction:1", "AgentAction:1", "…' },
        },
      ],
      title: 'listAgentActions lists 4 items instead of 3, some of them several times',
    },
    {
      name: 'a page of another size, whose items are objects',
      broken: [
        {
          requirements: ['ACT-32'],
          sent: [{ operation: 'listAgentActions', status: 200 }],
          seen: { at: '', expected: '20 items', actual: '10 items' },
        },
      ],
      title: 'listAgentActions lists 10 items instead of 20',
    },
    {
      name: 'a resource that is created twice, in sequence, at once, and for the error catalogue',
      broken: [
        {
          requirements: ['ERR-111'],
          sent: [{ operation: 'registerStablecoin', status: 201 }],
          seen: status('409', '201'),
        },
        {
          requirements: ['STB-15'],
          sent: [{ operation: 'registerStablecoin', status: 201 }],
          seen: status('400 or 409', '201'),
        },
        {
          requirements: ['STB-40'],
          sent: [{ operation: 'registerStablecoin', status: 201 }],
          seen: { at: 'registrations that succeeded', expected: '1 item', actual: '2 items' },
        },
      ],
      title:
        'registerStablecoin accepts a request that it must reject: 201 instead of 400 or 409 (check: "the check")',
    },
    {
      name: 'a wrong code of one operation, in its area and in the error catalogue',
      broken: [
        {
          requirements: ['ERR-112'],
          sent: [{ operation: 'registerStablecoin', status: 409 }],
          seen: { at: 'code', expected: 'code TOKEN_TAKEN', actual: '409 DUPLICATE: "one"' },
        },
        {
          requirements: ['STB-16'],
          sent: [{ operation: 'registerStablecoin', status: 409 }],
          seen: {
            at: 'code',
            expected: 'code SYMBOL_TAKEN or TOKEN_TAKEN or CONFLICT',
            actual: '409 DUPLICATE: "two"',
          },
        },
      ],
      title:
        'registerStablecoin returns 409 DUPLICATE instead of SYMBOL_TAKEN, TOKEN_TAKEN or CONFLICT in "the check"',
    },
    {
      name: 'a field that two responses contradict each other in, and that a check of another area finds wrong',
      broken: [
        {
          requirements: ['AGA-32'],
          sent: [
            { operation: 'getTransaction', status: 200 },
            { operation: 'listAgentActions', status: 200 },
          ],
          seen: { at: 'fees', expected: '5 (as in the action)', actual: '0' },
        },
        {
          requirements: ['TRX-08'],
          sent: [{ operation: 'getTransaction', status: 200 }],
          seen: { at: 'fees', expected: '5', actual: '0' },
        },
      ],
      title: '`fees` of getTransaction is 0 instead of 5',
    },
    {
      name: 'a list that omits an item',
      broken: [
        {
          requirements: ['ACT-04'],
          sent: [{ operation: 'listAgentActions', status: 200 }],
          seen: { at: '', expected: '3 items', actual: '1: ["AgentAction:1"]' },
        },
      ],
      title: 'listAgentActions lists 1 item instead of 3',
    },
    {
      name: 'another status of a success',
      broken: [
        {
          requirements: ['QUO-24'],
          sent: [{ operation: 'createAgentQuote', status: 200 }],
          seen: status('201', '200'),
        },
      ],
      title: 'createAgentQuote returns 200 instead of 201 in "the check"',
    },
    {
      name: 'a field with several possible values',
      broken: [
        {
          requirements: ['CUS-02'],
          sent: [{ operation: 'createCustomer', status: 201 }],
          seen: { at: 'platformCustomerId', expected: 'one of "a", null, nothing', actual: '"b"' },
        },
      ],
      title: '`platformCustomerId` of createCustomer is "b" instead of "a", null or nothing in "the check"',
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
        '`transaction.agentId` of getAgentAction (also listAgentActions) is "Agent:2" instead of "Agent:1"',
    },
    {
      name: 'several fields of the same responses that break one rule alike',
      broken: [ruleBroken('getAgentQuote', '/createdAt', '/expiresAt')],
      title:
        '`createdAt` (and 1 other field) of getAgentQuote is "2026-11-21T10:00:00", not a time in UTC that ends with "Z" (1 of 1 response with this field)',
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
      name: 'a field that must not have one value',
      broken: [
        {
          requirements: ['SCA-30'],
          sent: [{ operation: 'createAgentQuote', status: 201 }],
          seen: { at: 'status', expected: 'not "PENDING"', actual: '"PENDING"' },
        },
      ],
      title: '`status` of createAgentQuote must not be "PENDING" in "the check"',
    },
    {
      name: 'a resource that is not found after its creation, and lists and repetitions of that creation',
      broken: [
        ...['EXT-29', 'EXT-22'].map((id) => ({
          requirements: [id],
          sent: [
            { operation: 'createCustomerExternalAccount', status: 201 },
            { operation: 'getCustomerExternalAccount', status: 404, body: { code: 'ACCOUNT_NOT_FOUND' } },
          ] as const,
          seen: status('200', '404 ACCOUNT_NOT_FOUND'),
        })),
        {
          requirements: ['EXT-30'],
          sent: [
            { operation: 'createCustomerExternalAccount', status: 201 },
            { operation: 'listCustomerExternalAccounts', status: 200 },
          ],
          seen: { at: '', expected: 'a list with "ExternalAccount:1"', actual: 'an empty list' },
        },
      ],
      title:
        'getCustomerExternalAccount rejects a conforming request with 404 ACCOUNT_NOT_FOUND instead of 200',
    },
    {
      name: 'a creation that accepts what exists, and a read that does not find it',
      broken: [
        ...['STB-14', 'STB-40'].map((id) => ({
          requirements: [id],
          sent: [{ operation: 'registerStablecoin', status: 201 }] as const,
          seen: status('an error 409', '201'),
        })),
        {
          requirements: ['STB-13'],
          sent: [
            { operation: 'registerStablecoin', status: 201 },
            { operation: 'getStablecoin', status: 404 },
          ],
          seen: status('200', '404 STABLECOIN_NOT_FOUND'),
        },
      ],
      title:
        'registerStablecoin accepts a request that it must reject: 201 instead of 409 (check: "the check")',
    },
    {
      name: 'one error with its own code in several operations of a flow',
      broken: (['deleteToken', 'getToken'] as const).map((operation, index) => ({
        requirements: [`TOK-0${index}`],
        sent: [{ operation, status: 404, body: { code: 'TOKEN_NOT_FOUND' } }],
        seen: status('2xx', '404 TOKEN_NOT_FOUND'),
      })),
      title:
        'deleteToken rejects a conforming request with 404 TOKEN_NOT_FOUND instead of 2xx (also getToken)',
    },
    {
      name: 'an error body that breaks its rule, and a check of that body',
      broken: [
        {
          requirements: ['ERR-01'],
          sent: [{ operation: 'createStablecoinMint', status: 400 }],
          seen: { at: 'the error in words', expected: 'any String', actual: 'nothing' },
          findings: [{ requirement: 'CNV-06', at: '/reason', message: 'reason is required and a string' }],
        },
        {
          requirements: ['TOK-06'],
          sent: [{ operation: 'getToken', status: 404 }],
          seen: { at: 'status', expected: '404', actual: 'nothing' },
          findings: [{ requirement: 'CNV-06', at: '/reason', message: 'reason is required and a string' }],
        },
        {
          verdict: 'pass',
          sent: [{ operation: 'getToken', status: 404 }],
          findings: [{ requirement: 'CNV-06', at: '/reason', message: 'reason is required and a string' }],
        },
      ],
      title: 'createStablecoinMint and getToken return errors without `reason` (3 of 3 error responses)',
    },
    {
      name: 'a field that breaks a rule for every response, and its own requirement',
      broken: [
        {
          requirements: ['APR-15'],
          sent: [{ operation: 'listAgentActions', status: 200 }],
          seen: { at: '', expected: 'any String', actual: '{}' },
          findings: [
            { requirement: 'CNV-02', at: '/data/0/rejectionReason', message: 'must be string,null' },
          ],
        },
        {
          verdict: 'pass',
          sent: [{ operation: 'listAgentActions', status: 200 }],
          findings: [
            { requirement: 'CNV-02', at: '/data/0/rejectionReason', message: 'must be string,null' },
          ],
        },
        {
          verdict: 'pass',
          sent: [{ operation: 'listAgentActions', status: 200 }],
          findings: [
            { requirement: 'CNV-02', at: '/data/0/rejectionReason', message: 'must be string,null' },
          ],
        },
      ],
      title: '`rejectionReason` of listAgentActions: must be string,null (3 of 3 responses)',
    },
    {
      name: 'a read that finds what it must not, and the values that it returns',
      broken: [
        {
          requirements: ['KYC-04'],
          sent: [{ operation: 'getVerification', status: 200 }],
          seen: status('404', '200'),
        },
        {
          requirements: ['KYC-02'],
          sent: [{ operation: 'getVerification', status: 200 }],
          seen: { at: 'its id', expected: '"Verification:1"', actual: '"Verification:2"' },
        },
        {
          requirements: ['KYC-15'],
          sent: [{ operation: 'getVerification', status: 200 }],
          seen: { at: 'customerId', expected: '"Customer:1"', actual: '"Customer:2"' },
        },
      ],
      title: 'getVerification accepts a request that it must reject: 200 instead of 404 (check: "the check")',
    },
    {
      name: 'what a read and a write show after one change',
      broken: [
        {
          requirements: ['AGM-19'],
          sent: [
            { operation: 'updateAgentPolicy', status: 200 },
            { operation: 'getAgent', status: 200 },
          ],
          seen: { at: 'policy.permissions', expected: 'both', actual: 'one' },
        },
        {
          requirements: ['AGM-16'],
          sent: [
            { operation: 'updateAgentPolicy', status: 200 },
            { operation: 'createAgentQuote', status: 400 },
          ],
          seen: status('2xx', '400 INVALID_INPUT'),
        },
      ],
      title: '`policy.permissions` of getAgent is one instead of both',
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

/** A check compares a field of two responses; the list, which it read last, breaks the rule for `createdAt`. */
function comparedWithWrong(field: string) {
  const { judgements, exchanges } = runOf({
    requirements: ['AGA-32'],
    sent: [
      { operation: 'getTransaction', status: 200 },
      { operation: 'listAgentActions', status: 200 },
    ],
    seen: { at: field, expected: '"10:00:00" (as in the action)', actual: '"10:00:00Z"' },
    findings: ruleBroken('listAgentActions', '/data/0/createdAt').findings!,
  })
  return {
    exchanges,
    judgements: judgements.map(({ violation, ...rest }) => ({
      ...rest,
      ...(violation && {
        violation: { ...violation, operation: 'getTransaction' as const, exchange: exchanges[0]!.id },
      }),
    })),
  }
}

describe('a recommendation for every response', () => {
  it('does not name the failure of a rule for one operation, and no other operation', () => {
    const [cause, ...others] = causes(
      runOf({
        requirements: ['CRD-18'],
        sent: [{ operation: 'updateCard', status: 422 }],
        seen: status('409', '422 CARD_NOT_MUTABLE'),
        findings: [{ requirement: 'CNV-09', at: 'status', message: 'expected 400 or 409, found 422' }],
      }),
    )

    assert.deepEqual(others, [])
    assert.match(cause!.title, /^updateCard returns 422 CARD_NOT_MUTABLE instead of 409/)
    assert.deepEqual([cause!.rule, cause!.verdict], ['CRD-18', 'fail'])
  })
})

describe('a locked field of a quote', () => {
  const changed = (check: Broken): Broken => ({
    ...check,
    findings: [
      {
        requirement: 'CNV-22',
        at: '/feesIncluded',
        message: 'feesIncluded of Quote:1 was 415 (exchange created.1.1) and is 414',
      },
    ],
  })
  const reads = (...names: readonly OperationName[]) =>
    names.map((operation) => changed({ verdict: 'pass', sent: [{ operation, status: 200 }] }))
  const compared = changed({
    requirements: ['QUO-11'],
    sent: [{ operation: 'getAgentQuote', status: 200 }],
    seen: { at: 'feesIncluded', expected: '415', actual: '414' },
  })
  const withCreation = (run: ReturnType<typeof runOf>) => ({
    ...run,
    exchanges: [
      ...run.exchanges,
      exchangeOf('created.1.1', 'created', { operation: 'createAgentQuote', status: 201 }),
    ],
  })

  it('is wrong in the creation if several other operations return one other value', () => {
    const [cause] = causes(withCreation(runOf(compared, ...reads('executeAgentQuote', 'getQuote'))))

    assert.equal(
      cause!.title,
      '`feesIncluded` of createAgentQuote is 415, but 414 in getAgentQuote and 2 other operations',
    )
    assert.match(cause!.next, /response of createAgentQuote \(exchange created\.1\.1\)/)
    assert.match(cause!.address!, /^POST /)
  })

  it('is wrong in the read if only reads agree with it', () => {
    const [cause] = causes(withCreation(runOf(compared, ...reads('getQuote', 'listAgentActions'))))

    assert.match(cause!.title, /^`feesIncluded` of getAgentQuote is 414 instead of 415/)
  })
})

describe('a comparison of two responses', () => {
  it('is of the response that breaks a rule in this field', () => {
    const [cause, ...others] = causes(comparedWithWrong('createdAt'))

    assert.deepEqual(others, [])
    assert.match(cause!.title, /`createdAt` of listAgentActions/)
    assert.deepEqual(cause!.requirements, ['AGA-32', 'CNV-04'])
  })
})

describe('several corrections are several causes', () => {
  it('names the first three of many operations that break a rule, and where to correct it', () => {
    const names = ['getAgent', 'getAgentAction', 'getAgentQuote', 'createAgent', 'executeAgentQuote'] as const
    const [cause, ...more] = causes(runOf(...names.map((name) => ruleBroken(name, '/createdAt'))))
    assert.deepEqual(more, [])
    assert.equal(
      cause?.title,
      '`createdAt` of getAgent, getAgentAction, getAgentQuote and 2 other operations is "2026-11-21T10:00:00", not a time in UTC that ends with "Z" (5 of 5 responses with this field)',
    )
    assert.match(
      cause.next,
      /^Correct `createdAt` where responses are written \(exchange check-\d+\.1\.1\)\.$/,
    )
    const [single] = causes(runOf(ruleBroken('getAgent', '/createdAt')))
    assert.match(single!.next, /^Correct `createdAt` in the response of getAgent \(exchange /)
  })

  it('shortens the value in the title of a broken rule, and takes backticks out', () => {
    const broken = ruleBroken('getAgent', '/createdAt')
    const body = { createdAt: `\`<b>${'long '.repeat(100)}` }
    const [cause] = causes(runOf({ ...broken, sent: [{ operation: 'getAgent', status: 200, body }] }))
    assert.match(cause!.title, /^`createdAt` of getAgent is "'<b>long long [^`]{1,40}…, not a time in UTC/)
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

  it('two statuses that no error may have', () => {
    const foreign = (operation: OperationName, status: number): Broken => ({
      verdict: 'pass',
      sent: [{ operation, status }],
      findings: [{ requirement: 'CNV-09', at: 'status', message: `expected 400 or 409, found ${status}` }],
    })

    assert.deepEqual(titles(causes(runOf(foreign('updateCard', 422), foreign('getCustomer', 403)))), [
      'The HTTP status of updateCard is 422 instead of 400 or 409 (1 of 1 response)',
      'The HTTP status of getCustomer is 403 instead of 400 or 409 (1 of 1 response)',
    ])
  })

  it('a field that differs between two responses, and another field of one of them that breaks a rule', () => {
    assert.equal(causes(comparedWithWrong('updatedAt')).length, 2)
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

/** An execution that pays a wrong amount. */
const paid = (requirement: string, operation: OperationName, expected: string, actual: string): Broken => ({
  requirements: [requirement],
  sent: [{ operation, status: 200 }],
  seen: { at: 'paid by the source account', expected, actual },
})

const executed: Broken = {
  requirements: ['QTE-35'],
  sent: [{ operation: 'executeQuote', status: 200 }],
  seen: status('400', '200'),
}

describe('a mistake is not hidden by another one', () => {
  it('of the amount, by an operation that also accepts too much', () => {
    const found = causes(
      runOf(
        executed,
        paid('QTE-34', 'executeQuote', '0', '100414'),
        paid('QTE-32', 'executeQuote', '100000', '100414'),
      ),
    )
    assert.deepEqual(ids(found), [['QTE-34', 'QTE-35'], ['QTE-32']])
  })

  it('of a recommendation, by the wrong status of other requests', () => {
    const unknown: Broken = {
      requirements: ['QTE-12'],
      sent: [{ operation: 'getQuote', status: 400 }],
      seen: status('404', '400 INVALID_INPUT'),
    }
    const lifetime: Broken = {
      requirements: ['QTE-17'],
      verdict: 'warn',
      sent: [{ operation: 'getQuote', status: 200 }],
      seen: { at: 'longest lifetime', expected: 'at least 50000', actual: '30029' },
    }
    assert.equal(causes(runOf(unknown, lifetime)).length, 2)
  })

  it('of timestamps, by the pages of the same list', () => {
    const page: Broken = {
      requirements: ['ACT-04'],
      sent: [{ operation: 'listAgentActions', status: 200 }],
      seen: { at: '', expected: '4 items', actual: '2: ["a", "b"]' },
    }
    const late: Broken = {
      ...ruleBroken('listAgentActions'),
      findings: [
        { requirement: 'CNV-26', at: '/data/0/updatedAt', message: 'updatedAt is before createdAt' },
      ],
    }
    assert.deepEqual(ids(causes(runOf(page, late))), [['ACT-04'], ['CNV-26']])
  })
})

describe('a cause', () => {
  it('is one wrong amount in several areas, in the words of the shortest statement', () => {
    const [cause, ...more] = causes(
      runOf(
        paid('APR-0044', 'listAgentActions', '100000', '100414'),
        paid('QTE-32', 'executeQuote', '100000', '100414'),
      ),
    )
    assert.equal(cause!.title, 'executeQuote, paid by the source account: 100414 instead of 100000')
    assert.deepEqual(more, [])
  })

  it('names the check, and in the next step the exchange with the violation', () => {
    const [cause] = causes(
      runOf({ ...accepted('QUO-01'), title: 'an expired quote is not executed' }, field('QUO-02', 'fees')),
    )
    const [, other] = causes(runOf(accepted('QUO-01'), field('QUO-02', 'fees')))
    assert.equal(cause!.title, 'createAgentQuote accepts an expired quote: 201 instead of 400')
    assert.match(cause!.next, new RegExp(`exchange ${cause!.exchanges[0]}`))
    assert.equal(
      other!.next,
      `Correct \`fees\` in the response of createAgentQuote (exchange ${other!.exchanges[0]}).`,
    )
  })

  it('shortens long values, and leaves the rule to its own line', () => {
    const [cause] = causes(
      runOf({
        requirements: ['ACT-01'],
        sent: [{ operation: 'listAgentActions', status: 200 }],
        seen: {
          at: 'order of the page',
          expected: `"${'newest '.repeat(14)}"`,
          actual: `"${'oldest '.repeat(14)}"`,
        },
      }),
    )
    assert.match(
      cause!.title,
      /^listAgentActions, order of the page: "oldest [^"]*…" instead of "newest [^"]*…"$/,
    )
  })

  it('names the credentials that an operation accepts by the check', () => {
    const [cause] = causes(
      runOf({
        requirements: ['QTE-14'],
        title: "createQuote rejects an agent's token",
        sent: [{ operation: 'createQuote', status: 201 }],
        seen: status('an error 401 or 403', '201'),
      }),
    )
    assert.equal(cause!.title, "createQuote accepts an agent's token: 201 instead of 401")
  })

  it('names the condition under which an operation fails that it does not always fail', () => {
    const crash = (title: string): Broken => ({
      requirements: ['ACT-22'],
      title,
      sent: [{ operation: 'listAgentActions', status: 500 }],
      seen: status('an error 400 or 401', '500 INTERNAL_ERROR'),
    })
    const fine: Broken = { verdict: 'pass', sent: [{ operation: 'listAgentActions', status: 200 }] }
    const first = crash('with a scheme without a token the list is rejected')
    const second = crash('with a word without a scheme the list is rejected')
    assert.deepEqual(titles(causes(runOf(first, fine))), [
      'listAgentActions returns 500 instead of 400 or 401 in "with a scheme without a token"',
    ])
    assert.deepEqual(titles(causes(runOf(first, second, fine))), [
      'listAgentActions returns 500 instead of 400 or 401 in "with a scheme without a token" and 1 other check',
    ])
    assert.deepEqual(titles(causes(runOf(first, second))), [
      'listAgentActions returns 500 instead of 400 or 401',
    ])
  })

  it('that is always a crash names the status of a request that must succeed', () => {
    const crash = (requirement: string, expected: string): Broken => ({
      requirements: [requirement],
      sent: [{ operation: 'listAgentActions', status: 500 }],
      seen: status(expected, '500 INTERNAL_ERROR'),
    })
    const [rejected, listed] = [crash('AGM-33', 'an error 401'), crash('ACT-01', '200')]
    const [always] = causes(runOf(rejected, listed))
    assert.equal(always!.title, 'listAgentActions returns 500 instead of 200')
    assert.equal(always!.rule, 'ACT-01')
    const late: Broken = {
      ...crash('APR-04', '200'),
      sent: [
        { operation: 'executeAgentQuote', status: 200 },
        { operation: 'listAgentActions', status: 500 },
      ],
    }
    assert.equal(causes(runOf(late, listed))[0]!.rule, 'ACT-01')
    const fine: Broken = { verdict: 'pass', sent: [{ operation: 'listAgentActions', status: 200 }] }
    assert.equal(causes(runOf(rejected, listed, fine))[0]!.rule, 'AGM-33')
  })

  it('names all accepted statuses, the likeliest first, and the status to return', () => {
    const all = '401 or 400 or 403 or 404 or 409'
    const seen = (expected: string, actual: string): Broken => ({
      requirements: ['SCA-46'],
      title: "enrolScaFactor rejects an agent's token",
      sent: [{ operation: 'enrolScaFactor', status: Number(actual.slice(0, 3)) }],
      seen: status(expected, actual),
    })
    assert.deepEqual(titles(causes(runOf(seen(all, '201')))), [
      "enrolScaFactor accepts an agent's token: 201 instead of 401, 403, 404, 409 or 400",
    ])
    assert.deepEqual(titles(causes(runOf(seen(`${all} or 410 or 422 or 428`, '201')))), [
      "enrolScaFactor accepts an agent's token: 201 instead of an error such as 401, 403 or 404",
    ])
    const [wrong] = causes(runOf(seen('an error 404', '400 INVALID_INPUT')))
    assert.match(wrong!.next, /^Return 404 from enrolScaFactor \(exchange check-\d+\.1\.1\)\.$/)
  })

  it('says of each requirement what failed, if it is not the same for all', () => {
    const broken = ruleBroken('getAgent', '/createdAt', '/owner/createdAt')
    const looked: Broken = {
      requirements: ['AGM-01'],
      sent: [{ operation: 'getAgent', status: 200 }],
      seen: { at: 'createdAt', expected: '"a"', actual: '"b"' },
    }
    const exchange = { ...broken, ...looked, verdict: 'fail' as const, findings: broken.findings! }
    const [cause, ...more] = causes(runOf(exchange))
    assert.deepEqual(more, [])
    assert.deepEqual(cause!.findings, [
      { found: '`createdAt` of getAgent is "b" instead of "a"', requirements: ['AGM-01'] },
      {
        found: '`createdAt` of getAgent is not a time in UTC that ends with "Z" (2 times in 1 response)',
        requirements: ['CNV-04'],
      },
    ])
    assert.equal(causes(runOf(accepted('QUO-01')))[0]!.findings, undefined)
    const { rule, none } = { rule: ruleBroken('getAgent', ''), none: field('AGM-02', 'fees') }
    const [whole] = causes(
      runOf({ ...none, ...rule, verdict: 'fail', seen: { at: 'fees', expected: '5', actual: 'nothing' } }),
    )
    assert.deepEqual(
      whole!.findings!.map(({ found }) => found),
      [
        '`fees` of getAgent is missing',
        'the body of getAgent is not a time in UTC that ends with "Z" (1 response)',
      ],
    )
    const items = (requirement: string, actual: string): Broken => ({
      requirements: [requirement],
      sent: [{ operation: 'listAgentActions', status: 200 }],
      seen: { at: '', expected: '4 items', actual },
    })
    const [lists] = causes(runOf(items('ACT-09', '4 items'), items('ACT-10', '3 items')))
    assert.deepEqual(
      lists!.findings!.map(({ found }) => found),
      [
        'listAgentActions lists other items than the right ones',
        'listAgentActions lists 3 items instead of 4',
      ],
    )
  })

  it('of a rule that spans responses says what they showed', () => {
    const card = 'Card:1b4e28ba-2fa1-41d2-883f-0016d3cca427'
    const [cause] = causes(
      runOf({
        verdict: 'pass',
        sent: [{ operation: 'listCards', status: 200, body: { data: [{ id: card, state: 'ACTIVE' }] } }],
        findings: [
          {
            requirement: 'CNV-33',
            at: '/data/0/state',
            message: `${card} went CLOSED → ACTIVE (before: exchange CRD-33-6a5705.1.8)`,
          },
        ],
      }),
    )
    assert.equal(
      cause!.title,
      '`state` of listCards: Card:1b4e28ba… went CLOSED → ACTIVE (1 of 1 response with this field)',
    )
  })

  it('has the exchange of its title first', () => {
    const [cause] = causes(
      runOf(
        {
          requirements: ['ERR-111'],
          sent: [{ operation: 'registerStablecoin', status: 201 }],
          seen: status('409', '201'),
        },
        {
          requirements: ['STB-15'],
          sent: [{ operation: 'registerStablecoin', status: 201 }],
          seen: status('409', '201'),
        },
      ),
    )
    assert.equal(cause!.rule, 'STB-15')
    assert.ok(cause!.exchanges[0]! > cause!.exchanges[1]!, cause!.exchanges.join())
    assert.ok(cause!.next.includes(cause!.exchanges[0]!))
  })

  it('names the write that a later read shows to be wrong', () => {
    const [cause] = causes(
      runOf({
        requirements: ['AGM-22'],
        sent: [
          { operation: 'executeAgentQuote', status: 200 },
          { operation: 'listAgentActions', status: 200 },
        ],
        seen: { at: '', expected: 'nothing', actual: 'an action' },
      }),
    )
    assert.equal(
      cause!.title,
      'executeAgentQuote shows an action instead of nothing (seen in listAgentActions), which breaks "The rule AGM-22"',
    )
    assert.match(
      cause!.next,
      /^Correct executeAgentQuote, or listAgentActions if it does not show what is stored \(exchange /,
    )
    assert.equal(cause!.address, 'POST /agents/me/quotes/{quoteId}/execute')
  })

  it('has the rule of an area instead of a general one, and says which request was accepted', () => {
    const [cause] = causes(runOf({ ...executed, requirements: ['ERR-45', 'QTE-35'] }))
    assert.equal(cause!.rule, 'QTE-35')
    assert.match(cause!.next, /^Make executeQuote reject the request with 400 \(exchange check-\d+\.1\.1\)\./)
  })

  it('knows only operations of the contract version of the run', () => {
    const { judgements, exchanges } = runOf(executed)
    const later = { ...operations, executeQuote: { ...operations.executeQuote, path: '/later/{quoteId}' } }
    const titled = { id: 'QTE-35', title: 'The rule.', operations: [], verdict: 'fail' } as unknown
    const [cause] = causesOf({
      judgements: settled(judgements),
      results: [titled as RequirementResult],
      exchanges,
      disregarded: new Set(),
      operations: later,
    })
    assert.equal(cause!.address, 'POST /later/{quoteId}')
  })

  it('names the requirements that its correction unblocks: those without another cause', () => {
    const found = causes(
      runOf(accepted('QUO-01'), accepted('QUO-02'), { ...field('QUO-02', 'feesIncluded') }),
    )

    assert.deepEqual(
      found.map(({ requirements, resolves }) => [requirements, resolves]),
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
    assert.deepEqual(found[0]!.findings, [
      {
        found: 'createAgentQuote returns 404 ACCOUNT_NOT_FOUND instead of 2xx',
        requirements: ['AGM-01'],
      },
      {
        found: 'blocked because creating the quote that this check needs returned 404',
        requirements: ['AGM-02'],
      },
    ])
  })
})

describe('what a read shows', () => {
  const deletion: Broken = {
    requirements: ['TOK-05'],
    sent: [
      { operation: 'deleteToken', status: 204 },
      { operation: 'getToken', status: 200 },
    ],
    seen: { at: 'the deleted resource is returned unchanged', expected: 'false', actual: 'true' },
  }

  it('is a statement', () => {
    const [cause] = causes(runOf(deletion))

    assert.equal(cause!.title, 'getToken: the deleted resource is returned unchanged')
  })

  it('explains the checks that lack a changed read', () => {
    const unchanged: Broken = {
      requirements: ['TOK-07'],
      verdict: 'blocked',
      fixIn: 'implementation',
      lacking: 'changed getToken',
      message: 'no read of getToken showed a change in this run, so a read without one proves nothing',
      sent: [{ operation: 'createToken', status: 201 }],
    }

    assert.deepEqual(ids(causes(runOf(deletion, unchanged))), [['TOK-05', 'TOK-07']])
  })

  it('names a precise response rule, also if a check of an area saw the same', () => {
    const wrong: Broken = {
      verdict: 'pass',
      sent: [{ operation: 'getTransaction', status: 200, body: { sentAmount: { amount: '1000.00' } } }],
      findings: [{ requirement: 'CNV-05', at: '/sentAmount/amount', message: 'is not an integer' }],
    }
    const compared: Broken = {
      ...wrong,
      verdict: 'fail',
      requirements: ['TRX-06'],
      seen: { at: '', expected: 'none', actual: 'sentAmount.amount is "1000.00", not what was paid' },
    }
    const [cause] = causes(runOf(wrong, compared, wrong))

    assert.deepEqual([cause!.requirements, cause!.rule], [['CNV-05', 'TRX-06'], 'CNV-05'])
  })
})

it('of several checks with the same wrong value, the plainest rule is shown', () => {
  const wrong = (id: string): Broken => ({
    requirements: [id],
    sent: [{ operation: 'getPlatformExternalAccount', status: 200 }],
    seen: { at: 'status', expected: '"ACTIVE"', actual: '"VERIFIED"' },
  })

  const [cause] = causes(runOf(wrong('OWN-33'), wrong('OWN-11')))

  assert.equal(cause!.rule, 'OWN-11')
})

it('a status that must not be a success should be a rejection', () => {
  const violation = { at: 'HTTP status', expected: 'not 2xx', actual: '204' }

  assert.equal(wantedIn({ ...violation, exchange: 'x', operation: 'deleteToken' }), 'a rejection')
})

describe('the condition in the title of a check', () => {
  const cases: Readonly<
    Record<string, readonly [condition: string | undefined, accepted: string | undefined]>
  > = {
    "enrolScaFactor rejects an agent's token": ["an agent's token", "an agent's token"],
    'with a word without a scheme the list is rejected': [
      'with a word without a scheme',
      'a request with a word without a scheme',
    ],
    'without the required FULL_NAME, a quote to a UMA address is rejected': [
      'without the required FULL_NAME',
      'a request without the required FULL_NAME',
    ],
    'a quote request is rejected: destination is a text': ['destination is a text', undefined],
    'a mint of -1 is rejected': ['a mint of -1', 'a mint of -1'],
    'a signature by another key is rejected on EVM': [
      'a signature by another key on EVM',
      'a signature by another key on EVM',
    ],
    'nothing is rejected with unknown credentials': [
      'with unknown credentials',
      'a request with unknown credentials',
    ],
    'no agent pauses an agent with its own token': [
      "with an agent's own token",
      "a request with an agent's own token",
    ],
    'no request without credentials deletes an agent': [
      'without credentials',
      'a request without credentials',
    ],
    'approving an action that is APPROVED is a conflict with the documented code': [
      'approving an action that is APPROVED',
      undefined,
    ],
    'a settled transaction is not cancelled': [undefined, 'a settled transaction'],
    'an unknown card is not read': [undefined, 'an unknown card'],
    'after expiresAt a valid signature is rejected': [
      'a valid signature after expiresAt',
      'a valid signature after expiresAt',
    ],
    'another agent still works': [undefined, undefined],
    'limit 0 is rejected or clamped to the range': [undefined, undefined],
    'the cursor 1 is rejected, or returns only the own actions': [undefined, undefined],
  }
  for (const [title, [condition, accepted]] of Object.entries(cases))
    it(title, () => {
      assert.deepEqual([conditionIn(title), acceptedIn(title)], [condition, accepted])
    })
})

/** An agent's request, and what happens to its agent or another one before it is sent again. */
const quoted = (caller: number, status = 201, more: Partial<Sent> = {}): Sent => ({
  operation: 'createAgentQuote',
  status,
  caller,
  ...more,
})
const changed = (operation: 'deleteAgent' | 'pauseAgent' | 'updateAgentPolicy', status = 204): Sent => ({
  operation,
  status,
  caller: 9,
  url: '/agents/Agent:1',
})

describe('a request that fails after an action', () => {
  const rejected = (
    requirement: string,
    sent: readonly Sent[],
    found = '401 UNAUTHORIZED: "no"',
  ): Broken => ({
    requirements: [requirement],
    title: 'another agent still works',
    sent,
    seen: status('2xx', found),
  })
  const deleted = (requirement: string): Broken =>
    rejected(requirement, [quoted(1), changed('deleteAgent'), quoted(1, 401)])

  it('names the action, its address, and both exchanges', () => {
    const [cause, ...more] = causes(runOf(deleted('AGM-34')))
    assert.deepEqual(more, [])
    assert.equal(cause!.title, 'After deleteAgent, createAgentQuote returns 401 UNAUTHORIZED instead of 2xx')
    assert.equal(cause!.address, `${operations.deleteAgent.method} ${operations.deleteAgent.path}`)
    const [failed = ''] = cause!.exchanges
    assert.equal(
      cause!.next,
      `Correct what deleteAgent changes: createAgentQuote succeeds before it (exchange ${failed.replace(/3$/, '1')}) and fails after it (exchange ${failed}).`,
    )
  })

  it('is one cause after several actions, and each requirement keeps its own finding', () => {
    const paused = rejected(
      'AGM-24',
      [quoted(1), changed('pauseAgent', 200), quoted(1, 409)],
      '409 CONFLICT: "The agent is paused."',
    )
    const [cause, ...more] = causes(runOf(deleted('AGM-34'), deleted('AGM-36'), paused))
    assert.deepEqual(more, [])
    assert.match(cause!.title, /^After deleteAgent, .* \(also after pauseAgent\)$/)
    assert.deepEqual(cause!.findings, [
      {
        found: 'after deleteAgent, createAgentQuote returns 401 UNAUTHORIZED instead of 2xx',
        requirements: ['AGM-34', 'AGM-36'],
      },
      {
        found: 'after pauseAgent, createAgentQuote returns 409 CONFLICT instead of 2xx',
        requirements: ['AGM-24'],
      },
    ])
  })

  it('says that the resource is another one, if the recording shows whose token it was', () => {
    const issued = (id: string): Sent => ({
      operation: 'redeemDeviceCode',
      status: 200,
      body: { agentId: `Agent:${id}` },
    })
    const own = (issuer: number, status?: number) => quoted(1, status, { credentialsFrom: issuer })
    const [other] = causes(
      runOf(rejected('AGM-34', [issued('2'), own(1), changed('deleteAgent'), own(1, 401)])),
    )
    assert.match(other!.title, /^After deleteAgent of another agent, createAgentQuote returns 401/)
    const [same] = causes(
      runOf(rejected('AGM-34', [issued('1'), own(1), changed('deleteAgent'), own(1, 401)])),
    )
    assert.match(same!.title, /^After deleteAgent, createAgentQuote returns 401/)
  })

  it('is rejected itself if another check shows it without an action', () => {
    const plain = rejected('AGM-36', [quoted(1, 401)])
    const [cause, ...more] = causes(runOf(deleted('AGM-34'), plain))
    assert.deepEqual(more, [])
    assert.match(cause!.title, /^createAgentQuote rejects a conforming request with 401 UNAUTHORIZED/)
  })

  const unrelated: Readonly<Record<string, readonly Sent[]>> = {
    'another caller succeeded before': [quoted(2), changed('deleteAgent'), quoted(1, 401)],
    'another request succeeded before': [
      quoted(1, 201, { url: '/agents/me/other' }),
      changed('deleteAgent'),
      quoted(1, 401),
    ],
    'nothing happened between': [changed('deleteAgent'), quoted(1), quoted(1, 401)],
    'the action failed': [quoted(1), changed('deleteAgent', 404), quoted(1, 401)],
    'it repeats the same write': [
      quoted(1, 201, { headers: { 'idempotency-key': 'a' } }),
      changed('deleteAgent'),
      quoted(1, 401, { headers: { 'idempotency-key': 'a' } }),
    ],
  }
  for (const [name, sent] of Object.entries(unrelated))
    it(`does not follow from the action if ${name}`, () => {
      const [cause] = causes(runOf(rejected('AGM-34', sent)))
      assert.match(cause!.title, /^createAgentQuote rejects a conforming request/)
    })

  it('follows from the only operation of the rule', () => {
    const sent: readonly Sent[] = [
      { operation: 'executeAgentQuote', status: 200 },
      { operation: 'getAgentQuote', status: 404 },
    ]
    // The requirement uses executeAgentQuote alone.
    const [cause] = causes(runOf(rejected('AGM-22', sent, '404 QUOTE_NOT_FOUND')))
    assert.match(cause!.title, /^After executeAgentQuote, getAgentQuote returns 404 QUOTE_NOT_FOUND/)
    const [other] = causes(runOf(rejected('AGM-21', sent, '404 QUOTE_NOT_FOUND')))
    assert.match(other!.title, /^getAgentQuote rejects a conforming request/)
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

it('steps that lack something after an operation follow from a failure after that operation', () => {
  const blocked = (id: string, what: string, place: number): Broken => ({
    requirements: [id],
    verdict: 'blocked',
    fixIn: 'implementation',
    sent: [{ operation: 'createQuote', status: 201 }],
    message: `the quote has no ${what} (exchange check-${checks + place}.1.1)`,
  })
  const empty: Broken = {
    requirements: ['QTE-21'],
    sent: [
      { operation: 'createQuote', status: 201 },
      { operation: 'getQuote', status: 200 },
    ],
    seen: { at: '', expected: 'not an empty list', actual: 'an empty list' },
  }
  const all = causes(runOf(empty, blocked('QTE-22', 'instruction', 2), blocked('QTE-23', 'wallet', 3)))

  assert.deepEqual(titles(all), ['getQuote shows an empty list, which breaks "The rule QTE-21"'])
})

describe('a wrong status', () => {
  const message = 'TRANSACTION_NOT_PENDING is not a code of status 400; it belongs to 409'
  const rejected = (requirement: string): Broken => ({
    requirements: [requirement],
    sent: [{ operation: 'approveTransaction', status: 400 }],
    seen: status('409', '400 TRANSACTION_NOT_PENDING'),
  })
  const coded = (operation: OperationName): Broken => ({
    verdict: 'pass',
    sent: [{ operation, status: 400 }],
    findings: [{ requirement: 'CNV-07', at: '/code', message }],
  })

  it('explains codes of the right status in other checks', () => {
    const codes = [coded('approveTransaction'), coded('approveTransaction'), coded('approveTransaction')]

    assert.deepEqual(ids(causes(runOf(rejected('APR-24'), ...codes))), [['APR-24', 'CNV-07']])
  })

  it('does not explain those of another operation', () => {
    assert.equal(causes(runOf(rejected('APR-24'), coded('rejectTransaction'))).length, 2)
  })
})

it('a code of another status alone asks for that status', () => {
  const message = 'INVITATION_ALREADY_CLAIMED is not a code of status 409; it belongs to 400'
  const [cause] = causes(
    runOf({
      verdict: 'pass',
      sent: [{ operation: 'claimInvitation', status: 409 }],
      findings: [{ requirement: 'CNV-07', at: '/code', message }],
    }),
  )
  assert.match(cause!.next, /^Return 400 from claimInvitation \(exchange \S+\)\.$/)
})

it('an accepted request is named in the next step, with the right status', () => {
  const taken = (expected: string, title: string) =>
    causes(
      runOf({
        requirements: ['CRD-25'],
        title,
        sent: [{ operation: 'getCard', status: 200 }],
        seen: status(expected, '200'),
      }),
    )[0]!.next
  assert.match(taken('404', 'an unknown card is rejected'), /^Return 404 from getCard for an unknown card \(/)
  assert.match(taken('not 2xx', 'an unknown card is rejected'), /^Make getCard reject an unknown card \(/)
  assert.match(taken('404', 'cards'), /^Make getCard reject the request with 404 \(/)
})

it('a finding has the count of the title, and is cut between words', () => {
  const message = (total: number) => `totalCount is ${total}, and the page has ${total} items and hasMore`
  const page = (total: number): Broken => ({
    verdict: 'pass',
    sent: [{ operation: 'listAgentActions', status: 200, body: { totalCount: total } }],
    findings: [{ requirement: 'CNV-30', at: '/totalCount', message: message(total) }],
  })
  const wrong: Broken = {
    requirements: ['ACT-07'],
    sent: [{ operation: 'listAgentActions', status: 200, body: { totalCount: 3 } }],
    seen: { at: 'totalCount', expected: '4', actual: '3' },
    findings: [{ ...page(3).findings![0]!, message: 'totalCount is 3, and there are more' }],
  }
  const [cause] = causes(runOf(wrong, page(2), page(1), page(5)))
  const finding = cause!.findings!.find(({ requirements: own }) => own.includes('CNV-30'))!
  assert.match(finding.found, /\(4 responses\)$/)
  assert.equal(shortened('none of PENDING, ACTIVE, INACTIVE', 28), 'none of PENDING, ACTIVE…')
})

describe('invalid credentials that are accepted', () => {
  const taken = (requirement: string, title: string): Broken => ({
    requirements: [requirement],
    title,
    sent: [{ operation: 'getAgent', status: 200 }],
    seen: status('401', '200'),
  })

  it('are named together, not by the first kind of them', () => {
    const all = causes(
      runOf(
        taken('AGM-01', 'getAgent requires valid credentials: malformed ones'),
        taken('AGM-02', 'getAgent requires valid credentials: none'),
      ),
    )

    assert.deepEqual(titles(all), ['getAgent accepts invalid credentials: 200 instead of 401'])
  })
})

describe('a list with the wrong items', () => {
  it('is named by the rule of its page', () => {
    const [cause, ...others] = causes(
      runOf({
        requirements: ['ACT-11'],
        sent: [{ operation: 'listAgentActions', status: 200 }],
        seen: { at: 'actions', expected: '4 items', actual: '2 items' },
        findings: [
          {
            requirement: 'CNV-27',
            at: '/nextCursor',
            message: 'hasMore is true, and there is no nextCursor',
          },
        ],
      }),
    )

    assert.match(
      cause!.title,
      /^`nextCursor` of listAgentActions: hasMore is true, and there is no nextCursor/,
    )
    assert.deepEqual(ids([cause!, ...others]), [['ACT-11', 'CNV-27']])
  })
})

describe('the command of a response rule', () => {
  const run = 'npx assay run --deployment d.yaml'
  const codeless = (requirement: string, operation: OperationName = 'createAgentQuote'): Broken => ({
    requirements: [requirement],
    verdict: 'pass',
    sent: [{ operation, status: 400, body: {} }],
    findings: [{ requirement: 'CNV-06', at: '/code', message: 'code is required and a string' }],
  })
  const commandIn = (...broken: readonly Broken[]) =>
    causes(runOf(...broken), { run, doctor: 'npx assay doctor' })
      .find(({ requirements: own }) => own.includes('CNV-06'))
      ?.next.match(/`(npx[^`]*)`/)?.[1]

  it('names a requirement whose check sends such a request, and that no other cause touches', () => {
    const stamped = ruleBroken('createAgentQuote', '/createdAt')
    const touched = { ...codeless('AGM-06'), findings: [...codeless('').findings!, ...stamped.findings!] }
    const failed: Broken = { ...codeless('AGM-07'), verdict: 'fail', seen: status('403', '400 OTHER') }
    assert.equal(
      commandIn(stamped, failed, touched, codeless('AGM-11'), codeless('AGM-13')),
      `${run} --only AGM-11 CNV-06`,
    )
  })

  it('names one for each operation that breaks the rule', () => {
    assert.equal(
      commandIn(codeless('AGM-11'), codeless('ACT-02', 'listAgentActions'), codeless('AGM-12')),
      `${run} --only ACT-02 AGM-11 CNV-06`,
    )
  })

  it('names one although the run has results of response rules alone', () => {
    const { judgements, exchanges } = runOf(codeless('AGM-11'))
    const rule = requirements.find(({ id }) => id === 'CNV-06')!
    const results = [{ ...rule, operations: [], verdict: 'fail' as const, checks: [] }]
    const found = {
      judgements,
      results,
      exchanges,
      disregarded: new Set<string>(),
      operations,
      only: ['CNV-06'],
    }
    const [cause] = causesOf(found, { run, doctor: 'npx assay doctor' })
    assert.match(cause!.next, /--only AGM-11 CNV-06`\.$/)
  })

  it('names only the rule if no check of an area sends such a request', () => {
    assert.equal(commandIn({ ...codeless(''), requirements: [] }), `${run} --only CNV-06`)
  })

  it('names no other one if a check of the cause sends such a request', () => {
    const missing: Broken = {
      ...codeless('AGM-20'),
      verdict: 'fail',
      seen: { at: 'code', expected: '"INVALID_INPUT"', actual: 'nothing' },
    }
    assert.equal(commandIn(missing, codeless('AGM-11')), `${run} --only AGM-20 CNV-06`)
  })
})

describe('an error body without a field', () => {
  const message = 'code is required and a string'
  const rejected = (
    body: object,
    operation: OperationName = 'createAgentQuote',
    isBroken = true,
  ): Broken => ({
    verdict: 'pass',
    sent: [{ operation, status: 400, body }],
    findings: isBroken ? [{ requirement: 'CNV-06', at: '/code', message }] : [],
  })
  const only = (...broken: readonly Broken[]) => causes(runOf(...broken))[0]!

  it('is what was observed, and the field to add', () => {
    const cause = only(rejected({ message: 'No.' }), rejected({ message: 'Never.' }))
    assert.equal(cause.title, 'createAgentQuote returns 400 without `code` (2 of 2 responses with 400)')
    assert.match(cause.next, /^Add `code` to the body of these responses \(exchange \S+\)\.$/)
  })

  it('counts the responses that have it', () => {
    const { title } = only(rejected({}), rejected({ code: 'INVALID_INPUT' }, 'createAgentQuote', false))
    assert.equal(title, 'createAgentQuote returns 400 without `code` (1 of 2 responses with 400)')
  })

  it('of several operations or statuses is named together', () => {
    const conflict = { ...rejected({}), sent: [{ operation: 'createAgentQuote', status: 409 } as const] }
    assert.equal(
      only(rejected({}), conflict, rejected({}, 'executeAgentQuote')).title,
      'createAgentQuote and executeAgentQuote return errors without `code` (3 of 3 error responses)',
    )
  })

  it('shows a value of another type', () => {
    const { title, next } = only(rejected({ code: 7 }))
    assert.match(title, /^`code` of createAgentQuote is 7, not a string /)
    assert.match(next, /^Correct `code` in the response of createAgentQuote /)
  })
})

describe('the cause of a response rule', () => {
  const message = 'expected a time in UTC that ends with "Z"'
  const later = { updatedAt: '2026-11-21 12:00' }
  const both = { updatedAt: '2026-11-21 11:00', createdAt: '2026-11-21 10:00' }
  const read = (body: object): Broken => ({
    verdict: 'pass',
    sent: [{ operation: 'getAgent', status: 200, body }],
    findings: Object.keys(body).map((name) => ({ requirement: 'CNV-04', at: `/${name}`, message })),
  })

  it('shows the same value as its requirement', () => {
    const { judgements, exchanges } = runOf(read(later), read(both))
    const recorded = exchanges.map((exchange, index) => ({
      ...exchange,
      at: `2026-11-21T10:00:0${index}.000Z`,
      findings: judgements[index]!.conventions.flatMap(({ violations }) =>
        violations.map(({ finding }) => finding),
      ),
    }))
    const [cause] = causes({ judgements, exchanges: recorded })
    const requirement = requirements.find(({ id }) => id === 'CNV-04')!
    const result = conventionResult(requirement, judgements, new Set())!
    const { violation } = evidenceOf(recorded).requestOf(result, 'CNV-04')

    assert.match(cause!.title, /^`createdAt` .*"2026-11-21 10:00"/)
    assert.deepEqual([violation?.at, violation?.actual], ['/createdAt', '"2026-11-21 10:00"'])
    assert.equal(result.exchanges[0], cause!.exchanges[0])
  })

  // Each group is compared with every other one: all of them together took minutes.
  it('is found at once where a deployment chooses thousands of names', () => {
    const name = (index: number) =>
      `at${String(index).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`
    const all = Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [name(index), 'now']))
    const run = runOf(read(all), read({ [name(3_999)]: 'now' }))
    const begun = performance.now()

    const [cause] = causes(run)

    assert.ok(performance.now() - begun < 3_000)
    assert.deepEqual(cause!.requirements, ['CNV-04'])
    assert.equal(cause!.exchanges.length, 2)
  })
})
