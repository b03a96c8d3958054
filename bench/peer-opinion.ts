/**
 * Judges a recording with Prism or Dredd, and prints the number of responses.
 *
 * node bench/peer-opinion.ts prism|dredd <exchanges.jsonl>
 */
import { dredd } from '../second-opinions/dredd.ts'
import { opinionOf } from '../second-opinions/opinion.ts'
import { prism } from '../second-opinions/prism.ts'
import { recordedAnswers } from '../second-opinions/recorded-answers.ts'
import { exchangesIn } from '../reports/exchange-lines.ts'

const [, , name, file = ''] = process.argv
const exchanges = await exchangesIn(file)
const { judged, unavailable } = await opinionOf(name === 'prism' ? prism : dredd, recordedAnswers(exchanges))
if (unavailable !== undefined) throw new Error(unavailable)
console.log(judged)
