import { fiatTypes } from '../account-types.ts'
import { grouped } from '../grouped.ts'
import { isRecord, succeeded, type Invariant, type Observation } from './observation.ts'

/** A currency object (contract: Resources, Currency object) in a response. */
interface SeenCurrency {
  readonly exchange: string
  readonly at: string
  readonly code: string
  readonly decimals: number
}

/** The currencies of bank accounts. A token may have other decimals on each network. */
const FIAT: ReadonlySet<string> = new Set(fiatTypes.map((type) => type.replace(/_ACCOUNT$/, '')))

/** Maximum nodes per body: several times a page of a hundred actions. */
const MOST_NODES = 50_000

/** A currency has one smallest unit (contract: Conventions, sentence 3), so all responses show the same decimals. */
export const oneCurrencyPerCode: Invariant = (history) => {
  const again = [
    ...grouped(history.filter(succeeded).flatMap(currenciesIn), ({ code }) => code).values(),
  ].filter((group) => group.length > 1)
  return {
    judged: again.flat().length,
    violations: again.flatMap(([first, ...others]) =>
      others
        .filter(({ decimals }) => decimals !== first!.decimals)
        .map(({ exchange, at, code, decimals }) => ({
          exchange,
          at: `${at}/decimals`,
          message: `${code} has ${String(decimals)} decimals, and had ${String(first!.decimals)} in exchange ${first!.exchange}`,
        })),
    ),
  }
}

function currenciesIn({ body, exchange }: Observation): readonly SeenCurrency[] {
  const found: SeenCurrency[] = []
  const pending: { readonly at: string; readonly node: unknown }[] = [{ at: '', node: body }]
  for (let seen = 0; pending.length > 0 && seen < MOST_NODES; seen++) {
    const { at, node } = pending.pop()!
    if (typeof node !== 'object' || node === null) continue
    if (
      isRecord(node) &&
      typeof node.code === 'string' &&
      typeof node.decimals === 'number' &&
      FIAT.has(node.code)
    )
      found.push({ exchange, at, code: node.code, decimals: node.decimals })
    for (const [key, child] of Object.entries(node)) pending.push({ at: `${at}/${key}`, node: child })
  }
  return found
}
