import type { VNode } from 'preact'
import type { RequirementResult } from '../conformance.ts'
import { explanationRow } from './explanation-row.ts'
import { historyStrip } from './history-strip.ts'
import { html } from './html.ts'
import { waiverRow } from './waiver-row.ts'

/** Information on a requirement besides the results of this run. */
export const requirementContext = (result: RequirementResult): VNode =>
  html`${waiverRow(result)} ${historyStrip(result)} ${explanationRow(result)}`
