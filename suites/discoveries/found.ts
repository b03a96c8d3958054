import { Blocked, type CheckedResponse } from '../../fixtures/index.ts'

/** All items of the lists in a response, since the contract shows no field of a discovery. */
export function foundIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body as readonly unknown[]
  if (typeof body !== 'object' || body === null) return []
  return Object.values(body).flatMap(foundIn)
}

const hasList = (body: unknown): boolean =>
  Array.isArray(body) || (typeof body === 'object' && body !== null && Object.values(body).some(hasList))

/**
 * The items of the lists in a response.
 *
 * @throws Blocked when it has no list, since the contract does not show the form of discoveries
 */
export function discoveredIn({ body, exchange }: CheckedResponse): readonly unknown[] {
  if (hasList(body)) return foundIn(body)
  throw new Blocked(
    'implementation',
    `the response has no list of what was discovered (exchange ${exchange})`,
    'Return a list, in any field. Otherwise allow the requirement with --allow-blocked: the contract does not show the form.',
  )
}
