/** A transfer from an embedded wallet is signed (contract: Endpoints 3, immediatelyExecute; Authentication). */
import {
  check,
  expect,
  headersOf,
  valueAt,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import type { RequirementId } from '../../spec/index.ts'
import type { QuoteRequest } from '../agent-operations/quote-request.ts'
import { executeAnotherQuote as executeForPlatform } from '../cross-currency-transfers/an-execution.ts'
import {
  executeAnotherQuote,
  pollPayment,
  waitUntilPaid,
  watchSpending,
} from '../agent-management/spending.ts'
import { createdQuote, withinLimits } from '../agent-operations/created-quote.ts'
import { textNamed } from './text-named.ts'
import { UNPARSABLE } from './unparsable.ts'
import {
  createAgentWalletQuote,
  fromWallet,
  permittedByPolicy,
  signableQuote,
  arrangeWalletHolder,
  createWalletQuote,
  type WalletHolder,
  type WalletQuote,
} from './wallet-quote.ts'
import { ACCEPTED_OR_REJECTED } from '../rejections.ts'

type Create = (request: QuoteRequest) => Promise<CheckedResponse>

const creators: readonly {
  readonly id: RequirementId
  /** Begins "… from an embedded wallet". */
  readonly quote: string
  readonly by: (context: CheckContext, wallet: WalletHolder) => Create
  readonly executeAnother: (context: CheckContext) => Promise<void>
}[] = [
  {
    id: 'EWA-40',
    quote: 'a quote',
    by:
      ({ agent, random }, { holder }) =>
      (request) =>
        agent(holder.accessToken).createQuote(request, random.uuid()),
    executeAnother: executeAnotherQuote,
  },
  {
    id: 'EWA-63',
    quote: "the platform's quote",
    by:
      ({ platform, random }) =>
      (request) =>
        platform.transfers.createQuote(request, random.uuid()),
    executeAnother: executeForPlatform,
  },
]

for (const { id, quote, by, executeAnother } of creators) {
  check(id, `${quote} from an embedded wallet is not executed at creation`, async (context) => {
    const wallet = await arrangeWalletHolder(context)
    const create = by(context, wallet)
    createdQuote(await create(fromWallet(wallet)))
    const spent = await watchSpending(context, wallet.accountId)

    const response = await create(fromWallet(wallet, { immediatelyExecute: true }))

    expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED, 401)
    await executeAnother(context)
    expect(await spent(), 'paid by the wallet').toBe(0)
  })
}

check('EWA-41', 'the quote contains the payload to sign', async (context) => {
  const wallet = await arrangeWalletHolder(context)

  const response = await context
    .agent(wallet.holder.accessToken)
    .createQuote(fromWallet(wallet), context.random.uuid())

  withinLimits(response)
  permittedByPolicy(response)
  expect(response).toSucceed()
  expect(textNamed('payloadToSign', response.body), 'payloadToSign').toEqual(expect.any(String))
})

check('EWA-42', 'a signed quote is executed', async (context) => {
  const { quoteId, key, payloadToSign, requestId, read } = await createWalletQuote(context)

  const response = await execute(context, quoteId, { signature: key.sign(payloadToSign), requestId })

  expect(response).toSucceed()
  const seen = await context.poll(
    read,
    ({ status, body }) => status === 200 && !isPending(body),
    context.maxWaitMs,
  )
  expect(seen).toHaveStatus(200)
  expect(isPending(seen.body), 'still PENDING').toBe(false)
})

check('EWA-43', 'a signed execution debits exactly the total from the wallet', async (context) => {
  const { accountId, quoteId, totalSendingAmount, key, payloadToSign, requestId } =
    await createWalletQuote(context)
  const spent = await watchSpending(context, accountId)

  const response = await execute(context, quoteId, { signature: key.sign(payloadToSign), requestId })

  expect(response).toSucceed()
  const paid = await pollPayment(context, spent, totalSendingAmount)
  expect(paid, 'paid by the wallet').toBe(totalSendingAmount)
})

const EITHER = ['WALLET_SIGNATURE_BODY_MISMATCH', 'WALLET_SIGNATURE_INVALID'] as const

const BAD_SIGNATURES: readonly {
  readonly id: 'EWA-44' | 'EWA-45' | 'EWA-46' | 'EWA-47'
  readonly title: string
  readonly signature: (quote: WalletQuote, context: CheckContext) => string | undefined | Promise<string>
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
    title: 'with the signature of a key that is registered on another wallet',
    signature: async ({ payloadToSign }, context) =>
      (await arrangeWalletHolder(context)).key.sign(payloadToSign),
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
  check(id, `nothing is executed ${title}`, async (context) => {
    const quote = await createWalletQuote(context)
    const bad = await signature(quote, context)
    const spent = await watchSpending(context, quote.accountId)

    const response = await execute(context, quote.quoteId, {
      signature: bad,
      requestId: quote.requestId,
    })

    expect(response).toHaveStatus(401)
    expect(response).toHaveCode(...codes)
    await executeForPlatform(context)
    expect(await spent(), 'paid by the wallet').toBe(0)
  })
}

check('EWA-48', 'the signature for one quote executes no other quote', async (context) => {
  const quote = await createWalletQuote(context)
  const other = signableQuote(
    await context.platform.transfers.createQuote(fromWallet(quote), context.random.uuid()),
    context.random,
  )
  const spent = await watchSpending(context, quote.accountId)

  const response = await execute(context, quote.quoteId, {
    signature: quote.key.sign(other.payloadToSign),
    requestId: quote.requestId,
  })

  expect(response).toHaveStatus(401)
  expect(response).toHaveCode(...EITHER)
  await executeForPlatform(context)
  expect(await spent(), 'paid by the wallet').toBe(0)
})

check('EWA-50', 'an agent moves no money from a wallet without its signature', async (context) => {
  const { holder, accountId, quoteId } = await createAgentWalletQuote(context)
  const spent = await watchSpending(context, accountId)

  const response = await context.agent(holder.accessToken).executeQuote(quoteId)

  await executeAnotherQuote(context)
  expect(response.status).toBeLessThan(500)
  expect(await spent(), 'paid by the wallet').toBe(0)
})

check('EWA-51', "an agent's quote is executed with a signature", async (context) => {
  const { quoteId, key, payloadToSign, requestId } = await createAgentWalletQuote(context)

  const response = await execute(context, quoteId, { signature: key.sign(payloadToSign), requestId })

  expect(response).toSucceed()
})

check('EWA-49', "the platform's quote is executed only with a signature", async (context) => {
  const wallet = await arrangeWalletHolder(context)
  const { platform, random } = context
  const { quoteId, payloadToSign, requestId } = signableQuote(
    await platform.transfers.createQuote(fromWallet(wallet), random.uuid()),
    random,
  )

  const unsigned = await execute(context, quoteId, { signature: undefined, requestId })
  const signed = await execute(context, quoteId, { signature: wallet.key.sign(payloadToSign), requestId })

  expect(unsigned).toHaveStatus(401)
  expect(unsigned).toHaveCode('WALLET_SIGNATURE_MISSING')
  expect(signed).toSucceed()
})

const execute = (
  { platform }: CheckContext,
  quoteId: string,
  { signature, requestId }: { readonly signature: string | undefined; readonly requestId: string },
) =>
  platform.transfers.execute(quoteId, headersOf({ ...(signature !== undefined && { signature }), requestId }))

const isPending = (body: unknown): boolean => valueAt(body, 'status') === 'PENDING'

check('EWA-61', 'the signature of an executed quote moves no more money', async (context) => {
  const { accountId, quoteId, totalSendingAmount, key, payloadToSign, requestId } =
    await createWalletQuote(context)
  const spent = await watchSpending(context, accountId)
  const sign = () => execute(context, quoteId, { signature: key.sign(payloadToSign), requestId })
  await sign()
  await waitUntilPaid(context, spent, totalSendingAmount)

  await sign()

  await executeForPlatform(context)
  expect(await spent(), 'paid by the wallet').toBe(totalSendingAmount)
})

check('EWA-62', 'a signed quote is not executed after expiresAt', { waits: true }, async (context) => {
  const params = { quoteExpiresInSeconds: context.lifetime.seconds() }
  const quote = await createAgentWalletQuote(context, params)
  const spent = await watchSpending(context, quote.accountId)
  await context.clock.past(quote.expiresAt)

  const response = await execute(context, quote.quoteId, {
    signature: quote.key.sign(quote.payloadToSign),
    requestId: quote.requestId,
  })

  expect(response.status, 'status').toBeLessThan(500)
  await executeAnotherQuote(context)
  expect(await spent(), 'paid by the wallet').toBe(0)
})
