import {
  Blocked,
  findListed,
  valueAt,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import type { FoundItem } from '../expectations.ts'

/** A name that is taken, or a maximum that is reached: a conflict, or an error of the field. */
const REJECTIONS: readonly number[] = [400, 409, 422]

type Arranging = Pick<CheckContext, 'arrange' | 'platform' | 'poll' | 'random'>

/**
 * Creates a token, and waits for a place if it is rejected: a platform may have a maximum of tokens, which other checks
 * delete.
 *
 * @throws Blocked when it is still rejected, and so is another new token
 */
export async function createOnceFree(
  context: CheckContext,
  platform: CheckContext['platform'],
  request: Readonly<Record<string, unknown>>,
): Promise<CheckedResponse> {
  const response = await pollCreation(context, platform, request)
  if (isRejected(response)) await createToken(context)
  return response
}

const pollCreation = (
  { poll, random }: Pick<Arranging, 'poll' | 'random'>,
  platform: CheckContext['platform'],
  request: Readonly<Record<string, unknown>>,
): Promise<CheckedResponse> =>
  poll(
    () => createNamed(platform, request, random),
    (seen) => !isRejected(seen),
  )

const isRejected = ({ status }: CheckedResponse): boolean => REJECTIONS.includes(status)

/** Creates a token. The names of tokens may be unique, so a rejection is followed by a request with a new name. */
async function createNamed(
  { tokens }: CheckContext['platform'],
  request: Readonly<Record<string, unknown>>,
  random: CheckContext['random'],
): Promise<CheckedResponse> {
  const response = await tokens.create(request)
  return isRejected(response) && typeof request.name === 'string'
    ? tokens.create({ ...request, name: random.name() })
    : response
}

/**
 * The response to the creation of a token with the fields that the deployment names.
 *
 * @throws Blocked when they are rejected: the contract does not show the fields of a token, so it may need others
 */
export async function requestToken(context: Arranging): Promise<CheckedResponse> {
  const { request } = await context.arrange('api-token-fields', {})
  const response = await pollCreation(context, context.platform, request)
  if (response.status !== 400) return response
  throw new Blocked(
    'deployment-file',
    `the fields of api-token-fields create no token (exchange ${response.exchange})`,
    'Name the fields that a token needs in the provider state api-token-fields, or under given.api-token-fields in the deployment file.',
  )
}

/**
 * The identifier of a new token.
 *
 * @throws Blocked when no response has one
 */
export async function createToken(context: Arranging): Promise<string> {
  const response = await requestToken(context)
  const id = valueAt(response.body, 'id')
  if (response.status < 300 && typeof id === 'string') return id
  throw unusable('creating a token', response, 'TOK-01')
}

/**
 * The identifier of a new token that can be read.
 *
 * @throws Blocked when it cannot
 */
export async function createReadableToken(context: CheckContext): Promise<string> {
  const id = await createToken(context)
  const read = await context.poll(
    () => context.platform.tokens.get(id),
    ({ status }) => status === 200,
  )
  if (read.status === 200) return id
  throw unusable('reading a token', read, 'TOK-03')
}

/** Polls the list for a token, for as long as its appearance or disappearance may take. */
export const seenInList = (
  { platform, poll }: Pick<CheckContext, 'platform' | 'poll'>,
  tokenId: string,
  awaited: 'there' | { readonly isGone: (found: FoundItem) => boolean },
): Promise<FoundItem> =>
  poll(
    () =>
      findListed(
        (cursor) => platform.tokens.list(cursor === undefined ? {} : { cursor }),
        ({ id }) => id === tokenId,
      ),
    (found) => (awaited === 'there' ? found.item !== undefined : awaited.isGone(found)),
  )

/**
 * The identifier of a new token that is listed.
 *
 * @throws Blocked when it is not
 */
export async function createListedToken(context: CheckContext): Promise<string> {
  const id = await createToken(context)
  const { item, page } = await seenInList(context, id, 'there')
  if (item !== undefined) return id
  throw unusable('listing tokens', page, 'TOK-04')
}

const unusable = (what: string, { status, exchange }: CheckedResponse, judgedBy: string) =>
  new Blocked(
    'implementation',
    `${what} returned ${status}, and not with the token (exchange ${exchange})`,
    `See the reason in the requests of this check. ${judgedBy} judges this step.`,
  )
