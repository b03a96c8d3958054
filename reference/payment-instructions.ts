import { currencies } from './currencies.ts'
import type { Quote } from './resources/payments.ts'

type Json = Readonly<Record<string, unknown>>

/** Where to pay the money for a quote (contract: PaymentInstruction). */
export const paymentInstructions = (quote: Quote): readonly Json[] => [
  {
    accountOrWalletInfo: quote.sendingCurrency.code === 'BTC' ? sparkWallet(quote) : bankAccount(quote),
    instructionsNotes: 'Name the reference in the memo of the payment.',
  },
]

/** Bitcoin is paid to a Spark wallet, or through the invoice. */
const sparkWallet = ({ id }: Quote): Json => ({
  accountType: 'SPARK_WALLET',
  assetType: 'BTC',
  address: `spark1${id.slice(-12)}`,
  invoice: `lnbc${id.slice(-12)}`,
})

const bankAccount = ({ id, sendingCurrency: { code } }: Quote): Json => ({
  accountType: currencies.get(code)?.accountType ?? 'SWIFT_ACCOUNT',
  paymentRails: code === 'USD' ? ['ACH', 'WIRE'] : [currencies.get(code)?.paymentRail ?? 'SWIFT'],
  accountNumber: '1234567890',
  routingNumber: '021000021',
  bankName: 'Reference Bank',
  reference: id,
})
