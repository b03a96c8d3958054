/** How the same answer is written down and sent. */
import { randomBytes, randomUUID } from 'node:crypto'
import {
  eachObject,
  answersChanged,
  errorsChanged,
  successesChanged,
  without,
  type Json,
} from './rewritten.ts'
import type { OperationName } from '../../spec/index.ts'
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

/** Pieces that end wherever they end, also within a character. */
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

/** Instants are written in whole seconds, so what expires does so at a whole second. */
const inWholeSeconds = (rules: Rules, write: (seconds: number) => string): Partial<Rules> => {
  const upTo = (instant: number) => Math.ceil(instant / 1000)
  return {
    serialiseTimestamp: (instant) => write(upTo(instant)),
    statedCreation: (quote) => Math.floor(rules.statedCreation(quote) / 1000) * 1000,
    quoteHasExpired: (quote, now) =>
      rules.quoteHasExpired({ ...quote, expiresAt: upTo(quote.expiresAt) * 1000 }, now),
  }
}

const iso = (instant: number) => new Date(instant).toISOString()

/** A UUID of version 7: the time it was made at, then chance. */
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

/** Where the contract says what details have: `errors`, with every invalid field (Errors, body shape). */
const tellsFields = (operation: OperationName | undefined, { body }: ReferenceResponse): boolean =>
  (operation === 'createCustomer' || operation === 'updateCustomer') && (body as Json).details !== undefined

/** Changes the details of every error that may have any. */
const detailsChanged = (rules: Rules, change: (error: Json) => Json) =>
  errorsChanged(rules, (response, operation) =>
    tellsFields(operation, response) ? response : { ...response, body: change(response.body as Json) },
  )

/** Contract: Conventions. */
export const writingVariations: readonly Variant[] = [
  {
    id: 'request-identifier-required-of-creations',
    alone: true,
    title: 'refuses to create anything for a platform without a request identifier',
    point: 'request identifier of creations other than quotes',
    reading: 'Only that of quote creation is shown; others are not ruled out.',
    replace: () => ({
      requestIdIsMissing: (operation, requestId) =>
        requestId === undefined && /^(create(?!Quote)|register|link|enrol|regenerate)/.test(operation),
    }),
  },
  {
    id: 'keys-in-any-order',
    title: 'writes the fields of an object in another order every time',
    point: 'writing of a JSON body',
    reading: 'A JSON object has no order.',
    replace: (rules) => ({ serialiseBody: (body) => rules.serialiseBody(eachObject(body, shuffled)) }),
  },
  {
    id: 'spaced-and-escaped',
    title: 'writes JSON over many lines, and what is not ASCII as escapes',
    point: 'writing of a JSON body',
    reading: 'White space and escapes change nothing.',
    replace: () => ({ serialiseBody: (body) => `\r\n${escaped(JSON.stringify(body, undefined, '\t'))}\r\n` }),
  },
  {
    id: 'chunked',
    title: 'sends bodies in chunks and without their length',
    point: 'writing of a JSON body',
    reading: 'That is a matter of HTTP.',
    replace: () => ({ serialiseBody: (body) => inChunks(JSON.stringify(body)) }),
  },
  {
    id: 'integers-with-a-point',
    title: 'writes amounts as 100.0',
    point: 'writing of a JSON body',
    reading: 'A JSON number has no type; 100.0 is an integer.',
    replace: () => ({ serialiseBody: (body) => JSON.stringify(body).replaceAll(AMOUNT, '"$1":$2.0') }),
  },
  {
    id: 'charset',
    title: 'names the charset in the content type',
    point: 'content type of a JSON body',
    reading: 'Parameters change nothing.',
    replace: () => ({ contentType: () => 'application/json;charset=UTF-8' }),
  },
  {
    id: 'structured-suffixes',
    title: 'has content types of its own that end in +json, and application/problem+json for errors',
    point: 'content type of a JSON body',
    reading: 'A structured suffix says that the body is JSON.',
    replace: () => ({
      contentType: (_operation, status) =>
        status >= 400 ? 'application/problem+json' : 'Application/vnd.payments.v1+JSON; charset="utf-8"',
    }),
  },
  {
    id: 'timestamps-in-seconds',
    title: 'writes timestamps without fractions of a second',
    point: 'writing of a timestamp',
    reading: 'Fractions are not asked for.',
    replace: (rules) => inWholeSeconds(rules, (seconds) => iso(seconds * 1000).replace('.000Z', 'Z')),
  },
  {
    id: 'timestamps-in-microseconds',
    title: 'writes timestamps with microseconds',
    point: 'writing of a timestamp',
    reading: 'Any number of digits.',
    replace: () => ({ serialiseTimestamp: (instant) => iso(instant).replace('Z', '000Z') }),
  },
  {
    id: 'timestamps-with-offset',
    title: 'writes timestamps with the offset +00:00',
    point: 'writing of a timestamp',
    reading: 'That is UTC as well.',
    replace: () => ({ serialiseTimestamp: (instant) => iso(instant).replace('Z', '+00:00') }),
  },
  {
    id: 'timestamps-in-nanoseconds-with-offset',
    title: 'writes timestamps with nanoseconds and the offset +00:00',
    point: 'writing of a timestamp',
    reading: 'Both at once.',
    replace: () => ({ serialiseTimestamp: (instant) => iso(instant).replace('Z', '000000+00:00') }),
  },
  {
    id: 'timestamps-with-comma',
    title: 'writes a comma before the fraction of a second, and the offset in the basic format',
    point: 'writing of a timestamp',
    reading: 'ISO 8601 has both.',
    replace: () => ({
      serialiseTimestamp: (instant) => iso(instant).replace('.', ',').replace('Z', '+0000'),
    }),
  },
  {
    id: 'timestamps-with-offset-of-hours',
    title: 'writes timestamps with the offset +00',
    point: 'writing of a timestamp',
    reading: 'ISO 8601 has it.',
    replace: () => ({ serialiseTimestamp: (instant) => iso(instant).replace('Z', '+00') }),
  },
  {
    id: 'uuid-in-upper-case',
    title: 'writes UUIDs in upper case',
    point: 'writing of a UUID',
    reading: 'Either case.',
    replace: () => ({ newId: (type) => `${type}:${randomUUID().toUpperCase()}` }),
  },
  {
    id: 'uuid-of-time',
    title: 'makes identifiers of UUIDs of version 7, which begin alike',
    point: 'writing of a UUID',
    reading: 'Any version.',
    replace: () => ({ newId: (type) => `${type}:${uuidOfTime()}` }),
  },
  {
    id: 'tokens-long',
    title: 'issues access tokens like a JWT, of two kilobytes',
    point: 'form of an access token',
    reading: 'It is opaque.',
    replace: () => ({
      newAccessToken: () => [27, 1400, 64].map((bytes) => randomBytes(bytes).toString('base64url')).join('.'),
    }),
  },
  {
    id: 'tokens-short',
    title: 'issues access tokens of letters, digits and the other characters that a bearer token may have',
    point: 'form of an access token',
    reading: 'It is opaque.',
    replace: () => ({ newAccessToken: () => `~${randomBytes(9).toString('base64')}+/=` }),
  },
  {
    id: 'connection-closed',
    title: 'closes the connection after every answer',
    point: 'headers and connections',
    reading: 'That is a matter of HTTP.',
    replace: (rules) =>
      answersChanged(rules, (response) => ({
        ...response,
        headers: { ...response.headers, connection: 'close' },
      })),
  },
  {
    id: 'headers-of-its-own',
    title: 'sends headers of its own: limits of requests, a challenge with every 401, a cookie, a tag',
    point: 'headers and connections',
    reading: 'Headers that the contract does not name are not ruled out.',
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
    title: 'answers a creation with 200 and an execution with 201',
    point: 'status of a success',
    reading: 'Of these operations the contract shows no status.',
    replace: (rules) => ({
      ...withStatus({ ...rules, ...withStatus(rules, 200, ...created) }, 201, ...executed),
    }),
  },
  {
    id: 'accepted-202',
    title: 'answers creations, executions and decisions with 202',
    point: 'status of a success',
    reading: 'Of these operations the contract shows no status.',
    replace: (rules) => withStatus(rules, 202, ...created, ...executed, ...decided),
  },
  {
    id: 'decisions-without-body',
    title: 'answers approvals and rejections with 204 and no body',
    point: 'status of a success',
    reading: 'What they answer is not shown.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, status: 204, body: undefined }), decided),
  },
  {
    id: 'decisions-answered-otherwise',
    title: 'answers approvals and rejections with an object of its own',
    point: 'status of a success',
    reading: 'What they answer is not shown.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, body: { result: 'OK', id: 7 } }), decided),
  },
  {
    id: 'error-details-null',
    title: 'has details of null in every error',
    point: 'details of an error',
    reading: 'null stands for none.',
    warns: ['QUO-63', 'QTE-49', 'EXT-44'],
    replace: (rules) => detailsChanged(rules, (error) => ({ ...error, details: null })),
  },
  {
    id: 'error-details-left-out',
    title: 'has no details in any error',
    point: 'details of an error',
    reading: 'They are optional.',
    warns: ['QUO-63', 'QTE-49', 'EXT-44'],
    replace: (rules) => detailsChanged(rules, (error) => without(error, 'details')),
  },
  {
    id: 'error-details-filled',
    title: 'has details of its own in every error, and errors in them for more than fields',
    point: 'details of an error',
    reading: 'They are an object, of which only the errors of fields are shown.',
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
