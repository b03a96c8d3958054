import type { Judgement } from './conformance.ts'

/** The judged requirements whose evidence is missing. */
export interface Evidenced {
  readonly judgements: readonly Judgement[]
  /** Ids of missing exchanges that judgements name. */
  readonly missing: readonly string[]
}

/**
 * Judgements with their evidence: a judgement with an exchange that is missing in the recording is dropped.
 *
 * @param recorded ids of the exchanges in the recording
 */
export function withEvidence(judgements: readonly Judgement[], recorded: ReadonlySet<string>): Evidenced {
  const missing = new Set<string>()
  const evidenced = judgements.map((judgement) => {
    const lost = judgement.exchanges.filter((id) => !recorded.has(id))
    lost.forEach((id) => missing.add(id))
    return lost.length === 0 ? judgement : withoutEvidence(judgement, lost[0]!)
  })
  return { judgements: evidenced, missing: [...missing] }
}

const withoutEvidence = (judgement: Judgement, lost: string): Judgement => ({
  ...judgement,
  verdict: 'blocked',
  fixIn: 'environment',
  message: `its evidence is missing: exchange ${lost} is not in exchanges.jsonl`,
  next: 'Set --out to a folder that no other process changes, then run again.',
  conventions: [],
  witnesses: { shows: [], needs: [], presumes: [] },
})

/** Why a run with incomplete evidence is inconclusive. */
export const missingEvidence = (missing: readonly string[]): string =>
  `${missing.length} ${missing.length === 1 ? 'exchange that a judgement names is' : 'exchanges that judgements name are'} missing from exchanges.jsonl, such as ${missing[0]}`
