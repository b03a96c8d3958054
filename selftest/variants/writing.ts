import { shows } from '../shows.ts'
/** Serialization and transmission of the same response. */
import { randomBytes, randomUUID } from 'node:crypto'
import {
  eachObject,
  answersChanged,
  errorsChanged,
  successesChanged,
  without,
  type Json,
} from './rewritten.ts'
import { operations, type OperationName } from '../../spec/index.ts'
import type { ReferenceResponse } from '../../reference/reference-response.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { Variant } from './variant.ts'

const shuffled = (object: Json): Json =>
  Object.fromEntries(
    Object.entries(object)
      .map((entry) => ({ entry, place: Math.random() }))
      .toSorted((one, other) => one.place - other.place)
      .map(({ entry }) => entry),
  )

const escaped = (text: string) =>
  text.replace(
    /[^\x20-\x7e\r\n\t]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Chunks with arbitrary boundaries, even within a character. */
function inChunks(text: string): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text)
  let sent = 0
  return new ReadableStream({
    pull: (controller) => {
      controller.enqueue(new Uint8Array(bytes.subarray(sent, sent + 61)))
      sent += 61
      if (sent >= bytes.length) controller.close()
    },
  })
}

const AMOUNT =
  /"((?:total(?:Sending|Receiving)Amount)|amount|fees|(?:platformF|f)eesIncluded)":(\d+)(?![\d.])/g

/** Instants are written in whole seconds, so expiries are at whole seconds. */
const inWholeSeconds = (rules: Rules, write: (seconds: number) => string): Partial<Rules> => {
  const upTo = (instant: number) => Math.ceil(instant / 1000)
  return {
    serialiseTimestamp: (instant) => write(upTo(instant)),
    ...shows('Quote', ({ createdAt }) => ({ createdAt: Math.floor(createdAt / 1000) * 1000 }))(rules),
    quoteHasExpired: (quote, now) =>
      rules.quoteHasExpired({ ...quote, expiresAt: upTo(quote.expiresAt) * 1000 }, now),
  }
}

/** The object with its timestamps cut to whole seconds. */
const withoutFractions = (object: Json): Json =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/^([\d-]{10}T[\d:]{8})\.\d{3}Z$/, '$1Z') : value,
    ]),
  )

const iso = (instant: number) => new Date(instant).toISOString()

/** A UUID of version 7: its creation time, then random bits. */
function uuidOfTime(): string {
  const hex = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex')
  const digits = `${hex.slice(0, 12)}7${hex.slice(13, 16)}8${hex.slice(17, 32)}`
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const created = ['createAgentQuote'] as const
const executed = ['executeAgentQuote'] as const
const decided = ['approveTransaction', 'rejectTransaction'] as const

const withStatus = (
  rules: Rules,
  status: number,
  ...operations: Parameters<typeof successesChanged>[2] & object
) => successesChanged(rules, (response) => ({ ...response, status }), operations)

/** The contract defines details for this case: `errors`, with every invalid field (Errors, body shape). */
const tellsFields = (operation: OperationName | undefined, { body }: ReferenceResponse): boolean =>
  (operation === 'createCustomer' || operation === 'updateCustomer') && (body as Json).details !== undefined

/** Changes the details of every error that may have details. */
const detailsChanged = (rules: Rules, change: (error: Json) => Json) =>
  errorsChanged(rules, (response, operation) =>
    tellsFields(operation, response) ? response : { ...response, body: change(response.body as Json) },
  )

/** Contract: Conventions. */
export const writingVariations: readonly Variant[] = [
  {
    id: 'request-identifier-required-of-posts',
    alone: true,
    title: 'requires a request identifier for every POST request that the contract does not show in full',
    point: 'request identifier of requests other than quote creations',
    interpretation: 'The contract shows it only for quote creation; it does not forbid others.',
    replace: {
      requestIdIsMissing: (operation, requestId) =>
        requestId === undefined &&
        operations[operation].method === 'POST' &&
        operation !== 'verifyPlatformExternalAccountOwnership',
    },
  },
  {
    id: 'keys-in-any-order',
    title: 'changes the order of object fields in every response',
    point: 'writing of a JSON body',
    interpretation: 'A JSON object has no order.',
    replace: (rules) => ({ serialiseBody: (body) => rules.serialiseBody(eachObject(body, shuffled)) }),
  },
  {
    id: 'spaced-and-escaped',
    title: 'serializes JSON over many lines, with escapes for non-ASCII characters',
    point: 'writing of a JSON body',
    interpretation: 'Whitespace and escapes do not change the value.',
    replace: { serialiseBody: (body) => `\r\n${escaped(JSON.stringify(body, undefined, '\t'))}\r\n` },
  },
  {
    id: 'chunked',
    title: 'sends chunked bodies without a length',
    point: 'writing of a JSON body',
    interpretation: 'HTTP allows both.',
    replace: { serialiseBody: (body) => inChunks(JSON.stringify(body)) },
  },
  {
    id: 'integers-with-a-point',
    title: 'writes amounts as 100.0',
    point: 'writing of a JSON body',
    interpretation: 'A JSON number has no integer type; 100.0 is an integer.',
    replace: { serialiseBody: (body) => JSON.stringify(body).replaceAll(AMOUNT, '"$1":$2.0') },
  },
  {
    id: 'charset',
    title: 'includes the charset in the content type',
    point: 'content type of a JSON body',
    interpretation: 'Parameters do not change the type.',
    replace: { contentType: () => 'application/json;charset=UTF-8' },
  },
  {
    id: 'structured-suffixes',
    title: 'returns its own +json content types, and application/problem+json for errors',
    point: 'content type of a JSON body',
    interpretation: 'A structured suffix means that the body is JSON.',
    replace: {
      contentType: (_operation, status) =>
        status >= 400 ? 'application/problem+json' : 'Application/vnd.payments.v1+JSON; charset="utf-8"',
    },
  },
  {
    id: 'timestamps-in-seconds',
    title: 'returns timestamps without fractions of a second',
    point: 'writing of a timestamp',
    interpretation: 'Fractions are not required.',
    replace: (rules) => inWholeSeconds(rules, (seconds) => iso(seconds * 1000).replace('.000Z', 'Z')),
  },
  {
    id: 'timestamps-cut-to-seconds',
    alone: true,
    title: 'keeps milliseconds, and cuts them off from every timestamp that it returns',
    point: 'precision of a timestamp that is shown',
    interpretation:
      'The precision is not specified: what expires within a second is valid until the end of that second.',
    replace: () => ({ serialiseTimestamp: (instant) => iso(instant).replace(/\.\d+Z$/, 'Z') }),
  },
  {
    id: 'timestamps-in-seconds-when-read',
    alone: true,
    title:
      'returns timestamps with milliseconds from a creation, and without fractions of a second from a read',
    point: 'precision of a timestamp that is read',
    interpretation: 'The precision is not specified: a database may keep less of it than the server.',
    replace: (rules) =>
      answersChanged(rules, (response, operation) =>
        /^(get|list)/.test(operation ?? '')
          ? { ...response, body: eachObject(response.body, withoutFractions) }
          : response,
      ),
  },
  {
    id: 'timestamps-in-microseconds',
    title: 'returns timestamps with microseconds',
    point: 'writing of a timestamp',
    interpretation: 'Any number of digits is allowed.',
    replace: { serialiseTimestamp: (instant) => iso(instant).replace('Z', '000Z') },
  },
  {
    id: 'timestamps-with-offset',
    title: 'returns timestamps with the offset +00:00',
    point: 'writing of a timestamp',
    interpretation: 'The offset is UTC.',
    replace: { serialiseTimestamp: (instant) => iso(instant).replace('Z', '+00:00') },
  },
  {
    id: 'timestamps-in-nanoseconds-with-offset',
    title: 'returns timestamps with nanoseconds and the offset +00:00',
    point: 'writing of a timestamp',
    interpretation: 'Both are allowed together.',
    replace: { serialiseTimestamp: (instant) => iso(instant).replace('Z', '000000+00:00') },
  },
  {
    id: 'timestamps-with-comma',
    title: 'returns timestamps with a decimal comma and a basic-format offset',
    point: 'writing of a timestamp',
    interpretation: 'ISO 8601 allows both.',
    replace: {
      serialiseTimestamp: (instant) => iso(instant).replace('.', ',').replace('Z', '+0000'),
    },
  },
  {
    id: 'timestamps-with-offset-of-hours',
    title: 'returns timestamps with the offset +00',
    point: 'writing of a timestamp',
    interpretation: 'ISO 8601 allows it.',
    replace: { serialiseTimestamp: (instant) => iso(instant).replace('Z', '+00') },
  },
  {
    id: 'timestamps-in-basic-format',
    title: 'returns timestamps without hyphens and colons',
    point: 'writing of a timestamp',
    interpretation: 'ISO 8601 has an extended and a basic format.',
    replace: { serialiseTimestamp: (instant) => iso(instant).replaceAll(/[-:]/g, '') },
  },
  {
    id: 'uuid-in-upper-case',
    title: 'returns UUIDs in upper case',
    point: 'writing of a UUID',
    interpretation: 'Both cases are allowed.',
    replace: { newId: (type) => `${type}:${randomUUID().toUpperCase()}` },
  },
  {
    id: 'uuid-of-time',
    title: 'creates ids from UUIDs of version 7, which share a prefix',
    point: 'writing of a UUID',
    interpretation: 'Any version is allowed.',
    replace: { newId: (type) => `${type}:${uuidOfTime()}` },
  },
  {
    id: 'tokens-long',
    title: 'issues JWT-like access tokens of two kilobytes',
    point: 'form of an access token',
    interpretation: 'The token is opaque.',
    replace: {
      newAccessToken: () => [27, 1400, 64].map((bytes) => randomBytes(bytes).toString('base64url')).join('.'),
    },
  },
  {
    id: 'tokens-short',
    title: 'issues access tokens with every character that a bearer token may contain',
    point: 'form of an access token',
    interpretation: 'The token is opaque.',
    replace: { newAccessToken: () => `~${randomBytes(9).toString('base64')}+/=` },
  },
  {
    id: 'connection-closed',
    title: 'closes the connection after every response',
    point: 'headers and connections',
    interpretation: 'HTTP allows it.',
    replace: (rules) =>
      answersChanged(rules, (response) => ({
        ...response,
        headers: { ...response.headers, connection: 'close' },
      })),
  },
  {
    id: 'headers-of-its-own',
    title: 'sends additional headers: rate limits, a challenge with every 401, a cookie, an ETag',
    point: 'headers and connections',
    interpretation: 'The contract does not forbid additional headers.',
    replace: (rules) =>
      answersChanged(rules, (response) => ({
        ...response,
        headers: {
          ...response.headers,
          'retry-after': '0',
          'x-ratelimit-remaining': '0',
          'set-cookie': 'session=none; Path=/; HttpOnly',
          etag: 'W/"1"',
          ...(response.status === 401 && { 'www-authenticate': 'Basic realm="payments", Bearer' }),
        },
      })),
  },
  {
    id: 'created-200-executed-201',
    title: 'returns 200 for a creation, and 201 for an execution',
    point: 'status of a success',
    interpretation: 'The contract does not specify the status of these operations.',
    replace: (rules) => ({
      ...withStatus({ ...rules, ...withStatus(rules, 200, ...created) }, 201, ...executed),
    }),
  },
  {
    id: 'accepted-202',
    title: 'returns 202 for creations, executions and decisions',
    point: 'status of a success',
    interpretation: 'The contract does not specify the status of these operations.',
    replace: (rules) => withStatus(rules, 202, ...created, ...executed, ...decided),
  },
  {
    id: 'decisions-without-body',
    title: 'returns 204 for approvals and rejections',
    point: 'status of a success',
    interpretation: 'The contract does not specify the responses.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, status: 204, body: undefined }), decided),
  },
  {
    id: 'decisions-return-another-object',
    title: 'returns its own object for approvals and rejections',
    point: 'status of a success',
    interpretation: 'The contract does not specify the responses.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, body: { result: 'OK', id: 7 } }), decided),
  },
  {
    id: 'error-details-null',
    title: 'returns null as details in every error',
    point: 'details of an error',
    interpretation: 'null means no value.',
    warns: ['QUO-63', 'QTE-49', 'EXT-44'],
    replace: (rules) => detailsChanged(rules, (error) => ({ ...error, details: null })),
  },
  {
    id: 'error-details-left-out',
    title: 'omits details from every error',
    point: 'details of an error',
    interpretation: 'They are optional.',
    warns: ['QUO-63', 'QTE-49', 'EXT-44'],
    replace: (rules) => detailsChanged(rules, (error) => without(error, 'details')),
  },
  {
    id: 'error-details-filled',
    title: 'returns its own details in every error, with more than field errors in them',
    point: 'details of an error',
    interpretation: 'Details are an object, of which the contract specifies only field errors.',
    warns: ['QUO-63', 'QTE-49', 'EXT-44'],
    replace: (rules) =>
      detailsChanged(rules, (error) => ({
        ...error,
        details: {
          traceId: randomUUID(),
          errors: [{ field: 'body', constraint: 'required', message: '', path: [] }, { field: 'a.0.b' }],
          help: null,
        },
      })),
  },
]
