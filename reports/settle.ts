/**
 * Settles what single attempts could not know (docs/outcomes.md, No pass without evidence; No failure because of a default):
 * what the deployment has shown elsewhere in the run. Pure.
 */
import {
  DECLARE_ONE_AGENT,
  isPerhapsSecondAgent,
  names,
  operations,
  requestNames,
  type OperationName,
} from '../spec/index.ts'
import { addBody } from '../spec/needs-body.ts'
import {
  acceptedIn,
  isShown,
  OTHER_THAN,
  WHERE_FULL,
  type AcceptedPosts,
  type Presumption,
  type Witness,
  type Witnesses,
} from '../spec/witness.ts'
import type { Judgement } from './conformance.ts'

/** Judgements as far as they are settled here. */
type Attempt = Pick<Judgement, 'verdict' | 'witnesses'>
type Blocking = Required<Pick<Judgement, 'message' | 'fixIn' | 'next'>> &
  Pick<Judgement, 'lacking' | 'presumed'>

/**
 * A pass that lacks a witness is blocked; so is a failure at a request that may be wrong itself.
 *
 * @param judgements of one deployment: all attempts of a run
 */
export function settled<One extends Attempt>(
  judgements: readonly One[],
): readonly (One & Partial<Blocking>)[] {
  const shown = new Set(judgements.flatMap(({ witnesses }) => witnesses?.shows ?? []))
  const bodiless = bodilessIn(judgements)
  const accepted = acceptedIn(judgements.flatMap(({ witnesses }) => witnesses ?? []))
  return judgements.map((judgement) => {
    const blocking = whyBlocked(judgement, shown, bodiless) ?? whyFull(judgement, accepted)
    return blocking ? { ...judgement, verdict: 'blocked', ...blocking } : judgement
  })
}

/** Operations that were sent without a body, and rejected for that each time: a check may leave out a body on purpose. */
function bodilessIn(judgements: readonly Attempt[]): ReadonlySet<string> {
  const presumed = judgements.flatMap(({ witnesses }) => witnesses?.presumes ?? [])
  const others = new Set(presumed.filter((one) => !one.needsBody).map(({ operation }) => operation))
  return new Set(
    presumed.filter((one) => one.needsBody && !others.has(one.operation)).map(({ operation }) => operation),
  )
}

function whyBlocked(
  { verdict, witnesses }: Attempt,
  shown: ReadonlySet<Witness>,
  bodiless: ReadonlySet<string>,
): Blocking | undefined {
  if (witnesses === undefined || verdict === 'blocked') return undefined
  if (verdict === 'pass') {
    const missing = witnesses.needs.find((witness) => !isShown(witness, shown))
    return missing && { ...missingWitness(missing, bodiless), lacking: missing }
  }
  const presumed = witnesses.presumes.find(({ witness }) => !shown.has(witness))
  return presumed && { ...rejectedForm(presumed), presumed }
}

/** So many accepted requests show that the operation works, and how it wants its requests. */
const ENOUGH_ACCEPTED = 10

/**
 * A request was rejected, and after it none of the operation was accepted: the deployment may hold a maximum of what it
 * creates, which this run has reached. A failure that is due to the request has an accepted one after it, in another check
 * or in the retry, or the rejection names a field.
 */
function whyFull(
  { verdict, witnesses }: Attempt,
  accepted: NonNullable<Witnesses['accepted']>,
): Blocking | undefined {
  if (verdict === 'pass' || verdict === 'blocked') return undefined
  const full = witnesses?.presumes.find(({ operation, status, unexpectedAt, fields = [] }) => {
    if (fields.length > 0) return false
    const { count, lastAt }: AcceptedPosts = accepted[operation] ?? { count: 0, lastAt: Infinity }
    return count >= ENOUGH_ACCEPTED && WHERE_FULL.includes(status) && (unexpectedAt ?? 0) > lastAt
  })
  return (
    full && {
      message: `${full.operation} rejected a request with ${full.status} (exchange ${full.exchange}), and from then on every other. It accepted ${accepted[full.operation]!.count} before, so the deployment may have reached a maximum`,
      fixIn: 'environment',
      next: 'Raise the maximum, or remove what earlier runs created, and run again.',
    }
  )
}

/** Statuses of a rejection of what was sent, at an address that is there. */
const BECAUSE_OF_BODY: readonly number[] = [400, 422]

/** A request that the contract does not show was rejected, and nothing shows that it was right. */
function rejectedForm(presumption: Presumption): Blocking {
  const { operation, status, exchange, fields = [], choice } = presumption
  if (choice) {
    return {
      message: `${operation} returned ${status} (exchange ${exchange}). In this run it never accepted a request with ${choice.what}. The contract leaves that choice open, so the default may be wrong`,
      fixIn: 'deployment-file',
      next: choice.next,
    }
  }
  const named = fields.length === 0 ? '' : ` for ${fields.join(', ')}`
  return {
    message: `${operation} rejected a request of Assay with ${status}${named} (exchange ${exchange}), and accepted no similar request in this run. The contract does not show this request, so the default may be wrong`,
    fixIn: 'deployment-file',
    next: nextAfterRejection(presumption),
  }
}

const WITHOUT_PERMISSION =
  ' If it has no permission to execute, list agents.execute-permission under notOffered.'

/** The names of the deployment file that can change the body of a request. */
function ownWords(operation: OperationName): string {
  const { fields = [], values = [] } = requestNames[operation] ?? {}
  const bindings = [...fields, ...values]
  if (bindings.length === 0) return ''
  const words = bindings.map((binding) => `names.${binding} (default: ${names[binding]})`).join(', ')
  return ` If your API uses other words, set them in the deployment file: ${words}.${values.includes('executePermission') ? WITHOUT_PERMISSION : ''}`
}

function nextAfterRejection({ operation, status, fields = [], needsBody }: Presumption): string {
  if (needsBody) return addBody(operation)
  if (isPerhapsSecondAgent(operation, status)) return DECLARE_ONE_AGENT
  const { method, path } = operations[operation]
  const isBecauseOfContent = BECAUSE_OF_BODY.includes(status)
  if (fields.length > 0 && isBecauseOfContent && method !== 'GET')
    return `The path is right. If your API requires another body, set the differences under \`requests.${operation}\` in the deployment file.${ownWords(operation)}`
  const query =
    isBecauseOfContent && method === 'GET'
      ? ' The path may have a query with fixed values, such as `?name=value`.'
      : ''
  return `Add to the deployment file, under \`operations:\`, the line \`${operation}: ${method} ${path}\` with your method and path, or \`${operation}: null\` if the deployment does not offer it.${query}`
}

function missingWitness(witness: Witness, bodiless: ReadonlySet<string>): Blocking {
  const [what, operation = ''] = witness.split(' ')
  if (what === 'other')
    return {
      message: `the deployment responded to every request of this run with ${witness.slice(OTHER_THAN.length)}`,
      fixIn: 'implementation',
      next: 'Check why the deployment rejects every request with this error.',
    }
  if (what === 'accepted' && witness.includes(' for '))
    return {
      message: `the deployment never accepted ${operation}${witness.slice(witness.indexOf(' for '))} in this run, so its rejection proves nothing`,
      fixIn: 'deployment-file',
      next: 'Serve the provider state that the check arranges, or name what is not offered under notOffered.',
    }
  if (what === 'accepted')
    return {
      message: `the deployment accepted no conforming ${operation} request in this run, so its rejection proves nothing`,
      fixIn: 'deployment-file',
      next: bodiless.has(operation)
        ? addBody(operation)
        : `Check why ${operation} accepts no request, and bind operations.${operation} in the deployment file if its path differs.`,
    }
  if (what === 'listed')
    return {
      message: `${operation} listed no item in this run, so an empty list proves nothing`,
      fixIn: 'implementation',
      next: `Check why ${operation} lists nothing that was created.`,
    }
  if (what === 'changed')
    return {
      message: `no read of ${operation} showed a change in this run, so a read without one proves nothing`,
      fixIn: 'implementation',
      next: `Check why ${operation} still returns the same after an accepted change.`,
    }
  if (what === 'request')
    return {
      message: 'the deployment rejected no request in this run, so accepting one proves nothing',
      fixIn: 'deployment-file',
      next: 'Check that baseUrl is the address of the deployment, not of a stub that accepts everything.',
    }
  return what === 'money'
    ? {
        message: 'no balance changed in this run, so an unchanged balance proves nothing',
        fixIn: 'deployment-file',
        next: 'Check that the provider state account-balance gives the current balance, and that quotes can be executed.',
      }
    : {
        message: 'no event was delivered in this run, so a missing event proves nothing',
        fixIn: 'deployment-file',
        next: 'Check that the provider state webhook-endpoint registers the address that it is given.',
      }
}
