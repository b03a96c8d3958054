import type { OperationFinding } from './bound-operations.ts'
import type { Outlook } from './outlook.ts'
import type { StateFinding } from './provider-states.ts'
import { count } from '../spec/count.ts'

const REACHED: readonly string[] = ['served', 'provisioned', 'given']

/**
 * A state may be unavailable with other parameters, so the last number is an upper limit:
 * "62 of 96 operations found; 34 of 45 states can be reached: up to 551 of 735 MUST requirements can be judged."
 */
export function outlookSentences(
  operations: readonly Pick<OperationFinding, 'state'>[],
  states: readonly Pick<StateFinding, 'source'>[],
  { of, judged, open, withoutOperation }: Outlook,
): readonly string[] {
  const found = operations.filter(({ state }) => state === 'found').length
  const reached = states.filter(({ source }) => REACHED.includes(source)).length
  const untested = (count: number) => (count === 0 ? '' : ` (${count} not tested)`)
  const operationsNotTested = untested(operations.filter(({ state }) => state === 'not tested').length)
  const statesNotTested = untested(states.filter(({ source }) => source === 'not tested').length)
  const parts = [
    `${found} of ${count(operations.length, 'operation')} found${operationsNotTested}`,
    ...(states.length === 0
      ? []
      : [`${reached} of ${count(states.length, 'state')} can be reached${statesNotTested}`]),
  ]
  return [
    `${parts.join('; ')}: up to ${judged} of ${count(of, 'MUST requirement')} can be judged.`,
    ...(open === 0 ? [] : [`${open} more require only operations and states that were not checked.`]),
    ...(withoutOperation === 0 ? [] : [`${withoutOperation} of the ${of} call a missing operation.`]),
  ]
}
