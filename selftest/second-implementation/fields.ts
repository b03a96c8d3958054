/** Rules for the fields of a body, and the errors of a body that violates them. */
import type { Body } from './call.ts'
import { isBody } from './call.ts'
import type { FieldFault } from './rejection.ts'
import { invalidFields } from './rejection.ts'

/** A dotted path, a predicate for its value, and a description of valid values. */
export type FieldRule = readonly [
  path: string,
  fits: (value: unknown, body: Body) => boolean,
  constraint: FieldFault['constraint'],
]

export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
export const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0
export const matches = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value)
export const among = (names: readonly string[]) => (value: unknown) => names.includes(value as string)
export const optional = (fits: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || fits(value)

/** The value at a dotted path. */
export const at = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isBody(value) ? value[name] : undefined), body)

/** @throws Rejection that names every field that violates a rule */
export function requireFields(body: Body, rules: readonly FieldRule[]): void {
  const faults = rules
    .filter(([path, fits]) => !fits(at(body, path), body))
    .map(([field, , constraint]) => ({
      field,
      constraint,
      message: `“${field}” is missing or does not fit.`,
    }))
  if (faults.length > 0) throw invalidFields(faults)
}
