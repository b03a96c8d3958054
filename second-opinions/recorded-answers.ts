import type { Exchange, NotJudged } from '../reports/conformance.ts'
import { documentedAnswer, type DocumentedAnswer } from './documented-answers.ts'

/** A recorded response that another tool can judge. */
export interface RecordedAnswer {
  readonly exchange: Exchange
  readonly documented: DocumentedAnswer
  readonly body: string
}

export interface RecordedAnswers {
  readonly responses: readonly RecordedAnswer[]
  readonly notJudged: readonly NotJudged[]
}

/** The responses of a run that other tools can judge, and the number of others, by reason. */
export function recordedAnswers(exchanges: readonly Exchange[]): RecordedAnswers {
  const responses: RecordedAnswer[] = []
  const reasons: string[] = []
  for (const exchange of exchanges) {
    if (exchange.kind !== 'contract') continue
    const judgeable = answerOf(exchange)
    if (typeof judgeable === 'string') reasons.push(judgeable)
    else responses.push(judgeable)
  }
  return { responses, notJudged: counted(reasons) }
}

function answerOf(exchange: Exchange): RecordedAnswer | string {
  const { operation, response } = exchange
  if (!response) return 'no complete response came'
  const documented = documentedAnswer(operation, response.status)
  if (!documented) return 'the document does not describe that status'
  if (!documented.schema) return 'the document shows no schema of the body'
  if (response.body === '') return 'without a body'
  if (response.truncated) return 'truncated in the recording'
  if (!isJson(response.body)) return 'not JSON'
  return { exchange, documented, body: response.body }
}

/** The number of occurrences of each reason, in the order of first occurrence. */
export const counted = (reasons: readonly string[]): readonly NotJudged[] =>
  [...new Set(reasons)].map((reason) => ({
    reason,
    count: reasons.filter((each) => each === reason).length,
  }))

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
