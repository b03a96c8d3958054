import { Document } from 'yaml'
import type { Conformance, RequirementResult } from '../../reports/conformance.ts'
import { printable } from '../../reports/printable.ts'

/** A longer text is a log, not a reason. */
const LONGEST_REASON = 200

/**
 * A baseline of the failures that make a finished run's exit code 1. The reason of each entry is the failure itself;
 * the person replaces it by the reason for accepting it.
 *
 * @param expires as YYYY-MM-DD
 */
export function baselineText(conformance: Conformance, expires: string): string {
  const broken = conformance.requirements.filter(({ level }) => level === 'MUST')
  const day = conformance.finishedAt.slice(0, 10)
  const of = (verdict: RequirementResult['verdict']) =>
    broken
      .filter((result) => result.verdict === verdict)
      .map(({ id, reason = '', waiver }) => ({
        id,
        reason: waiver?.reason ?? `seen on ${day}: ${printable(shortened(reason))}`,
        ...(waiver?.issue === undefined ? {} : { issue: waiver.issue }),
        ...(waiver?.owner === undefined ? {} : { owner: waiver.owner }),
        expires,
      }))
  const document = new Document({ failing: of('fail'), flaky: of('flaky') })
  document.commentBefore = [
    ` Known failures, from the run of ${printable(conformance.deployment.name)} on ${day}.`,
    ' Until they expire, they do not cause exit code 1 of `assay run --baseline`.',
    ' Each reason is the failure in that run: replace it with why it is accepted, and add issue: and owner:.',
  ].join('\n')
  return document.toString({ lineWidth: 110 })
}

const shortened = (text: string) =>
  text.length <= LONGEST_REASON ? text : `${text.slice(0, LONGEST_REASON)}…`
