/** Access to transactions (contract: Authentication; Errors, 404 codes). */
import { check, expect } from '../../fixtures/index.ts'

check('TRX-02', 'a transaction that does not exist is not found', async ({ platform, random }) => {
  const response = await platform.transaction(`Transaction:${random.uuid()}`)

  expect(response).toHaveStatus(404)
  expect(response).toHaveCode(
    'TRANSACTION_NOT_FOUND',
    'REQUEST_NOT_FOUND',
    'REFERENCE_NOT_FOUND',
    'NOT_FOUND',
  )
})
