/** Responses to a client that does not ask for JSON (contract: Conventions, sentence 2). CNV-01 judges their bodies. */
import { check, expect } from '../../fixtures/index.ts'

const ANY_TYPE = '*/*'

check('ACT-37', 'a client that accepts any media type gets the list', async ({ arrange, agent }) => {
  const { accessToken } = await arrange('agent', {})

  const list = await agent(accessToken).accepting(ANY_TYPE).actions()

  expect(list).toHaveStatus(200)
})

check('ACT-37', 'a client that accepts any media type gets 401 without credentials', async ({ agent }) => {
  const list = await agent('').accepting(ANY_TYPE).presenting(undefined).actions()

  expect(list).toHaveStatus(401)
})
