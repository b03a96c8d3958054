import type { ServerContext } from '../call.ts'
import { Refused } from '../errors.ts'
import { toNumber } from '../money.ts'
import type { Currency, Price, Quote } from '../resources/payments.ts'
import type { PriceTerms } from '../rules/quote-pricing.ts'

type Body = Readonly<Record<string, unknown>>

/** Fees first, then the rate, in integers only (contract: Quote, exchangeRate). */
export function priceQuote(
  { rules }: ServerContext,
  body: Body,
  sending: Currency,
  receiving: Currency,
): Pick<Quote, 'price' | 'exchangeRate' | 'rateDetails'> {
  const override = body.platformFeeOverride as Body | undefined
  if (override) {
    if (!rules.feeOverrideAllowed(sending)) throw new Refused(rules.feeOverrideRefused)
    if (!rules.overrideCurrencyFits(override, sending)) throw new Refused(rules.overrideCurrencyRefused)
  }
  const rate = rules.exchangeRate(sending, receiving)
  if (!rate) throw new Refused(rules.rateUnavailable)
  const serviceFee = rules.serviceFee(sending)
  const terms = { sending, receiving, rate, serviceFee, platformFee: rules.platformFee(sending, override) }

  const price = priceOf(rules, body, terms)
  if (!rules.priceIsPossible(price)) throw new Refused(rules.amountOutOfRange)
  return {
    price,
    exchangeRate: rules.statedRate(rate, sending, receiving),
    rateDetails: {
      counterpartyMultiplier: toNumber(rate),
      counterpartyFixedFee: 0,
      serviceApiMultiplier: 1,
      serviceApiFixedFee: Number(serviceFee.fixed),
      serviceApiVariableFeeRate: Number(serviceFee.perMillion) / 1_000_000,
      serviceApiVariableFeeAmount: Number(price.fees - price.platformFees - serviceFee.fixed),
    },
  }
}

function priceOf(rules: ServerContext['rules'], body: Body, terms: PriceTerms): Price {
  const total = rules.lockedAmount(body)
  if (rules.lockedSide(body) === 'SENDING') {
    const net = rules.netOfSending(total, terms)
    return rules.priceOfSending(total, net, rules.platformFeeOn(net, terms), rules.toReceiving(net, terms))
  }
  const net = rules.toSending(total, terms)
  return rules.priceOfReceiving(total, net, rules.platformFeeOn(net, terms), rules.serviceFeeOn(net, terms))
}
