/** API tokens (contract: What the service does, row API Tokens; Errors, 404 codes, TOKEN_NOT_FOUND). */
import {
  afterDeletion,
  check,
  createdId,
  expect,
  firstPages,
  identifierOfNobody,
  listItemsOf,
  shownId,
} from '../../fixtures/index.ts'
import { createdToken, listedToken, readableToken, seenInList, tokenCreation } from './created-token.ts'

check('TOK-01', 'a token is created', async (stage) => {
  const answer = await tokenCreation(stage)

  expect(answer).toSucceed()
  expect(createdId(answer), 'its identifier').toEqual(expect.any(String))
})

check('TOK-02', 'two tokens have two identifiers', async (stage) => {
  const first = await createdToken(stage)

  const second = await createdToken(stage)

  expect(second).not.toBe(first)
})

check('TOK-03', 'a token is read by its identifier', async (stage) => {
  const id = await createdToken(stage)

  const read = await stage.poll(
    () => stage.platform.tokens.get(id),
    ({ status }) => status === 200,
  )

  expect(read).toHaveStatus(200)
  expect(shownId(read, id), 'its identifier').toBe(id)
})

check('TOK-04', 'a token is listed', async (stage) => {
  const id = await createdToken(stage)

  const { item, page } = await seenInList(stage, id, 'there')

  expect(page).toSucceed()
  expect(item?.id, 'the token in the list').toBe(id)
})

const GONE = /^(marked|403 .*|404 (TOKEN_NOT_FOUND|REFERENCE_NOT_FOUND|NOT_FOUND)|410 .*)$/

check('TOK-05', 'a token that was deleted is not found any more', async (stage) => {
  const { tokens } = stage.platform
  const id = await readableToken(stage)
  const before = await tokens.get(id)

  expect(await tokens.delete(id)).toSucceed()

  const after = await stage.poll(
    async () => afterDeletion(before, await tokens.get(id)),
    (seen) => GONE.test(seen),
  )
  expect(after, 'what is read').toMatch(GONE)
})

check('TOK-06', 'a token that was deleted is not listed any more', async (stage) => {
  const id = await listedToken(stage)

  expect(await stage.platform.tokens.delete(id)).toSucceed()

  const { item, page } = await seenInList(stage, id, 'gone')
  expect(page).toSucceed()
  expect(item, 'the token in the list').toBeUndefined()
})

check('TOK-07', 'deleting a token leaves another one', async (stage) => {
  const { tokens } = stage.platform
  const [before, deleted, after] = [
    await readableToken(stage),
    await readableToken(stage),
    await readableToken(stage),
  ]

  expect(await tokens.delete(deleted)).toSucceed()

  const [readBefore, readAfter] = [await tokens.get(before), await tokens.get(after)]
  expect(readBefore).toHaveStatus(200)
  expect(shownId(readBefore, before), 'identifier of the token before').toBe(before)
  expect(readAfter).toHaveStatus(200)
  expect(shownId(readAfter, after), 'identifier of the token after').toBe(after)
})

check('TOK-08', 'a token that there is none of is not found', async (stage) => {
  const id = await readableToken(stage)

  const answer = await stage.platform.tokens.get(identifierOfNobody(id, stage))

  expect(answer).toBeError(404)
  expect(answer).toHaveCode('TOKEN_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND')
})

check('TOK-21', 'the page at nextCursor is another one', async (stage) => {
  await listedToken(stage)
  await listedToken(stage)

  const { first, second, repeats } = await firstPages(stage, (cursor, limit) =>
    stage.platform.tokens.list({
      ...(cursor !== undefined && { cursor }),
      ...(limit !== undefined && { limit }),
    }),
  )

  expect(listItemsOf(first), 'tokens on the first page').not.toHaveLength(0)
  expect(second ?? first).toHaveStatus(200)
  expect(repeats, 'the second page repeats the first one').toBe(false)
})
