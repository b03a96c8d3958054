/** What provisioners conclude from the responses of an API: that a state holds, or that it cannot be arranged. */
import assert from 'node:assert/strict'
import { inflateSync } from 'node:zlib'
import { describe, it } from 'node:test'
import { p256 } from '@noble/curves/nist.js'
import { createArrangements } from '../../fixtures/arrange.ts'
import { Blocked } from '../../fixtures/blocked.ts'
import { deploymentFrom } from '../../fixtures/deployment/load-deployment.ts'
import type { Incoming, Outgoing } from '../../fixtures/door.ts'
import { createFreshValues } from '../../fixtures/fresh-values.ts'
import { createProvisioningMemory } from '../../fixtures/provisioning/memory.ts'
import { pdfFile, pngFile } from '../../fixtures/provisioning/sample-files.ts'
import { systemTime, type Time } from '../../fixtures/time.ts'
import { newPasskey } from '../../fixtures/wallets/passkey.ts'

type Body = Readonly<Record<string, unknown>>
type Response = readonly [status: number, body?: unknown]
/** By `METHOD /path`, with `*` for an identifier; a function sees the body and the path. */
type Routes = Readonly<Record<string, Response | ((body: Body, path: string) => Response)>>

interface Means {
  readonly memory?: ReturnType<typeof createProvisioningMemory>
  readonly deliveredTo?: (url: string) => number
  /** Default: waits end at once. */
  readonly time?: Time
}

/** A clock that a wait moves on. */
function movedTime(): Time {
  let now = Date.now()
  return {
    now: () => now,
    sleep: async (ms) => {
      now += ms
    },
  }
}

/** Responds by the routes; everything else with 404. */
function apiOf(
  routes: Routes,
  { memory = createProvisioningMemory(), deliveredTo, time = movedTime() }: Means = {},
) {
  const sent: { readonly route: string; readonly body: Body }[] = []
  const deployment = deploymentFrom(
    {
      name: 'd',
      baseUrl: 'https://host.example/2025-10-13',
      credentials: { clientId: '${ID}', clientSecret: '${SECRET}' },
      limits: { maxWaitSeconds: 1 },
    },
    'd.yaml',
    { ID: 'id', SECRET: 'secret' },
  )
  const pass = ({ method, url, body: text }: Outgoing): Promise<Incoming> => {
    const path = decodeURIComponent(new URL(url).pathname.replace('/2025-10-13', ''))
    const route = `${method} ${path.replaceAll(/[A-Z]\w*:[\w-]+|\$[^/]+/g, '*')}`
    const body = JSON.parse(text ?? '{}') as Body
    sent.push({ route, body })
    const found = routes[route] ?? [404, {}]
    const [status, json = {}] = typeof found === 'function' ? found(body, path) : found
    const shown = JSON.stringify(json)
    const response = { status, headers: {}, body: Buffer.from(shown), receivedAt: 0 }
    return Promise.resolve({ exchange: route, sentAt: 0, endedAt: 0, response, text: shown, json, shown })
  }
  const arrangements = createArrangements(deployment, createFreshValues(), pass, time, (text) => text, {
    seed: 'seed',
    memory,
    ...(deliveredTo && { deliveredTo }),
  })
  return { sent, ...arrangements }
}

let last = 0
const newId = (type: string) => `${type}:${String(++last).padStart(8, '0')}-0000-4000-8000-000000000000`
const creating =
  (type: string, fields: Body = {}) =>
  (body: Body): Response => [201, { ...body, ...fields, id: newId(type) }]

const blocked = (message: RegExp) => (error: unknown) =>
  error instanceof Blocked && message.test(error.message)

/** A customer with a dollar account that can be funded, and quotes into bank accounts. */
const PAYMENTS: Routes = {
  'POST /customers': creating('Customer'),
  'GET /customers/internal-accounts': [
    200,
    { data: [{ id: newId('InternalAccount'), currency: 'USD', balance: 0 }] },
  ],
  'POST /sandbox/internal-accounts/*/fund': [200],
  'GET /exchange-rates': [200, { data: [{}] }],
  'POST /customers/external-accounts': creating('ExternalAccount'),
}

const quoteOf = (body: Body, fields: Body = {}): Response => [
  201,
  { ...body, id: newId('Quote'), expiresAt: new Date(Date.now() + 300_000).toISOString(), ...fields },
]

describe('cards', () => {
  const CARDS: Routes = {
    ...PAYMENTS,
    'POST /cards': creating('Card', { state: 'ACTIVE' }),
    'GET /cards/*': [200, { state: 'ACTIVE' }],
    'PATCH /cards/*': [200],
  }

  it('closes the card in the end', async () => {
    const { arrange, tearDown, sent } = apiOf(CARDS)

    await arrange('card', { state: 'ACTIVE' })
    await tearDown()

    assert.deepEqual(sent.at(-1), { route: 'PATCH /cards/*', body: { state: 'CLOSED' } })
  })

  it('gives no card that does not show the state', async () => {
    const { arrange } = apiOf(CARDS)

    await assert.rejects(arrange('card', { state: 'FROZEN' }), blocked(/to be FROZEN shows ACTIVE/))
  })

  const limited = (most: number, code: string): Routes => {
    const issued = new Map<unknown, number>()
    return {
      ...CARDS,
      'POST /cards': (body) => {
        const cards = issued.get(body.cardholderId) ?? 0
        issued.set(body.cardholderId, cards + 1)
        return cards < most ? creating('Card')(body) : [409, { code }]
      },
    }
  }

  it('finds the limit of a cardholder', async () => {
    const { arrange, sent } = apiOf(limited(3, 'CARD_LIMIT_REACHED'))

    await arrange('card-limit', {})

    assert.equal(sent.filter(({ route }) => route === 'POST /cards').length, 5)
  })

  it('takes no other conflict for the limit', async () => {
    const { arrange } = apiOf(limited(1, 'CONFLICT'))

    await assert.rejects(arrange('card-limit', {}), blocked(/rejected with 409, not as CARD_LIMIT_REACHED/))
  })

  it('takes the limit of the platform for none of a cardholder', async () => {
    let cards = 0
    const { arrange } = apiOf({
      ...CARDS,
      'POST /cards': (body) => (cards++ < 2 ? creating('Card')(body) : [409, { code: 'CARD_LIMIT_REACHED' }]),
    })

    await assert.rejects(arrange('card-limit', {}), blocked(/createCard returned 409 CARD_LIMIT_REACHED/))
  })

  it('gives a cardholder whose KYC is pending only where that is shown', async () => {
    const pending: Routes = {
      ...CARDS,
      'POST /customers': (body) =>
        creating('Customer', { kycStatus: body.customerType === 'BUSINESS' ? 'PENDING' : 'APPROVED' })(body),
      'POST /cards': [400, { code: 'CARDHOLDER_KYC_NOT_APPROVED' }],
    }
    const notForBusinesses = { ...pending, 'POST /cards': [400, { code: 'INVALID_INPUT' }] } as const

    assert.match((await apiOf(pending).arrange('card-kyc', {})).cardholderId, /^Customer:/)
    await assert.rejects(apiOf(CARDS).arrange('card-kyc', {}), blocked(/shows no KYC status/))
    await assert.rejects(apiOf(notForBusinesses).arrange('card-kyc', {}), blocked(/no new individual waits/))
  })
})

describe('documents', () => {
  it('gives a document of a holder once one like it was accepted of another', async () => {
    const { arrange, sent, tearDown } = apiOf({
      'POST /customers': creating('Customer'),
      'POST /documents': creating('Document'),
      'PUT /documents/*': [200],
      'DELETE /documents/*': [204],
    })

    const { documentHolderId, document, replacement } = await arrange('document-holder', {})
    await tearDown()

    const upload = sent.find(({ route }) => route === 'POST /documents')
    assert.notEqual(upload?.body.documentHolder, documentHolderId)
    assert.equal(document.documentType, replacement.documentType)
    assert.notEqual(document.file, upload?.body.file)
    assert.equal(sent.at(-1)?.route, 'DELETE /documents/*')
  })

  it('gives none where a file of ours is rejected', async () => {
    const { arrange } = apiOf({
      'POST /customers': creating('Customer'),
      'POST /documents': [400, { code: 'LOW_QUALITY' }],
    })

    await assert.rejects(arrange('document-holder', {}), blocked(/createDocument returned 400 LOW_QUALITY/))
  })

  it('are real files', () => {
    const png = pngFile('assay')
    const data = png.indexOf('IDAT')
    const pixels = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)))
    const pdf = pdfFile('assay').toString('latin1')
    const table = Number(/startxref\n(\d+)/.exec(pdf)?.[1])

    assert.equal(pixels.length, 641 * 400)
    assert.equal(pdf.slice(table, table + 4), 'xref')
    assert.equal(pdf.slice(Number(/\n(\d{10}) 00000 n/.exec(pdf)?.[1])).slice(0, 7), '1 0 obj')
  })
})

describe('customers', () => {
  it('are changed in a field that was shown as it was sent, and that shows the new value', async () => {
    const ignoring = { 'POST /customers': creating('Customer', { fullName: 'Ada E.' }) }
    const { arrange } = apiOf({ ...ignoring, 'PATCH /customers/*': (body) => [200, body] })

    const { change } = await arrange('customer-fields', {})

    assert.deepEqual(change, { nationality: 'GB' })
  })

  it('are not changed where no change is seen', async () => {
    const { arrange } = apiOf({
      'POST /customers': creating('Customer'),
      'PATCH /customers/*': [200, {}],
      'GET /customers/*': [200, {}],
    })

    assert.equal((await arrange('customer-fields', {})).change, undefined)
  })

  it('have beneficial owners by the body that is accepted', async () => {
    const { arrange } = apiOf({
      'POST /customers': creating('Customer'),
      'POST /beneficial-owners': (body) =>
        'personalInfo' in body ? [400] : creating('BeneficialOwner')(body),
    })

    const { beneficialOwner } = await arrange('business-customer', {})

    assert.equal(beneficialOwner.fullName, 'Ada Example')
  })
})

describe('embedded wallets', () => {
  const wallets = (deletion: Response): Routes => ({
    ...PAYMENTS,
    'GET /customers/internal-accounts': [
      200,
      { data: [{ id: newId('InternalAccount'), currency: 'USD', type: 'EMBEDDED_WALLET' }] },
    ],
    'POST /auth/credentials': creating('Credential'),
    'DELETE /auth/credentials/*': deletion,
  })

  it('have a key that was seen to sign', async () => {
    const { arrange } = apiOf(wallets([202, { payloadToSign: 'p', requestId: 'r' }]))

    const { privateKey } = await arrange('wallet-credential', { type: 'EMAIL_OTP' })

    assert.match(privateKey, /^[0-9a-f]{64}$/)
  })

  it('lack the key where nothing shows that it signs', async () => {
    const { arrange } = apiOf(wallets([204]))

    const wallet = await arrange('wallet-credential', { type: 'SMS_OTP' })

    assert.match(String(wallet.phoneNumber), /^\+1\d{3}55501\d\d$/)
    assert.throws(() => wallet.privateKey, blocked(/does not ask for a signature/))
  })

  it('have passkeys with the key in their attestation', () => {
    const privateKey = '11'.repeat(32)
    const point = Buffer.from(p256.getPublicKey(Buffer.from(privateKey, 'hex'), false))

    const { attestationObject, credentialId } = newPasskey(privateKey, 'an-id', 'challenge')

    const bytes = Buffer.from(attestationObject, 'base64url')
    assert.ok(bytes.includes(point.subarray(1, 33)) && bytes.includes(point.subarray(33)))
    assert.equal(Buffer.from(credentialId, 'base64url').toString(), 'an-id')
  })
})

describe('UMA addresses', () => {
  const uma = (asked: readonly unknown[]): Routes => ({
    ...PAYMENTS,
    'POST /customers': (body) =>
      creating('Customer', { umaAddress: `$${String(body.platformCustomerId)}@host.example` })(body),
    'GET /receiver/uma/*': [
      200,
      { lookupId: 'l', supportedCurrencies: [{ currency: { code: 'EUR' } }], requiredPayerDataFields: asked },
    ],
    'POST /quotes': (body) => quoteOf(body),
  })

  it('are given with the demands that their lookup shows', async () => {
    const demands = { requiredPayerDataFields: ['FULL_NAME'] }
    const asking = uma([{ name: 'FULL_NAME', mandatory: true }])

    assert.equal((await apiOf(asking).arrange('uma-receiver', demands)).currency, 'EUR')
    await assert.rejects(apiOf(uma([])).arrange('uma-receiver', demands), blocked(/not for FULL_NAME/))
    const optional = uma([{ name: 'FULL_NAME', mandatory: false }])
    await assert.rejects(apiOf(optional).arrange('uma-receiver', demands), blocked(/asks for 0 fields/))
  })

  it('are not given where none is quoted for', async () => {
    const { arrange } = apiOf({ ...uma([]), 'POST /quotes': [400, { code: 'SELF_PAYMENT' }] })

    await assert.rejects(arrange('uma-receiver', {}), blocked(/createQuote returned 400/))
  })

  it('of nobody are at the same institution', async () => {
    const { umaAddress } = await apiOf(uma([])).arrange('uma-receiver', { exists: false })

    assert.match(umaAddress, /^\$assay-[\w-]+@host\.example$/)
  })

  it('invite only where a claim was accepted', async () => {
    const inviting = { ...uma([]), 'POST /invitations': [201, { code: 'Code:1' }] } as const
    const { arrange } = apiOf({ ...inviting, 'POST /invitations/*/claim': [400] })

    await assert.rejects(arrange('inviter', {}), blocked(/claimInvitation returned 400/))
  })
})

describe('settings of the platform', () => {
  const settings = (initial: Body) => {
    let current = initial
    const routes: Routes = {
      'GET /config': () => [200, current],
      'PATCH /config': (body) => {
        current = { ...current, ...body }
        return [200, current]
      },
      'POST /sandbox/webhooks/test': [200],
    }
    return { routes, now: () => current }
  }

  it('are harmless texts, and put back in the end', async () => {
    const { routes, now } = settings({ umaDomain: 'host.example', statementDescriptor: 'SHOP' })
    const { arrange, tearDown } = apiOf(routes)

    assert.deepEqual(await arrange('platform-setting', {}), {
      setting: 'statementDescriptor',
      values: ['SHOPA', 'SHOP'],
    })
    await arrange('platform-setting', {}).catch(() => undefined)
    await tearDown()

    assert.equal(now().statementDescriptor, 'SHOP')
  })

  it('are none where only others are shown', async () => {
    const { arrange } = apiOf(settings({ umaDomain: 'host.example' }).routes)

    await assert.rejects(arrange('platform-setting', {}), blocked(/no text that can be changed/))
  })

  it('are reserved until they are torn down', async () => {
    const memory = createProvisioningMemory()
    const { routes } = settings({ displayName: 'Shop' })
    const first = apiOf(routes, { memory, time: systemTime })
    const second = apiOf(routes, { memory, time: systemTime })

    await first.arrange('platform-setting', {})
    const waiting = second.arrange('platform-setting', {})
    const before = second.sent.length
    await first.tearDown()

    assert.equal((await waiting).setting, 'displayName')
    assert.equal(before, 0)
  })

  it('give a webhook endpoint to which an event came, and put the address back', async () => {
    const url = 'https://harness.example/inbox'
    const { routes, now } = settings({ webhookEndpoint: 'https://host.example/hooks' })
    const { arrange, tearDown } = apiOf(routes, { deliveredTo: () => 1 })

    await arrange('webhook-endpoint', { url })
    const during = now().webhookEndpoint
    await tearDown()

    assert.deepEqual([during, now().webhookEndpoint], [url, 'https://host.example/hooks'])
  })

  it('put the address back where no event came', async () => {
    const { routes, now } = settings({ webhookEndpoint: '' })
    const { arrange, tearDown } = apiOf(routes, { deliveredTo: () => 0 })

    await assert.rejects(
      arrange('webhook-endpoint', { url: 'https://harness.example/inbox' }),
      blocked(/no test event came/),
    )
    await tearDown()

    assert.equal(now().webhookEndpoint, '')
  })
})

describe('quotes and transactions', () => {
  it('are over an instant rail where the quote names one', async () => {
    const over = (paymentRail: string): Routes => ({
      ...PAYMENTS,
      'POST /quotes': (body) => quoteOf(body, { destination: { paymentRail } }),
      'GET /quotes/*': [200, { status: 'PENDING' }],
    })
    const params = { status: 'PENDING', instantRail: true } as const

    assert.match((await apiOf(over('SEPA_INSTANT')).arrange('quote', params)).quoteId, /^Quote:/)
    await assert.rejects(apiOf(over('ACH')).arrange('quote', params), blocked(/no quote names an instant/))
  })

  it('are in no status that they do not show', async () => {
    const { arrange } = apiOf({
      ...PAYMENTS,
      'POST /quotes': (body) => quoteOf(body),
      'POST /quotes/*/execute': [200],
      'GET /quotes/*': [200, { status: 'PROCESSING' }],
    })

    await assert.rejects(arrange('quote', { status: 'COMPLETED' }), blocked(/COMPLETED shows PROCESSING/))
    await assert.rejects(arrange('quote', { status: 'EXPIRED' }), blocked(/expires within 1 s/))
  })

  it('find the exact maximum of a corridor', async () => {
    const limitedTo = (most: number): Routes => ({
      ...PAYMENTS,
      'POST /quotes': (body) =>
        Number(body.lockedCurrencyAmount) > most
          ? [400, { code: 'TRANSACTION_SIZE_LIMIT_EXCEEDED' }]
          : quoteOf(body),
    })
    const { arrange } = apiOf(limitedTo(1_234_000))

    assert.equal((await arrange('corridor-limit', {})).maximumAmount, 1_234_000)
    await assert.rejects(
      apiOf(limitedTo(1_234_567)).arrange('corridor-limit', {}),
      blocked(/seems to change/),
    )
  })

  it('have settled once that is shown', async () => {
    const settling = (transaction: Body): Routes => ({
      ...PAYMENTS,
      'POST /quotes': (body) => quoteOf(body),
      'POST /quotes/*/execute': [200, { transactionId: newId('Transaction') }],
      'GET /transactions/*': [200, transaction],
    })
    const settled = settling({ settledAt: '2026-01-01T00:00:00Z' })

    const { transactionId } = await apiOf(settled).arrange('transaction', { outcome: 'SETTLED' })

    assert.match(transactionId, /^Transaction:/)
    await assert.rejects(
      apiOf(settling({ status: 'PROCESSING' })).arrange('transaction', { outcome: 'SETTLED' }),
      blocked(/shows no settledAt/),
    )
  })

  it('are funded in real time by the instructions that a quote shows', async () => {
    const funded = (accountType: string): Routes => ({
      ...PAYMENTS,
      'POST /quotes': (body) =>
        quoteOf(body, { paymentInstructions: [{ accountOrWalletInfo: { accountType } }] }),
    })
    const params = { instructions: 'SPARK_WALLET' } as const

    assert.equal((await apiOf(funded('SPARK_WALLET')).arrange('realtime-funding', params)).currency, 'BTC')
    await assert.rejects(
      apiOf(funded('USD_ACCOUNT')).arrange('realtime-funding', params),
      blocked(/name a SPARK_WALLET/),
    )
  })
})

describe('stablecoins', () => {
  it('are new ones where a sandbox accepts any account, and else those of the platform', async () => {
    const listed = newId('Stablecoin')
    const { arrange } = apiOf({
      'POST /stablecoin-provider-accounts': creating('StablecoinProviderAccount'),
      'POST /stablecoins': creating('Stablecoin'),
      'GET /stablecoins/*': [200, { enablementStatus: 'NOT_ENABLED' }],
      'POST /stablecoins/*/enablement': [200],
      'GET /stablecoins': [200, { data: [{ id: listed, enablementStatus: 'DISABLED' }] }],
    })

    assert.match((await arrange('stablecoin', { enablement: 'NOT_ENABLED' })).stablecoinId, /^Stablecoin:/)
    assert.equal((await arrange('stablecoin', { enablement: 'DISABLED' })).stablecoinId, listed)
    await assert.rejects(
      arrange('stablecoin', { enablement: 'PENDING_APPROVAL' }),
      blocked(/PENDING_APPROVAL shows NOT_ENABLED/),
    )
  })
})
