/** API tokens (contract: What the service does, row API Tokens; Errors, 404 codes, TOKEN_NOT_FOUND). */
import { check, expect, firstPages, nonexistentId, listItemsOf } from '../../fixtures/index.ts'
import { expectCreated, expectListed, expectShown, isUnlisted } from '../expectations.ts'
import {
  expectTokenDeleted,
  expectTokenNotFound,
  expectTokenUnlisted,
  isTokenDeleted,
} from './expectations.ts'
import {
  createToken,
  createListedToken,
  createReadableToken,
  seenInList,
  requestToken,
} from './created-token.ts'

check('TOK-01', 'a token is created', async (context) => {
  const response = await requestToken(context)

  expectCreated(response)
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

  expectShown(read, id)
})

check('TOK-04', 'a token is listed', async (context) => {
  const id = await createToken(context)

  expectListed(await seenInList(context, id, 'there'), id)
})

check('TOK-05', 'a deleted token is not found', async (context) => {
  const { tokens } = context.platform
  const id = await createReadableToken(context)
  const before = await tokens.get(id)

  expect(await tokens.delete(id)).toSucceed()

  const after = await context.poll(
    () => tokens.get(id),
    (read) => isTokenDeleted(before, read),
  )
  expectTokenDeleted(before, after)
})

check('TOK-06', 'a deleted token is not listed', async (context) => {
  const id = await createListedToken(context)
  const { item: before } = await seenInList(context, id, 'there')

  expect(await context.platform.tokens.delete(id)).toSucceed()

  const found = await seenInList(context, id, { isGone: (last) => isUnlisted(last, before) })
  expectTokenUnlisted(found, before)
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
  expectShown(readBefore, before)
  expectShown(readAfter, after)
})

check('TOK-08', 'a nonexistent token is not found', async (context) => {
  const id = await createReadableToken(context)

  const response = await context.platform.tokens.get(nonexistentId(id, context))

  expectTokenNotFound(response, id)
})

check('TOK-21', 'nextCursor leads to another page', async (context) => {
  await createListedToken(context)
  await createListedToken(context)

  const { first, second, repeats, skips } = await firstPages(context, (cursor, limit) =>
    context.platform.tokens.list({
      ...(cursor !== undefined && { cursor }),
      ...(limit !== undefined && { limit }),
    }),
  )

  expect(listItemsOf(first), 'tokens on the first page').not.toHaveLength(0)
  expect(second ?? first).toHaveStatus(200)
  expect(repeats, 'the second page repeats the first one').toBe(false)
  expect(skips, 'the second page skips an item').toBe(false)
})

check('TOK-12', 'a second deletion of a token causes no server error', async (context) => {
  const { tokens } = context.platform
  const id = await createReadableToken(context)
  expect(await tokens.delete(id)).toSucceed()

  const again = await tokens.delete(id)

  expect(again.status, 'status').toBeLessThan(500)
})
