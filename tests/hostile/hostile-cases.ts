/** Kinds of broken deployments, by name, and the expected report of each. */
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { answer, EMPTY_LIST, conforming, type Scene, type HostileCase } from './hostile-deployment.ts'

export interface Broken extends HostileCase {
  /** Requirement whose checks meet it; default: ACT-01. */
  readonly meets?: 'ACT-01' | 'OWN-07'
  readonly verdict: 'pass' | 'fail' | 'blocked'
  readonly fixIn?: 'implementation' | 'environment' | 'deployment-file'
  /** Its description. */
  readonly says?: RegExp
  /** Conventions that are found broken. */
  readonly breaks?: readonly string[]
}

/** The timeout of a run is 2 s; a check that ran out of time is retried with twice as much. */
const WITHOUT_RESPONSE = /within 4 s/

/** Under load a request may time out first: then the retry of the check ends after five requests without a response. */
const CUT = /cut|did not respond to 5 requests in a row/

/** A broken connection does not violate the contract. */
const unreachable = (says: RegExp, api: (scene: Scene) => void): Broken => ({
  verdict: 'blocked',
  fixIn: 'environment',
  says,
  api,
})

const violation = (breaks: readonly string[], api: (scene: Scene) => void): Broken => ({
  verdict: 'fail',
  fixIn: 'implementation',
  breaks,
  api,
})

/** A list with this body. */
const listed =
  (body: string | Buffer, headers: Readonly<Record<string, string>> = {}) =>
  ({ response }: Scene) =>
    answer(response, 200, body, headers)

/** The list with more text before its closing brace. */
const listWith = (more: string) => `${EMPTY_LIST.slice(0, -1)},${more}}`

/** These bytes and nothing more; the connection stays open. */
const raw =
  (text: string | Buffer) =>
  ({ socket }: Scene) =>
    void socket.write(text)
const rawThenEnd =
  (text: string | Buffer) =>
  ({ socket }: Scene) =>
    void socket.end(text)
const rawThenReset =
  (text: string) =>
  ({ socket }: Scene) =>
    void socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 50))

/** Goes on writing until the connection is gone. */
const endlessly =
  (head: string, piece: string | Buffer, pauseMs = 0) =>
  ({ socket }: Scene) => {
    const more = () => {
      if (socket.destroyed) return
      const hasRoom = socket.write(piece)
      if (pauseMs > 0) setTimeout(more, pauseMs)
      else if (hasRoom) setImmediate(more)
      else socket.once('drain', more)
    }
    socket.write(head)
    more()
  }

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const MEGABYTE = Buffer.alloc(1024 * 1024, ' ')

function megabytes(count: number) {
  return ({ socket }: Scene) => {
    socket.write(`${HEAD}content-length: ${count * MEGABYTE.length}\r\n\r\n`)
    Readable.from(Array.from({ length: count }, () => MEGABYTE)).pipe(socket, { end: false })
  }
}

const nested = (depth: number) => listWith(`"deep":${'['.repeat(depth)}${']'.repeat(depth)}`)

const errorWith = (text: string) =>
  JSON.stringify({ status: 400, code: text, message: text, details: { [text]: text } })

/**
 * Clears the screen, sets the title, colours the following text, moves the cursor up; the last one without an escape
 * character.
 */
export const STEERING = '\u001b[2J\u001b]0;owned\u0007\u001b[31m\u001b[9A\u009b31m\u202egnp\r\nPASS'
export const SCRIPT = `"><script>document.title='owned'</script><img src=x onerror="document.title='owned'">`

/** @param elsewhere origin of a server that no request should reach */
export const hostileCasesOf = (elsewhere: string): Readonly<Record<string, Broken>> => {
  let jumps = 0
  return {
    'nothing-wrong': { verdict: 'pass' },

    'never-answers': unreachable(WITHOUT_RESPONSE, () => undefined),
    'one-byte-a-second': unreachable(
      WITHOUT_RESPONSE,
      endlessly(`${HEAD}content-length: 5000\r\n\r\n`, ' ', 1_000),
    ),
    'one-header-byte-a-second': unreachable(WITHOUT_RESPONSE, endlessly(`${HEAD}x-slow: `, 'x', 1_000)),
    'continues-for-ever': unreachable(
      /complete response/,
      endlessly('', 'HTTP/1.1 103 Early Hints\r\n\r\n', 5),
    ),
    'headers-without-end': unreachable(
      /complete response/,
      endlessly(HEAD, `x-more: ${'x'.repeat(1_000)}\r\n`),
    ),
    'reset-in-header': unreachable(CUT, rawThenReset('HTTP/1.1 200 OK\r\ncontent-ty')),
    'reset-in-body': unreachable(CUT, rawThenReset(`${HEAD}content-length: 42\r\n\r\n{"data"`)),
    'closed-at-once': unreachable(CUT, rawThenEnd('')),
    'promises-more-than-it-sends': unreachable(
      CUT,
      rawThenEnd(`${HEAD}content-length: 99\r\n\r\n${EMPTY_LIST}`),
    ),
    'two-content-lengths': unreachable(
      /not HTTP/,
      rawThenEnd(`${HEAD}content-length: 42\r\ncontent-length: 7\r\n\r\n${EMPTY_LIST}`),
    ),
    'broken-chunks': unreachable(
      /not HTTP/,
      rawThenEnd(`${HEAD}transfer-encoding: chunked\r\n\r\nXYZ\r\n{}\r\n`),
    ),
    'changes-protocols': unreachable(
      /complete response/,
      raw('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'),
    ),
    'a-hundred-megabytes': unreachable(/larger than/, megabytes(100)),
    'half-of-all-reset': {
      verdict: 'pass',
      api: (scene) => (scene.count % 2 === 1 ? scene.socket.resetAndDestroy() : conforming(scene)),
    },
    'one-path-reset': {
      ...violation([], (scene) =>
        scene.request.url?.includes('/actions') ? scene.socket.resetAndDestroy() : conforming(scene),
      ),
      says: /drops the connection on GET .*\/actions/,
    },

    'sends-more-than-it-promises': violation(
      ['CNV-01'],
      rawThenEnd(`${HEAD}content-length: 20\r\n\r\n${EMPTY_LIST}`),
    ),
    'truncated-utf-8': violation(['CNV-01'], listed(Buffer.from(`7b226e6f7465223a22e282227d`, 'hex'))),
    'invalid-utf-8': violation(['CNV-01'], listed(Buffer.from(listWith('"note":"ÿ"'), 'latin1'))),
    'invalid-json': violation(['CNV-01'], listed(listWith(''))),
    'no-body': violation(['CNV-02'], listed('')),
    'compressed-bomb': violation(['CNV-01'], listed(bomb(), { 'content-encoding': 'gzip' })),
    'a-hundred-thousand-levels': violation(['CNV-01'], listed(nested(100_000))),
    'levels-that-fit-the-evidence': violation(['CNV-01'], listed(nested(20_000))),
    'more-values-than-memory': violation(['CNV-01'], listed(`[${'{},'.repeat(600_000)}0]`)),
    'escapes-throughout': violation(['CNV-01'], listed(`"${'\\u0025%41&#65;'.repeat(140_000)}`)),
    'ten-thousands-of-mistakes': violation(
      ['CNV-02'],
      listed(`{"data":[${'{},'.repeat(24_000)}0],"hasMore":true,"nextCursor":"more","totalCount":-1}`),
    ),
    'everything-on-the-prototype': violation(['CNV-02'], listed(`{"__proto__":${EMPTY_LIST}}`)),
    'html-errors': violation(['CNV-01'], ({ response }) =>
      answer(response, 500, '<h1>Bad gateway</h1>', { 'content-type': 'text/html' }),
    ),
    'steers-the-terminal': violation(['CNV-07'], ({ response }) =>
      answer(response, 400, errorWith(STEERING), { 'x-note': '\u009b31m' }),
    ),
    'script-in-every-string': violation(['CNV-07'], ({ response }) =>
      answer(response, 400, errorWith(SCRIPT)),
    ),
    'redirects-in-a-circle': violation([], ({ request, response }) =>
      answer(response, 302, '', { location: request.url ?? '' }),
    ),
    'redirects-elsewhere': violation([], ({ request, response }) =>
      answer(response, 307, '', { location: `${elsewhere}${request.url}` }),
    ),
    'asks-to-come-again-for-ever': {
      ...unreachable(/asked to (?:come|retry) later \(503\)/, ({ response }) =>
        answer(response, 503, '{}', { 'retry-after': '1' }),
      ),
    },
    'half-of-all-500': violation([], (scene) =>
      scene.count % 2 === 1
        ? answer(
            scene.response,
            500,
            '{"status":500,"code":"SERVICE_SWITCH_ERROR","message":"no","details":{}}',
          )
        : conforming(scene),
    ),
    'an-integer-beyond-2-53': violation(
      ['CNV-08'],
      listed('{"data":[],"hasMore":false,"totalCount":9007199254740993}'),
    ),
    'a-number-beyond-doubles': violation(
      ['CNV-02', 'CNV-08'],
      listed('{"data":[],"hasMore":false,"totalCount":1e400}'),
    ),

    'a-key-twice': { verdict: 'pass', breaks: ['CNV-08'], api: listed(listWith('"totalCount":0')) },
    'a-byte-order-mark': { verdict: 'pass', breaks: ['CNV-08'], api: listed(`\uFEFF${EMPTY_LIST}`) },
    'prototype-beside-the-rest': {
      verdict: 'pass',
      api: listed(listWith('"__proto__":{"data":[1]},"constructor":{"prototype":{"hasMore":true}}')),
    },
    'large-but-conforming': { verdict: 'pass', api: listed(listWith(`"note":"${'x'.repeat(2_000_000)}"`)) },
    'a-64-bit-number-of-its-own': {
      verdict: 'pass',
      api: listed(listWith('"traceId":12345678901234567890')),
    },

    'a-clock-that-jumps': {
      meets: 'OWN-07',
      breaks: ['CNV-02'],
      verdict: 'blocked',
      fixIn: 'environment',
      says: /Date headers of the deployment jump by 3\d{3} s/,
      // Ahead in the first response, before any response has shown a jump; then unchanged.
      now: () => Date.now() + (jumps++ === 0 ? 3_600_000 : 0),
      api: ({ response }) => answer(response, 200, '{"status":"ACTIVE"}'),
    },

    'states-that-never-answer': { ...unreachable(WITHOUT_RESPONSE, conforming), states: () => undefined },
    'states-of-a-hundred-megabytes': { ...unreachable(/larger than/, conforming), states: megabytes(100) },
    'states-nested-deep': {
      verdict: 'blocked',
      fixIn: 'deployment-file',
      says: /no JSON object/,
      states: listed(nested(100_000)),
    },
    'states-on-the-prototype': {
      verdict: 'blocked',
      fixIn: 'deployment-file',
      says: /no usable agentId/,
      states: listed('{"__proto__":{"agentId":"Agent:x","accessToken":"token"}}'),
    },
  }
}

const malformedResponses: readonly ((scene: Scene) => void)[] = [
  megabytes(100),
  listed(bomb(), { 'content-encoding': 'gzip' }),
  listed(nested(100_000)),
  listed(listWith(`"note":"${'x'.repeat(2_000_000)}"`)),
  listed(`[${'{},'.repeat(600_000)}0]`),
  listed(`[${'{"a":1},'.repeat(24_000)}0]`),
  listed(`{"data":[${'"\\u0025%41&#65;",'.repeat(45_000)}0]}`),
  listed(errorWith(STEERING.repeat(9_000))),
  listed(errorWith(STEERING)),
  listed(errorWith(SCRIPT)),
]

/** The first responses come before any judgement. */
export const oneMalformedResponseAfterAnother: HostileCase = {
  api: (scene) =>
    scene.count <= 2
      ? conforming(scene)
      : malformedResponses[scene.count % malformedResponses.length]!(scene),
}

/** A gigabyte in one megabyte. */
function bomb(): Buffer {
  const layer = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  return Buffer.concat(Array.from({ length: 16 }, () => layer))
}
