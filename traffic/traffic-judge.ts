/** Judges recorded exchanges one at a time, and keeps them as evidence. Sends nothing. */
import type { Deployment } from '../fixtures/config/deployment.ts'
import { LONGEST_FINDING } from '../fixtures/http/exchange-client.ts'
import type { Evidence } from '../fixtures/recording/evidence.ts'
import type { Redaction } from '../fixtures/redaction/redaction.ts'
import { excerpt } from '../fixtures/redaction/excerpt.ts'
import { operations, type Finding, type Judgement, type OperationName } from '../spec/index.ts'
import { createErrorCodes } from './error-codes.ts'
import { evidenceKeeper } from './evidence-keeper.ts'
import { createHistories, isOfARun } from './histories.ts'
import { judgeResponse } from './judge-response.ts'
import { judgementsOf, type Tally } from './judgements-of.ts'
import { operationMatcher, type Matched } from './match-operation.ts'
import { observationOf } from './observation-of.ts'
import type { RecordedExchange, RecordedResponse } from './recorded-exchange.ts'
import { secretsIn } from './secrets-in.ts'
import { createCounts, type TrafficCounts } from './traffic-counts.ts'

export interface TrafficJudgeOptions {
  readonly deployment: Deployment
  /** The path alone says whether an exchange belongs to the contract. */
  readonly anyHost: boolean
  readonly redaction: Redaction
  readonly evidence: Evidence
}

export interface TrafficJudge {
  /** Learns the secrets of an exchange, before it is taken; where they can be, those of all exchanges before the first. */
  learn(exchange: RecordedExchange): void
  /** Judges an exchange and keeps it. */
  take(exchange: RecordedExchange): void
  /** Judges what all of them show together. */
  finish(): JudgedTraffic
}

export interface JudgedTraffic {
  readonly judgements: readonly Judgement[]
  readonly counts: TrafficCounts
}

/** The most violations that are listed for each rule. */
const MAX_TOLD = 5_000
/** The key of a control, whose responses are not judged in a run either. */
const CONTROL = /-control(?:-\d+)?$/

export function createTrafficJudge(session: TrafficJudgeOptions): TrafficJudge {
  const { deployment, redaction } = session
  const match = operationMatcher(deployment, session.anyHost)
  const counts = createCounts((text) => redaction.redact(text))
  const seen: Seen = {
    tallies: new Map(),
    histories: createHistories(),
    codes: createErrorCodes(),
    counts,
    keep: evidenceKeeper(session),
  }
  const matched = (exchange: RecordedExchange): Matched =>
    ownMatch(exchange) ?? match(exchange.method, exchange.url, exchange.requestHeaders.authorization)

  return {
    learn(exchange) {
      const found = matched(exchange)
      for (const [name, secret] of secretsIn(exchange, found === 'outside' ? undefined : found.name))
        redaction.learn(name, secret)
    },
    take(exchange) {
      const { response, own, method, url } = exchange
      const found = matched(exchange)
      counts.taken(exchange)
      if (found === 'outside') {
        if (own === undefined) counts.outside(method, url)
        else counts.notJudged('provider states, probes and webhooks of a run')
        return
      }
      const { foreign } = exchange
      if (foreign !== undefined) counts.notJudged(foreign)
      else if (response === undefined) counts.notJudged('no response was recorded')
      else judge(exchange, wholeOnly(exchange, response), found.name, seen, session)
    },
    finish: () => judgeTogether(seen, session),
  }
}

/** A response without the part of a body that the client asked for: it cannot be judged. */
const wholeOnly = (
  { requestHeaders: { range } }: RecordedExchange,
  response: RecordedResponse,
): RecordedResponse =>
  response.status === 206 && range !== undefined ? { ...response, body: 'unseen' } : response

/** The findings of the exchanges so far. */
interface Seen {
  readonly tallies: Tallies
  readonly histories: ReturnType<typeof createHistories>
  readonly codes: ReturnType<typeof createErrorCodes>
  readonly counts: ReturnType<typeof createCounts>
  readonly keep: ReturnType<typeof evidenceKeeper>
}

function judge(
  exchange: RecordedExchange,
  response: RecordedResponse,
  operation: OperationName | undefined,
  { tallies, histories, codes, counts, keep }: Seen,
  { deployment, redaction }: TrafficJudgeOptions,
): void {
  const { id, own, check } = exchange
  const { judged, findings, json } = judgeResponse(
    operation,
    response,
    isOfARun(exchange) ? own!.findings : undefined,
  )
  const shown = findings.map(shownFinding(redaction))
  keep(exchange, response, operation, shown)
  if (isOfARun(exchange) && CONTROL.test(check)) return
  countJudged(tallies, judged)
  countViolations(tallies, id, shown)
  codes.note(id, response.status, operation, json)
  counts.judged(operation, judged.length > 0, response.body === 'unseen')
  if (isAged(exchange)) return
  const { body } = response
  histories.add(
    exchange,
    observationOf(exchange, response, operation, json, deployment.names.requestIdHeader),
    body instanceof Uint8Array ? body.length : 0,
  )
}

function judgeTogether(
  { tallies, histories, codes, counts }: Seen,
  { deployment, redaction }: TrafficJudgeOptions,
): JudgedTraffic {
  const { names, limits } = deployment
  for (const { requirement, judged, violations } of histories.tallies(names, limits.maxWaitSeconds)) {
    const tally = tallyOf(tallies, requirement)
    tally.judged += judged
    tally.violations.push(...violations)
  }
  redactAgain(tallies, redaction)
  const all = counts.all(histories.notCompared())
  return { counts: all, judgements: judgementsOf(deployment, tallies, codes.seen(), all) }
}

type Tallies = Map<string, Tally>

function tallyOf(tallies: Tallies, requirement: string): Tally {
  const tally = tallies.get(requirement) ?? { judged: 0, violations: [] }
  tallies.set(requirement, tally)
  return tally
}

function countJudged(tallies: Tallies, requirements: readonly string[]): void {
  for (const requirement of requirements) tallyOf(tallies, requirement).judged++
}

function countViolations(tallies: Tallies, exchange: string, findings: readonly Finding[]): void {
  for (const finding of findings) {
    const { violations } = tallyOf(tallies, finding.requirement)
    if (violations.length < MAX_TOLD) violations.push({ exchange, finding })
  }
}

/** A secret may have been learned after an exchange that shows it. */
function redactAgain(tallies: Tallies, redaction: Redaction): void {
  for (const tally of tallies.values())
    tally.violations = tally.violations.map(({ exchange, finding }) => ({
      exchange,
      finding: shownFinding(redaction)(finding),
    }))
}

/** The operation that an exchange of a run names; undefined: the exchange is of other traffic. */
function ownMatch({ own }: RecordedExchange): Matched | undefined {
  if (own === undefined) return undefined
  if (own.kind !== 'contract') return 'outside'
  const { operation } = own
  return { name: operation !== undefined && isOperation(operation) ? operation : undefined }
}

const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name)

/** A response that a shared cache had is older than it seems. The deployment sent it all the same. */
const isAged = (exchange: RecordedExchange): boolean =>
  !isOfARun(exchange) && Number(exchange.response?.headers?.age) > 0

const shownFinding =
  (redaction: Redaction) =>
  ({ requirement, at, message }: Finding): Finding => ({
    requirement,
    at: excerpt(at, LONGEST_FINDING, redaction).text,
    message: excerpt(message, LONGEST_FINDING, redaction).text,
  })
