/**
 * Fields that show the enablement of a stablecoin. The contract does not name them, so they are those with the arranged
 * value.
 */
import { Blocked, valueAt, type CheckContext } from '../../fixtures/index.ts'
import { PERHAPS_BY_NOW, placesOf, REQUESTED, type Enablement } from './expectations.ts'

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
      `the stablecoin that was arranged as ${enablement} returned ${response.status}, and the response does not show it (exchange ${response.exchange})`,
      'Bind operations.getStablecoin to the operation that shows the enablement of a stablecoin, or to null.',
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
export async function requireVisibleRequest(
  context: CheckContext,
  shown: ShownStablecoin['shown'],
): Promise<void> {
  const isRequested = (values: readonly unknown[]) => values.some((value) => REQUESTED.includes(value))
  if (isRequested(await context.poll(shown, isRequested))) return
  throw new Blocked(
    'implementation',
    'a request for enablement was accepted, and the stablecoin does not show it',
    'See the reason in the requests of this check. STB-01 judges this step.',
  )
}
