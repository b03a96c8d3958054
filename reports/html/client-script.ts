import { FIX_IN_WORDS, count, duration, VERDICT_WORDS } from '../verdict-words.ts'
import * as filterRows from './browser/filter-rows.ts'
import * as keptFilter from './browser/kept-filter.ts'
import * as packedValues from './browser/packed-values.ts'
import * as renderDetails from './browser/render-details.ts'
import * as startReport from './browser/start-report.ts'
import * as exchangeMarkup from './exchange-markup.ts'
import * as expectationMarkup from './expectation-markup.ts'
import { bytesOf, DIGITS } from './packed-text.ts'
import * as requirementMarkup from './requirement-markup.ts'

const PARTS = {
  FIX_IN_WORDS,
  VERDICT_WORDS,
  DIGITS,
  count,
  duration,
  bytesOf,
  ...exchangeMarkup,
  ...expectationMarkup,
  ...requirementMarkup,
  ...packedValues,
  ...renderDetails,
  ...keptFilter,
  ...filterRows,
  ...startReport,
}

/** The inline script of the report: the source text of its functions, and the call that starts them. */
export const clientScript = (): string =>
  Object.entries(PARTS)
    .map(([name, part]) => {
      if (typeof part !== 'function') return `const ${name} = ${JSON.stringify(part)}`
      const source = part.toString()
      return source.startsWith('function') ? source : `const ${name} = ${source}`
    })
    // Inside a script element only these two would be read as markup.
    .map((source) => source.replaceAll('</', '<\\/').replaceAll('<!--', '<\\!--'))
    .join('\n\n')
    .concat('\n\nstartReport()\n')
