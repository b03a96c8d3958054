/** Groups that follow from another one, as the responses of their own attempts show. Pure. */
import { guiltyOf, type Explains } from './group.ts'
import { flowOf, statusSeen, type Symptom } from './symptom.ts'
import { fieldOf } from './symptoms-of.ts'

/** A check compares the place in which all its responses violate a response rule. */
export const brokenRule: Explains = (group, others) => {
  const guilty = [...guiltyOf(group)]
  if (group.head.kind === 'rule' || group.head.isBlocked || guilty.length === 0) return undefined
  return others.find((other) => {
    const { finding } = other.head
    const theirs = guiltyOf(other)
    return (
      finding !== undefined &&
      guilty.every((id) => theirs.has(id)) &&
      group.symptoms.every((symptom) => looksAt(symptom, finding.at))
    )
  })
}

function looksAt({ violation }: Symptom, place: string): boolean {
  if (violation === undefined) return false
  if (place === 'status') return statusSeen(violation) !== undefined
  const { at, expected, actual } = violation
  return isNamedIn(`${at} ${expected} ${actual}`, fieldOf(place))
}

const isNamedIn = (text: string, field: string): boolean =>
  /^\w+$/.test(field) && new RegExp(String.raw`\b${field}\b`).test(text)

/** A check is blocked for want of a field that another check found missing. */
export const lacksField: Explains = (group, others) => {
  if (!group.head.isBlocked) return undefined
  return others.find(({ head: { kind, violation, requirements } }) => {
    const field = violation?.at.split('.').at(-1) ?? ''
    return (
      kind === 'field' &&
      violation?.actual === 'nothing' &&
      flowOf(requirements[0]) === flowOf(group.head.requirements[0]) &&
      group.symptoms.every(({ message }) => isNamedIn(message, field))
    )
  })
}

/** The observation of a check after an operation rejected all its conforming requests in the same way. */
export const afterRejecting: Explains = (group, others) => {
  if (group.head.kind !== 'value') return undefined
  const flow = flowOf(group.head.requirements[0])
  return others.find(({ head }) => {
    const status = head.violation && statusSeen(head.violation)
    if (head.kind !== 'rejects' || status === undefined || flowOf(head.requirements[0]) !== flow) return false
    return group.symptoms.every(({ attempt }) => {
      const own = attempt.filter(({ operation }) => operation === head.operation)
      return own.length > 0 && own.every(({ response }) => response?.status === status.found)
    })
  })
}
