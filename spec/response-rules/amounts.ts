/** CNV-05: money is an integer in the smallest unit of its currency (contract: Conventions, sentence 3a). */
import { keyOf } from './body.ts'
import type { Form } from './form.ts'

const KEY = /(?:Amount|^amount|[fF]eesIncluded|^fees)$/
/** Integers that are not money: part of the shape. */
const COUNTS = /^(?:totalCount|decimals)$/

export const amounts: Form = {
  requirement: 'CNV-05',
  isKey: (key) => KEY.test(key),
  messageOf: ({ keyword, instancePath, params }) =>
    keyword === 'type' && params.type === 'integer' && !COUNTS.test(keyOf(instancePath))
      ? 'expected an integer'
      : undefined,
}
