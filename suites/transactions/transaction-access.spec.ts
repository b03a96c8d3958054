/** Access to transactions (contract: Authentication; Errors, 404 codes). */
import { check } from '../../fixtures/index.ts'
import { expectTransactionNotFound } from './expectations.ts'

check('TRX-02', 'a transaction that does not exist is not found', async ({ platform, random }) => {
  const response = await platform.transaction(`Transaction:${random.uuid()}`)

  expectTransactionNotFound(response)
})
