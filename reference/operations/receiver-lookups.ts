import type { PlatformOperation, ServerContext } from '../call.ts'
import { lookupAnswer, payRequestAnswer, type UmaReceiver } from '../counterparty.ts'
import { currencyObject } from '../currencies.ts'
import { Refused, type Refusal } from '../errors.ts'
import type { PayerDataField } from '../resources/cross-currency-transfers.ts'

type Json = Readonly<Record<string, unknown>>

/** Contract: Endpoints 3, sender information: the receiver lookups. */
export const lookUpUmaReceiver: PlatformOperation = (server, { parameter }) => {
  const { rules, store, now } = server
  const address = parameter('receiverUmaAddress')
  if (!rules.umaAddressIsWellFormed(address)) throw new Refused(rules.invalidUmaAddress)
  const counterparty = store.counterparties.get(domainOf(address))
  if (!counterparty?.isReachable) throw new Refused(rules.lookupFailed)
  refuseIf(rules.certificatesProblem(counterparty, now()))
  refuseIf(rules.publicKeyProblem(counterparty))
  const receiver = rules.umaReceiverNamed(store.umaReceivers, address)
  if (!receiver) throw new Refused(rules.umaNotFound)
  const response = rules.parsedLookup(lookupAnswer(counterparty, receiver, now()))
  if (!response) throw new Refused(rules.lookupUnreadable)
  refuseIf(rules.lookupProblem(response, store.usedNonces, now()))
  store.usedNonces.add(String((response.compliance as Json).signatureNonce))
  const { currency, minimum, maximum, requiredPayerDataFields } = receiver
  return {
    status: 200,
    body: {
      receiverUmaAddress: address,
      ...newLookup(server, address, requiredPayerDataFields),
      supportedCurrencies: [
        { currency: currencyObject(currency), min: Number(minimum), max: Number(maximum) },
      ],
    },
  }
}

export const lookUpExternalAccount: PlatformOperation = (server, { parameter }) => {
  const { rules, store } = server
  const account = store.externalAccounts.get(parameter('accountId'))
  if (!account) throw new Refused(rules.accountNotFound(account))
  return {
    status: 200,
    body: {
      accountId: account.id,
      ...newLookup(server, account.id, store.payerDataDemands.get(account.id) ?? []),
      supportedCurrencies: [{ currency: currencyObject(account.currency) }],
    },
  }
}

function newLookup(
  { rules, store }: ServerContext,
  receiver: string,
  fields: readonly PayerDataField[],
): Json {
  const id = rules.newId('Lookup')
  store.lookups.set(id, { id, receiver })
  return { lookupId: id, requiredPayerDataFields: rules.statedPayerDataFields(fields) }
}

/**
 * Requests payment of the amount from the receiver's institution, which may refuse.
 *
 * @returns the receiver's data from the institution
 */
export function requestPayment(
  { rules, store }: ServerContext,
  receiver: UmaReceiver,
  amount: bigint,
): Readonly<Record<string, string>> {
  const counterparty = store.counterparties.get(domainOf(receiver.umaAddress))
  if (!rules.receiverTakes(amount, receiver)) throw new Refused(rules.amountOutOfRange)
  const response = counterparty && payRequestAnswer(counterparty, receiver, amount)
  refuseIf(rules.payRequestProblem(response, amount))
  return rules.counterpartyInformationOf(response)
}

const domainOf = (address: string) => address.slice(address.indexOf('@') + 1)

function refuseIf(refusal: Refusal | undefined): void {
  if (refusal) throw new Refused(refusal)
}
