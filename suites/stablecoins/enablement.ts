/**
 * Fields that show the enablement of a stablecoin. The contract does not name them, so they are those with the arranged
 * value.
 */
import { Blocked, valueAt, type CheckContext } from '../../fixtures/index.ts'
import type { StatesOf } from '../../spec/index.ts'

/** Contract: States, Stablecoin Service enablement. */
export type Enablement = StatesOf['Stablecoin enablement']

/** States that an enablement may change to without a request, by an action of the service's operator. */
export const PERHAPS_BY_NOW: Readonly<Record<Enablement, readonly unknown[]>> = {
  NOT_ENABLED: ['NOT_ENABLED'],
  PENDING_APPROVAL: ['PENDING_APPROVAL'],
  ENABLING: ['ENABLING', 'ENABLED'],
  ENABLED: ['ENABLED'],
  DISABLED: ['DISABLED'],
}

/** States of a stablecoin after a request for its enablement. */
export const REQUESTED: readonly unknown[] = ['PENDING_APPROVAL', 'ENABLING', 'ENABLED', 'DISABLED']

export interface ShownStablecoin {
  readonly stablecoinId: string
  /** The current values of the fields that showed the arranged value. */
  readonly shown: () => Promise<readonly unknown[]>
}

/**
 * A stablecoin that shows the given state of enablement.
 *
 * @throws Blocked when it shows the state nowhere
 */
export async function arrangeStablecoin(
  context: CheckContext,
  enablement: Enablement,
): Promise<ShownStablecoin> {
  const { stablecoins } = context.platform
  const { stablecoinId } = await context.arrange('stablecoin', { enablement })
  const { response, places } = await context.poll(
    async () => {
      const read = await stablecoins.get(stablecoinId)
      return { response: read, places: placesOf(read.body, PERHAPS_BY_NOW[enablement]) }
    },
    (seen) => seen.places.length > 0,
  )
  if (places.length === 0) {
    throw new Blocked(
      'deployment-file',
      `the stablecoin that was arranged as ${enablement} returned ${response.status}, and shows that nowhere (exchange ${response.exchange})`,
      'Say under operations.getStablecoin how a stablecoin is read that shows its enablement; null if it cannot be.',
    )
  }
  const shown = async () => {
    const { body } = await stablecoins.get(stablecoinId)
    return places.map((place) => valueAt(body, place))
  }
  return { stablecoinId, shown }
}

/**
 * Waits until the request for enablement is visible: only then are unchanged stablecoins meaningful.
 *
 * @throws Blocked when it does not become visible
 */
export async function requireSeenAsRequested(
  context: CheckContext,
  shown: ShownStablecoin['shown'],
): Promise<void> {
  const isRequested = (values: readonly unknown[]) => values.some((value) => REQUESTED.includes(value))
  if (isRequested(await context.poll(shown, isRequested))) return
  throw new Blocked(
    'implementation',
    'a request for enablement was accepted, and the stablecoin does not show it',
    'See why; STB-01 judges it.',
  )
}

const DEEPEST = 5

/** The dotted paths that have one of the values. */
function placesOf(body: unknown, values: readonly unknown[], path = '', depth = 0): readonly string[] {
  if (values.includes(body)) return [path]
  if (typeof body !== 'object' || body === null || depth > DEEPEST) return []
  return Object.entries(body).flatMap(([key, value]) =>
    placesOf(value, values, path === '' ? key : `${path}.${key}`, depth + 1),
  )
}
