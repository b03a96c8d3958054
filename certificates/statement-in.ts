import { PREDICATE_TYPE, PROOF, STATEMENT_TYPE, SUITES, type Issue, type Statement } from './statement.ts'
import { compiledOnUse } from '../spec/compiled-on-use.ts'
import { tryParseJson } from '../spec/try-parse-json.ts'

const DIGEST = {
  type: 'object',
  properties: { sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' } },
  required: ['sha256'],
} as const
const TEXT = { type: 'string' } as const
const TEXTS = { type: 'array', items: TEXT } as const
const INSTANT = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' } as const

const schema = {
  type: 'object',
  properties: {
    _type: { const: STATEMENT_TYPE },
    subject: {
      type: 'array',
      items: {
        type: 'object',
        // A file name in the bundle, never a path outside it.
        properties: { name: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$' }, digest: DIGEST },
        required: ['name', 'digest'],
      },
    },
    predicateType: { const: PREDICATE_TYPE },
    predicate: {
      type: 'object',
      properties: {
        result: { enum: ['PASSED', 'WARNED', 'FAILED'] },
        configuration: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: TEXT, uri: TEXT, digest: DIGEST, annotations: { type: 'object' } },
            required: ['name'],
            anyOf: [{ required: ['uri'] }, { required: ['digest'] }],
          },
          contains: {
            properties: { name: { const: SUITES } },
            required: ['digest'],
          },
        },
        passedTests: TEXTS,
        warnedTests: TEXTS,
        failedTests: TEXTS,
        assayCertificate: {
          type: 'object',
          properties: {
            schemaVersion: { type: 'integer' },
            contractVersion: TEXT,
            deployment: {
              type: 'object',
              properties: { name: TEXT, baseUrl: TEXT },
              required: ['name', 'baseUrl'],
            },
            replicas: TEXTS,
            addedToRequests: TEXTS,
            areas: TEXTS,
            areasNotClaimed: TEXTS,
            notOffered: TEXTS,
            capabilitiesNotOffered: TEXTS,
            profiles: TEXTS,
            challenge: TEXT,
            issuedAt: INSTANT,
            expiresAt: INSTANT,
          },
          required: [
            'schemaVersion',
            'contractVersion',
            'deployment',
            'areas',
            'areasNotClaimed',
            'notOffered',
            'issuedAt',
            'expiresAt',
          ],
        },
      },
      required: ['result', 'configuration', 'passedTests', 'warnedTests', 'failedTests', 'assayCertificate'],
    },
  },
  required: ['_type', 'subject', 'predicateType', 'predicate'],
}

const validator = compiledOnUse<Statement>(schema)

/** A payload as a statement, or its errors. */
export function statementIn(
  payload: Buffer,
): { readonly statement: Statement } | { readonly statement?: never; readonly problem: string } {
  const text = payload.toString('utf8')
  const value = tryParseJson(text)
  const hasItsShape = validator()
  if (!hasItsShape(value)) {
    const errors = (hasItsShape.errors ?? []).map(
      ({ instancePath, message }) => `it${instancePath} ${message}`,
    )
    return { problem: `the signed content is not a statement on a test result: ${errors.join(', ')}` }
  }
  const named = value.subject.map(({ name }) => name)
  if (new Set(named).size < named.length) return { problem: 'the signed payload lists a file twice' }
  const configured = value.predicate.configuration.map(({ name }) => name)
  if (new Set(configured).size < configured.length)
    return { problem: 'the signed payload names a part of its configuration twice' }
  // Parsers read a duplicate key differently.
  return JSON.stringify(value) === text
    ? { statement: value }
    : { problem: 'what is signed is not written as `assay certify` writes it' }
}

/** Statements that only the issuer knows. */
export function issueOf({ predicate: { configuration, assayCertificate } }: Statement): Issue {
  return {
    suites: configuration.find(({ name }) => name === SUITES)?.digest?.sha256 ?? '',
    proof: configuration.find(({ name }) => name === PROOF),
    issuedAt: assayCertificate.issuedAt,
    expiresAt: assayCertificate.expiresAt,
  }
}
