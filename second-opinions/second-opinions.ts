import type { Exchange, SecondOpinions } from '../reports/conformance.ts'
import { dredd } from './dredd.ts'
import { opinionOf } from './opinion.ts'
import { prism } from './prism.ts'
import { recordedAnswers } from './recorded-answers.ts'

/**
 * The results of Prism and Dredd for the exchanges of a run. They run one after the other, since each keeps a processor
 * busy.
 */
export async function secondOpinions(exchanges: readonly Exchange[]): Promise<SecondOpinions> {
  const recording = recordedAnswers(exchanges)
  return { asked: true, opinions: [await opinionOf(prism, recording), await opinionOf(dredd, recording)] }
}
