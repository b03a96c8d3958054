import type { OperationFinding } from './bound-operations.ts'
import type { Outlook } from './outlook.ts'
import type { StateFinding } from './provider-states.ts'
import { count } from '../spec/count.ts'

const REACHED: readonly string[] = ['served', 'provisioned', 'given']

/**
 * A state may be unavailable with other parameters, so the last number is an upper limit:
 * "62 of 96 operations are there; 34 of 45 states can be reached: up to 551 of 735 MUST requirements can be judged."
 */
export function outlookSentences(
  operations: readonly Pick<OperationFinding, 'state'>[],
  states: readonly Pick<StateFinding, 'source'>[],
  { of, judged, open, withoutOperation }: Outlook,
): readonly string[] {
  const there = operations.filter(({ state }) => state === 'there').length
  const reached = states.filter(({ source }) => REACHED.includes(source)).length
  const unasked = (count: number) => (count === 0 ? '' : ` (${count} not asked)`)
  const operationsNotAsked = unasked(operations.filter(({ state }) => state === 'not asked').length)
  const statesNotAsked = unasked(states.filter(({ source }) => source === 'not asked').length)
  const parts = [
    `${there} of ${count(operations.length, 'operation')} are there${operationsNotAsked}`,
    ...(states.length === 0
      ? []
      : [`${reached} of ${count(states.length, 'state')} can be reached${statesNotAsked}`]),
  ]
  return [
    `${parts.join('; ')}: up to ${judged} of ${count(of, 'MUST requirement')} can be judged.`,
    ...(open === 0 ? [] : [`${open} more require only operations and states that were not checked.`]),
    ...(withoutOperation === 0 ? [] : [`${withoutOperation} call a missing operation.`]),
  ]
}
