import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownershipRules } from '../../reference/rules/ownership.ts'
import type { Chain } from '../../reference/resources/payments.ts'
import { neverAsked, startDriven } from './driven-reference.ts'
import { bitcoinWallet, evmWallet, solanaWallet, type Wallet } from './wallets.ts'

const reference = await startDriven()
after(() => reference.close())

const verify = (id: string, body: unknown) =>
  reference.platform('POST', `/platform/external-accounts/${id}/verify`, body)
const statusOf = async (id: string) =>
  (await reference.platform('GET', `/platform/external-accounts/${id}`)).json.status
const challenge = (chain: Chain, { address }: Wallet, expiresInSeconds?: number) =>
  reference.arrange('wallet-challenge', { chain, address, expiresInSeconds })

const accepted: readonly (readonly [string, Chain, Wallet, string | undefined])[] = [
  ['EIP-191', 'EVM', evmWallet(), undefined],
  ['EIP-191 with a scheme that is ignored', 'EVM', evmWallet(), 'no-scheme'],
  ['Ed25519', 'SOLANA', solanaWallet(), undefined],
  ['BIP-137 P2PKH by default', 'BITCOIN', bitcoinWallet('P2PKH', 31), undefined],
  ['BIP-137 P2SH-P2WPKH', 'BITCOIN', bitcoinWallet('P2SH-P2WPKH', 35), 'bip137'],
  ['BIP-137 P2WPKH by default', 'BITCOIN', bitcoinWallet('P2WPKH', 39), undefined],
  ['Electrum P2PKH', 'BITCOIN', bitcoinWallet('P2PKH', 31), 'electrum'],
  ['Electrum P2SH-P2WPKH', 'BITCOIN', bitcoinWallet('P2SH-P2WPKH', 31), 'electrum'],
  ['Electrum P2WPKH', 'BITCOIN', bitcoinWallet('P2WPKH', 31), 'electrum'],
]
for (const [title, chain, wallet, signatureScheme] of accepted) {
  test(`accepts ${title}`, async () => {
    const { externalAccountId, messageToSign } = await challenge(chain, wallet)

    const reply = await verify(externalAccountId, { signature: wallet.sign(messageToSign), signatureScheme })

    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.json.id, externalAccountId)
    assert.equal(reply.json.status, 'ACTIVE')
  })
}

const refused: readonly (readonly [string, Chain, Wallet, (message: string, wallet: Wallet) => object])[] = [
  [
    'a trailing newline',
    'EVM',
    evmWallet(),
    (message, wallet) => ({ signature: wallet.sign(`${message}\n`) }),
  ],
  ['another key', 'SOLANA', solanaWallet(), (message) => ({ signature: solanaWallet().sign(message) })],
  [
    'a truncated signature',
    'EVM',
    evmWallet(),
    (message, wallet) => ({ signature: wallet.sign(message).slice(0, -2) }),
  ],
  ['what does not decode', 'SOLANA', solanaWallet(), () => ({ signature: '0OIl' })],
  ['what does not decode', 'BITCOIN', bitcoinWallet('P2PKH', 31), () => ({ signature: '!' })],
  [
    'an Electrum signature as bip137 on P2WPKH',
    'BITCOIN',
    bitcoinWallet('P2WPKH', 31),
    (message, wallet) => ({ signature: wallet.sign(message) }),
  ],
  [
    'a bip137 signature as Electrum on P2SH-P2WPKH',
    'BITCOIN',
    bitcoinWallet('P2SH-P2WPKH', 35),
    (message, wallet) => ({ signature: wallet.sign(message), signatureScheme: 'electrum' }),
  ],
]
for (const [title, chain, wallet, body] of refused) {
  test(`refuses ${title} on ${chain} and spends the challenge`, async () => {
    const { externalAccountId, messageToSign } = await challenge(chain, wallet)

    const reply = await verify(externalAccountId, body(messageToSign, wallet))

    assert.equal(reply.status, 400, reply.text)
    assert.equal(await statusOf(externalAccountId), 'UNVERIFIED')
    const retried = await verify(externalAccountId, { signature: wallet.sign(messageToSign) })
    assert.equal(retried.status, 409, retried.text)
  })
}

test('refuses a signature after expiresAt', async () => {
  const wallet = evmWallet()
  const { externalAccountId, messageToSign } = await challenge('EVM', wallet, 0.02)
  await sleep(30)

  const reply = await verify(externalAccountId, { signature: wallet.sign(messageToSign) })

  assert.equal(reply.status, 400)
  assert.equal(await statusOf(externalAccountId), 'UNVERIFIED')
})

test('a field error leaves the challenge open', async () => {
  const wallet = bitcoinWallet('P2PKH', 31)
  const { externalAccountId, messageToSign } = await challenge('BITCOIN', wallet)
  const signature = wallet.sign(messageToSign)

  for (const body of [
    {},
    { signature: 7 },
    { signature, signatureScheme: 'pgp' },
    { signature, signatureScheme: null },
  ]) {
    const reply = await verify(externalAccountId, body)
    assert.equal(reply.status, 400)
    assert.equal(reply.json.code, 'INVALID_INPUT')
  }
  assert.equal((await verify(externalAccountId, { signature })).status, 200)
  assert.equal((await verify(externalAccountId, { signature })).status, 409)
})

test('a LIVENESS challenge is never completed by verify, but by its outcome', async () => {
  const { externalAccountId } = await reference.arrange('liveness-challenge', {})
  assert.equal((await verify(externalAccountId, { signature: '0x' })).status, 409)

  await reference.arrange('liveness-outcome', { externalAccountId, outcome: 'PASSED' })

  while ((await statusOf(externalAccountId)) !== 'ACTIVE') await sleep(10)
})

test('an account without a challenge is a conflict, an unknown one is not found', async () => {
  const { externalAccountId } = await reference.arrange('external-account', {
    ownedBy: 'PLATFORM',
    withoutChallenge: true,
  })
  assert.equal((await verify(externalAccountId, { signature: '0x' })).json.code, 'CONFLICT')
  const unknown = await verify(`ExternalAccount:${crypto.randomUUID()}`, { signature: '0x' })
  assert.equal(unknown.status, 404)
  assert.equal(unknown.json.code, 'ACCOUNT_NOT_FOUND')
})

test('a verified account gets a new challenge', async () => {
  const wallet = evmWallet()
  const { externalAccountId, messageToSign } = await challenge('EVM', wallet)
  await verify(externalAccountId, { signature: wallet.sign(messageToSign) })

  const { status, json } = await reference.platform(
    'POST',
    `/platform/external-accounts/${externalAccountId}/challenge`,
    { method: 'WALLET_SIGNATURE' },
  )

  assert.equal(status, 201)
  assert.notEqual(json.messageToSign, messageToSign)
})

test('every ownership rule has been asked', () => {
  assert.deepEqual(neverAsked(ownershipRules, reference), [])
})
