/** CNV-03: an identifier is the type of its resource, a colon and a UUID (contract: Conventions, sentence 5). */
import { resourceId } from '../formats.ts'
import { keyOf } from './body.ts'
import type { Form } from './form.ts'

/** Fields with the identifier format; the platform's own identifiers are any strings. */
const KEY = /^(?:id|(?:agent|customer|account|quote|transaction)Id)$/
const END_OF_PATTERN = resourceId().slice(-20)

export const identifiers: Form = {
  requirement: 'CNV-03',
  isKey: (key) => KEY.test(key),
  messageOf({ keyword, instancePath, params }) {
    if (keyword === 'type' && KEY.test(keyOf(instancePath))) return 'expected <ResourceType>:<uuid>'
    const pattern = keyword === 'pattern' ? String(params.pattern) : ''
    if (!pattern.endsWith(END_OF_PATTERN)) return undefined
    const type = pattern.slice(1, pattern.indexOf(':'))
    return `expected ${/^\w+$/.test(type) ? type : '<ResourceType>'}:<uuid>`
  },
}
