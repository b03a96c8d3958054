/** The keys that a verifier trusts: one key in PEM, or a set as JSON that limits when each may sign. */
import type { KeyObject } from 'node:crypto'
import { assayError } from '../errors/index.ts'
import { keyId, verificationKey } from './keys.ts'
import { compiledOnUse } from '../spec/compiled-on-use.ts'
import { tryParseJson } from '../spec/try-parse-json.ts'

export interface TrustedKey {
  readonly id: string
  readonly key: KeyObject
  /** Default: no limit. */
  readonly validFrom?: string
  readonly validUntil?: string
}

export interface KeySetFile {
  readonly schemaVersion: 1
  readonly keys: readonly {
    /** SPKI as PEM. */
    readonly publicKey: string
    readonly validFrom: string
    readonly validUntil: string
  }[]
}

const INSTANT = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' } as const
const validator = compiledOnUse<KeySetFile>({
  type: 'object',
  properties: {
    schemaVersion: { const: 1 },
    keys: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: { publicKey: { type: 'string' }, validFrom: INSTANT, validUntil: INSTANT },
        required: ['publicKey', 'validFrom', 'validUntil'],
        additionalProperties: false,
      },
    },
  },
  required: ['schemaVersion', 'keys'],
  additionalProperties: false,
})

const GIVEN = 'the given text'

/**
 * The keys of a text: a public key in PEM, or a key set.
 *
 * @param from where the text was found, for messages
 * @throws AssayError if it is neither
 */
export function trustedKeys(text: string, from = GIVEN): readonly TrustedKey[] {
  if (!text.trimStart().startsWith('{')) {
    const key = verificationKey(text, from)
    return [{ id: keyId(key), key }]
  }
  return keySetIn(text, from).keys.map(({ publicKey, validFrom, validUntil }) => {
    const key = verificationKey(publicKey, from)
    return { id: keyId(key), key, validFrom, validUntil }
  })
}

/** @throws AssayError if the text is not a key set */
export function keySetIn(text: string, from = GIVEN): KeySetFile {
  const value = tryParseJson(text)
  const isKeySet = validator()
  if (isKeySet(value)) return value
  throw assayError('key-set-invalid', { from })
}

/**
 * Why a key may not have signed at a time; undefined: it may.
 *
 * @param signed what it signed, for the message
 */
export function keyTimeProblem(
  { validFrom, validUntil }: TrustedKey,
  at: string,
  signed = 'the certificate',
): string | undefined {
  // As times: a signer can write the same one in several forms, in another order as texts.
  const time = Date.parse(at)
  const isWithin =
    (validFrom === undefined || time >= Date.parse(validFrom)) &&
    (validUntil === undefined || time < Date.parse(validUntil))
  return isWithin
    ? undefined
    : `its key is valid from ${validFrom} to ${validUntil}, and ${signed} was issued at ${at}`
}
