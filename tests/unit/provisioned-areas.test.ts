/** What provisioners conclude from the responses of an API: that a state holds, or that it cannot be arranged. */
import assert from 'node:assert/strict'
import { inflateSync } from 'node:zlib'
import { describe, it } from 'node:test'
import { p256 } from '@noble/curves/nist.js'
import { valueAt } from '../../spec/value-at.ts'
import { Blocked } from '../../fixtures/errors.ts'
import { createProvisioningMemory } from '../../fixtures/provisioning/memory.ts'
import { pdfFile, pngFile } from '../../fixtures/provisioning/sample-files.ts'
import { systemTime } from '../../fixtures/time.ts'
import { newPasskey } from '../../fixtures/wallets/passkey.ts'
import {
  apiOf,
  blocked,
  creating,
  newId,
  PAYMENTS,
  quoteOf,
  type Body,
  type Response,
  type Routes,
} from './provisioned-api.ts'

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

  it('waits for a card that a processor issues later', async () => {
    const reads = ['PENDING_ISSUE', 'PENDING_ISSUE', 'ACTIVE']
    const { arrange } = apiOf({ ...CARDS, 'GET /cards/*': () => [200, { state: reads.shift() ?? 'ACTIVE' }] })

    await arrange('card', { state: 'ACTIVE' })

    assert.deepEqual(reads, [])
  })

  it('gives no card that does not show the state', async () => {
    const { arrange } = apiOf(CARDS)

    await assert.rejects(arrange('card', { state: 'FROZEN' }), blocked(/as FROZEN shows ACTIVE/))
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

  it('does not take the limit of the platform for that of a cardholder', async () => {
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
    await assert.rejects(
      apiOf(notForBusinesses).arrange('card-kyc', {}),
      blocked(/no new individual has a pending KYC status/),
    )
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

  it("gives none where Assay's file is rejected", async () => {
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
  it('change a field that was returned as sent, and that returns the new value', async () => {
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

  it('are rejected for values that both a creation and an update reject', async () => {
    const errorsOf = (body: Body, ...invalid: readonly string[]): Response => {
      const fields = invalid.filter(
        (field) => body[field] === '' || /^not-|^Nowhere/.test(String(body[field])),
      )
      return fields.length === 0
        ? creating('Customer')(body)
        : [400, { details: { errors: fields.map((field) => ({ field })) } }]
    }
    const { arrange } = apiOf({
      'POST /customers': (body) => errorsOf(body, 'birthDate', 'nationality', 'fullName'),
      'PATCH /customers/*': (body) => errorsOf(body, 'birthDate', 'fullName'),
    })

    const { invalid } = await arrange('customer-fields', {})

    assert.deepEqual(invalid, { fullName: '', birthDate: 'not-a-date' })
  })

  it('are not rejected for their fields where a rejection names no field', async () => {
    const { arrange } = apiOf({
      'POST /customers': creating('Customer'),
      'PATCH /customers/*': [400, { code: 'INVALID_INPUT' }],
    })

    assert.deepEqual((await arrange('customer-fields', {})).invalid, {})
  })

  it('have the fields of the file: requests through the API are guessed', async () => {
    const entry = { request: { name: 'Ada' }, change: { name: 'Eve' }, invalid: { name: 1, email: 2 } }
    const { arrange, sent } = apiOf({}, { given: { 'customer-fields': entry } })

    assert.deepEqual(await arrange('customer-fields', {}), entry)
    assert.deepEqual(sent, [])
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

describe('the request of an external account', () => {
  const typeOf = (body: object) => valueAt(body, 'accountInfo.accountType')
  const accepting = (types: readonly string[]): Routes => ({
    ...PAYMENTS,
    'POST /customers/external-accounts': (body) =>
      types.includes(typeOf(body) as string) ? creating('ExternalAccount')(body) : [400],
  })

  it('is of a type that the deployment accepted, where the check names none', async () => {
    const typeWith = async (types: readonly string[], params = {}) =>
      typeOf((await apiOf(accepting(types)).arrange('external-account-request', params)).body)

    assert.equal(await typeWith(['BASE_WALLET', 'EUR_ACCOUNT']), 'BASE_WALLET')
    assert.equal(await typeWith(['EUR_ACCOUNT']), 'EUR_ACCOUNT')
    assert.equal(await typeWith([]), 'BASE_WALLET')
    assert.equal(await typeWith(['EUR_ACCOUNT'], { accountType: 'GBP_ACCOUNT' }), 'GBP_ACCOUNT')
    assert.equal(await typeWith(['EUR_ACCOUNT'], { ownedBy: 'PLATFORM' }), 'EUR_ACCOUNT')
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

  it('that does not exist are at the same institution', async () => {
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

  it('are empty if only others are returned', async () => {
    const { arrange } = apiOf(settings({ umaDomain: 'host.example' }).routes)

    await assert.rejects(arrange('platform-setting', {}), blocked(/it shows umaDomain/))
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

  it('have a source account whose balance is found', async () => {
    const account = newId('InternalAccount')
    let amount = 0
    const { arrange } = apiOf({
      ...PAYMENTS,
      'GET /customers/internal-accounts': () => [
        200,
        { data: [{ id: account, balance: { amount, currency: { code: 'USD' } } }] },
      ],
      'POST /sandbox/internal-accounts/*/fund': () => {
        amount = 5_000
        return [200]
      },
      'POST /quotes': (body) => quoteOf(body),
      'GET /quotes/*': [200, { status: 'PENDING' }],
    })
    const payer = apiOf({})

    const { sourceAccountId } = await arrange('quote', { status: 'PENDING' })

    assert.deepEqual(await arrange('account-balance', { accountId: sourceAccountId! }), { amount: 5_000 })
    await assert.rejects(
      payer.arrange('account-balance', { accountId: sourceAccountId! }),
      blocked(/the customer of InternalAccount:.* is unknown/),
    )
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

  it('name the empty body that an execution needs', async () => {
    const { arrange } = apiOf({
      ...PAYMENTS,
      'POST /quotes': (body) => quoteOf(body),
      'POST /quotes/*/execute': [415],
    })

    await assert.rejects(
      arrange('quote', { status: 'COMPLETED' }),
      (error) => error instanceof Blocked && /`executeQuote: \{\}`/.test(error.next),
    )
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
