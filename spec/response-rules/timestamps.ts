/** CNV-04: timestamps are ISO 8601 in UTC (contract: Conventions, sentence 4). */
import { UTC_TIMESTAMP } from '../formats.ts'
import { keyOf } from './body.ts'
import type { Form } from './form.ts'

const KEY = /(?:At|Time)$/

export const timestamps: Form = {
  requirement: 'CNV-04',
  isKey: (key) => KEY.test(key),
  messageOf({ keyword, instancePath, params }) {
    const isOfForm =
      (keyword === 'pattern' && params.pattern === UTC_TIMESTAMP) ||
      (keyword === 'type' && KEY.test(keyOf(instancePath)))
    return isOfForm ? 'expected a time in UTC that ends with "Z"' : undefined
  },
}
