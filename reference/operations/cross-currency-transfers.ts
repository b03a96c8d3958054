import type { PlatformOperation } from '../call.ts'
import { Refused } from '../errors.ts'
import { quoteBody } from '../representations.ts'
import { answerOnce } from './answer-once.ts'
import { newQuote, refuseTooLarge } from './new-quote.ts'
import { lookUpExternalAccount, lookUpUmaReceiver } from './receiver-lookups.ts'
import { executeForPlatform, isFunded } from './submit-quote.ts'
import { requireSignedQuote } from './wallet-signature.ts'

/** The platform's quotes are made like an agent's (contract: Endpoints 3; What the service does). */
const createQuote: PlatformOperation = (setting, call) => {
  const owner = setting.rules.platformAsOwner()
  return answerOnce(setting, call, owner, (body) => newQuote(setting, { owner, agent: undefined }, body))
}

/** Any quote of the platform's customers, whoever asked for it. */
const getQuote: PlatformOperation = (setting, { parameter }) => {
  const { rules } = setting
  const quote = rules.quoteNamed(rules.storeToRead(setting.store).quotes, parameter('quoteId'))
  if (!quote) throw new Refused(rules.platformQuoteNotFound())
  return { status: 200, body: quoteBody(setting, rules.quoteWhenRead(quote)) }
}

/** Contract: Other endpoints that are referenced. */
const executeQuote: PlatformOperation = (setting, call) => {
  const { rules, store, now } = setting
  const quote = rules.quoteNamed(store.quotes, call.parameter('quoteId'))
  if (!quote) throw new Refused(rules.platformQuoteNotFound())
  if (!rules.quoteMayBeExecuted(quote)) {
    if (rules.answersPlatformExecutionAgain()) return { status: 200, body: quoteBody(setting, quote) }
    throw new Refused(rules.quoteAlreadySubmitted())
  }
  if (!rules.quoteIsAuthorized(quote)) throw new Refused(rules.quoteNotAuthorized())
  if (rules.executionRefusesExpired(rules.quoteHasExpired(quote, now()))) {
    throw new Refused(rules.quoteExpired())
  }
  refuseTooLarge(setting, quote.sendingCurrency, quote.receivingCurrency, quote.price)
  requireSignedQuote(setting, quote, call)
  if (!rules.platformExecutes(quote)) throw new Refused(rules.quoteIsPaidByInstructions())
  if (rules.executionRefusesUnfunded(isFunded(setting, quote))) throw new Refused(rules.insufficientFunds())
  executeForPlatform(setting, quote, 'EXECUTION')
  return { status: 200, body: quoteBody(setting, quote) }
}

/** Operations of cross-currency transfers, by the names of their bindings and the credentials they take. */
export const crossCurrencyTransfersOperations = {
  platform: { createQuote, getQuote, executeQuote, lookUpUmaReceiver, lookUpExternalAccount },
  agent: {},
  open: {},
}
