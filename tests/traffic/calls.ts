/** Requests that a third-party test suite might send: reads, and requests that are rejected. */
import { CREDENTIALS } from './deployment-file.ts'

export const AUTHORIZATION = `Basic ${Buffer.from(`${CREDENTIALS.clientId}:${CREDENTIALS.clientSecret}`).toString('base64')}`
const NOBODY = '00000000-0000-4000-8000-000000000000'

export interface PlainCall {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly authorization?: string
}

export const CALLS: readonly PlainCall[] = [
  { method: 'GET', path: '/config', authorization: AUTHORIZATION },
  {
    method: 'GET',
    path: '/exchange-rates?sourceCurrency=USD&destinationCurrency=EUR',
    authorization: AUTHORIZATION,
  },
  { method: 'GET', path: '/cards', authorization: AUTHORIZATION },
  { method: 'GET', path: '/tokens', authorization: AUTHORIZATION },
  { method: 'GET', path: '/platform/internal-accounts', authorization: AUTHORIZATION },
  { method: 'GET', path: `/agents/Agent:${NOBODY}`, authorization: AUTHORIZATION },
  { method: 'GET', path: `/transactions/Transaction:${NOBODY}`, authorization: AUTHORIZATION },
  { method: 'POST', path: '/customers', body: '{"customerType":7}', authorization: AUTHORIZATION },
  { method: 'GET', path: '/config' },
  { method: 'GET', path: '/health', authorization: AUTHORIZATION },
]
