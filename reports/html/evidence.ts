import type { CheckResult, Exchange, Violation } from '../conformance.ts'
import {
  exchangeDetails,
  exchangeLine,
  sequenceMarkup,
  type ExchangeLine,
  type SequenceStep,
  type ShownExchange,
} from './exchange-markup.ts'
import { placesOf, type Failure } from './expectation-markup.ts'
import { ruleKey } from '../causes/symptoms-of.ts'
import { seenValue } from '../seen-value.ts'
import { hasValues } from '../value-places.ts'
import { packedScript } from './packed-script.ts'
import { waitingMarkup, type Waiting } from './requirement-markup.ts'

/** Evidence of failures is rendered up to this size, so that the report is readable without script. */
const AHEAD_EXCHANGES = 200
const AHEAD_CHARACTERS = 150_000
/** A check renders no more ahead, besides the exchange that violates it: the next check needs room for its own. */
const AHEAD_CHARACTERS_OF_CHECK = 15_000
/** A longer exchange is not rendered, since it would leave no room for others. */
const AHEAD_CHARACTERS_EACH = 40_000
/** What is opened together is deflated together: the more, the smaller, and the longer to open. */
const PACKED_TOGETHER = 100
/**
 * Characters for the exchanges of checks that did not pass, before they are deflated: some thousand exchanges. A
 * deployment can make each as long as it likes.
 */
const ROOM_FOR_NEEDED = 12_000_000
/** Packed characters for violating exchanges, also where the rest of the page takes all room. */
const ROOM_FOR_GUILTY = 30_000
/** A longer body of a violating exchange is cut, so that the page has the exchange. */
const LONGEST_GUILTY_BODY = 30_000

/** A check, and the requirement for which its evidence is shown. */
type Shown = Pick<CheckResult, 'verdict' | 'exchanges' | 'violation'>

/** An exchange as it waits in the data of the page. */
export interface WaitingLine extends ExchangeLine {
  /** The pack that has the exchange itself; default: only `exchanges.jsonl` has it. */
  readonly pack?: number
}

/** An exchange in a pack: the parts that its line lacks. */
export interface PackedExchange extends Pick<Exchange, 'at' | 'response' | 'error'> {
  readonly method: string
  readonly url: string
  readonly headers: Exchange['request']['headers']
  readonly body?: string
  readonly findings?: Exchange['findings']
}

/** Where the evidence of checks goes: into the page at once, or into it as data that is rendered when it is opened. */
export interface Evidence {
  /** Markup of the evidence of a check, rendered as far as there is room. */
  ahead(check: Shown, requirement: string): string
  /** The request that shows the failure of a check, in one line, and the value that breaks a response rule. */
  requestOf(check: Shown, requirement: string): Omit<Failure, 'message'>
  /** Whether any more is rendered ahead. */
  hasRoom(): boolean
  /** Puts the evidence of a check into the data of the page. */
  later(check: Shown, requirement: string): Waiting
  /**
   * The data as script elements, once all evidence has been placed.
   *
   * @param room characters that it may have; what does not fit stays in `exchanges.jsonl` alone
   */
  data(room: number): EvidenceData
}

export interface EvidenceData {
  readonly scripts: string
  /** Exchanges that the page has only as a line. */
  readonly leftOut: number
}

interface Candidate {
  /** With the places at which failed expectations point among its findings. */
  exchange: Exchange
  /** Evidence of a failure: omitted only if all evidence of failures is too long together. */
  needed: boolean
  /** The first violation of a requirement: omitted last. */
  guilty: boolean
}

/**
 * Places evidence in the order of the requests.
 *
 * @param roomAhead characters that are rendered ahead
 */
export function evidenceOf(exchanges: readonly Exchange[], roomAhead = AHEAD_CHARACTERS): Evidence {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const shown = new Map<string, ShownExchange>()
  const show = (exchange: Exchange): ShownExchange => {
    const agent = agentIn(byId.get(exchange.credentialsFrom ?? ''))
    const whole = shown.get(exchange.id) ?? (agent === undefined ? exchange : { ...exchange, agent })
    shown.set(exchange.id, whole)
    return whole
  }
  const found: Find = (ids) =>
    ids.flatMap((id) => {
      const exchange = byId.get(id)
      return exchange ? [show(exchange)] : []
    })
  const candidates = createCandidates(found)
  const room = createRoomAhead(roomAhead)
  return {
    later: candidates.place,
    hasRoom: () => room.has(1),
    requestOf(check, requirement) {
      const guilty =
        check.verdict === 'pass' ? undefined : guiltyOf(found(check.exchanges), check.violation, requirement)
      if (!guilty) return {}
      const { method, path, outcome } = exchangeLine(guilty)
      const compared = comparedWith(check.violation, guilty, found(check.exchanges))
      return {
        request: `${method} ${path} → ${outcome}`,
        ...(compared && { compared: `${requirement}/${compared.id}` }),
        ...(check.violation === undefined && ofRule(guilty, requirement)),
      }
    },
    ahead(check, requirement) {
      if (check.exchanges.length === 0) return ''
      const own = inTime(found(check.exchanges))
      if (check.verdict === 'pass' || !room.has(1) || own.length === 0)
        return waitingMarkup(candidates.place(check, requirement))
      const last = firstShown(found(check.exchanges), check.violation, requirement)
      return sequenceAhead({ check, requirement, own, last }, room, candidates.place)
    },
    data: candidates.data,
  }
}

type Find = (ids: readonly string[]) => readonly ShownExchange[]

/** The agent whose token a response contains, as paths show it. */
function agentIn(issuer: Exchange | undefined): string | undefined {
  const [, id] = /"agentId"\s*:\s*"Agent:([0-9a-f]{4})[0-9a-f]{4}-/.exec(issuer?.response?.body ?? '') ?? []
  return id === undefined ? undefined : `Agent:${id}…`
}

/** The exchanges whose details the data of the page may have. */
function createCandidates(found: Find) {
  const waiting = new Map<string, number>()
  const candidates: Candidate[] = []
  return {
    place: ({ verdict, exchanges: ids, violation }: Shown, requirement: string): Waiting => {
      const own = inTime(found(ids))
      const guilty = verdict === 'pass' ? undefined : firstShown(found(ids), violation, requirement)
      const places = own.map((exchange) => {
        const place = waiting.get(exchange.id) ?? candidates.length
        waiting.set(exchange.id, place)
        const candidate = (candidates[place] ??= { exchange, needed: false, guilty: false })
        candidate.needed ||= verdict !== 'pass'
        candidate.guilty ||= exchange === guilty
        candidate.exchange = marked(candidate.exchange, requirement, violation)
        return place
      })
      return { exchanges: places, missing: ids.length - own.length }
    },
    data: (room: number): EvidenceData => {
      const plain = packedScript(
        'exchange-lines',
        candidates.map(({ exchange }) => exchangeLine(exchange)),
      )
      const packs = createPacks(candidates)
      const kept = keptOf(candidates, packs, room - plain.length)
      const lines = candidates.map(({ exchange }, place): WaitingLine => {
        const line = exchangeLine(exchange)
        const pack = kept.get(place)
        return pack === undefined ? line : { ...line, pack }
      })
      const scripts = [packedScript('exchange-lines', lines), ...packs(kept)]
      return { scripts: scripts.join('\n'), leftOut: candidates.length - kept.size }
    },
  }
}

type Room = ReturnType<typeof createRoomAhead>

/** The space for exchanges whose details are in the markup itself. */
function createRoomAhead(limit: number) {
  let exchanges = 0
  let characters = 0
  return {
    has: (more: number) =>
      exchanges < AHEAD_EXCHANGES && more <= AHEAD_CHARACTERS_EACH && characters + more <= limit,
    used: () => characters,
    takeExchange(length: number) {
      exchanges += 1
      characters += length
    },
    take(length: number) {
      characters += length
    },
  }
}

interface AheadSequence {
  readonly check: Shown
  readonly requirement: string
  /** Its exchanges in the order of the requests. */
  readonly own: readonly Exchange[]
  /** The exchange that shows the failure. */
  readonly last: Exchange | undefined
}

/** The sequence of a failed check, with the details of as many exchanges as there is room for. */
function sequenceAhead(
  { check, requirement, own, last }: AheadSequence,
  room: Room,
  later: Evidence['later'],
): string {
  const limit = room.used() + AHEAD_CHARACTERS_OF_CHECK
  const stepOf = (exchange: Exchange): SequenceStep => {
    const shown = marked(exchange, requirement, check.violation)
    const details = exchangeDetails(shown, requirement)
    const line = exchangeLine(shown)
    const fits = exchange === last || room.used() + details.length <= limit
    if (!fits || !room.has(details.length)) {
      const [index] = later({ ...check, exchanges: [exchange.id] }, requirement).exchanges
      return { line, ...(index !== undefined && { index }) }
    }
    room.takeExchange(details.length)
    return { line, details, open: exchange === last }
  }
  // The exchange that shows the failure comes first if not all fit.
  const ofLast = last && stepOf(last)
  const steps = own.map((exchange) => (exchange === last && ofLast ? ofLast : stepOf(exchange)))
  const missing = check.exchanges.length - own.length
  const sequence = sequenceMarkup(steps, requirement)
  // The lines of long checks take as much as their exchanges.
  room.take(steps.reduce((length, { details = '' }) => length - details.length, sequence.length))
  return `<div class="evidence">${sequence}${waitingMarkup({ exchanges: [], missing })}</div>`
}

const inTime = (exchanges: readonly Exchange[]) =>
  exchanges.toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))

/** An exchange with marks at the places of its violations. */
function marked(exchange: Exchange, requirement: string, violation: Violation | undefined): Exchange {
  const places = placesOf(requirement, violation, exchange)
  return places.length === 0 ? exchange : { ...exchange, findings: [...exchange.findings, ...places] }
}

/** The actual value in the cause of a response rule, and the expected one. */
function ofRule(exchange: Exchange, requirement: string): { readonly violation?: Violation } {
  const [found] = exchange.findings
    .filter((finding) => finding.requirement === requirement)
    .toSorted((one, other) => (ruleKey(one) < ruleKey(other) ? -1 : 1))
  const expected = found && /^expected ([^,]+)$/.exec(found.message)?.[1]
  const actual = found && seenValue(exchange, found.at)
  if (expected === undefined || actual === undefined) return {}
  return { violation: { exchange: exchange.id, at: found!.at, expected, actual } }
}

/** The last exchange before the guilty one that shows the same resource with the expected values. */
function comparedWith(
  violation: Violation | undefined,
  guilty: Exchange,
  exchanges: readonly Exchange[],
): Exchange | undefined {
  const { at, expected, resource } = violation ?? { at: '', expected: '' }
  const values = expected.replaceAll(/ \(as [^()]+\)/g, '')
  if (resource === undefined || values === expected) return undefined
  return inTime(exchanges).findLast(
    ({ id, response }) =>
      id !== guilty.id && response !== undefined && hasValues(response.body, at, resource, values),
  )
}

/** The exchange that violates the requirement; undefined: unknown. */
const guiltyOf = (
  exchanges: readonly Exchange[],
  violation: Violation | undefined,
  requirement: string,
): Exchange | undefined =>
  exchanges.find(({ id }) => id === violation?.exchange) ??
  exchanges.find(({ findings }) => findings.some((finding) => finding.requirement === requirement))

/** The exchange that most likely shows the result of a check. */
const telling = (exchanges: readonly Exchange[]) => {
  const ordered = inTime(exchanges)
  return ordered.findLast(({ kind }) => kind === 'contract') ?? ordered.at(-1)
}

/** The first shown exchange of a failed check. */
const firstShown = (
  exchanges: readonly Exchange[],
  violation: Violation | undefined,
  requirement: string,
): Exchange | undefined => guiltyOf(exchanges, violation, requirement) ?? telling(exchanges)

/**
 * Which exchanges the page has, by place, and in which pack: first those that violate a requirement, then the others of
 * checks that did not pass, then of the rest those with the API before those that set up states. Within each, the shortest
 * first, as many as there is room for.
 */
function keptOf(candidates: readonly Candidate[], packs: Packs, room: number): ReadonlyMap<number, number> {
  const sizes = candidates.map((candidate) => JSON.stringify(keptPart(candidate)).length)
  const places = candidates.map((_, place) => place)
  const isState = (place: number) => Number(candidates[place]?.exchange.kind === 'state')
  const byLength = places.toSorted(
    (one, other) => isState(one) - isState(other) || (sizes[one] ?? 0) - (sizes[other] ?? 0),
  )
  let left = ROOM_FOR_NEEDED
  const guilty = byLength.filter((place) => candidates[place]?.guilty)
  const needed = byLength.filter(
    (place) => candidates[place]?.needed && !candidates[place].guilty && (left -= sizes[place] ?? 0) >= 0,
  )
  const others = byLength.filter((place) => candidates[place]?.needed === false)
  const first = fittingOf(guilty, packs, sizes, Math.max(room, ROOM_FOR_GUILTY))
  const second = fittingOf(needed, packs, sizes, room - first.took)
  const third = fittingOf(others, packs, sizes, room - first.took - second.took)
  return inPacks([...first.places, ...second.places, ...third.places])
}

/** The first items of a list that fit into packs, and their size. */
function fittingOf(
  places: readonly number[],
  packs: Packs,
  sizes: readonly number[],
  room: number,
): { readonly places: readonly number[]; readonly took: number } {
  let amount = places.length
  for (;;) {
    const chosen = places.slice(0, amount)
    const took = packs(inPacks(chosen)).reduce((sum, script) => sum + script.length, 0)
    if (took <= room || chosen.length === 0) return { places: chosen, took }
    // Longer ones come last, so that this leaves out somewhat more than it must; seldom is it asked twice.
    const raw = chosen.reduce((sum, place) => sum + (sizes[place] ?? 0), 0)
    let allowed = (raw * Math.max(room, 0) * 0.97) / took
    amount = chosen.findIndex((place) => (allowed -= sizes[place] ?? 0) < 0)
  }
}

/** Items in order, in groups of the given size. */
const inPacks = (places: readonly number[]): ReadonlyMap<number, number> =>
  new Map(
    places
      .toSorted((one, other) => one - other)
      .map((place, index) => [place, Math.floor(index / PACKED_TOGETHER)]),
  )

/** The scripts with the exchanges that the page has, each of which is packed once. */
type Packs = (kept: ReadonlyMap<number, number>) => readonly string[]

function createPacks(candidates: readonly Candidate[]): Packs {
  const known = new Map<string, string>()
  const packedOf = (pack: number, places: readonly number[]): string => {
    const exchanges = places.map((place) => [place, slim(keptPart(candidates[place]!))] as const)
    return packedScript(`exchanges-${pack}`, Object.fromEntries(exchanges))
  }
  return (kept) =>
    [...Map.groupBy(kept.keys(), (place) => kept.get(place)!)].map(([pack, places]) => {
      const key = [pack, ...places].join()
      const script = known.get(key) ?? packedOf(pack, places)
      known.set(key, script)
      return script
    })
}

/** The exchange with a truncated body, if the page must contain it. */
function keptPart({ exchange, guilty }: Candidate): Exchange {
  const { response } = exchange
  if (!guilty || response === undefined || response.body.length <= LONGEST_GUILTY_BODY) return exchange
  return {
    ...exchange,
    response: { ...response, body: response.body.slice(0, LONGEST_GUILTY_BODY), truncated: true },
  }
}

function slim({ at, request, response, error, findings }: Exchange): PackedExchange {
  const { method, url, headers, body } = request
  return {
    method,
    url,
    at,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(response === undefined ? {} : { response }),
    ...(error === undefined ? {} : { error }),
    ...(findings.length === 0 ? {} : { findings }),
  }
}
