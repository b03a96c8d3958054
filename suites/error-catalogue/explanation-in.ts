import { valueAt, type CheckedResponse } from '../../fixtures/index.ts'

/** What an error says in words: `reason`, and `message` on the list of agent actions (contract: Errors, body shape). */
export const explanationIn = ({ body }: CheckedResponse): unknown =>
  valueAt(body, 'reason') ?? valueAt(body, 'message')
