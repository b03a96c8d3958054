/** Witnesses that an attempt produced, and those that its verdict needs (docs/outcomes.md, No pass without evidence). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { requestShape } from '../../fixtures/http/request-shape.ts'
import { witnessesOf, type Seen } from '../../fixtures/witnesses.ts'
import { settled } from '../../reports/settle.ts'
import { isShown, type Observation } from '../../spec/index.ts'

const observed = (rest: Partial<Observation>): Observation => ({
  exchange: 'check.1.1',
  operation: 'createCard',
  method: 'POST',
  url: 'https://deployment.example/2025-10-13/cards',
  requestHeaders: { authorization: 'Basic one' },
  requestBody: '{"form":"VIRTUAL"}',
  status: 201,
  body: { id: 'Card:1' },
  sentAt: 0,
  receivedAt: 1,
  date: undefined,
  ...rest,
})

const NOTHING: Seen = { balances: new Map(), arranged: [], inboxes: [], rejected: undefined }

describe('an attempt', () => {
  it('shows the operation that accepted a request, the shape of that request, and when', () => {
    const seen = observed({ sentAt: 7 })

    assert.deepEqual(witnessesOf([seen], NOTHING), {
      shows: ['accepted createCard', `accepted createCard ${requestShape(seen)}`],
      needs: ['request rejected'],
      presumes: [],
      accepted: { createCard: { count: 1, lastAt: 7 } },
    })
  })

  for (const [status, authorization, shows] of [
    [404, 'Basic one', ['request rejected']],
    [409, 'Basic one', ['request rejected']],
    [401, 'Basic one', []],
    [403, 'Basic one', []],
    [500, 'Basic one', []],
    [404, 'Bearer of-an-agent', []],
  ] as const)
    it(`shows ${shows.length === 0 ? 'no rejection' : 'a rejection'} with ${status} to ${authorization}`, () => {
      const seen = observed({ status, requestHeaders: { authorization } })

      assert.deepEqual(
        witnessesOf([seen], NOTHING).shows.filter((witness) => !witness.startsWith('rejected ')),
        shows,
      )
    })

  it('needs another response where the deployment named the rejected request', () => {
    const seen = observed({ status: 404, named: true, body: { code: 'TOKEN_NOT_FOUND' } })

    const { shows, needs, presumes } = witnessesOf([seen], NOTHING)

    assert.ok(shows.includes('rejected 404 TOKEN_NOT_FOUND'))
    assert.deepEqual(needs, ['other than 404 TOKEN_NOT_FOUND'])
    assert.deepEqual(presumes, [])
    assert.equal(isShown(needs[0]!, new Set(shows)), false)
    assert.ok(isShown(needs[0]!, new Set([...shows, 'rejected 404 NOT_FOUND'])))
    assert.ok(isShown(needs[0]!, new Set([...shows, 'accepted createCard'])))
  })

  it('needs an accepted request if the rejection is the one that Assay assumed', () => {
    const seen = observed({
      status: 409,
      assumed: 'CARD_LIMIT_REACHED',
      body: { code: 'CARD_LIMIT_REACHED' },
    })

    const { needs, presumes } = witnessesOf([seen], NOTHING)

    assert.deepEqual(needs, ['accepted createCard'])
    assert.equal(presumes.length, 1)
  })

  for (const [status, code] of [
    [409, 'CONFLICT'],
    [201, undefined],
  ] as const)
    it(`shows and needs nothing where an assumed error is ${status} instead`, () => {
      const seen = observed({ status, assumed: 'CARD_LIMIT_REACHED', body: { code } })

      assert.deepEqual(witnessesOf([seen], NOTHING), { shows: [], needs: [], presumes: [] })
    })

  for (const authorization of [undefined, 'Bearer of-an-agent'])
    it(`shows no control with other credentials: ${String(authorization)}`, () => {
      const headers = authorization === undefined ? {} : { authorization }

      assert.deepEqual(witnessesOf([observed({ requestHeaders: headers })], NOTHING).shows, [])
    })

  for (const status of [400, 401, 404, 409, 500])
    it(`needs a control of a rejection with ${status}`, () => {
      assert.deepEqual(witnessesOf([observed({ status })], NOTHING).needs, ['accepted createCard'])
    })

  it('names the fields that the rejection names, and no other text', () => {
    const errors = ['accountInfo.accountType', 'owners[0].name', '\u001b[31mred', 'a b', 7, 'x'.repeat(99)]
    const body = { code: 'INVALID_INPUT', details: { errors: errors.map((field) => ({ field })) } }
    const { presumes } = witnessesOf([observed({ status: 400, body })], NOTHING)

    assert.deepEqual(presumes[0]?.fields, ['accountInfo.accountType', 'owners[0].name'])
    const attempt = { verdict: 'fail' as const, witnesses: { shows: [], needs: [], presumes } }
    const [blocked] = settled([attempt])
    assert.match(blocked!.message!, /with 400 for accountInfo\.accountType, owners\[0\]\.name/)
    assert.match(blocked!.next!, /The path is right\..*requests\.createCard/)
    const [notFound] = settled([
      {
        ...attempt,
        witnesses: { ...attempt.witnesses, presumes: presumes.map((one) => ({ ...one, status: 404 })) },
      },
    ])
    assert.match(notFound!.next!, /createCard: POST/)
  })

  for (const [status, operation, hasQuery] of [
    [400, 'lookUpUmaReceiver', true],
    [404, 'lookUpUmaReceiver', false],
    [400, 'createCard', false],
  ] as const)
    it(`${hasQuery ? 'mentions' : 'does not mention'} a query after ${status} to ${operation}`, () => {
      const presumes = [
        { witness: `accepted ${operation}` as const, operation, status, exchange: 'LKP-01-1.1.1' },
      ]
      const [blocked] = settled([{ verdict: 'fail', witnesses: { shows: [], needs: [], presumes } }])

      assert.match(blocked!.next!, new RegExp(`the line \`${operation}: `))
      assert.equal(blocked!.next!.includes('`?name=value`'), hasQuery)
    })

  for (const [operation, next] of [
    ['createAgent', /agents\.several to notOffered/],
    ['createCard', /the line `createCard: /],
  ] as const)
    it(`${operation === 'createAgent' ? 'names' : 'does not name'} a limit of agents after 409 to ${operation}`, () => {
      const presumes = [
        { witness: `accepted ${operation}` as const, operation, status: 409, exchange: 'AGM-01-1.1.1' },
      ]
      const [blocked] = settled([{ verdict: 'fail', witnesses: { shows: [], needs: [], presumes } }])

      assert.match(blocked!.next!, next)
    })

  describe('a rejected request without a body', () => {
    const execution = (rest: Partial<Observation>) =>
      observed({ operation: 'executeQuote', requestBody: undefined, status: 415, body: undefined, ...rest })
    const nextOf = (seen: Observation, verdict: 'fail' | 'pass' = 'fail') =>
      settled([{ verdict, witnesses: witnessesOf([seen], NOTHING) }])[0]!.next!
    const reason = 'Required request body is missing'

    for (const [what, seen] of [
      ['415', execution({})],
      ['400 that names the body', execution({ status: 400, body: { code: 'INVALID_INPUT', reason } })],
      ['422 that names the body', execution({ status: 422, body: { detail: [{ loc: ['body'] }] } })],
    ] as const)
      it(`suggests an empty body after ${what}`, () => {
        assert.match(nextOf(seen), /under `requests:`, the line `executeQuote: \{\}`/)
        assert.match(nextOf(seen, 'pass'), /under `requests:`, the line `executeQuote: \{\}`/)
      })

    for (const [what, seen] of [
      ['a body was sent', execution({ requestBody: '{}' })],
      ['a read has none', execution({ method: 'GET' })],
      ['the error does not name it', execution({ status: 400, body: { code: 'INVALID_INPUT' } })],
      ['it may name anything', execution({ status: 409, body: { reason } })],
    ] as const)
      it(`suggests no empty body where ${what}`, () => {
        assert.doesNotMatch(nextOf(seen), /requests:/)
        assert.doesNotMatch(nextOf(seen, 'pass'), /requests:/)
      })

    it('suggests no empty body where the deployment rejected a body as well', () => {
      const left = witnessesOf([observed({ requestBody: undefined, status: 415 })], NOTHING)
      const sent = witnessesOf([observed({ status: 400 })], NOTHING)
      const [first] = settled([
        { verdict: 'pass', witnesses: left },
        { verdict: 'pass', witnesses: sent },
      ])

      assert.match(first!.next!, /^Check why createCard accepts no request/)
    })
  })

  it('presumes the shape of the request that an expectation of success met', () => {
    const rejected = observed({ status: 422, exchange: 'check.1.2', receivedAt: 9 })

    const { presumes } = witnessesOf([rejected], { ...NOTHING, rejected: 'check.1.2' })

    assert.deepEqual(presumes, [
      {
        witness: `accepted createCard ${requestShape(rejected)}`,
        operation: 'createCard',
        status: 422,
        exchange: 'check.1.2',
        unexpectedAt: 9,
      },
    ])
  })

  it('presumes nothing if the contract shows the whole request, or if credentials are rejected', () => {
    const shown = observed({ operation: 'verifyPlatformExternalAccountOwnership', status: 400 })

    assert.deepEqual(witnessesOf([shown, observed({ status: 401 })], NOTHING).presumes, [])
  })

  describe('at a resource for which Assay made a choice', () => {
    const choice = { what: 'a Bitcoin wallet as an account of type LIGHTNING', next: 'Serve the state.' }
    const verification = (status: number) =>
      observed({
        operation: 'verifyPlatformExternalAccountOwnership',
        url: 'https://deployment.example/2025-10-13/platform/external-accounts/ExternalAccount:1/verify',
        status,
      })
    const witness = `accepted verifyPlatformExternalAccountOwnership for ${choice.what}` as const
    const choices = new Map([['ExternalAccount:1', choice]])

    it('needs and presumes, of a rejection, that the choice was right', () => {
      const { needs, presumes } = witnessesOf([verification(400)], { ...NOTHING, choices })

      assert.ok(needs.includes(witness))
      assert.deepEqual(
        presumes.map((presumed) => [presumed.witness, presumed.choice]),
        [[witness, choice]],
      )
    })

    it('shows by an acceptance that the choice was right', () => {
      const { shows, presumes } = witnessesOf([verification(200)], { ...NOTHING, choices })

      assert.ok(shows.includes(witness))
      assert.deepEqual(presumes, [])
    })

    it('presumes nothing of another resource', () => {
      const other = new Map([['ExternalAccount:2', choice]])

      assert.deepEqual(witnessesOf([verification(400)], { ...NOTHING, choices: other }).presumes, [])
    })
  })

  for (const [presumed, rest] of [
    [0, { method: 'GET', body: { code: 'INVITATION_NOT_FOUND', reason: 'No such invitation.' } }],
    [1, { method: 'GET', body: { code: 'NOT_FOUND', reason: 'No such route.' } }],
    [1, { method: 'GET', body: '<html>' }],
    [1, { method: 'POST', body: { code: 'CUSTOMER_NOT_FOUND', reason: 'No such customer.' } }],
  ] as const)
    it(`presumes ${presumed} of a 404 to ${rest.method} with ${JSON.stringify(rest.body)}`, () => {
      const seen = observed({ operation: 'getInvitation', status: 404, ...rest })

      assert.equal(witnessesOf([seen], NOTHING).presumes.length, presumed)
    })

  it('presumes the format of a wallet signature', () => {
    const signed = observed({ status: 401, requestHeaders: { 'service-wallet-signature': 's' } })

    assert.equal(witnessesOf([signed], NOTHING).presumes.length, 1)
  })

  for (const [body, shows, needs] of [
    [{ data: [] }, [], ['request rejected', 'listed listCards']],
    [[], [], ['request rejected', 'listed listCards']],
    [{ data: [{ id: 'Card:1' }] }, ['listed listCards'], ['request rejected', 'listed listCards']],
  ] as const)
    it(`needs an item somewhere in the run after a list ${JSON.stringify(body)}`, () => {
      const witnesses = witnessesOf([observed({ operation: 'listCards', status: 200, body })], NOTHING)

      assert.deepEqual(
        witnesses.shows.filter((witness) => witness.startsWith('listed')),
        shows,
      )
      assert.deepEqual(witnesses.needs, needs)
    })

  const read = (at: number, rest: Partial<Observation> = {}) =>
    observed({
      operation: 'getCard',
      method: 'GET',
      url: 'https://deployment.example/2025-10-13/cards/Card:1',
      status: 200,
      body: { state: 'ACTIVE' },
      sentAt: at,
      receivedAt: at + 1,
      ...rest,
    })
  const write = observed({ operation: 'updateCard', method: 'PATCH', status: 200, sentAt: 2, receivedAt: 3 })
  const FROZEN = { body: { state: 'FROZEN' } }

  for (const [what, history, shows, needs] of [
    ['shows a change', [read(0), write, read(4, FROZEN)], true, false],
    ['shows a change that it waited for', [read(0), write, read(4), read(6, FROZEN)], true, true],
    ['shows that something is gone', [read(0), write, read(4, { status: 404 })], true, false],
    ['needs a change where a write left none', [read(0), write, read(4)], false, true],
    ['shows none without a write between', [read(0), read(4, FROZEN)], false, false],
    ['shows none after a rejected write', [read(0), { ...write, status: 409 }, read(4, FROZEN)], false, true],
    [
      'shows the change that a failed verification makes',
      [
        read(0),
        { ...write, operation: 'verifyPlatformExternalAccountOwnership', status: 400 },
        read(4, FROZEN),
      ],
      true,
      true,
    ],
    ['needs a change where a write was rejected', [read(0), { ...write, status: 409 }, read(4)], false, true],
    ['needs none without a write between', [read(0), read(1), write], false, false],
    ['needs none where the write overlaps', [read(0), write, read(2)], false, false],
    [
      'compares no reads of different URLs',
      [read(0), write, read(4, { url: 'https://deployment.example/2025-10-13/cards/Card:2' })],
      false,
      false,
    ],
    [
      'compares no reads of different callers',
      [read(0), write, read(4, { ...FROZEN, requestHeaders: { authorization: 'Bearer of-an-agent' } })],
      false,
      false,
    ],
    [
      'needs a change where a rejected write is followed by a read',
      [{ ...write, status: 401 }, read(4)],
      false,
      true,
    ],
    [
      'needs none where what was read is not there',
      [{ ...write, status: 401 }, read(4, { status: 404 })],
      false,
      false,
    ],
    [
      'needs no change of what no write changes',
      [{ ...write, status: 400 }, read(4, { operation: 'lookUpUmaReceiver' })],
      false,
      false,
    ],
    [
      'needs none where a write was sent again',
      [{ ...write, status: 404, receivedAt: 2 }, write, read(4)],
      false,
      false,
    ],
    ['needs none where there were too many requests', [{ ...write, status: 429 }, read(4)], false, false],
    ['compares no errors', [read(0, { status: 404 }), write, read(4, { status: 404 })], false, false],
  ] as const)
    it(what, () => {
      const witnesses = witnessesOf(history, NOTHING)

      assert.equal(witnesses.shows.includes('changed getCard'), shows)
      assert.equal(
        witnesses.needs.some((witness) => witness.startsWith('changed ')),
        needs,
      )
    })

  for (const [what, begun, ended, shows] of [
    ['before it', -3, -2, true],
    ['in the middle of it', 2, 3, false],
    ['at the same time as the first read', 0, 2, false],
    ['after it', 6, 7, true],
  ] as const)
    it(`shows ${shows ? 'a' : 'no'} change where a provider state was arranged ${what}`, () => {
      const seen = { ...NOTHING, arranged: [{ begun, ended }] }

      const { shows: shown } = witnessesOf([read(0), write, read(4, FROZEN)], seen)

      assert.equal(shown.includes('changed getCard'), shows)
    })

  it('shows no change that a read saw before the write, such as the late effect of a provider state', () => {
    const read = (sentAt: number, state: string) =>
      observed({
        operation: 'getCard',
        method: 'GET',
        url: 'https://deployment.example/2025-10-13/cards/1',
        requestBody: undefined,
        status: 200,
        body: { state },
        sentAt,
        receivedAt: sentAt + 1,
      })
    const write = observed({ sentAt: 30, receivedAt: 31 })
    const arranged = [{ begun: 5, ended: 8 }]
    const showsWith = (...after: readonly Observation[]) =>
      witnessesOf([read(10, 'ACTIVE'), read(20, 'FROZEN'), write, ...after], {
        ...NOTHING,
        arranged,
      }).shows.includes('changed getCard')

    assert.equal(showsWith(read(40, 'FROZEN')), false)
    assert.equal(showsWith(read(40, 'FROZEN'), read(50, 'CLOSED')), true)
  })

  it('shows a change where a provider state was arranged in the millisecond of the first read, before it', () => {
    const inOneMs = read(0, { receivedAt: 0 })

    const { shows } = witnessesOf([inOneMs, write, read(4, FROZEN)], {
      ...NOTHING,
      arranged: [{ begun: -1, ended: 0 }],
    })

    assert.ok(shows.includes('changed getCard'))
  })

  for (const [what, ...times] of [
    ['two reads', 0, 0, 1, 2],
    ['a read and the write', 0, 1, 1, 2],
    ['the write and the next read', 0, 1, 2, 2],
    ['all of them', 0, 0, 0, 0],
  ] as const)
    it(`shows a change where ${what} took place within one millisecond`, () => {
      const [first, second, third, fourth] = times
      const at = (moment: number) => ({ sentAt: moment, receivedAt: moment })

      const { shows, needs } = witnessesOf(
        [
          read(first, at(first)),
          read(second, at(second)),
          { ...write, ...at(third) },
          read(fourth, { ...FROZEN, ...at(fourth) }),
        ],
        NOTHING,
      )

      assert.ok(shows.includes('changed getCard'))
      assert.ok(!needs.some((witness) => witness.startsWith('changed ')))
    })

  const looks = (...amounts: readonly number[]) =>
    new Map([['a', amounts.map((amount, index) => ({ amount, begun: index * 10, ended: index * 10 + 1 }))]])

  it('shows that money moved, and needs it where a balance stayed the same', () => {
    assert.deepEqual(witnessesOf([], { ...NOTHING, balances: looks(5, 3) }).shows, ['money moved'])
    assert.deepEqual(witnessesOf([], { ...NOTHING, balances: looks(5, 5) }).needs, ['money moved'])
  })

  for (const [what, amounts, shows] of [
    ['shows no movement that a provider state made', [5, 0], []],
    ['shows a movement after one that a provider state made', [5, 0, 2], ['money moved']],
  ] as const)
    it(what, () => {
      const seen = { ...NOTHING, balances: looks(...amounts), arranged: [{ begun: 4, ended: 5 }] }

      assert.deepEqual(witnessesOf([], seen).shows, shows)
    })

  it('shows that an event was delivered, and needs it where none came', () => {
    assert.deepEqual(witnessesOf([], { ...NOTHING, inboxes: [2] }).shows, ['event delivered'])
    assert.deepEqual(witnessesOf([], { ...NOTHING, inboxes: [0] }).needs, ['event delivered'])
  })
})

describe('the shape of a request', () => {
  const shapeOf = (rest: Partial<Observation>) => requestShape(observed(rest))

  for (const [same, one, other] of [
    [true, '{"state":"FROZEN"}', '{"state":"CLOSED"}'],
    [true, '{"a":1,"b":2}', '{"b":3,"a":4}'],
    [false, '{"state":"FROZEN"}', '{"status":"FROZEN"}'],
    [false, '{"accountInfo":{"accountType":"USD_ACCOUNT"}}', '{"accountInfo":{"accountType":"EUR_ACCOUNT"}}'],
    [false, '{"amount":1}', '{"amount":"1"}'],
    [false, '{"source":{"currency":"USD"}}', '{"source":{"currency":{"code":"USD"}}}'],
  ] as const)
    it(`${same ? 'is the same' : 'differs'}: ${one} and ${other}`, () => {
      assert.equal(shapeOf({ requestBody: one }) === shapeOf({ requestBody: other }), same)
    })

  it('has the words of a policy that the contract does not show, unless they are left out', () => {
    const bodyOf = (mode: string) => observed({ requestBody: JSON.stringify({ defaultExecutionMode: mode }) })

    assert.notEqual(requestShape(bodyOf('AUTO')), requestShape(bodyOf('APPROVAL_REQUIRED')))
    assert.notEqual(requestShape(bodyOf('AUTO')), requestShape(bodyOf('MANUAL')))
    assert.equal(requestShape(bodyOf('AUTO'), false), requestShape(bodyOf('APPROVAL_REQUIRED')))
  })

  it('has the names of the query and of unusual headers', () => {
    const url = 'https://deployment.example/2025-10-13/cards?limit=1'

    assert.notEqual(shapeOf({}), shapeOf({ url }))
    assert.equal(shapeOf({ url }), shapeOf({ url: url.replace('=1', '=2') }))
    assert.notEqual(shapeOf({}), shapeOf({ requestHeaders: { 'request-id': 'r' } }))
  })
})
