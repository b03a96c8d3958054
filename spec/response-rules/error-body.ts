/** CNV-06: errors have the body that the contract shows (contract: Errors; Resources, FieldError). */
import { isRecord } from '../invariants/observation.ts'
import type { OperationBinding } from '../model.ts'
import { judgedBy, type ResponseRule } from './rule.ts'

interface Problem {
  readonly at: string
  readonly message: string
}

export const errorBody: ResponseRule = ({ operation, status, body, contract }) => {
  const shape = operation === undefined ? 'EITHER' : contract.catalogue.operations[operation].errors
  return judgedBy('CNV-06', [
    ...shapeProblems(shape, body),
    ...(shape === 'PLATFORM' && status === 400 ? fieldErrorProblems(body) : []),
  ])
}

/** An error message has at least one character that is not blank (contract: Errors, reason). */
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

const problem = (isWrong: boolean, at: string, message: string): readonly Problem[] =>
  isWrong ? [{ at, message }] : []

function shapeProblems(shape: OperationBinding['errors'], body: unknown): readonly Problem[] {
  if (!isRecord(body)) return [{ at: '/', message: 'expected an object' }]
  const { code, status, details } = body
  const text =
    shape === 'PLATFORM' ? ['reason'] : shape === 'AGENT_LIST' ? ['message'] : ['reason', 'message']
  return [
    ...problem(typeof code !== 'string', '/code', 'code is required and a string'),
    ...problem(
      !text.some((key) => isText(body[key])),
      `/${text[0]}`,
      `${text.join(' or ')} is required and a string that is not empty`,
    ),
    ...problem(
      shape === 'AGENT_LIST' && !Number.isInteger(status),
      '/status',
      'status is required and an integer',
    ),
    ...problem(
      details !== undefined && details !== null && !isRecord(details),
      '/details',
      'details is an object where it is given',
    ),
  ]
}

/** `details.errors` of a 400, where it is given, is an array of FieldError. */
function fieldErrorProblems(body: unknown): readonly Problem[] {
  const errors = isRecord(body) && isRecord(body.details) ? body.details.errors : undefined
  if (errors === undefined || errors === null) return []
  if (!Array.isArray(errors)) return [{ at: '/details/errors', message: 'expected an array' }]
  return (errors as readonly unknown[]).flatMap((error, index) => {
    const at = `/details/errors/${index}`
    if (!isRecord(error)) return [{ at, message: 'expected an object' }]
    const { field, message } = error
    return [
      ...problem(typeof field !== 'string', `${at}/field`, 'field is required and a string'),
      ...problem(
        message !== undefined && typeof message !== 'string',
        `${at}/message`,
        'message is a string',
      ),
    ]
  })
}
