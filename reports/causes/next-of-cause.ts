/** What to do about a cause. Pure. */
import type { FixIn } from '../../spec/judgement.ts'
import {
  acceptedBy,
  actionOf,
  codesWanted,
  guiltyOfRule,
  guiltyOperations,
  statusList,
} from './cause-words.ts'
import { statusOfCode } from './explained-by.ts'
import { lackingField } from './lacking-field.ts'
import type { Group } from './group.ts'
import { fieldOf } from './symptoms-of.ts'
import { ONLY_COMPARES } from '../only-compares.ts'
import { statusViolation, type Action, type Kind, type Symptom } from './symptom.ts'

const NEXT: Partial<Readonly<Record<Kind, (symptom: Symptom) => string>>> = {
  crash: (symptom) =>
    `Find the error in the server's log for ${symptom.operation}${shownIn(symptom)}, and return a response of the contract.`,
  rejects: (symptom) => `Accept the request of ${symptom.operation}${shownIn(symptom)}.`,
  error: (symptom) => {
    const wanted = symptom.violation && statusViolation(symptom.violation)?.wanted
    return `Return ${wanted === undefined || wanted.length === 0 ? 'another status' : statusList(wanted)}${from(symptom)}${shownIn(symptom)}.`
  },
  code: (symptom) =>
    `Return ${codesWanted(symptom) === undefined ? 'the code of the rule' : `the code ${codesWanted(symptom)}`}${from(symptom)}${shownIn(symptom)}.`,
  field: (symptom) =>
    `Correct ${fieldsOf(symptom.violation?.at)} in the response of ${symptom.operation}${shownIn(symptom)}.`,
}

const NEXT_IN: Readonly<Record<FixIn, string>> = {
  implementation: 'Correct the implementation.',
  'deployment-file': 'Correct the deployment file.',
  environment: 'Fix the problem in the environment.',
  harness: 'Report this bug in Assay, with the report.',
}

/** The next step for the person, without the command. */
export function nextOf(group: Group): string {
  const { head } = group
  const action = actionOf(group)
  if (action) return afterAction(action, head)
  if (head.kind === 'rule') return nextOfRule(group)
  if (head.kind === 'accepts') return nextOfAccepted(group)
  const step = NEXT[head.kind]?.(head)
  if (step !== undefined) return step
  return head.next === undefined || ONLY_COMPARES.test(head.next) ? corrected(head) : head.next
}

/** "Return 404 from getCard for an unknown card." */
function nextOfAccepted(group: Group): string {
  const { head } = group
  const { operation = 'the operation' } = head
  const { what, status } = acceptedBy(group)
  if (status !== undefined && what !== undefined)
    return `Return ${status} from ${operation} for ${what}${shownIn(head)}.`
  const how = status === undefined ? '' : ` with ${status}`
  return `Make ${operation} reject ${what ?? 'the request'}${how}${shownIn(head)}.`
}

const from = ({ operation }: Symptom): string => (operation === undefined ? '' : ` from ${operation}`)

const shownIn = ({ guilty: [guilty] }: Symptom): string => (guilty ? ` (exchange ${guilty.id})` : '')

function corrected(symptom: Symptom): string {
  const { fixIn, actor, operation = actor } = symptom
  if (fixIn !== 'implementation') return NEXT_IN[fixIn]
  return operation === undefined
    ? NEXT_IN[fixIn].replace('.', `${shownIn(symptom)}.`)
    : `Correct ${actor ?? operation}${orRead(symptom)}${shownIn(symptom)}.`
}

/** A wrong value after a write may also come from the read that shows it. */
const orRead = ({ actor, operation }: Symptom): string =>
  actor === undefined || operation === undefined ? '' : `, or ${operation} if it does not show what is stored`

function afterAction({ write, success }: Action, head: Symptom): string {
  const before = success ? `succeeds before it (exchange ${success.id})` : 'must succeed'
  return `Correct what ${write.operation} changes: ${head.operation} ${before} and fails after it${shownIn(head)}.`
}

const fieldsOf = (at = ''): string => `\`${at.replaceAll(', ', '` and `')}\``

function nextOfRule(group: Group): string {
  const { head } = group
  const names = guiltyOperations(group)
  const lacking = lackingField({ ...head, guilty: guiltyOfRule(group) })
  if (lacking !== undefined) return `Add \`${lacking}\` to the body of these responses${shownIn(head)}.`
  const statuses = statusOfCode(head.finding)
  if (statuses !== undefined && names.length === 1)
    return `Return ${statuses} from ${names[0]}${shownIn(head)}.`
  const at = head.finding?.at ?? ''
  const what = at.startsWith('/') && fieldOf(at) !== '' ? `\`${fieldOf(at)}\`` : 'the response'
  if (names.length !== 1) return `Correct ${what} where responses are written${shownIn(head)}.`
  const where = what === 'the response' ? `${what} of` : `${what} in the response of`
  return `Correct ${where} ${names[0]}${shownIn(head)}.`
}
