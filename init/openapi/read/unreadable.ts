import { printable } from '../../../reports/printable.ts'
import { InitError } from '../../init-error.ts'

const MAX_TEXT = 800

/** A `$ref` may have any length. */
const shortened = (text: string) => printable(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)

/** An unreadable OpenAPI document: exit code 2, and nothing is written. */
export const unreadable = (file: string, found: string, remedy: string): InitError =>
  new InitError(`Reading the OpenAPI document ${printable(file)}: ${shortened(found)}`, shortened(remedy))
