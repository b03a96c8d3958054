/**
 * Markup of an exchange. These functions run when the report is written, and in the reader's browser (`browser/`). So
 * they and their imports need neither Node nor a page. The content is untrusted: `escapeMarkup` escapes all of it.
 */
import { grouped } from '../../spec/grouped.ts'
import type { Exchange } from '../conformance.ts'

/** An exchange, and whose token its request carried. */
export interface ShownExchange extends Exchange {
  /** As in the path of a request: `Agent:3d98…`; default: no agent's, or unknown. */
  readonly agent?: string
}

type Finding = Exchange['findings'][number]

interface JsonLine {
  readonly depth: number
  readonly text: string
  /** JSON pointer of the value that begins on this line. */
  readonly pointer: string
}

/** Text as markup: escaped, with visible control and bidirectional characters. */
export function escapeMarkup(text: string): string {
  const unprintable =
    // oxlint-disable-next-line no-control-regex -- finding them is the purpose
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
    .replace(unprintable, (character) => {
      const code = character.codePointAt(0) ?? 0
      return `<span class="unprintable">U+${code.toString(16).toUpperCase().padStart(4, '0')}</span>`
    })
}

/** Text as markup in which long names break before a capital and long paths after a slash, not in the middle of a word. */
export function wrapped(text: string): string {
  return text
    .split(/(\s+)/)
    .map((word) =>
      word.length < 20
        ? escapeMarkup(word)
        : word
            .split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z]_)(?=[A-Z])|(?<=[^/:])(?=\/)|(?<=[?&])/)
            .map(escapeMarkup)
            .join('<wbr>'),
    )
    .join('')
}

/** Longer than the type of a resource, characters. */
const LONGEST_TYPE = 100

/**
 * Any text as one word of a shell command. `«redacted:NAME»` becomes the variable "$NAME" if it is a whole value: a
 * segment of a path, a parameter, a text of JSON, a header. Within an identifier, and with a name that
 * is not a known secret, it stays text: a deployment may have written it.
 *
 * @param fromFile the text comes from the deployment file, whose secrets have the names of environment variables. Elsewhere,
 * such a name would let a deployment ask for any variable.
 */
export function shellWord(text: string, fromFile = false): string {
  const steering =
    // oxlint-disable-next-line no-control-regex -- finding them is the purpose
    /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/
  return text
    .split(/(«redacted:[^«»]*»)/)
    .filter((part) => part !== '')
    .map((part, at, parts) => {
      const name = /^«redacted:([^»]*)»$/.exec(part)?.[1]
      const isWhole =
        /(?:^|[/?&=":\s])$/.test((parts[at - 1] ?? '').slice(-LONGEST_TYPE).replace(/[A-Za-z]\w*:$/, 'x')) &&
        /^(?:$|[/?&#"\s,}])/.test(parts[at + 1] ?? '')
      const isLearned =
        /^(?:(?:access|states)?token|(?:device|sca|email|phone)?code|(?:apiclient|client)?secret|privatekey|basiccredentials|authorization|walletsignature|service-wallet-signature|password|key|cookie)$/i
      const isSecret =
        isLearned.test(name ?? '') ||
        (fromFile &&
          /^[\w-]{1,60}$/.test(name ?? '') &&
          /token|secret|code|key|passw|signature|auth|cookie|credential/i.test(name ?? ''))
      if (name !== undefined && isWhole && isSecret) return `"$${shellVariable(name)}"`
      if (/^[\w@%+=:,./-]+$/.test(part)) return part
      if (!steering.test(part)) return `'${part.replaceAll("'", `'\\''`)}'`
      // Bytes rather than \u: what \u means depends on the locale of the shell.
      const escaped = Array.from(part, (character) => {
        if (character === "'" || character === '\\') return `\\${character}`
        if (!steering.test(character)) return character
        return Array.from(
          new TextEncoder().encode(character),
          (byte) => `\\x${byte.toString(16).padStart(2, '0')}`,
        ).join('')
      })
      return `$'${escaped.join('')}'`
    })
    .join('')
}

/** `accessToken` and `access-token` as ACCESS_TOKEN. */
export function shellVariable(name: string): string {
  const word = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll(/\W+/g, '_')
  return /^[A-Za-z_]/.test(word) ? word.toUpperCase() : `SECRET_${word.toUpperCase()}`
}

/**
 * A command that sends the request again, with credentials taken from the shell variables that `assay init` puts into
 * `.env.example`. The token of an agent, which Assay created, is `AGENT_TOKEN` if the recording shows which agent it is,
 * and `ACCESS_TOKEN` otherwise.
 */
export function curlCommand({
  request,
  kind,
  agent,
}: Pick<Exchange, 'request'> & Partial<Pick<ShownExchange, 'kind' | 'agent'>>): string {
  const words = [`curl -sS -i -g --path-as-is -X ${shellWord(request.method)} ${shellWord(request.url)}`]
  const own = new Set([
    'host',
    'connection',
    'content-length',
    'transfer-encoding',
    'accept-encoding',
    'traceparent',
  ])
  for (const [name, value] of Object.entries(request.headers)) {
    const lowered = name.toLowerCase()
    if (own.has(lowered) || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) continue
    if (lowered === 'authorization' && inventedIn(value) !== undefined) {
      words.push('-H "Authorization: $INVALID_AUTHORIZATION"')
      continue
    }
    const secret = /^(?:(Basic|Bearer) +)?«redacted:([^»]*)»$/i.exec(value)
    if (lowered === 'authorization' && secret) {
      const [, scheme = '', hidden = ''] = secret
      const isBasic = scheme === '' ? /basic|client|platform/i.test(hidden) : /basic/i.test(scheme)
      const isUnnamed = /^authorization$|^bearer/i.test(hidden)
      const ofAgent = agent === undefined ? 'ACCESS_TOKEN' : 'AGENT_TOKEN'
      const token = kind === 'state' ? 'STATES_TOKEN' : ofAgent
      const variable = isUnnamed ? token : shellVariable(hidden)
      words.push(
        isBasic && kind !== 'state'
          ? `-u "$PLATFORM_CLIENT_ID:$PLATFORM_CLIENT_SECRET"`
          : `-H "Authorization: ${scheme === '' ? 'Bearer' : scheme} $${variable}"`,
      )
    } else {
      // A response may have given the identifier of a request.
      const fromFile = !/id$/i.test(name)
      words.push(`-H ${shellWord(value === '' ? `${name};` : `${name}: ${value}`, fromFile)}`)
    }
  }
  if (request.body !== undefined) words.push(`--data-raw ${shellWord(request.body)}`)
  return words.join(' \\\n  ')
}

/**
 * JSON text in lines, without a changed token: numbers keep their digits, and duplicate keys stay. undefined: not
 * JSON.
 */
export function jsonLines(text: string): readonly JsonLine[] | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  const lines: JsonLine[] = []
  const open: { readonly isArray: boolean; readonly pointer: string; index: number; key: string }[] = []
  let current = ''
  let pointer = ''
  let depth = 0
  const flush = () => {
    if (current !== '') lines.push({ depth, text: current, pointer })
    current = ''
    depth = open.length
    const inside = open.at(-1)
    pointer = inside ? `${inside.pointer}/${inside.isArray ? inside.index : inside.key}` : ''
  }
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? ''
    const inside = open.at(-1)
    const following = tokens[at + 1]
    if (token === '{' || token === '[') {
      current += token
      if (following === '}' || following === ']') continue
      const whole = pointer
      flush()
      open.push({ isArray: token === '[', pointer: whole, index: 0, key: '' })
      flush()
    } else if (token === '}' || token === ']') {
      const previous = tokens[at - 1]
      if (previous === '{' || previous === '[') {
        current += token
        continue
      }
      flush()
      open.pop()
      depth = open.length
      pointer = inside?.pointer ?? ''
      current = token
    } else if (token === ',') {
      current += token
      if (inside) inside.index += 1
      flush()
    } else if (token === ':') {
      current += ': '
    } else {
      if (inside && !inside.isArray && following === ':') {
        const key = JSON.parse(token) as string
        inside.key = key.replaceAll('~', '~0').replaceAll('/', '~1')
        pointer = `${inside.pointer}/${inside.key}`
      }
      current += token
    }
  }
  flush()
  return lines
}

/** One mark for violations of the shown requirement, another for those of other requirements. */
export function markedMarkup(markup: string, requirements: readonly string[], own: string): string {
  const found = [...new Set(requirements)]
  const other = found.includes(own) ? '' : ' class="other"'
  return `<mark${other}>${markup}</mark> <span class="note${other === '' ? '' : ' other'}">◂ ${escapeMarkup(found.join(', '))}</span>`
}

/** A body as lines of markup. The lines of violations are marked. */
export function bodyMarkup(body: string, findings: readonly Finding[], own = ''): string {
  const lines = jsonLines(body)
  if (!lines) return escapeMarkup(body)
  const known = new Set(lines.map((line) => line.pointer))
  const marks = new Map<string, string[]>()
  for (const { at, requirement } of findings) {
    if (at !== '' && !at.startsWith('/')) continue
    let place = at === '/' ? '' : at
    // A missing value has no line, so its nearest ancestor is marked.
    while (place !== '' && !known.has(place)) place = place.slice(0, place.lastIndexOf('/'))
    marks.set(place, [...(marks.get(place) ?? []), requirement])
  }
  return lines
    .map(({ depth, text, pointer }) => {
      const indent = '  '.repeat(Math.min(depth, 40))
      const key = /^("(?:[^"\\]|\\.)*")(: [^]*)$/.exec(text)
      const markup = key
        ? `<span class="key">${escapeMarkup(key[1] ?? '')}</span>${escapeMarkup(key[2] ?? '')}`
        : escapeMarkup(text)
      const found = marks.get(pointer)
      if (!found) return indent + markup
      marks.delete(pointer)
      return indent + markedMarkup(markup, found, own)
    })
    .join('\n')
}

/** The lines of headers. Those of violations are marked. */
export function headersMarkup(
  headers: Readonly<Record<string, string>>,
  findings: readonly Finding[],
  own = '',
): string {
  return Object.entries(headers)
    .map(([name, value]) => {
      const line = `<span class="key">${escapeMarkup(name)}</span>: ${escapeMarkup(value)}`
      const found = findings.filter(({ at }) => at.toLowerCase() === `header ${name.toLowerCase()}`)
      if (found.length === 0) return line
      return markedMarkup(
        line,
        found.map(({ requirement }) => requirement),
        own,
      )
    })
    .join('\n')
}

/** The participants of a sequence, from left to right. */
export type Actor = 'states' | 'harness' | 'platform' | 'agent' | 'nobody' | 'invalid' | 'deployment'

/** Summary of an exchange before it is opened. */
export interface ExchangeLine {
  readonly id: string
  readonly from: Actor
  readonly to: Actor
  /** The method, or the action on a provider state. */
  readonly method: string
  /** Path below the version segment, and query; identifiers cut short. */
  readonly path: string
  /** The status, or the error instead of a response. */
  readonly outcome: number | string
  readonly ms: number
  /** Violations in its response, each place once; default: none. */
  readonly findings?: readonly FoundAt[]
  /** Default: no violation, or unknown. */
  readonly operation?: string
  /** The agent whose token the request carried; default: unknown. */
  readonly agent?: string
}

/** Which requirement is violated, and where; items of a list have no number. */
export interface FoundAt {
  readonly requirement: string
  readonly at: string
}

/** An exchange in a sequence. */
export interface SequenceStep {
  readonly line: ExchangeLine
  /** Its place in the data of the page, from which it is rendered when it is opened. */
  readonly index?: number
  /** Its markup, if it is already rendered. */
  readonly details?: string
  readonly open?: boolean
}

/** The description of an Authorization header that a check invented. */
const inventedIn = (authorization: string): string | undefined =>
  /^«redacted:authorization, which is ([^»]+)»$/.exec(authorization)?.[1]

const authorizationOf = ({ headers }: Exchange['request']): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? ''

function askerOf(authorization: string): Actor {
  if (authorization === '') return 'nobody'
  if (inventedIn(authorization) !== undefined) return 'invalid'
  return /^bearer/i.test(authorization) ? 'agent' : 'platform'
}

/** An exchange as a row of a sequence. */
export function exchangeLine(exchange: ShownExchange): ExchangeLine {
  const { id, kind, operation, durationMs, request, response, error, findings, agent } = exchange
  const asker = askerOf(authorizationOf(request))
  const arranged = /^\{"action":"(\w+)","state":"([\w-]+)"/.exec(kind === 'state' ? (request.body ?? '') : '')
  const path = /^https?:\/\/[^/]*(\/.*)$/.exec(request.url)?.[1] ?? request.url
  return {
    id,
    from: kind === 'state' ? 'harness' : kind === 'delivery' ? 'deployment' : asker,
    to: kind === 'state' ? 'states' : kind === 'delivery' ? 'harness' : 'deployment',
    method: arranged?.[1] ?? request.method,
    path:
      arranged?.[2] ??
      path
        .replace(/^.*?\/\d{4}-\d\d-\d\d(?=\/)/, '')
        .replaceAll(/([0-9a-f]{4})[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '$1…'),
    outcome: response?.status ?? error?.kind ?? 'no response',
    ms: Math.round(durationMs),
    ...(findings.length === 0 ? {} : { findings: placesFound(findings) }),
    ...(findings.length === 0 || operation === undefined ? {} : { operation }),
    ...(agent === undefined ? {} : { agent }),
  }
}

/** A place without indices, equal for all items of a list. */
export function withoutItems(at: string): string {
  return at.replaceAll(/\/\d+(?=\/|$)/g, '/*')
}

/** Each requirement and place once. */
export function placesFound(findings: readonly Finding[]): readonly FoundAt[] {
  const places = new Map(
    findings.map(({ requirement, at }) => [
      `${requirement} ${withoutItems(at)}`,
      { requirement, at: withoutItems(at) },
    ]),
  )
  return [...places.values()]
}

/** Agents with a lane each. */
const MOST_AGENTS = 3

/** The sequence: one lane per exchange, in order. A click opens an exchange. */
export function sequenceMarkup(steps: readonly SequenceStep[], requirement = ''): string {
  const names: Readonly<Record<Actor, string>> = {
    states: 'Provider states',
    harness: 'Harness',
    platform: 'Platform',
    agent: 'Agent',
    nobody: 'No credentials',
    invalid: 'Invalid credentials',
    deployment: 'Deployment',
  }
  const agents = [...new Set(steps.flatMap(({ line }) => (line.from === 'agent' ? (line.agent ?? '') : [])))]
  // More lanes would be too narrow.
  const areSeparate = agents.length > 1 && agents.length <= MOST_AGENTS
  const nameOf = (line: ExchangeLine, actor: Actor) =>
    actor === 'agent' && line.agent !== undefined && (areSeparate || agents.length === 1)
      ? line.agent
      : names[actor]
  const lanes = (Object.keys(names) as Actor[]).flatMap((actor) => [
    ...new Set(
      steps.flatMap(({ line }) => (line.from === actor || line.to === actor ? [nameOf(line, actor)] : [])),
    ),
  ])
  /** Check and attempt, the prefix of an id: `<check>.<attempt>.<number>`. */
  const origin = (step: SequenceStep | undefined) => /^(.*)\.(\d+)\.\d+$/.exec(step?.line.id ?? '')
  const rows = foldedSteps(steps, requirement).map(([step, ...same], at, all) => {
    if (!step) return ''
    const [, check, attempt] = origin(step) ?? []
    const [, checkBefore, attemptBefore] = origin(all[at - 1]?.[0]) ?? []
    const again =
      check !== undefined && check === checkBefore && attempt !== attemptBefore
        ? `<p class="again-from">Attempt ${attempt}, by itself</p>`
        : ''
    const more =
      same.length === 0
        ? ''
        : `<details class="folded"><summary>The same violation in ${same.length} more ${same.length === 1 ? 'response' : 'responses'} of ${escapeMarkup(step.line.operation ?? 'this operation')}</summary>${same.map((one) => stepMarkup(one, lanes, nameOf, requirement)).join('')}</details>`
    return again + stepMarkup(step, lanes, nameOf, requirement) + more
  })
  return `<div class="sequence l${lanes.length}"><div class="actors" aria-hidden="true">${lanes.map((lane) => `<span>${escapeMarkup(lane)}</span>`).join('')}</div>${rows.join('')}</div>`
}

/**
 * Groups steps with the same violation of the requirement, by operation and place. Only if each step shows a
 * violation: otherwise the order of the steps matters.
 */
export function foldedSteps(
  steps: readonly SequenceStep[],
  requirement: string,
): readonly (readonly SequenceStep[])[] {
  const groups = new Map<string, SequenceStep[]>()
  for (const step of steps) {
    const own = (step.line.findings ?? []).filter((found) => found.requirement === requirement)
    if (own.length === 0) return steps.map((one) => [one])
    const key = `${step.line.operation} ${own.map(({ at }) => at).join(' ')}`
    groups.set(key, [...(groups.get(key) ?? []), step])
  }
  return [...groups.values()]
}

/** One exchange of a sequence, on its lane. */
export function stepMarkup(
  { line, index, details, open }: SequenceStep,
  lanes: readonly string[],
  nameOf: (line: ExchangeLine, actor: Actor) => string,
  requirement: string,
): string {
  const sender = nameOf(line, line.from)
  const receiver = nameOf(line, line.to)
  const from = lanes.indexOf(sender)
  const to = lanes.indexOf(receiver)
  const found = new Set((line.findings ?? []).map((each) => each.requirement))
  const isGuilty = found.delete(requirement)
  const label = [
    ...(isGuilty ? [` <span class="label">violates ${escapeMarkup(requirement)}</span>`] : []),
    ...(found.size > 0
      ? [
          ` <span class="label other">${isGuilty ? 'and ' : 'violates '}${escapeMarkup([...found].slice(0, 3).join(', '))}${found.size > 3 ? ` and ${found.size - 3} more` : ''}</span>`,
        ]
      : []),
  ].join('')
  const outcome =
    typeof line.outcome === 'number'
      ? `<span class="status ${isGuilty ? 'violating' : `s${Math.floor(line.outcome / 100)}`}">${line.outcome}</span>`
      : `<span class="status none">${escapeMarkup(line.outcome)}</span>`
  return `<details class="exchange${isGuilty ? ' guilty' : ''}" data-id="${escapeMarkup(line.id)}"${index === undefined ? '' : ` data-exchange="${index}"`}${open ? ' open' : ''}><summary><span class="hop${from > to ? ' back' : ''}" style="grid-column:${2 * Math.min(from, to) + 2}/${2 * Math.max(from, to) + 2}"><span class="asked"><span class="sr">${escapeMarkup(sender)} to ${escapeMarkup(receiver)}: </span><span class="method">${escapeMarkup(line.method)}</span> <span class="path">${wrapped(line.path)}</span>${label}</span> <span class="answered">${outcome} <span class="took">${line.ms} ms</span></span></span></summary><div class="wire">${details ?? ''}</div></details>`
}

/** Violations in a response, without duplicates; those of the requirement first. */
export function findingsMarkup(findings: readonly Finding[], own: string): string {
  const alike = [
    ...grouped(
      findings,
      ({ requirement, at, message }) => `${requirement} ${withoutItems(at)} ${message}`,
    ).values(),
  ]
  const sorted = [
    ...alike.filter(([first]) => first!.requirement === own),
    ...alike.filter(([first]) => first!.requirement !== own),
  ]
  const items = sorted.map((places) => {
    const { requirement, at, message } = places[0]!
    const amount = places.length
    return `<li class="${requirement === own ? 'own' : 'other'}"><a href="#${encodeURIComponent(requirement)}">${escapeMarkup(requirement)}</a> <code>${escapeMarkup(amount > 1 ? withoutItems(at) : at)}</code> ${escapeMarkup(message)}${amount > 1 ? ` (${amount} times)` : ''}</li>`
  })
  return items.length === 0 ? '' : `<ul class="findings">${items.join('')}</ul>`
}

/** Request, response, violations, and the command that sends the request again. */
export function exchangeDetails(exchange: ShownExchange, own = ''): string {
  const { id, at, request, response, error, findings, agent } = exchange
  const pane = (label: string, content: string, extra = '') =>
    `<div class="pane"><p class="pane-label">${label}${extra}</p><pre tabindex="0" role="group" aria-label="${label}">${content}</pre></div>`
  const sent = [
    `<span class="key">${escapeMarkup(request.method)}</span> ${escapeMarkup(request.url)}`,
    headersMarkup(request.headers, []),
    ...(request.body === undefined ? [] : ['', bodyMarkup(request.body, [])]),
  ].join('\n')
  const ofStatus = findings.filter(({ at }) => at === 'status').map(({ requirement }) => requirement)
  // A recording is untrusted: it may have a text in place of a number.
  const status = escapeMarkup(String(response?.status))
  const received = response
    ? [
        ofStatus.length > 0
          ? markedMarkup(`HTTP ${status}`, ofStatus, own)
          : `<span class="key">HTTP</span> ${status}`,
        headersMarkup(response.headers, findings, own),
        '',
        response.body === '' ? '<span class="note">no body</span>' : bodyMarkup(response.body, findings, own),
        ...(response.truncated
          ? [
              `<span class="note">… cut here; the whole body has ${escapeMarkup(String(response.bytes))} bytes</span>`,
            ]
          : []),
      ].join('\n')
    : `<span class="note">no complete response: ${escapeMarkup(error?.message ?? 'unknown')}</span>`
  const trace = /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(request.headers.traceparent ?? '')?.[1]
  const copy = ' <button type="button" class="copy">Copy</button>'
  const command = curlCommand(exchange)
  const invented = inventedIn(authorizationOf(request))
  const variable =
    invented !== undefined
      ? `INVALID_AUTHORIZATION is ${invented}`
      : agent !== undefined && command.includes('$AGENT_TOKEN')
        ? `AGENT_TOKEN is the token of ${agent}`
        : undefined
  const whose = variable === undefined ? '' : ` <span class="whose">${escapeMarkup(variable)}</span>`
  return `${findingsMarkup(findings, own)}<div class="panes">${pane('Request', sent)}${pane('Response', received)}</div>${pane('Send it again', escapeMarkup(command), whose + copy)}<p class="origin">${escapeMarkup([id, at, ...(trace === undefined ? [] : [`trace ${trace}`])].join(' · '))}</p>`
}
