/** Accounts that are usable some time after their creation, as services open or validate them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Blocked } from '../../fixtures/errors.ts'
import { createProvisioningMemory } from '../../fixtures/provisioning/memory.ts'
import {
  apiOf,
  creating,
  movedTime,
  newId,
  PAYMENTS,
  quoteOf,
  type Body,
  type Routes,
} from './provisioned-api.ts'

const time = movedTime()
const FUNDED: Routes = {
  ...PAYMENTS,
  'POST /agents': creating('Agent', { deviceCode: { code: 'CODE' } }),
  'POST /agents/device-codes/CODE/redeem': [200, { accessToken: 'token-of-an-agent' }],
}

/** Bank accounts that leave PENDING after a time, and are quoted for from then on, or at once. */
function validating(
  afterMs: number,
  { isQuoted = false, showsStatus = true, of = ['EUR', 'USD'] } = {},
): Routes {
  const born = new Map<string, number>()
  const statusOf = (id: string) => (time.now() - born.get(id)! < afterMs ? 'PENDING' : 'ACTIVE')
  return {
    ...FUNDED,
    'POST /customers/external-accounts'(body) {
      const id = newId('ExternalAccount')
      born.set(id, of.includes(String(body.currency)) ? time.now() : -Infinity)
      return [201, { ...body, id, ...(showsStatus && { status: statusOf(id) }) }]
    },
    'GET /customers/external-accounts/*': (_, path) => [200, { status: statusOf(path.split('/').at(-1)!) }],
    'POST /quotes'(body) {
      const { accountId } = body.destination as { readonly accountId: string }
      const isUsable = isQuoted || statusOf(accountId) === 'ACTIVE'
      return isUsable ? quoteOf(body) : [409, { code: 'BANK_ACCOUNT_VALIDATION_PENDING' }]
    },
  }
}

const arranged = async (routes: Routes, maxWaitSeconds = 30, receivingCurrency = 'EUR') => {
  const begun = time.now()
  const { arrange, sent } = apiOf(routes, { time, maxWaitSeconds })
  const agent = await arrange('agent', { receivingCurrency })
  const seconds = (time.now() - begun) / 1000
  return { agent, sent, seconds }
}

const missing = (message: RegExp) => (error: unknown) =>
  error instanceof Blocked && message.test(`${error.message} → ${error.next}`)

describe('a bank account that is validated after its creation', () => {
  for (const showsStatus of [true, false])
    it(`is given when it is usable${showsStatus ? '' : ', also if only a read shows its status'}`, async () => {
      const routes = validating(3_000, { showsStatus })

      const { agent } = await arranged(routes)

      const destination = { accountId: agent.destinationAccountId }
      const quote = routes['POST /quotes'] as (body: Body, path: string) => readonly [number]
      assert.equal(quote({ destination }, '')[0], 201)
    })

  it('is given at once where quotes to pending accounts are accepted', async () => {
    const { agent, seconds } = await arranged(validating(1e9, { isQuoted: true }))

    assert.match(agent.destinationAccountId, /^ExternalAccount:/)
    assert.ok(seconds < 1, `${seconds} s`)
  })

  it('is given at once where such quotes are accepted in its currency, and others are validated at once', async () => {
    const { seconds } = await arranged(validating(1e9, { isQuoted: true, of: ['USD'] }), 30, 'USD')

    assert.ok(seconds < 1, `${seconds} s`)
  })

  it('blocks what needs it if it is not usable in time, and is waited for at length once', async () => {
    const { agent, seconds } = await arranged(validating(1e9), 300)

    assert.throws(
      () => agent.destinationAccountId,
      missing(/external account .* still PENDING after .*given\.agent/),
    )
    assert.ok(seconds < 45, `${seconds} s`)
  })

  it('is neither read nor waited for in another status', async () => {
    const { seconds, sent } = await arranged({
      ...FUNDED,
      'POST /customers/external-accounts': creating('ExternalAccount', {
        status: 'PENDING_OWNERSHIP_VERIFICATION',
      }),
    })

    assert.ok(!sent.some(({ route }) => route === 'GET /customers/external-accounts/*'))
    assert.ok(seconds < 1, `${seconds} s`)
  })
})

describe('a customer that can have no bank account', () => {
  const isWallet = ({ accountInfo }: Body) =>
    (accountInfo as { readonly accountType: string }).accountType.endsWith('_WALLET')
  const paying = (ofWallets: Routes): Routes => ({
    ...FUNDED,
    'POST /customers/external-accounts': (body) =>
      isWallet(body)
        ? creating('ExternalAccount', { status: 'ACTIVE' })(body)
        : [422, { code: 'INVALID_INPUT' }],
    'POST /quotes': (body) => quoteOf(body),
    ...ofWallets,
  })
  const agentOf = async (ofWallets: Routes) => {
    const { arrange, sent } = apiOf(paying(ofWallets), { time, isRetry: true })
    return { agent: await arrange('agent', {}), sent }
  }

  it('is paid to a wallet, which is found once', async () => {
    const { agent, sent } = await agentOf({})

    assert.match(agent.destinationAccountId, /^ExternalAccount:/)
    assert.equal(agent.receivingCurrency, 'USDC')
    assert.equal(sent.filter(({ route }) => route === 'POST /quotes').length, 1)
  })

  it('is paid to a wallet of the first type to which a quote is accepted', async () => {
    const types = new Map<unknown, unknown>()
    const { agent } = await agentOf({
      'POST /customers/external-accounts'(body) {
        if (!isWallet(body)) return [422]
        const id = newId('ExternalAccount')
        types.set(id, (body.accountInfo as Body).accountType)
        return [201, { id, status: 'ACTIVE' }]
      },
      'POST /quotes'(body) {
        const { accountId } = body.destination as Body
        return types.get(accountId) === 'SOLANA_WALLET' ? quoteOf(body) : [400, { code: 'INVALID_CURRENCY' }]
      },
    })

    assert.equal(types.get(agent.destinationAccountId), 'SOLANA_WALLET')
  })

  it('blocks what needs the account if no quote to a wallet is accepted', async () => {
    const { agent } = await agentOf({ 'POST /quotes': [400, { code: 'QUOTE_RATE_UNAVAILABLE' }] })

    assert.throws(
      () => agent.destinationAccountId,
      missing(
        /^createCustomerExternalAccount returned 422 .*; no quote to a wallet is accepted either: createQuote returned 400 QUOTE_RATE_UNAVAILABLE .*given\.agent/,
      ),
    )
  })

  it('blocks as before if it can have no wallet either', async () => {
    const { agent } = await agentOf({ 'POST /customers/external-accounts': [422, { code: 'INVALID_INPUT' }] })

    assert.throws(
      () => agent.destinationAccountId,
      missing(/^createCustomerExternalAccount returned 422 .*requests\.createCustomerExternalAccount/),
    )
  })
})

describe('an internal account that opens after its customer was created', () => {
  const opening = (afterMs: number): Routes => {
    const born = new Map<string, number>()
    const create = creating('Customer')
    return {
      ...FUNDED,
      'POST /customers'(body) {
        const response = create(body)
        born.set((response[1] as { readonly id: string }).id, time.now())
        return response
      },
      'GET /customers/internal-accounts'() {
        const isOpen = time.now() - Math.min(...born.values()) >= afterMs
        return [200, { data: isOpen ? [{ id: newId('InternalAccount'), currency: 'USD' }] : [] }]
      },
    }
  }

  it('is given when it is open', async () => {
    const { agent } = await arranged(opening(4_000))

    assert.match(agent.sourceAccountId, /^InternalAccount:/)
  })

  it('blocks what needs it if it never opens', async () => {
    const { agent, seconds } = await arranged(opening(1e9), 300)

    assert.throws(() => agent.sourceAccountId, missing(/lists no account of a new customer/))
    assert.ok(seconds < 60, `${seconds} s`)
  })
})

it('a retried check that performs shared work again sends other identifiers', async () => {
  const identifiers = async (isRetry: boolean) => {
    const { arrange, sent } = apiOf(FUNDED, { time, isRetry })
    await arrange('agent', {})
    return sent.flatMap(({ body }) =>
      body.platformCustomerId === undefined ? [] : [body.platformCustomerId],
    )
  }

  const [first, retried] = [await identifiers(false), await identifiers(true)]

  assert.equal(new Set([...first, ...retried]).size, first.length * 2)
})

describe('a wallet that is validated after its creation', () => {
  it('is challenged when its status is decided', async () => {
    const born = time.now()
    const states: string[] = []
    let isChallenged = false
    const status = () =>
      time.now() - born < 3_000 ? 'PENDING' : isChallenged ? 'PENDING_OWNERSHIP_VERIFICATION' : 'ACTIVE'
    const { arrange } = apiOf(
      {
        ...FUNDED,
        'GET /customers/external-accounts/*': () => [200, { status: status() }],
        'POST /platform/external-accounts/*/challenge'() {
          states.push(status())
          isChallenged = true
          return [201]
        },
      },
      { time, maxWaitSeconds: 30 },
    )

    await arrange('external-account-in-status', { status: 'PENDING_OWNERSHIP_VERIFICATION' })

    assert.deepEqual(states, ['ACTIVE'])
  })
})

describe('a customer with an account beside the one that pays', () => {
  it('pays from the other one, wherever it is in the list', async () => {
    const paying = newId('InternalAccount')
    const savings = { id: newId('InternalAccount'), currency: 'USD', type: 'SAVINGS' }
    const { arrange } = apiOf({
      ...validating(0),
      'GET /customers/internal-accounts': [200, { data: [savings, { id: paying, currency: 'USD' }] }],
    })

    const { sourceAccountId } = await arrange('agent', {})

    assert.equal(sourceAccountId, paying)
  })
})

describe('a sandbox that limits a funding', () => {
  it('gets the same requests whatever another check has found out, as in a replay', async () => {
    const memory = createProvisioningMemory()
    const amountsOf = async () => {
      const { arrange, sent } = apiOf(
        {
          ...validating(0),
          'POST /sandbox/internal-accounts/*/fund': ({ amount }) => [
            Number(amount) > 500_000 ? 400 : 200,
            {},
          ],
        },
        { memory },
      )
      await arrange('agent', {})
      return sent.filter(({ route }) => route.endsWith('/fund')).map(({ body }) => body.amount)
    }

    const first = await amountsOf()

    assert.deepEqual(await amountsOf(), first)
    assert.equal(first.filter((amount) => amount === 100_000).length, 10)
  })
})
