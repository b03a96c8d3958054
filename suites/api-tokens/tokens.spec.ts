/** API tokens (contract: What the service does, row API Tokens; Errors, 404 codes, TOKEN_NOT_FOUND). */
import {
  afterDeletion,
  check,
  createdId,
  expect,
  firstPages,
  nonexistentId,
  listItemsOf,
  shownId,
} from '../../fixtures/index.ts'
import { expectNotFound } from '../expect-not-found.ts'
import {
  createToken,
  createListedToken,
  createReadableToken,
  seenInList,
  requestToken,
} from './created-token.ts'

check('TOK-01', 'a token is created', async (context) => {
  const response = await requestToken(context)

  expect(response).toSucceed()
  expect(createdId(response), 'its identifier').toEqual(expect.any(String))
})

check('TOK-02', 'two tokens have two identifiers', async (context) => {
  const first = await createToken(context)

  const second = await createToken(context)

  expect(second).not.toBe(first)
})

check('TOK-03', 'a token is read by its identifier', async (context) => {
  const id = await createToken(context)

  const read = await context.poll(
    () => context.platform.tokens.get(id),
    ({ status }) => status === 200,
  )

  expect(read).toHaveStatus(200)
  expect(shownId(read, id), 'its identifier').toBe(id)
})

check('TOK-04', 'a token is listed', async (context) => {
  const id = await createToken(context)

  const { item, page } = await seenInList(context, id, 'there')

  expect(page).toSucceed()
  expect(item?.id, 'the token in the list').toBe(id)
})

const GONE = /^(marked|403 .*|404 (TOKEN_NOT_FOUND|REFERENCE_NOT_FOUND|NOT_FOUND)|410 .*)$/

check('TOK-05', 'a deleted token is not found', async (context) => {
  const { tokens } = context.platform
  const id = await createReadableToken(context)
  const before = await tokens.get(id)

  expect(await tokens.delete(id)).toSucceed()

  const after = await context.poll(
    async () => afterDeletion(before, await tokens.get(id)),
    (seen) => GONE.test(seen),
  )
  expect(after, 'what is read').toMatch(GONE)
})

check('TOK-06', 'a deleted token is not listed', async (context) => {
  const id = await createListedToken(context)

  expect(await context.platform.tokens.delete(id)).toSucceed()

  const { item, page } = await seenInList(context, id, 'gone')
  expect(page).toSucceed()
  expect(item, 'the token in the list').toBeUndefined()
})

check('TOK-07', 'deleting a token leaves another one', async (context) => {
  const { tokens } = context.platform
  const [before, deleted, after] = [
    await createReadableToken(context),
    await createReadableToken(context),
    await createReadableToken(context),
  ]

  expect(await tokens.delete(deleted)).toSucceed()

  const [readBefore, readAfter] = [await tokens.get(before), await tokens.get(after)]
  expect(readBefore).toHaveStatus(200)
  expect(shownId(readBefore, before), 'identifier of the token before').toBe(before)
  expect(readAfter).toHaveStatus(200)
  expect(shownId(readAfter, after), 'identifier of the token after').toBe(after)
})

check('TOK-08', 'a nonexistent token is not found', async (context) => {
  const id = await createReadableToken(context)

  const response = await context.platform.tokens.get(nonexistentId(id, context))

  expectNotFound(response, id, ['TOKEN_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND'])
})

check('TOK-21', 'nextCursor leads to another page', async (context) => {
  await createListedToken(context)
  await createListedToken(context)

  const { first, second, repeats } = await firstPages(context, (cursor, limit) =>
    context.platform.tokens.list({
      ...(cursor !== undefined && { cursor }),
      ...(limit !== undefined && { limit }),
    }),
  )

  expect(listItemsOf(first), 'tokens on the first page').not.toHaveLength(0)
  expect(second ?? first).toHaveStatus(200)
  expect(repeats, 'the second page repeats the first one').toBe(false)
})
