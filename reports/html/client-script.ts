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
import { scriptText } from './script-text.ts'

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

/** The inline script of the report. */
export const clientScript = (): string => scriptText(PARTS, 'startReport')
