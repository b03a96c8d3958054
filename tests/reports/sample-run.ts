/** Runs for the reports to be written from: one that passed, one of everything, hostile text included. */
import type {
  Conformance,
  Coverage,
  Disagreement,
  Exchange,
  Judgement,
  Opinion,
  SecondOpinions,
} from '../../reports/conformance.ts'
import { commandsFor } from '../../reports/commands.ts'
import { foldRun, type FinishedRun } from '../../reports/fold-run.ts'
import type { Area, Requirement } from '../../spec/model.ts'

/** Text that must not run, control a terminal, or be reordered. */
export const HOSTILE =
  '</script><script>alert(1)</script><img src=x onerror=alert(2)>"\'`$(touch /tmp/assay-was-here) \u001b[2J\u009b31m \u202etxt.exe ]]> | **bold**'

const areas: readonly Area[] = [
  { id: 'conventions', title: 'Every response' },
  { id: 'external-accounts', title: 'External Accounts' },
  { id: 'cross-currency-transfers', title: 'Cross-Currency Transfers' },
  { id: 'agent-management', title: 'Agent Management' },
  { id: 'agent-operations', title: 'Agent Operations' },
  { id: 'cards', title: 'Cards' },
  { id: 'stablecoins', title: 'Stablecoins' },
]

const requirement = (
  id: string,
  area: string,
  title: string,
  more: Partial<Requirement> = {},
): Requirement => ({
  id,
  area,
  level: 'MUST',
  title,
  source: 'Endpoints 1, responses row 400',
  operations: ['verifyPlatformExternalAccountOwnership'],
  assumes: [],
  states: ['wallet-challenge'],
  specified: true,
  ...more,
})

const own = 'external-accounts'
const act = 'agent-operations'
const quo = 'cross-currency-transfers'

const catalogue: readonly Requirement[] = [
  requirement('CNV-01', 'conventions', 'A response with a body is JSON, with a JSON content type.', {
    source: 'Conventions, request and response bodies',
    operations: [],
    accepts: 'Parameters such as charset, and structured suffixes, pass.',
  }),
  requirement('CNV-03', 'conventions', 'Identifiers have the form <ResourceType>:<uuid> of their resource.', {
    source: 'Conventions, identifiers',
    operations: [],
  }),
  requirement(
    'OWN-01',
    own,
    'A valid EIP-191 signature over messageToSign answers 200 with the account ACTIVE.',
  ),
  requirement('OWN-02', own, 'A valid BIP-137 signature of a P2WPKH address is accepted.'),
  requirement(
    'OWN-07',
    own,
    'A signature made after expiresAt is refused and the account becomes UNVERIFIED.',
    {
      source: 'States and transitions / External account status, row 2; Endpoints 1, responses row 400',
      operations: ['verifyPlatformExternalAccountOwnership', 'getPlatformExternalAccount'],
      assumes: ['getPlatformExternalAccount'],
    },
  ),
  requirement('OWN-09', own, 'A signature in the other format than signatureScheme names is refused.', {
    level: 'SHOULD',
    accepts: 'Leniency is not ruled out by the contract.',
  }),
  requirement('OWN-12', own, 'The specific code of the 409 answer.', { specified: false }),
  requirement('OWN-14', own, 'Rejected credentials leave the account unchanged.'),
  requirement('QUO-03', quo, 'Fees are deducted first, and the remainder is converted at exchangeRate.', {
    source: 'Resources / Quote, rows exchangeRate and feesIncluded',
    operations: ['createAgentQuote'],
    assumes: ['createAgentQuote'],
  }),
  requirement('QUO-11', quo, 'A repeated request identifier gives the same answer and creates one quote.', {
    operations: ['createAgentQuote'],
    assumes: ['createAgentQuote', 'requestIdHeader'],
  }),
  requirement('QUO-20', quo, 'A payment reference of 81 characters is refused.', {
    operations: ['createAgentQuote'],
    assumes: ['createAgentQuote', 'paymentReference'],
  }),
  requirement('APR-02', 'agent-management', 'Approving a pending transaction moves its action to APPROVED.', {
    operations: ['approveTransaction'],
  }),
  requirement('APR-05', 'agent-management', 'Rejecting is not offered.', {
    operations: ['rejectTransaction'],
  }),
  requirement('ACT-01', act, 'The default page holds 20 actions.', { operations: ['listAgentActions'] }),
  requirement('ACT-04', act, 'Every action appears once on a walk over all pages.', {
    operations: ['listAgentActions'],
  }),
  requirement('CRD-01', 'cards', 'Requesting CLOSED for a closed card answers CARD_ALREADY_CLOSED.'),
  requirement('STB-01', 'stablecoins', 'Enablement is requested once.'),
]

const account = 'ExternalAccount:0191f5a2-7e6c-7d33-9a3e-0d6b1a2c4e5f'
const verifyUrl = `https://sandbox.example/2025-10-13/platform/external-accounts/${encodeURIComponent(account)}/verify`

const exchange = (id: string, more: Partial<Exchange> = {}): Exchange => ({
  id,
  check: id,
  kind: 'contract',
  operation: 'verifyPlatformExternalAccountOwnership',
  at: '2026-11-21T10:00:01.250Z',
  durationMs: 12.4,
  request: {
    method: 'POST',
    url: verifyUrl,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: '«redacted:authorization»',
    },
    body: '{"signature":"0x3f1c…","signatureScheme":"bip137"}',
  },
  response: {
    status: 200,
    headers: { 'content-type': 'application/json', date: 'Sat, 21 Nov 2026 10:00:01 GMT' },
    body: `{"id":"${account}","customerId":null,"status":"ACTIVE","currency":"ETH","accountInfo":{"accountType":"ETHEREUM_WALLET","address":"0x52908400098527886E0F7030069857D2E4169EE7"}}`,
    bytes: 182,
    truncated: false,
  },
  findings: [],
  ...more,
})

const response = (status: number, body: string): NonNullable<Exchange['response']> => ({
  status,
  headers: { 'content-type': 'application/json' },
  body,
  bytes: body.length,
  truncated: false,
})

export const exchanges: readonly Exchange[] = [
  exchange('state 1', {
    kind: 'state',
    request: {
      method: 'POST',
      url: 'https://sandbox.example/_states',
      headers: { 'content-type': 'application/json', authorization: 'Bearer «redacted:statesToken»' },
      body: '{"action":"setup","state":"wallet-challenge","params":{"chain":"EVM","expiresInSeconds":1}}',
    },
    response: response(
      200,
      `{"externalAccountId":"${account}","messageToSign":"Sign to prove ownership","expiresAt":"2026-11-21T10:00:02Z"}`,
    ),
  }),
  exchange('late 1'),
  exchange('late 2', {
    operation: 'getPlatformExternalAccount',
    request: {
      method: 'GET',
      url: `https://sandbox.example/2025-10-13/platform/external-accounts/${encodeURIComponent(account)}`,
      headers: { accept: 'application/json', authorization: 'Basic «redacted:basicCredentials»' },
    },
    findings: [
      { requirement: 'CNV-03', at: '/id', message: 'expected ExternalAccount:<uuid>' },
      { requirement: 'CNV-02', at: '/accountInfo/network', message: 'must have required property' },
      {
        requirement: 'CNV-01',
        at: 'header content-type',
        message: 'expected application/json, found text/html',
      },
    ],
  }),
  exchange('hostile 1', {
    request: {
      method: 'POST',
      url: `https://sandbox.example/2025-10-13/x?q=${encodeURIComponent(HOSTILE)}&r='"`,
      headers: { 'x-hostile': HOSTILE, 'content-type': 'application/json' },
      body: JSON.stringify({ description: HOSTILE }),
    },
    response: response(400, JSON.stringify({ code: 'INVALID_INPUT', reason: HOSTILE, [HOSTILE]: [HOSTILE] })),
    findings: [{ requirement: 'CNV-06', at: '/reason', message: HOSTILE }],
  }),
  exchange('page 1', {
    operation: 'listAgentActions',
    request: {
      method: 'GET',
      url: 'https://sandbox.example/2025-10-13/agents/me/actions?limit=20',
      headers: { accept: 'application/json', authorization: 'Bearer «redacted:accessToken»' },
    },
    response: response(
      200,
      '{"data":[{"id":"AgentAction:1","status":"APPROVED"}],"hasMore":false,"totalCount":1}',
    ),
  }),
  exchange('cut 1', {
    request: { method: 'GET', url: 'https://sandbox.example/2025-10-13/agents/me/actions', headers: {} },
    response: { ...response(200, '<html><body>504 Gateway'), truncated: true, bytes: 900_000 },
  }),
  {
    id: 'silent 1',
    check: 'silent 1',
    kind: 'contract',
    operation: 'listAgentActions',
    at: '2026-11-21T10:00:31.000Z',
    durationMs: 30_000,
    request: { method: 'GET', url: 'https://sandbox.example/2025-10-13/agents/me/actions', headers: {} },
    error: { kind: 'timeout', message: 'no answer within 30 s' },
    findings: [],
  },
]

const judgement = (
  check: string,
  requirements: readonly string[],
  more: Partial<Judgement> = {},
): Judgement => ({
  deployment: 'sandbox',
  check,
  title: `${check} holds`,
  requirements,
  verdict: 'pass',
  attempt: 0,
  durationMs: 41,
  expectations: 3,
  exchanges: ['late 1'],
  conventions: [],
  ...more,
})

const passed = [
  judgement('a valid EIP-191 signature', ['OWN-01'], {
    conventions: [
      { requirement: 'CNV-01', judged: 41, violations: [] },
      { requirement: 'CNV-03', judged: 37, violations: [] },
    ],
  }),
  judgement('a valid BIP-137 signature', ['OWN-02']),
  judgement('credentials refused', ['OWN-14']),
  judgement('fees first', ['QUO-03'], { exchanges: ['page 1'] }),
  judgement('default page', ['ACT-01'], { exchanges: ['page 1'] }),
  judgement('walk', ['ACT-04'], { exchanges: ['page 1', 'cut 1'] }),
  judgement('approve', ['APR-02']),
]

const everything: readonly Judgement[] = [
  ...passed.filter(({ check }) => check !== 'walk' && check !== 'approve'),
  judgement('after expiresAt a signature is refused', ['OWN-07'], {
    verdict: 'fail',
    attempt: 0,
    exchanges: ['state 1', 'late 1', 'late 2'],
    message:
      'expected an error 400, found 200: the account is ACTIVE although the challenge expired 1.8 s before',
    violation: {
      exchange: 'late 1',
      operation: 'verifyPlatformExternalAccountOwnership',
      at: 'HTTP status',
      expected: 'an error 400',
      actual: '200',
    },
    fixIn: 'implementation',
    conventions: [
      {
        requirement: 'CNV-03',
        judged: 3,
        violations: [
          {
            exchange: 'late 2',
            finding: { requirement: 'CNV-03', at: '/id', message: 'expected ExternalAccount:<uuid>' },
          },
        ],
      },
    ],
  }),
  judgement('other scheme', ['OWN-09'], {
    verdict: 'warn',
    message: 'accepted a bip137 signature as electrum',
  }),
  judgement('hostile text', ['QUO-20'], {
    verdict: 'fail',
    exchanges: ['hostile 1'],
    message: `the answer was ${HOSTILE}`,
    states: [
      { state: 'agent', by: 'http', held: true, notTornDown: [] },
      { state: 'agent', by: 'http', held: true, notTornDown: [] },
      { state: 'wallet-challenge', by: 'self', held: false, notTornDown: ['made in vain', HOSTILE] },
      { state: 'wallet-challenge', by: 'self', held: true, notTornDown: [HOSTILE] },
    ],
  }),
  judgement('ten at once', ['QUO-11'], {
    verdict: 'fail',
    message: 'two quotes were created',
    exchanges: ['page 1'],
  }),
  judgement('ten at once', ['QUO-11'], { attempt: 1, exchanges: ['page 1'] }),
  judgement('walk', ['ACT-04'], {
    verdict: 'blocked',
    fixIn: 'environment',
    message: 'GET /agents/me/actions got no complete response: no answer within 30 s',
    exchanges: ['silent 1', 'cut 1'],
  }),
  judgement('approve', ['APR-02'], {
    verdict: 'blocked',
    fixIn: 'deployment-file',
    message: 'the deployment does not know the state agent-actions',
    next: 'Answer 200 to that state at `states.url`.',
    exchanges: [],
  }),
]

const coverage: Coverage = {
  operations: [
    {
      operation: 'verifyPlatformExternalAccountOwnership',
      statuses: { 200: 14, 400: 21, 401: 4, 404: 1, 409: 3, 500: 0 },
      neverSeen: ['500'],
    },
    { operation: 'listAgentActions', statuses: { 200: 44, 401: 3, 418: 1, 500: 0 }, neverSeen: ['500'] },
    { operation: 'createAgentQuote', statuses: { 201: 60, 400: 31, 401: 2 }, neverSeen: [] },
  ],
  errorCodes: {
    seen: { INVALID_INPUT: 44, INVALID_SIGNATURE: 9, UNAUTHORIZED: 9 },
    neverSeen: ['INVALID_UMA_ADDRESS', 'CARD_ALREADY_CLOSED', 'SELF_PAYMENT', 'LOW_QUALITY'],
  },
  enumValues: [
    {
      name: 'ExternalAccountStatus',
      seen: ['ACTIVE', 'UNVERIFIED', 'PENDING_OWNERSHIP_VERIFICATION'],
      neverSeen: ['PENDING', 'UNDER_REVIEW', 'INACTIVE'],
    },
    {
      name: 'AgentActionStatus',
      seen: ['PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'FAILED'],
      neverSeen: [],
    },
  ],
  schemaProperties: [
    { schema: 'Quote', seen: ['id', 'status', 'createdAt'], neverSeen: ['scaChallenge', 'rateDetails'] },
  ],
  transitions: [
    {
      name: 'Agent action',
      states: [
        { state: 'PENDING_APPROVAL', seen: 9 },
        { state: 'APPROVED', seen: 4 },
        { state: 'REJECTED', seen: 1 },
        { state: 'FAILED', seen: 0 },
      ],
      transitions: [
        { to: 'PENDING_APPROVAL', trigger: 'the agent submits', listed: true, seen: 6 },
        { from: 'PENDING_APPROVAL', to: 'APPROVED', trigger: 'approved', listed: true, seen: 4 },
        { from: 'PENDING_APPROVAL', to: 'REJECTED', trigger: 'rejected', listed: true, seen: 0 },
        { from: 'APPROVED', to: 'FAILED', trigger: 'fails', listed: true, seen: 0 },
      ],
    },
  ],
}

const run: FinishedRun = {
  catalogue,
  edition: 1,
  areas,
  claimedAreas: ['external-accounts', 'cross-currency-transfers', 'agent-management', 'agent-operations'],
  notOffered: ['rejectTransaction'],
  only: [],
  planned: [],
  judgements: everything,
  toolVersion: '0.1.0',
  deployment: { name: 'Sandbox EU', baseUrl: 'https://sandbox.example/2025-10-13' },
  seed: '7f3a19c2',
  commands: commandsFor({ deployment: 'sandbox.yaml' }),
  startedAt: '2026-11-21T10:00:00.000Z',
  finishedAt: '2026-11-21T10:00:12.480Z',
  complete: true,
  coverage,
  unserved: new Set<string>(),
}

const conforming = new Set(['OWN-09', 'QUO-11', 'QUO-20', 'OWN-07'])

const opinion = (tool: Opinion['tool'], disagreements: readonly Disagreement[]): Opinion => ({
  tool,
  version: '5.14.2',
  judged: 2,
  notJudged: [{ reason: 'not JSON', count: 3 }],
  schemas: [
    { operation: 'listAgentActions', status: 200, opinion: 'valid', judged: 1 },
    { operation: 'listAgentActions', status: 500, opinion: 'none', judged: 0 },
    { operation: 'createAgentQuote', status: 201, opinion: 'invalid', judged: 1 },
  ],
  disagreements,
})

const disagreement = {
  tool: 'prism',
  operation: 'listAgentActions',
  status: 200,
  toolVerdict: 'invalid',
  assayVerdict: 'valid',
} as const

const secondOpinions: SecondOpinions = {
  asked: true,
  opinions: [
    opinion('prism', [
      { ...disagreement, exchange: 'page 1', where: '/data/0/id', message: 'must match pattern' },
      { ...disagreement, exchange: 'hostile 1', where: HOSTILE, message: HOSTILE },
    ]),
    { ...opinion('dredd', []), unavailable: `it did not start: ${HOSTILE}` },
  ],
}

export const failing: Conformance = { ...foldRun(run), secondOpinions }
export const passing = foldRun({
  ...run,
  catalogue: catalogue.filter(({ id }) => !conforming.has(id)),
  judgements: passed,
})
export const cutOff = foldRun({
  ...run,
  judgements: [],
  complete: false,
  incompleteReason: `the deployment could not be reached: ${HOSTILE}`,
})
