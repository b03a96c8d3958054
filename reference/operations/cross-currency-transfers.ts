import type { PlatformOperation } from '../call.ts'
import { Refused } from '../errors.ts'
import { quoteBody } from '../representations.ts'
import { respondOnce } from './respond-once.ts'
import { newQuote, refuseTooLarge } from './new-quote.ts'
import { lookUpExternalAccount, lookUpUmaReceiver } from './receiver-lookups.ts'
import { executeForPlatform, isFunded } from './submit-quote.ts'
import { requireSignedQuote } from './wallet-signature.ts'

/** The platform's quotes are created like an agent's (contract: Endpoints 3; What the service does). */
const createQuote: PlatformOperation = (server, call) => {
  const owner = server.rules.platformAsOwner()
  return respondOnce(server, call, owner, (body) => newQuote(server, { owner, agent: undefined }, body))
}

/** Any quote of the platform's customers, created by an agent or the platform. */
const getQuote: PlatformOperation = (server, { parameter }) => {
  const { rules } = server
  const quote = rules.quoteNamed(rules.storeToRead(server.store).quotes, parameter('quoteId'))
  if (!quote) throw new Refused(rules.platformQuoteNotFound)
  return { status: 200, body: quoteBody(server, quote) }
}

/** Contract: Other endpoints that are referenced. */
const executeQuote: PlatformOperation = (server, call) => {
  const { rules, store, now } = server
  const quote = rules.quoteNamed(store.quotes, call.parameter('quoteId'))
  if (!quote) throw new Refused(rules.platformQuoteNotFound)
  if (!rules.quoteMayBeExecuted(quote)) {
    if (rules.answersPlatformExecutionAgain) return { status: 200, body: quoteBody(server, quote) }
    throw new Refused(rules.quoteAlreadySubmitted)
  }
  if (!rules.quoteIsAuthorized(quote)) throw new Refused(rules.quoteNotAuthorized)
  if (rules.executionRefusesExpired && rules.quoteHasExpired(quote, now())) {
    throw new Refused(rules.quoteExpired)
  }
  refuseTooLarge(server, quote.sendingCurrency, quote.receivingCurrency, quote.price)
  requireSignedQuote(server, quote, call)
  if (!rules.platformExecutes(quote)) throw new Refused(rules.quoteIsPaidByInstructions)
  if (rules.executionRefusesUnfunded && !isFunded(server, quote, 'EXECUTION'))
    throw new Refused(rules.insufficientFunds)
  executeForPlatform(server, quote, 'EXECUTION')
  return { status: 200, body: quoteBody(server, quote) }
}

/** Operations of cross-currency transfers, by the names of their bindings and the credentials they take. */
export const crossCurrencyTransfersOperations = {
  platform: { createQuote, getQuote, executeQuote, lookUpUmaReceiver, lookUpExternalAccount },
  agent: {},
  open: {},
}
