/**
 * Ownership of external accounts, proven by a wallet's signature (contract: Endpoints 1; States, External account
 * status).
 */
import * as fc from 'fast-check'
import { instantOf } from '../../fixtures/instant.ts'
import { nonexistentId } from '../../fixtures/nonexistent-ids.ts'
import type { Wallet, Wallets } from '../../fixtures/wallets/wallets.ts'
import { valueAt } from '../../spec/value-at.ts'
import type { RequirementId } from '../../spec/index.ts'
import {
  expectAccountNotFound,
  expectActive,
  expectChallenge,
  expectChallengeFailed,
  expectFittingCode,
  expectInvalidRejected,
  expectNoChallenge,
  expectRequestRejected,
  expectSignatureRejected,
  expectUnauthorizedCode,
  expectVerified,
  expectVerifiedAccount,
  startedChallenge,
} from '../../suites/external-accounts/expectations.ts'
import { judge } from '../judge.ts'
import {
  Violation,
  isSuccess,
  requireServiceResponse,
  describeResponse,
  withSuccess,
  formatValue,
} from '../violation.ts'
import { picked, type Model, type WalletAccount } from '../model.ts'
import { RARELY, stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { invalidCredentials } from '../../suites/invalid-credentials.ts'
import { anyInvalidCredentials, requireCredentials } from './require-credentials.ts'

const MOST_ACCOUNTS = 8

const KINDS = [
  { chain: 'EVM', accepted: 'OWN-01', open: (wallets: Wallets): Wallet => wallets.evm() },
  { chain: 'BITCOIN', accepted: 'OWN-02', open: (wallets: Wallets): Wallet => wallets.bitcoin('P2PKH') },
  {
    chain: 'BITCOIN',
    accepted: 'OWN-03',
    open: (wallets: Wallets): Wallet => wallets.bitcoin('P2SH-P2WPKH'),
  },
  { chain: 'BITCOIN', accepted: 'OWN-04', open: (wallets: Wallets): Wallet => wallets.bitcoin('P2WPKH') },
  { chain: 'SOLANA', accepted: 'OWN-06', open: (wallets: Wallets): Wallet => wallets.solana() },
] as const

const kindOf = (wallet: Wallet) =>
  KINDS.find(({ chain }, index) =>
    wallet.chain === 'BITCOIN'
      ? index === { P2PKH: 1, 'P2SH-P2WPKH': 2, P2WPKH: 3 }[wallet.type]
      : chain === wallet.chain,
  )!

const arrangeChallenge = stepKind({
  name: 'arrange-challenge',
  area: 'external-accounts',
  operations: ['verifyPlatformExternalAccountOwnership'],
  weight: 9,
  params: fc.record({ kind: fc.nat(KINDS.length - 1) }),
  may: ({ wallets }) => wallets.length < MOST_ACCOUNTS,
  async take({ wallets }, { context }, { kind }) {
    const { chain, open } = KINDS[kind]!
    const wallet = open(context.wallets)
    const { externalAccountId, messageToSign, expiresAt } = await context.arrange('wallet-challenge', {
      chain,
      address: wallet.address,
    })
    wallets.push({
      id: externalAccountId,
      wallet,
      ofPlatform: false,
      challenge: 'wallet',
      message: { messageToSign, expiresAt },
      status: undefined,
    })
  },
})

const arrangeUnchallenged = stepKind({
  name: 'arrange-account-without-challenge',
  area: 'external-accounts',
  operations: ['verifyPlatformExternalAccountOwnership'],
  weight: 1,
  params: fc.record({ liveness: fc.boolean() }),
  may: ({ wallets }) => wallets.length < MOST_ACCOUNTS,
  async take({ wallets }, { context }, { liveness }) {
    const { externalAccountId } = liveness
      ? await context.arrange('liveness-challenge', {})
      : await context.arrange('external-account', { ownedBy: 'PLATFORM', withoutChallenge: true })
    wallets.push({
      id: externalAccountId,
      wallet: undefined,
      ofPlatform: !liveness,
      challenge: liveness ? 'liveness' : 'none',
      message: undefined,
      status: undefined,
    })
  },
})

/** Short enough that the challenge has not expired yet. */
const SPARE_MS = 10_000

const isOpen = ({ challenge, message }: WalletAccount, { context }: World) =>
  challenge === 'wallet' &&
  message !== undefined &&
  instantOf(message.expiresAt) - SPARE_MS > context.clock.atLeast()

const signing = ({ wallets }: Model) =>
  wallets.filter(({ wallet, message }) => wallet !== undefined && message !== undefined)

const verify = (world: World, { id }: WalletAccount, body: unknown) =>
  world.context.platform.verifyOwnership(id, body)

/** Compares the response to a valid signature with the model's challenge, and updates the model. */
async function verified(
  world: World,
  account: WalletAccount,
  body: { readonly signature: string; readonly signatureScheme?: string },
  requirement: RequirementId,
): Promise<void> {
  const wasOpen = isOpen(account, world)
  const response = await verify(world, account, body)
  requireServiceResponse(response)
  switch (account.challenge) {
    case 'wallet': {
      if (!wasOpen) return unfollowed(account)
      judge(requirement, response, expectVerified)
      judge('OWN-09', response, () => expectVerifiedAccount(response, account.id))
      judge('OWN-10', response, expectActive)
      become(account, 'done', 'ACTIVE')
      return
    }
    case 'open': {
      // A field error leaves the challenge outstanding; a failed attempt does not.
      if (response.status === 200) become(account, 'done', 'ACTIVE')
      else {
        judge('OWN-29', response, expectChallengeFailed)
        become(account, 'failed', 'UNVERIFIED')
      }
      return
    }
    case 'failed':
      return judge('OWN-23', response, expectChallengeFailed)
    case 'done':
      return judge('OWN-31', response, expectNoChallenge)
    default:
      return judge('OWN-30', response, expectNoChallenge)
  }
}

function become(
  account: WalletAccount,
  challenge: WalletAccount['challenge'],
  status: WalletAccount['status'],
): void {
  Object.assign(account, { challenge, status })
}

/** The challenge may have expired by now. */
const unfollowed = (account: WalletAccount) => {
  Object.assign(account, { challenge: 'open', status: undefined, message: undefined })
}

const SCHEMES = [undefined, 'bip137', 'electrum'] as const

const verifyValid = stepKind({
  name: 'verify',
  area: 'external-accounts',
  operations: ['verifyPlatformExternalAccountOwnership'],
  weight: 7,
  params: fc.record({ of: fc.nat(9), scheme: fc.constantFrom(...SCHEMES) }),
  may: (model, { of }) => picked(signing(model), of) !== undefined,
  async take(model, world, { of, scheme }) {
    const account = picked(signing(model), of)!
    const { messageToSign } = account.message!
    const wallet = account.wallet!
    // Outside Bitcoin the scheme is ignored.
    const signature =
      wallet.chain === 'BITCOIN' ? wallet.sign(messageToSign, scheme ?? 'bip137') : wallet.sign(messageToSign)
    const requirement: RequirementId =
      wallet.chain !== 'BITCOIN'
        ? scheme === undefined
          ? kindOf(wallet).accepted
          : 'OWN-13'
        : scheme === 'electrum'
          ? 'OWN-05'
          : scheme === undefined && wallet.type !== 'P2PKH'
            ? 'OWN-12'
            : kindOf(wallet).accepted
    await verified(world, account, { signature, ...(scheme && { signatureScheme: scheme }) }, requirement)
  },
})

const CHANGES = {
  'break-after': ['OWN-16', (message: string) => `${message}\n`],
  'space-after': ['OWN-16', (message: string) => `${message} `],
  'space-before': ['OWN-16', (message: string) => ` ${message}`],
  'last-missing': ['OWN-17', (message: string) => message.slice(0, -1)],
  'first-missing': ['OWN-17', (message: string) => message.slice(1)],
  'full-stop': ['OWN-17', (message: string) => `${message}.`],
  'other-case': ['OWN-17', (message: string) => inOtherCase(message)],
} as const satisfies Readonly<Record<string, readonly [RequirementId, (message: string) => string]>>

/** A message without letters gets a character appended, so that the result always differs. */
function inOtherCase(message: string): string {
  const other = message.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  return other === message ? `${message}a` : other
}

const INVALID = ['other-key', 'other-account', ...(Object.keys(CHANGES) as (keyof typeof CHANGES)[])] as const

/** A complete signature, but over another text. */
const verifyInvalid = stepKind({
  name: 'verify-invalid',
  area: 'external-accounts',
  operations: ['verifyPlatformExternalAccountOwnership'],
  weight: 6,
  params: fc.record({ of: fc.nat(9), how: fc.constantFrom(...INVALID), other: fc.nat(9) }),
  may: (model, { of }) => picked(signing(model), of) !== undefined,
  async take(model, world, { of, how, other }) {
    const account = picked(signing(model), of)!
    const { messageToSign } = account.message!
    const wallet = account.wallet!
    let requirement: RequirementId = 'OWN-18'
    let signature: string
    if (how === 'other-key') signature = kindOf(wallet).open(world.context.wallets).sign(messageToSign)
    else if (how === 'other-account') {
      const foreign = picked(
        signing(model).filter((one) => one !== account && one.message!.messageToSign !== messageToSign),
        other,
      )
      requirement = 'OWN-19'
      signature = wallet.sign(foreign ? foreign.message!.messageToSign : `${messageToSign} ${account.id}`)
    } else {
      const [breaks, changed] = CHANGES[how]
      requirement = breaks
      signature = wallet.sign(changed(messageToSign))
    }
    await refusedAs(world, account, { signature }, requirement)
  },
})

/** Updates the model after an attempt with an invalid signature. */
async function refusedAs(world: World, account: WalletAccount, body: unknown, requirement: RequirementId) {
  const wasOpen = isOpen(account, world)
  const response = await verify(world, account, body)
  requireServiceResponse(response)
  switch (account.challenge) {
    case 'wallet':
      judge(requirement, response, expectSignatureRejected)
      if (wasOpen) become(account, 'failed', 'UNVERIFIED')
      else unfollowed(account)
      return
    case 'open':
    case 'failed':
      judge('OWN-23', response, expectChallengeFailed)
      if (account.challenge === 'open') Object.assign(account, { status: undefined })
      return
    case 'done':
      return judge('OWN-31', response, expectInvalidRejected)
    default:
      return judge('OWN-30', response, expectInvalidRejected)
  }
}

/** Too short by more than a byte in hex, base64 and base58; each still decodes. */
const cutShort = (signature: string): string => signature.slice(0, -4)
/** With a character in the middle that is invalid in hex, base64 and base58. */
const undecodable = (signature: string): string => `${signature.slice(0, 40)}!${signature.slice(41)}`

interface Unusable {
  readonly requirement: RequirementId
  readonly bodyWith: (signature: string) => unknown
  /** Only for Bitcoin it must be rejected. */
  readonly onBitcoin?: true
}

const UNUSABLE: readonly Unusable[] = [
  { requirement: 'OWN-25', bodyWith: () => ({}) },
  { requirement: 'OWN-25', bodyWith: () => ({ signature: '' }) },
  { requirement: 'OWN-26', bodyWith: () => ({ signature: null }) },
  { requirement: 'OWN-26', bodyWith: () => ({ signature: 27 }) },
  { requirement: 'OWN-26', bodyWith: () => ({ signature: true }) },
  {
    requirement: 'OWN-26',
    bodyWith: (signature) => ({ signature: [signature] }),
  },
  { requirement: 'OWN-27', bodyWith: (signature) => signature },
  { requirement: 'OWN-27', bodyWith: (signature) => [{ signature }] },
  { requirement: 'OWN-27', bodyWith: () => null },
  {
    requirement: 'OWN-20',
    bodyWith: (signature) => ({ signature: cutShort(signature) }),
  },
  {
    requirement: 'OWN-21',
    bodyWith: (signature) => ({ signature: undecodable(signature) }),
  },
  {
    requirement: 'OWN-21',
    bodyWith: () => ({ signature: 'this is not a signature!' }),
  },
  {
    requirement: 'OWN-28',
    bodyWith: (signature) => ({ signature, signatureScheme: 'bip322' }),
    onBitcoin: true,
  },
  {
    requirement: 'OWN-28',
    bodyWith: (signature) => ({ signature, signatureScheme: 137 }),
    onBitcoin: true,
  },
]

const verifyUnusable = stepKind({
  name: 'verify-unusable',
  area: 'external-accounts',
  operations: ['verifyPlatformExternalAccountOwnership'],
  weight: 5,
  params: fc.record({ of: fc.nat(9), how: fc.nat(UNUSABLE.length - 1) }),
  may: (model, { of, how }) => {
    const account = picked(signing(model), of)
    return (
      account !== undefined && (UNUSABLE[how]!.onBitcoin === undefined || account.wallet!.chain === 'BITCOIN')
    )
  },
  async take(model, world, { of, how }) {
    const account = picked(signing(model), of)!
    const { requirement, bodyWith } = UNUSABLE[how]!
    const wasOpen = isOpen(account, world)
    const body = bodyWith(account.wallet!.sign(account.message!.messageToSign))
    const response = await world.wrongOnPurpose(() => verify(world, account, body))
    if (account.challenge === 'wallet') {
      judge(requirement, response, expectRequestRejected)
      if (wasOpen) become(account, 'open', undefined)
      else unfollowed(account)
    } else judge(requirement, response, expectChallengeFailed)
  },
})

const verifyUnknown = stepKind({
  name: 'verify-unknown-account',
  area: 'external-accounts',
  operations: ['verifyPlatformExternalAccountOwnership'],
  weight: 2,
  params: fc.record({ of: fc.nat(9) }),
  may: (model, { of }) => picked(signing(model), of) !== undefined,
  async take(model, { context }, { of }) {
    const { id, wallet, message } = picked(signing(model), of)!
    const signature = wallet!.sign(message!.messageToSign)
    const response = await context.platform.verifyOwnership(nonexistentId(id, context), { signature })
    judge('OWN-34', response, expectAccountNotFound)
    judge('OWN-35', response, expectFittingCode)
  },
})

/** For an account without a WALLET_SIGNATURE challenge, and with a signature by any wallet. */
const verifyUnchallenged = stepKind({
  name: 'verify-without-challenge',
  area: 'external-accounts',
  operations: ['verifyPlatformExternalAccountOwnership'],
  weight: 2,
  params: fc.record({ of: fc.nat(9) }),
  may: ({ wallets }, { of }) =>
    picked(
      wallets.filter(({ wallet }) => wallet === undefined),
      of,
    ) !== undefined,
  async take({ wallets }, world, { of }) {
    const account = picked(
      wallets.filter(({ wallet }) => wallet === undefined),
      of,
    )!
    const before = await statusOf(world, account)
    const signature = world.context.wallets.evm().sign('no challenge')
    const response = await verify(world, account, { signature })
    const requirement = account.challenge === 'liveness' ? 'OWN-32' : 'OWN-30'
    judge(requirement, response, expectNoChallenge)
    const after = await statusOf(world, account)
    if (after !== before && (after === 'ACTIVE' || after === 'UNVERIFIED'))
      throw new Violation(
        'OWN-33',
        `a signature rejected with 409 made the account ${after}`,
        response.exchange,
      )
  },
})

/** undefined: it cannot be read. */
async function statusOf({ context, deployment }: World, { id }: WalletAccount): Promise<unknown> {
  if (deployment.operations.getPlatformExternalAccount === null) return undefined
  const response = await context.poll(() => context.platform.externalAccount(id), isSuccess)
  return valueAt(response.body, 'status')
}

const verifyWithInvalidCredentials = stepKind({
  name: 'verify-with-invalid-credentials',
  area: 'external-accounts',
  operations: ['verifyPlatformExternalAccountOwnership'],
  weight: 4,
  params: fc.record({ of: fc.nat(9), who: anyInvalidCredentials }),
  may: (model, { of }) => picked(signing(model), of) !== undefined,
  async take(model, world, { of, who }) {
    const { id, wallet, message } = picked(signing(model), of)!
    const signature = wallet!.sign(message!.messageToSign)
    const isMalformed = invalidCredentials[who].statuses.includes(400)
    const requirement = who === 'none' ? 'OWN-36' : isMalformed ? 'OWN-38' : 'OWN-37'
    const response = await requireCredentials(who, world, requirement, (caller) =>
      caller.verifyOwnership(id, { signature }),
    )
    if (response.status === 401) judge('OWN-40', response, expectUnauthorizedCode)
  },
})

const readStatus = stepKind({
  name: 'read-verified-account',
  area: 'external-accounts',
  operations: ['getPlatformExternalAccount'],
  weight: 6,
  params: fc.record({ of: fc.nat(9) }),
  may: ({ wallets }, { of }) => picked(wallets, of) !== undefined,
  async take({ wallets }, world, { of }) {
    const account = picked(wallets, of)!
    await world.settled(
      () => world.context.platform.externalAccount(account.id),
      (response) => {
        requireServiceResponse(response)
        const [id, status, customerId] = ['id', 'status', 'customerId'].map((name) =>
          valueAt(response.body, name),
        )
        if (!isSuccess(response) || id !== account.id)
          return [
            {
              requirement: 'EXT-06' as const,
              message: `reading an account of the platform returned ${describeResponse(response)}`,
            },
          ]
        if (account.ofPlatform && customerId !== undefined && customerId !== null)
          throw new Violation(
            'EXT-06',
            `an account of the platform has the customer ${formatValue(customerId)}`,
            response.exchange,
          )
        if (account.status === undefined || status === account.status) return []
        const requirement = account.status === 'ACTIVE' ? ('OWN-11' as const) : ('OWN-22' as const)
        return [
          { requirement, message: `an account that must be ${account.status} is ${formatValue(status)}` },
        ]
      },
      ({ exchange }) => exchange,
    )
  },
})

/** After a restart a challenge is outstanding again; the contract does not show the status of the account. */
const startChallenge = stepKind({
  name: 'start-challenge',
  area: 'external-accounts',
  operations: ['startOwnershipChallenge', 'verifyPlatformExternalAccountOwnership'],
  weight: 5,
  params: fc.record({ of: fc.nat(9) }),
  may: (model, { of }) => picked(signing(model), of)?.challenge === 'failed',
  async take(model, { context }, { of }) {
    const account = picked(signing(model), of)!
    const response = await context.platform.externalAccounts.startChallenge(account.id, 'WALLET_SIGNATURE')
    withSuccess(response, 'EXT-01', 'starting a new challenge')
    const message = startedChallenge(response)
    judge('EXT-01', response, () => expectChallenge(message, context.clock.atLeast()))
    Object.assign(account, { challenge: 'wallet', message, status: undefined })
  },
})

/** After its `expiresAt`, by the deployment's clock, a valid signature is rejected. */
const outwaitChallenge = stepKind({
  name: 'outwait-challenge',
  area: 'external-accounts',
  operations: ['verifyPlatformExternalAccountOwnership'],
  weight: 1,
  params: fc.record({ kind: fc.nat(KINDS.length - 1), rarely: fc.nat(RARELY) }),
  may: ({ wallets }, { rarely }) => rarely === 0 && wallets.length < MOST_ACCOUNTS,
  async take({ wallets }, world, { kind }) {
    const { context } = world
    const { chain, open } = KINDS[kind]!
    const wallet = open(context.wallets)
    const { externalAccountId, messageToSign, expiresAt } = await context.arrange('wallet-challenge', {
      chain,
      address: wallet.address,
      expiresInSeconds: 1,
    })
    await context.clock.past(expiresAt)
    const signature = wallet.sign(messageToSign)
    const response = await context.platform.verifyOwnership(externalAccountId, { signature })
    judge('OWN-07', response, expectSignatureRejected)
    wallets.push({
      id: externalAccountId,
      wallet,
      ofPlatform: false,
      challenge: 'failed',
      message: { messageToSign, expiresAt },
      status: 'UNVERIFIED',
    })
  },
})

export const walletSteps: readonly AnyStepKind[] = [
  arrangeChallenge,
  arrangeUnchallenged,
  verifyValid,
  verifyInvalid,
  verifyUnusable,
  verifyUnknown,
  verifyUnchallenged,
  verifyWithInvalidCredentials,
  readStatus,
  startChallenge,
  outwaitChallenge,
]
