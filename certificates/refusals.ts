import type { Conformance } from '../reports/conformance.ts'
import { blockedInEdition } from './blocked-in-edition.ts'
import { CLOCK_BOUND_MS, type ClockAgreement } from './clock-agreement.ts'
import { count } from '../spec/count.ts'

/** Why a run is not certified. */
export interface Refusal {
  readonly name:
    | 'non-conformant'
    | 'inconclusive'
    | 'incomplete'
    | 'restricted'
    | 'blocked'
    | 'recording'
    | 'clock'
    | 'secrets'
    | 'not-reproduced'
  readonly found: string
  readonly next: string
}

/** A finished run. */
export interface FinishedRun {
  readonly conformance: Conformance
  /** The gaps of its recording. */
  readonly gaps: readonly string[]
  readonly clock: ClockAgreement
}

const SHOWN = 8

/** The first items of a list, and the number of the others. */
export const some = (things: readonly string[], shown = SHOWN): string =>
  things.slice(0, shown).join(', ') + (things.length > shown ? ` and ${things.length - shown} more` : '')

/**
 * The conditions of a certificate that a run does not meet. For an interrupted run, consequences
 * of the interruption are omitted.
 */
export function refusals({ conformance, gaps, clock }: FinishedRun): readonly Refusal[] {
  const { verdict, complete, incompleteReason, only, shard, requirements } = conformance
  const of = (...verdicts: readonly string[]) =>
    requirements.filter((requirement) => verdicts.includes(requirement.verdict)).map(({ id }) => id)
  const blocked = blockedInEdition(conformance)
  const found: (Refusal | undefined)[] = [
    verdict === 'non-conformant' || of('fail', 'flaky').length > 0
      ? {
          name: 'non-conformant',
          found: `the deployment does not keep the contract: ${some(of('fail', 'flaky'))}`,
          next: 'Correct the implementation; the report shows the cause of each failure.',
        }
      : undefined,
    complete
      ? undefined
      : {
          name: 'incomplete',
          found: `the run did not finish: ${incompleteReason ?? 'it was cut off'}`,
          next: 'Fix what interrupted the run, then certify again.',
        },
    only.length === 0
      ? undefined
      : {
          name: 'restricted',
          found: `the run was restricted to ${some(only)}`,
          next: 'Certify a run that judges everything.',
        },
    shard === undefined
      ? undefined
      : {
          name: 'restricted',
          found: `the run is shard ${shard.index} of ${shard.of}`,
          next: 'Certify a run that judges everything.',
        },
    blocked.length === 0 || !complete
      ? undefined
      : {
          name: 'blocked',
          found: `${count(blocked.length, 'requirement')} could not be judged: ${some(blocked)}`,
          next: 'Unblock them; the report shows the cause of each.',
        },
    verdict === 'inconclusive' && complete && blocked.length === 0
      ? {
          name: 'inconclusive',
          found: 'nothing was judged',
          next: 'Claim an area with requirements in the deployment file.',
        }
      : undefined,
    gaps.length === 0 || !complete
      ? undefined
      : {
          name: 'recording',
          found: `the recording is incomplete and cannot be judged again: ${some(gaps, 3)}`,
          next: 'Certify again. If it persists, the deployment sends data that cannot be recorded: check these exchanges.',
        },
    complete ? clockRefusal(clock) : undefined,
  ]
  return found.filter((refusal) => refusal !== undefined)
}

function clockRefusal({ responses, farthestMs }: ClockAgreement): Refusal | undefined {
  if (responses === 0) {
    return {
      name: 'clock',
      found: 'no response has a Date header, so the clock of the deployment is unknown',
      next: 'Send a Date header, as HTTP requires of servers with a clock.',
    }
  }
  if (Math.abs(farthestMs) <= CLOCK_BOUND_MS) return undefined
  return {
    name: 'clock',
    found: `the clock of the deployment was at least ${Math.round(Math.abs(farthestMs) / 1000)} s ${farthestMs > 0 ? 'ahead of' : 'behind'} the local clock; ${CLOCK_BOUND_MS / 1000} s are allowed`,
    next: 'Synchronize both clocks with NTP.',
  }
}
