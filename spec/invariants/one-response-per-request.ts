import { grouped } from '../grouped.ts'
import { isRecord, succeeded, type Invariant, type Observation } from './observation.ts'

/** A request identifier is remembered at least until the quote expires; allows for clock differences and latency. */
const MARGIN_MS = 5_000

/** The same request with the same identifier returns the same quote (contract: Endpoints 3, request header). */
export const oneResponsePerRequest: Invariant = (history, { requestIdHeader }) => {
  const header = requestIdHeader.toLowerCase()
  const created = history.filter(
    (observation) =>
      observation.operation === 'createAgentQuote' &&
      observation.requestHeaders[header] !== undefined &&
      succeeded(observation) &&
      observation.date !== undefined &&
      isQuote(observation),
  )
  const repeated = [...grouped(created, (observation) => keyOf(observation, header)).values()].filter(
    (responses) => responses.length > 1 && isHonoured(responses),
  )
  return {
    judged: repeated.flat().length,
    violations: repeated.flatMap(([first, ...others]) =>
      others
        .filter((other) => isRemembered(first!, other) && idOf(other) !== idOf(first!))
        .map(({ exchange }) => ({
          exchange,
          at: '/id',
          message: `the same request under the same identifier returned another quote in exchange ${first!.exchange}`,
        })),
    ),
  }
}

const keyOf = ({ requestHeaders, requestBody }: Observation, header: string) =>
  JSON.stringify([requestHeaders.authorization, requestHeaders[header], requestBody])

/** The compared part of a quote: two missing ids are not the same quote. */
const isQuote = ({ body }: Observation) =>
  isRecord(body) && typeof body.id === 'string' && typeof body.expiresAt === 'string'

/** If no replay has any effect, the header may have another name: QUO-20 judges that. */
const isHonoured = ([first, ...others]: readonly Observation[]) =>
  others.some((other) => idOf(other) === idOf(first!))

const idOf = ({ body }: Observation) => (isRecord(body) ? body.id : undefined)

/** By the deployment's clock: without it, the expiry is unknown. */
function isRemembered(first: Observation, { date }: Observation): boolean {
  const expiresAt = isRecord(first.body) ? Date.parse(String(first.body.expiresAt)) : Number.NaN
  return date !== undefined && date + MARGIN_MS < expiresAt
}
