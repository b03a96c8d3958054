/** A field that a rule for every response requires, and that responses do not have. Pure. */
import type { Exchange } from '../../spec/judgement.ts'
import { count } from '../../spec/count.ts'
import { lacksPlace } from '../seen-value.ts'
import type { Symptom } from './symptom.ts'

/** "code is required and a string". */
export const REQUIRED = /^(\w+) is required and (an? .+)$/

/** The field of the body that no response of a symptom has; undefined: it is about something else. */
export function lackingField({ finding, guilty }: Symptom): string | undefined {
  const field = REQUIRED.exec(finding?.message ?? '')?.[1]
  const isLacking =
    field !== undefined &&
    finding?.at === `/${field}` &&
    guilty.length > 0 &&
    guilty.every((exchange) => lacksPlace(exchange, finding.at))
  return isLacking ? field : undefined
}

/** "createAgentQuote returns 400 without `code` (77 of 77 responses with 400)". */
export function lackingTitle(
  field: string,
  where: string,
  guilty: readonly Exchange[],
  exchanges: readonly Exchange[],
): string {
  const { isOne, status, verb } = returned(guilty)
  const names = new Set(guilty.map(({ operation }) => operation))
  const alike = exchanges.filter(
    ({ kind, operation, response }) =>
      kind === 'contract' &&
      response !== undefined &&
      names.has(operation) &&
      (isOne ? response.status === status : response.status >= 400),
  )
  const all = Math.max(guilty.length, alike.length)
  const responses = isOne
    ? `${count(all, 'response')} with ${status}`
    : count(all, status < 400 ? 'response' : 'error response')
  return `${where} ${verb} without \`${field}\` (${guilty.length} of ${responses})`
}

/** "createAgentQuote returns 400 without `code`". */
export const lackingFound = (field: string, where: string, guilty: readonly Exchange[]): string =>
  `${where} ${returned(guilty).verb} without \`${field}\``

function returned(guilty: readonly Exchange[]) {
  const statuses = new Set(guilty.map(({ response }) => response?.status ?? 0))
  const [status = 0] = statuses
  const isOne = statuses.size === 1
  const what = isOne ? String(status) : status < 400 ? 'responses' : 'errors'
  const isOneOperation = new Set(guilty.map(({ operation }) => operation)).size === 1
  return { isOne, status, verb: `${isOneOperation ? 'returns' : 'return'} ${what}` }
}
