/** The write after which a request fails that succeeded before it. Pure. */
import type { Exchange } from '../../spec/judgement.ts'
import { isWrite, statusViolation, type Action, type Symptom } from './symptom.ts'

type Shown = Pick<Symptom, 'violation' | 'guilty' | 'attempt'>

/**
 * The action that a rejected request follows from; undefined: the request itself is rejected.
 *
 * @param used operations of the requirement
 */
export function actionBefore(
  { violation, guilty: [failed], attempt }: Shown,
  used: readonly string[],
): Action | undefined {
  const status = violation && statusViolation(violation)
  if (failed === undefined || status?.wants !== 'success' || status.found < 400) return undefined
  const before = attempt.slice(0, attempt.indexOf(failed))
  const success = before.findLast((one) => isSuccess(one) && isSameRequest(one, failed))
  if (success && isRepetition(success, failed)) return undefined
  const between = success === undefined ? before : before.slice(before.indexOf(success) + 1)
  const write = between.findLast(
    (one) => isWrite(one) && isSuccess(one) && one.operation !== failed.operation,
  )
  if (write?.operation === undefined) return undefined
  // Without an earlier success, only a rule of that write alone shows that it must not matter.
  const isRule = used.includes(write.operation) && !used.includes(failed.operation ?? '')
  if (success === undefined && (!isRule || CREATES.test(write.operation))) return undefined
  const other = otherResource(write, failed, attempt)
  return {
    write: { ...write, operation: write.operation },
    ...(success && { success }),
    ...(other !== undefined && { other }),
  }
}

/** A creation before a request has mostly done nothing wrong. */
export const CREATES = /^(?:create|register|upload|redeem)/

const isSuccess = ({ kind, response }: Exchange): boolean =>
  kind === 'contract' && response !== undefined && response.status >= 200 && response.status < 300

const isSameRequest = (one: Exchange, other: Exchange): boolean =>
  one.operation === other.operation &&
  one.caller === other.caller &&
  one.request.method === other.request.method &&
  one.request.url === other.request.url &&
  one.request.body === other.request.body

/** The same write under the same identifier: what it returns is the business of that write. */
function isRepetition(one: Exchange, other: Exchange): boolean {
  if (!isWrite(one)) return false
  const identifying = ({ request }: Exchange) =>
    Object.entries(request.headers).filter(([name]) => !ORDINARY.has(name.toLowerCase()))
  const ids = identifying(one)
  return ids.length > 0 && JSON.stringify(ids) === JSON.stringify(identifying(other))
}

/** Headers that two requests share without being one. */
const ORDINARY: ReadonlySet<string> = new Set(['traceparent', 'accept', 'content-type', 'authorization'])

/** The kind of resource that a write changed, if it is one that the caller of the failed request does not own. */
function otherResource(write: Exchange, failed: Exchange, attempt: readonly Exchange[]): string | undefined {
  const [id = '', type = ''] = /\b([A-Z]\w*):[\w-]+(?=[^/]*$)/.exec(write.request.url) ?? []
  const issuer = attempt.find(({ id: own }) => own === failed.credentialsFrom)
  // A response without any resource of the kind does not show which one the caller owns.
  if (id === '' || issuer?.response?.body.includes(`"${type}:`) !== true) return undefined
  return issuer.response.body.includes(id) ? undefined : type.toLowerCase()
}
