/** Verify external account ownership with a wallet signature (contract: Endpoints 1): malformed requests. */
import { check, expect } from '../../fixtures/index.ts'
import { arrangeReadableChallenge } from './readable-challenge.ts'
import { cutShort, undecodable } from './signatures.ts'
import { WALLET_KINDS, needOf } from './wallet-kinds.ts'
import { verifyUntilFound } from './verify-until-found.ts'
import { expectRequestRejected } from './expectations.ts'

interface Malformed {
  /** The beginning of the title. */
  readonly name: string
  /** Derived from a valid signature, so that only one thing is wrong. */
  readonly bodyWith: (signature: string) => unknown
}

const WITHOUT_SIGNATURE: readonly Malformed[] = [
  { name: 'an empty object', bodyWith: () => ({}) },
  { name: 'only a signatureScheme', bodyWith: () => ({ signatureScheme: 'bip137' }) },
  { name: 'the signature under another name', bodyWith: (signature) => ({ Signature: signature }) },
  { name: 'an empty signature', bodyWith: () => ({ signature: '' }) },
]

const NOT_A_STRING: readonly Malformed[] = [
  { name: 'null as signature', bodyWith: () => ({ signature: null }) },
  { name: 'a number as signature', bodyWith: () => ({ signature: 27 }) },
  { name: 'true as signature', bodyWith: () => ({ signature: true }) },
  { name: 'an array with the signature', bodyWith: (signature) => ({ signature: [signature] }) },
  { name: 'an object with the signature', bodyWith: (signature) => ({ signature: { signature } }) },
]

const NOT_AN_OBJECT: readonly Malformed[] = [
  { name: 'the bare signature as body', bodyWith: (signature) => signature },
  { name: 'an array as body', bodyWith: (signature) => [{ signature }] },
  { name: 'null as body', bodyWith: () => null },
  { name: 'a number as body', bodyWith: () => 27 },
]

const UNKNOWN_SCHEME: readonly Malformed[] = [
  { name: 'an unknown signatureScheme', bodyWith: (signature) => ({ signature, signatureScheme: 'bip322' }) },
  { name: 'an empty signatureScheme', bodyWith: (signature) => ({ signature, signatureScheme: '' }) },
  { name: 'a number as signatureScheme', bodyWith: (signature) => ({ signature, signatureScheme: 137 }) },
  {
    name: 'an array with the signatureScheme',
    bodyWith: (signature) => ({ signature, signatureScheme: ['bip137'] }),
  },
]

const [EVM, BITCOIN] = WALLET_KINDS

const onAllChains = (malformed: readonly Malformed[]) =>
  WALLET_KINDS.flatMap((kind) => malformed.map((one) => ({ ...one, ...kind })))
const on = (kind: (typeof WALLET_KINDS)[number], malformed: readonly Malformed[]) =>
  malformed.map((one) => ({ ...one, ...kind }))

/**
 * A value that is not a string reaches the decoder of each chain; a value that is rejected earlier has no chain yet.
 */
const REFUSED = [
  ...on(EVM, WITHOUT_SIGNATURE).map((request) => ({ id: 'OWN-25', ...request }) as const),
  ...onAllChains(NOT_A_STRING).map((request) => ({ id: 'OWN-26', ...request }) as const),
  ...on(EVM, NOT_AN_OBJECT).map((request) => ({ id: 'OWN-27', ...request }) as const),
  ...on(BITCOIN, UNKNOWN_SCHEME).map((request) => ({ id: 'OWN-28', ...request }) as const),
]

for (const { id, name, bodyWith, chain, open } of REFUSED) {
  check(
    id,
    `${name} is rejected on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const challenge = await arrange('wallet-challenge', { chain, address: wallet.address })

      const response = await verifyUntilFound(
        { platform, poll },
        challenge.externalAccountId,
        bodyWith(wallet.sign(challenge.messageToSign)),
      )

      expectRequestRejected(response)
    },
  )
}

check('OWN-27', 'a request without any body is rejected', async ({ arrange, platform, poll, wallets }) => {
  const challenge = await arrange('wallet-challenge', { chain: 'EVM', address: wallets.evm().address })

  const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, undefined)

  expect(response).toHaveStatus(400, 403, 411, 415, 422)
})

const UNDECODED: readonly Malformed[] = [
  { name: 'a signature cut short', bodyWith: (signature) => ({ signature: cutShort(signature) }) },
  {
    name: 'a signature that does not decode',
    bodyWith: (signature) => ({ signature: undecodable(signature) }),
  },
]

const UNUSABLE = [...on(EVM, [...WITHOUT_SIGNATURE, ...NOT_A_STRING]), ...onAllChains(UNDECODED)]

for (const { name, bodyWith, chain, open } of UNUSABLE) {
  check(
    'OWN-29',
    `${name} is rejected, with or without a failed attempt, on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const challenge = await arrangeReadableChallenge(
        { arrange, platform, poll },
        { chain, address: wallet.address },
      )
      const signature = wallet.sign(challenge.messageToSign)

      await verifyUntilFound({ platform, poll }, challenge.externalAccountId, bodyWith(signature))
      const next = await platform.verifyOwnership(challenge.externalAccountId, { signature })

      await expect(() => platform.externalAccount(challenge.externalAccountId)).toReachStatus(
        next.status === 200 ? 'ACTIVE' : 'UNVERIFIED',
      )
    },
  )
}

const NO_ACCOUNTS = [
  { of: 'text that is no identifier', id: () => 'not an identifier' },
  { of: 'an identifier without a UUID', id: () => 'ExternalAccount:42' },
  { of: 'an identifier of another type', id: (uuid: string) => `Customer:${uuid}` },
] as const

for (const { of, id } of NO_ACCOUNTS) {
  check('OWN-70', `no account is verified by ${of}`, async ({ platform, random, wallets }) => {
    const signature = wallets.evm().sign('Sign to prove ownership')

    const response = await platform.verifyOwnership(id(random.uuid()), { signature })

    expect(response).toBeError(400, 404)
  })
}
