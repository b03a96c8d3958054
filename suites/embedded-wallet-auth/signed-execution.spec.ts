/** A transfer from an embedded wallet is signed (contract: Endpoints 3, immediatelyExecute; Authentication). */
import { check, expect, headersOf, valueAt, type Stage } from '../../fixtures/index.ts'
import { asLongAsAnExecutionTakes, paidInFull, watchSpending } from '../agent-management/spending.ts'
import { createdQuote, withinLimits } from '../agent-operations/created-quote.ts'
import { textNamed } from './text-named.ts'
import { UNPARSABLE } from './unparsable.ts'
import {
  agentsWalletQuote,
  fromWallet,
  signableQuote,
  walletHolder,
  walletQuote,
  type WalletQuote,
} from './wallet-quote.ts'
import { ACCEPTED_OR_REJECTED } from '../rejections.ts'

check('EWA-40', 'nothing is executed at creation from an embedded wallet', async (stage) => {
  const wallet = await walletHolder(stage)
  const agent = stage.agent(wallet.holder.accessToken)
  createdQuote(await agent.createQuote(fromWallet(wallet), stage.random.uuid()))
  const spent = await watchSpending(stage, wallet.accountId)

  const answer = await agent.createQuote(
    fromWallet(wallet, { immediatelyExecute: true }),
    stage.random.uuid(),
  )

  expect(answer).toHaveStatus(...ACCEPTED_OR_REJECTED)
  await asLongAsAnExecutionTakes(stage)
  expect(await spent(), 'paid by the wallet').toBe(0)
})

check('EWA-41', 'the quote says what is to be signed', async (stage) => {
  const wallet = await walletHolder(stage)

  const answer = await stage
    .agent(wallet.holder.accessToken)
    .createQuote(fromWallet(wallet), stage.random.uuid())

  withinLimits(answer)
  expect(answer).toSucceed()
  expect(textNamed('payloadToSign', answer.body), 'payloadToSign').toEqual(expect.any(String))
})

check('EWA-42', 'a signed quote is executed', async (stage) => {
  const { quoteId, key, payloadToSign, requestId, read } = await walletQuote(stage)

  const answer = await execute(stage, quoteId, { signature: key.sign(payloadToSign), requestId })

  expect(answer).toSucceed()
  const seen = await stage.poll(
    read,
    ({ status, body }) => status === 200 && !isPending(body),
    stage.maxWaitMs,
  )
  expect(seen).toHaveStatus(200)
  expect(isPending(seen.body), 'still PENDING').toBe(false)
})

check('EWA-43', 'a signed execution takes exactly the total from the wallet', async (stage) => {
  const { accountId, quoteId, totalSendingAmount, key, payloadToSign, requestId } = await walletQuote(stage)
  const spent = await watchSpending(stage, accountId)

  const answer = await execute(stage, quoteId, { signature: key.sign(payloadToSign), requestId })

  expect(answer).toSucceed()
  const paid = await paidInFull(stage, spent, totalSendingAmount)
  expect(paid, 'paid by the wallet').toBe(totalSendingAmount)
})

const EITHER = ['WALLET_SIGNATURE_BODY_MISMATCH', 'WALLET_SIGNATURE_INVALID'] as const

const BAD_SIGNATURES: readonly {
  readonly id: 'EWA-44' | 'EWA-45' | 'EWA-46' | 'EWA-47'
  readonly title: string
  readonly signature: (quote: WalletQuote, stage: Stage) => string | undefined
  readonly codes: readonly string[]
}[] = [
  {
    id: 'EWA-44',
    title: 'without a signature',
    signature: () => undefined,
    codes: ['WALLET_SIGNATURE_MISSING'],
  },
  ...UNPARSABLE.map(({ title, signature, codes }) => ({
    id: 'EWA-45' as const,
    title: `with ${title} as a signature`,
    signature: () => signature,
    codes,
  })),
  {
    id: 'EWA-46',
    title: 'with a signature over something else',
    signature: ({ key, payloadToSign }) => key.sign(`${payloadToSign} `),
    codes: EITHER,
  },
  {
    id: 'EWA-47',
    title: 'with the signature of a key that is not registered',
    signature: ({ payloadToSign }, { wallets }) => wallets.p256().sign(payloadToSign),
    codes: ['WALLET_SIGNATURE_INVALID'],
  },
  {
    id: 'EWA-47',
    title: 'with the signature of another key in the name of the registered one',
    signature: ({ key, payloadToSign }, { wallets }) => wallets.p256().sign(payloadToSign, key.publicKey),
    codes: EITHER,
  },
]

for (const { id, title, signature, codes } of BAD_SIGNATURES) {
  check(id, `${title} nothing is executed`, async (stage) => {
    const quote = await walletQuote(stage)
    const spent = await watchSpending(stage, quote.accountId)

    const answer = await execute(stage, quote.quoteId, {
      signature: signature(quote, stage),
      requestId: quote.requestId,
    })

    expect(answer).toHaveStatus(401)
    expect(answer).toHaveCode(...codes)
    await asLongAsAnExecutionTakes(stage)
    expect(await spent(), 'paid by the wallet').toBe(0)
  })
}

check('EWA-48', 'the signature for one quote executes no other', async (stage) => {
  const quote = await walletQuote(stage)
  const other = signableQuote(
    await stage.platform.transfers.createQuote(fromWallet(quote), stage.random.uuid()),
    stage.random,
  )
  const spent = await watchSpending(stage, quote.accountId)

  const answer = await execute(stage, quote.quoteId, {
    signature: quote.key.sign(other.payloadToSign),
    requestId: quote.requestId,
  })

  expect(answer).toHaveStatus(401)
  expect(answer).toHaveCode(...EITHER)
  await asLongAsAnExecutionTakes(stage)
  expect(await spent(), 'paid by the wallet').toBe(0)
})

check('EWA-50', 'an agent moves no money from a wallet without its signature', async (stage) => {
  const { holder, accountId, quoteId } = await agentsWalletQuote(stage)
  const spent = await watchSpending(stage, accountId)

  const answer = await stage.agent(holder.accessToken).executeQuote(quoteId)

  await asLongAsAnExecutionTakes(stage)
  expect(answer.status).toBeLessThan(500)
  expect(await spent(), 'paid by the wallet').toBe(0)
})

check('EWA-51', "an agent's quote is executed with a signature", async (stage) => {
  const { quoteId, key, payloadToSign, requestId } = await agentsWalletQuote(stage)

  const answer = await execute(stage, quoteId, { signature: key.sign(payloadToSign), requestId })

  expect(answer).toSucceed()
})

check('EWA-49', "the platform's quote is executed with a signature, and not without", async (stage) => {
  const wallet = await walletHolder(stage)
  const { platform, random } = stage
  const { quoteId, payloadToSign, requestId } = signableQuote(
    await platform.transfers.createQuote(fromWallet(wallet), random.uuid()),
    random,
  )

  const unsigned = await execute(stage, quoteId, { signature: undefined, requestId })
  const signed = await execute(stage, quoteId, { signature: wallet.key.sign(payloadToSign), requestId })

  expect(unsigned).toHaveStatus(401)
  expect(unsigned).toHaveCode('WALLET_SIGNATURE_MISSING')
  expect(signed).toSucceed()
})

const execute = (
  { platform }: Stage,
  quoteId: string,
  { signature, requestId }: { readonly signature: string | undefined; readonly requestId: string },
) =>
  platform.transfers.execute(quoteId, headersOf({ ...(signature !== undefined && { signature }), requestId }))

const isPending = (body: unknown): boolean => valueAt(body, 'status') === 'PENDING'
