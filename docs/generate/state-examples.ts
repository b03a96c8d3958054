/** An example request and response for each provider state, from the types of its parameters and values. */
import type { StateField, StateSource } from '../../spec/generate/source-schemas.ts'

type Json = Readonly<Record<string, unknown>>

const UUID = '6b1f0c2e-5a4d-4f3b-9c8e-7d6a5b4c3d2e'
const id = (type: string) => `${type}:${UUID}`

/** Examples by the name of a parameter or value; the type decides for the others. */
const BY_NAME: Json = {
  accessToken: 'agt_…',
  accountId: id('InternalAccount'),
  accountType: 'EUR_ACCOUNT',
  actionId: id('AgentAction'),
  actionIds: [id('AgentAction')],
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  agentId: id('Agent'),
  amount: 100000,
  apiClientId: 'client-1',
  apiClientSecret: '…',
  cardId: id('Card'),
  cardholderId: id('Customer'),
  code: 'NOT_FOUND',
  counts: { PENDING_APPROVAL: 2, APPROVED: 1, REJECTED: 0, FAILED: 0 },
  country: 'DE',
  credentialId: id('Credential'),
  currency: 'EUR',
  customerId: id('Customer'),
  destinationAccountId: id('ExternalAccount'),
  destinationCurrency: 'EUR',
  documentHolderId: id('Customer'),
  expiresAt: '2026-11-22T12:05:00Z',
  externalAccountId: id('ExternalAccount'),
  foreignAccountId: 'InternalAccount:0d9c8b7a-1e2f-4a3b-8c4d-5e6f7a8b9c0d',
  internalAccountId: id('InternalAccount'),
  jobId: id('BulkUploadJob'),
  maximumAmount: 500000,
  messageToSign: 'I own this wallet. Nonce: 4f1c…',
  method: 'GET',
  network: 'BASE',
  networkTokenIdentifier: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  otherNetworkTokenIdentifier: '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb',
  otherProviderTokenIdentifier: 'token-2',
  path: `/tokens/${id('Token')}`,
  platformCustomerId: 'customer-1',
  privateKey: '9f2c…',
  provider: 'example-provider',
  providerTokenIdentifier: 'token-1',
  quoteId: id('Quote'),
  reason: 'Unknown supplier',
  receivingCurrency: 'EUR',
  sendingCurrency: 'USD',
  setting: 'statementDescriptor',
  sourceAccountId: id('InternalAccount'),
  sourceCurrency: 'USD',
  stablecoinId: id('Stablecoin'),
  stablecoinProviderAccountId: id('StablecoinProviderAccount'),
  stablecoinProviderAccountIds: [id('StablecoinProviderAccount')],
  status: 404,
  transactionId: id('Transaction'),
  umaAddress: '$alice@example.org',
  url: 'https://harness.example/hooks/1',
}

/** Examples where a name means something else in one state. */
const BY_STATE: Readonly<Record<string, Json>> = {
  'api-token-fields': { request: { name: 'reporting', permissions: ['VIEW'] } },
  'business-customer': {
    beneficialOwner: { customerId: id('Customer'), fullName: 'Ada Example' },
  },
  'customer-fields': {
    request: { customerType: 'INDIVIDUAL', fullName: 'Ada Example' },
    change: { fullName: 'Ada King' },
    invalid: { customerType: 'ALIEN', 'address.country': 'Utopia' },
  },
  'device-code': { code: 'WDJB-MJHT' },
  'document-holder': {
    document: { documentHolder: id('Customer'), documentType: 'PASSPORT', file: 'JVBERi0…' },
    replacement: { documentHolder: id('Customer'), documentType: 'PASSPORT', file: 'iVBORw0…' },
  },
  'embedded-wallet': { accountId: id('InternalAccount') },
  'external-account-receiver': { accountId: id('ExternalAccount') },
  'external-account-request': {
    body: {
      customerId: id('Customer'),
      currency: 'EUR',
      accountInfo: {
        accountType: 'EUR_ACCOUNT',
        iban: 'DE89370400440532013000',
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Example' },
      },
    },
  },
  inviter: {
    invitation: { inviterUma: '$ada@example.org' },
    claim: { inviteeUma: '$bob@example.org' },
    otherClaim: { inviteeUma: '$carol@example.org' },
  },
  'one-time-code': { code: '416239' },
  'platform-setting': { values: ['EXAMPLE PAY', 'EXAMPLE'] },
  'stablecoin-issuer': {
    mint: { fundingSource: id('InternalAccount'), destination: id('ExternalAccount') },
    burn: {
      fundingSource: 'InternalAccount:0d9c8b7a-1e2f-4a3b-8c4d-5e6f7a8b9c0d',
      destination: id('InternalAccount'),
    },
  },
  'verifiable-customer': { verification: { customerId: id('Customer') } },
}

/** The request that sets the state up, with its required parameters, and a response with its required values. */
export function stateExample(
  state: string,
  { params = {}, values = {} }: StateSource,
): { readonly request: Json; readonly response: Json } {
  return {
    request: { action: 'setup', state, params: exampleOf(state, params, []) },
    response: exampleOf(state, values, Object.keys(BY_STATE[state] ?? {})),
  }
}

/** @param shown optional ones that are shown too */
const exampleOf = (
  state: string,
  fields: Readonly<Record<string, StateField>>,
  shown: readonly string[],
): Json =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, { optional }]) => !optional || shown.includes(name) || name === 'customerId')
      .map(([name, field]) => [name, valueOf(state, name, field)]),
  )

function valueOf(state: string, name: string, { type }: StateField): unknown {
  const ofState = BY_STATE[state]?.[name]
  if (ofState !== undefined) return ofState
  // The first of the listed values; a status is a number in one state and a listed word in others.
  const [, listed] = /^'([^']+)'/.exec(type) ?? []
  if (listed !== undefined) return listed
  if (type === 'true') return true
  const example = BY_NAME[name]
  if (example === undefined)
    throw new Error(`docs/generate/state-examples.ts has no example of ${state}.${name}`)
  return example
}
