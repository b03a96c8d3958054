/** `notOffered`: capabilities that the document lacks. */
import { capabilities, type CapabilityId, type OperationName } from '../../../spec/index.ts'
import { CERTAIN, type Matching } from '../match/match-operations.ts'
import type { Line } from './line.ts'

/** Operations without which a capability cannot be offered. */
const OPERATIONS: Readonly<Partial<Record<CapabilityId, readonly OperationName[]>>> = {
  'beneficiaries.trusted': ['trustBeneficiary', 'untrustBeneficiary'],
  uma: ['lookUpUmaReceiver'],
  'transactions.cancellation': ['cancelTransaction'],
  'customers.bulk-upload': ['getCustomerUploadJob'],
  'customers.beneficial-owners': ['createBeneficialOwner', 'getBeneficialOwner'],
  'contact-verification.email': ['verifyEmail', 'confirmEmail'],
  'contact-verification.phone': ['verifyPhone', 'confirmPhone'],
  'wallets.embedded': ['createCredential', 'listCredentials', 'exportInternalAccount'],
  'webhooks.test-events': ['testWebhook'],
  'stablecoins.enablement': ['requestStablecoinEnablement'],
  'stablecoins.issuer-operations': ['createStablecoinMint', 'createStablecoinBurn'],
}

/** Values that a document lists if it offers a capability, and other values of the same list. */
const VALUES: Readonly<
  Partial<Record<CapabilityId, { readonly value: string; readonly beside: readonly string[] }>>
> = {
  liveness: { value: 'LIVENESS', beside: ['WALLET_SIGNATURE'] },
  'sca.passkey': { value: 'PASSKEY', beside: ['SMS_OTP', 'TOTP'] },
  'sca.totp': { value: 'TOTP', beside: ['SMS_OTP', 'PASSKEY'] },
}

/** The confidence that a value missing from a closed list is not offered. */
const BY_VALUES = 0.9

/** Lines of `notOffered`: capabilities without matching operations, and those missing from closed lists of values. */
export function notOfferedLines({ matches, absent }: Matching): readonly Line[] {
  const certain = matches.filter(({ isCertain }) => isCertain)
  if (certain.length === 0) return []
  const lists = certain
    .flatMap(({ found }) => [found.request, ...found.responses.values()])
    .flatMap((body) => body?.fields ?? [])
    .flatMap(({ enumeration }) => (enumeration ? [enumeration] : []))
  return capabilities.flatMap(({ id }) => byOperations(id, absent) ?? byValues(id, lists) ?? [])
}

/** The least confidence that one of the operations is absent; undefined: the document may have one. */
function byOperations(id: CapabilityId, absent: Matching['absent']): Line | undefined {
  const needed = OPERATIONS[id] ?? []
  if (needed.length === 0 || !needed.every((name) => absent.has(name))) return undefined
  const confidence = Math.min(...needed.map((name) => absent.get(name)!))
  const remark = `the document lacks ${needed.join(', ')}`
  return { key: id, confidence, remark, counts: confidence >= CERTAIN }
}

function byValues(id: CapabilityId, lists: readonly (readonly string[])[]): Line | undefined {
  const needed = VALUES[id]
  if (!needed) return undefined
  const beside = needed.beside.find((other) => lists.some((list) => list.includes(other)))
  if (beside === undefined || lists.some((list) => list.includes(needed.value))) return undefined
  const remark = `the document lists ${beside}, and not ${needed.value}`
  return { key: id, confidence: BY_VALUES, remark, counts: true }
}
