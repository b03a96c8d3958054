import { Blocked, valueAt, type Answer } from '../../fixtures/index.ts'
import type { InvalidField } from './customer-fields.ts'

/** The fields that `details.errors` names; empty where there are none. */
export const fieldsNamed = ({ body }: Answer): readonly unknown[] => {
  const errors = valueAt(body, 'details.errors')
  return Array.isArray(errors) ? errors.map((error) => valueAt(error, 'field')) : []
}

/**
 * The fields that are refused by themselves, with their names in `details.errors`.
 *
 * @param send sends a request with one invalid field
 * @throws Blocked when they are fewer than two: then nothing shows that all of them are listed
 */
export async function refusedAlone(
  fields: readonly InvalidField[],
  send: (field: InvalidField) => Promise<Answer>,
): Promise<readonly InvalidField[]> {
  const answers = await Promise.all(fields.map(async (field) => ({ field, answer: await send(field) })))
  const refused = answers
    .filter(({ field, answer }) => answer.status === 400 && fieldsNamed(answer).includes(field.field))
    .map(({ field }) => field)
  if (refused.length >= 2) return refused
  throw new Blocked(
    'implementation',
    `of ${fields.length} invalid fields ${refused.length} are refused by themselves with their names in details.errors (exchange ${answers[0]?.answer.exchange ?? 'none'})`,
    'See why; CUS-13 and CUS-15 judge it.',
  )
}
