/** The accepted submissions of a registry, read from their files. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { opened } from '../../certificates/envelope.ts'
import { ATTESTATION, digestOf } from '../../certificates/files.ts'
import { verificationKey } from '../../certificates/keys.ts'
import { statementIn } from '../../certificates/statement-in.ts'
import type { Statement } from '../../certificates/statement.ts'
import { assayError } from '../../errors/index.ts'
import { readProduct, type Product } from '../../registry/product.ts'
import { BUNDLE, KEY, PRODUCT } from '../../registry/submission.ts'
import { indexOf } from './check.ts'
import { submissionAt } from './read-submissions.ts'

export interface AcceptedSubmission {
  readonly place: string
  readonly product: Product
  /** Id: SHA-256 of its attestation. */
  readonly certificate: string
  readonly keyid: string
  readonly statement: Statement
}

/**
 * The submissions that the index lists, in its order.
 *
 * @param command for messages: `registry build`
 * @throws AssayError where a submission is not as it was accepted
 */
export const acceptedSubmissions = (registry: string, command: string): readonly AcceptedSubmission[] =>
  indexOf(registry).map(({ place, digest }) => {
    if (submissionAt(registry, place).digest !== digest)
      throw assayError('submission-changed', { command, place })
    return submissionIn(registry, place, command)
  })

function submissionIn(registry: string, place: string, command: string): AcceptedSubmission {
  const at = (...parts: readonly string[]) => readFileSync(join(registry, place, ...parts))
  const attestation = at(BUNDLE, ATTESTATION)
  const { payload, keyid } = opened(attestation, verificationKey(at(KEY).toString('utf8')))
  const { statement } = payload === undefined ? {} : statementIn(payload)
  const { product } = readProduct(at(PRODUCT).toString('utf8'))
  if (statement === undefined || product === undefined || keyid === undefined)
    throw assayError('submission-unreadable', { command, place })
  return { place, product, certificate: digestOf(attestation), keyid, statement }
}
