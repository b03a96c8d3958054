/** The result of a tool on a recording, and its differences from Assay's. */
import type { Disagreement, Exchange, NotJudged, Opinion, SchemaOpinion } from '../reports/conformance.ts'
import { canaryOf } from './canary.ts'
import { documentedAnswers, type DocumentedAnswer } from './documented-answers.ts'
import { counted, type RecordedAnswer, type RecordedAnswers } from './recorded-answers.ts'
import { sampled } from './sampled.ts'
import { ToolFailed, type Question, type Said, type Tool } from './tool.ts'

/**
 * Rules that the schemas of the document cover too: shape, identifiers, timestamps, amounts, error bodies and codes.
 */
const OF_SCHEMAS = ['CNV-02', 'CNV-03', 'CNV-04', 'CNV-05', 'CNV-06', 'CNV-07']

/** `null` in an optional field is a warning of Assay, and invalid for a tool: not a difference. */
const OF_NULL = 'CNV-11'

/** Runs a tool on a recording. Never throws: a tool that cannot run has no opinion, with a reason. */
export async function opinionOf(tool: Tool, { responses, notJudged }: RecordedAnswers): Promise<Opinion> {
  const facts = { tool: tool.name, version: tool.version ?? '' }
  if (tool.version === undefined) {
    return { ...facts, ...silence(responses, notJudged), unavailable: `${tool.name} is not installed` }
  }
  const chosen = documentedAnswers.flatMap((documented) =>
    sampled(
      responses.filter((response) => response.documented === documented),
      tool.limitPerStatus,
      ({ exchange }) => assayFindings(exchange).length > 0,
    ),
  )
  if (chosen.length === 0) return { ...facts, ...silence(responses, notJudged) }
  try {
    const said = await tool.ask(questionsOn(chosen))
    const unchosen = responses.length - chosen.length
    return { ...facts, ...compared(tool.name, chosen, said, [...notJudged, ...unsampled(unchosen)]) }
  } catch (error) {
    if (!(error instanceof ToolFailed)) throw error
    return { ...facts, ...silence(responses, notJudged), unavailable: error.message }
  }
}

const unsampled = (count: number): readonly NotJudged[] =>
  count > 0 ? [{ reason: 'not in the sample of its operation and status', count }] : []

const canaryKey = ({ operation, status }: DocumentedAnswer) => `canary ${operation} ${status}`

/** One question per response, with a canary for each schema. */
function questionsOn(chosen: readonly RecordedAnswer[]): readonly Question[] {
  const canaries = documentedIn(chosen).flatMap((documented) => {
    const body = canaryOf(documented)
    return body === undefined ? [] : [{ key: canaryKey(documented), documented, body }]
  })
  return [
    ...canaries,
    ...chosen.map(({ documented, body }, index) => ({ key: `${index}`, documented, body })),
  ]
}

const documentedIn = (chosen: readonly RecordedAnswer[]): readonly DocumentedAnswer[] => [
  ...new Set(chosen.map(({ documented }) => documented)),
]

/** Assay's violations of the kinds that a schema can detect. */
const assayFindings = ({ findings }: Exchange) =>
  findings.filter(({ requirement }) => OF_SCHEMAS.includes(requirement))

/** Combines the results of a tool into its opinion. */
export function compared(
  tool: Opinion['tool'],
  chosen: readonly RecordedAnswer[],
  said: ReadonlyMap<string, Said>,
  notJudged: readonly NotJudged[],
): Omit<Opinion, 'tool' | 'version'> {
  const disagreements: Disagreement[] = []
  const judged = new Map<DocumentedAnswer, boolean[]>()
  const reasons: string[] = []
  const unbreakable = new Set(documentedIn(chosen).filter((documented) => canaryOf(documented) === undefined))
  for (const [index, { exchange, documented }] of chosen.entries()) {
    const response = said.get(`${index}`)
    const canary = said.get(canaryKey(documented))
    if (unbreakable.has(documented))
      reasons.push('the document has no example from which to make an invalid response')
    else if (!response || !canary) reasons.push(`${tool} gave no result`)
    else if (canary.valid) reasons.push(`${tool} accepted an invalid response of the same schema`)
    else {
      judged.set(documented, [...(judged.get(documented) ?? []), response.valid])
      const disagreement = disagreementOn(tool, exchange, documented, response)
      if (disagreement) disagreements.push(disagreement)
    }
  }
  return {
    judged: chosen.length - reasons.length,
    notJudged: [...notJudged, ...counted(reasons)],
    schemas: documentedAnswers.map((documented) => schemaOpinion(documented, judged.get(documented) ?? [])),
    disagreements,
  }
}

function disagreementOn(
  tool: Opinion['tool'],
  exchange: Exchange,
  { operation, status }: DocumentedAnswer,
  { valid, where, message }: Said,
): Disagreement | undefined {
  const [found] = assayFindings(exchange)
  if (valid === (found === undefined)) return undefined
  if (!valid && exchange.findings.some(({ requirement }) => requirement === OF_NULL)) return undefined
  const facts = { tool, exchange: exchange.id, operation, status }
  return found
    ? {
        ...facts,
        toolVerdict: 'valid',
        assayVerdict: 'invalid',
        where: found.at,
        message: `${found.requirement}: ${found.message}`,
      }
    : { ...facts, toolVerdict: 'invalid', assayVerdict: 'valid', where, message }
}

function schemaOpinion({ operation, status }: DocumentedAnswer, valid: readonly boolean[]): SchemaOpinion {
  const opinion = valid.length === 0 ? 'none' : valid.every(Boolean) ? 'valid' : 'invalid'
  return { operation, status, opinion, judged: valid.length }
}

/** For a tool that was not run, or had no responses to judge. */
const silence = (responses: readonly RecordedAnswer[], notJudged: readonly NotJudged[]) => ({
  judged: 0,
  notJudged:
    responses.length > 0
      ? [...notJudged, { reason: 'the tool did not run', count: responses.length }]
      : notJudged,
  schemas: documentedAnswers.map((documented) => schemaOpinion(documented, [])),
  disagreements: [],
})
