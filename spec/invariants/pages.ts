import { operations } from '../generated/catalogue.ts'
import { isRecord, succeeded, type Observation } from './observation.ts'

/** A page in the envelope of the contract (Resources, Paginated list envelope), with the parameters of its request. */
export interface ListPage {
  readonly observation: Observation
  readonly items: readonly unknown[]
  readonly hasMore: boolean
  readonly nextCursor: unknown
  readonly totalCount: unknown
  /** undefined: no limit, or a limit outside 1 to 100, which the deployment may clamp. */
  readonly limit: number | undefined
  readonly cursor: string | undefined
}

/** Pages of every list, except bare arrays and lists without `hasMore`: the contract shows few envelopes. */
export const pagesOf = (history: readonly Observation[]): readonly ListPage[] =>
  history.flatMap((observation) => {
    const { operation, body } = observation
    if (operation === undefined || operations[operation].method !== 'GET' || !succeeded(observation))
      return []
    if (!isRecord(body) || !Array.isArray(body.data) || typeof body.hasMore !== 'boolean') return []
    const { searchParams } = new URL(observation.url)
    const limit = Number(searchParams.get('limit') ?? Number.NaN)
    return [
      {
        observation,
        items: body.data as readonly unknown[],
        hasMore: body.hasMore,
        // An empty cursor means no cursor, like null.
        nextCursor: body.nextCursor === '' ? undefined : (body.nextCursor ?? undefined),
        totalCount: body.totalCount ?? undefined,
        limit: Number.isInteger(limit) && limit >= 1 && limit <= LARGEST_PAGE ? limit : undefined,
        cursor: searchParams.get('cursor') ?? undefined,
      },
    ]
  })

/** Contract: Limits, page size. */
export const LARGEST_PAGE = 100
