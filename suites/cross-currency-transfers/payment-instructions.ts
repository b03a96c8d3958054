import { Blocked, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { usableQuote } from './platform-quote.ts'

/** The payment instructions of a quote; empty if missing. */
export function instructionsOf({ body }: CheckedResponse): readonly unknown[] {
  const instructions = valueAt(body, 'paymentInstructions')
  return Array.isArray(instructions) ? (instructions as readonly unknown[]) : []
}

/** The payment instructions of a quote, which may become visible a little after its creation. */
export async function pollInstructions(
  { platform, poll }: Pick<CheckContext, 'platform' | 'poll'>,
  created: CheckedResponse,
  quoteId: string,
): Promise<readonly unknown[]> {
  const atOnce = instructionsOf(created)
  if (atOnce.length > 0) return atOnce
  return poll(
    async () => instructionsOf(await platform.transfers.quote(quoteId)),
    (instructions) => instructions.length > 0,
  )
}

/**
 * The payment instructions of a quote.
 *
 * @throws Blocked when there is no quote, or it has no instructions
 */
export function statedInstructions(response: CheckedResponse): readonly unknown[] {
  usableQuote(response)
  const instructions = instructionsOf(response)
  if (instructions.length > 0) return instructions
  throw new Blocked(
    'implementation',
    `the quote has no payment instructions (exchange ${response.exchange})`,
    'See the reason in the requests of this check. QTE-21 judges this step.',
  )
}

/** Null counts as missing. */
const isLeftOut = (value: unknown) => value === undefined || value === null

/** Fields of payment instructions that are missing or have another type (contract: PaymentInstruction). */
export const instructionProblems = (instructions: readonly unknown[]): readonly string[] =>
  instructions.flatMap((instruction, index) => {
    const [type, notes] = [
      valueAt(instruction, 'accountOrWalletInfo.accountType'),
      valueAt(instruction, 'instructionsNotes'),
    ]
    return [
      ...(typeof type === 'string' && type !== '' ? [] : [`instruction ${index} names no accountType`]),
      ...(isLeftOut(notes) || typeof notes === 'string' ? [] : [`the notes of ${index} are no text`]),
    ]
  })

/**
 * The accounts or wallets of one type that the instructions of a quote name.
 *
 * @throws Blocked when there is no quote, or no account of that type
 */
export function instructionsFor(response: CheckedResponse, accountType: string): readonly unknown[] {
  usableQuote(response)
  const found = instructionsOf(response)
    .map((instruction) => valueAt(instruction, 'accountOrWalletInfo'))
    .filter((info) => valueAt(info, 'accountType') === accountType)
  if (found.length > 0) return found
  throw new Blocked(
    'deployment-file',
    `no payment instruction names a ${accountType} (exchange ${response.exchange})`,
    `Arrange realtime-funding so that its instructions name a ${accountType}.`,
  )
}

const TEXTS = [
  'accountNumber',
  'routingNumber',
  'bankName',
  'reference',
  'assetType',
  'address',
  'invoice',
] as const

/** Fields whose type differs from the documented shapes (contract: PaymentInstruction, shapes seen). */
export const shapeProblems = (accounts: readonly unknown[]): readonly string[] =>
  accounts.flatMap((account) => {
    const rails = valueAt(account, 'paymentRails')
    return [
      ...TEXTS.map((name) => [name, valueAt(account, name)] as const)
        .filter(([, value]) => !isLeftOut(value) && typeof value !== 'string')
        .map(([name, value]) => `${name} is ${JSON.stringify(value)}`),
      ...(isLeftOut(rails) ||
      (Array.isArray(rails) && (rails as readonly unknown[]).every((rail) => typeof rail === 'string'))
        ? []
        : [`paymentRails is ${JSON.stringify(rails)}`]),
    ]
  })
