import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { AreaResult, Conformance, RequirementResult } from '../conformance.ts'
import { printable } from '../printable.ts'
import { VERDICT_WORDS } from '../verdict-words.ts'
import { VERDICTS } from '../verdicts.ts'
import type { Evidence } from './evidence.ts'
import { shown } from './exchange-markup.ts'
import { html } from './html.ts'
import { mark } from './marks.ts'
import {
  basisMarkup,
  checkMarkup,
  checksMarkup,
  whyMarkup,
  type RequirementDetails,
} from './requirement-markup.ts'
import { requirementContext } from './requirement-context.ts'

/** Takes what a requirement says when it is opened, until it is. */
export type KeepDetails = (details: RequirementDetails) => void

/**
 * Every requirement in the contract's order. What did not pass stands in the page with its checks and their evidence; of
 * the rest it has the statement, its source and the verdict, and the details as data.
 */
export function requirementList(conformance: Conformance, evidence: Evidence, keep: KeepDetails): VNode {
  const { areas, requirements } = conformance
  const inAreas = areas.filter(({ id }) => requirements.some(({ area }) => area === id))
  return html`<section id="requirements" aria-labelledby="requirements-title">
    <h2 id="requirements-title">Requirements</h2>
    ${toolbar(conformance)}
    <p id="none-shown" class="aside" hidden>No requirement matches.</p>
    ${inAreas.map((area) => areaSection(area, requirements, evidence, keep))}
  </section>`
}

function toolbar({ areas, requirements, totals }: Conformance): VNode {
  const verdicts = VERDICTS.filter((verdict) => totals[verdict] > 0)
  const inAreas = areas.filter(({ id }) => requirements.some(({ area }) => area === id))
  return html`<div class="toolbar" role="search" aria-label="Requirements">
    <div class="fields">
      <label class="search"
        ><span>Search</span
        ><input
          id="search"
          type="search"
          autocomplete="off"
          spellcheck="false"
          placeholder="id, words, operation"
      /></label>
      <label
        ><span>Area</span>
        <select id="area">
          <option value="">All areas</option>
          ${inAreas.map(({ id, title }) => html`<option value=${id}>${printable(title)}</option>`)}
        </select></label
      >
      <button type="button" id="reset">Reset</button>
      <output id="shown-count" aria-live="polite">${requirements.length} shown</output>
    </div>
    <div class="chips" role="group" aria-label="Verdicts shown">
      ${verdicts.map(
        (verdict) =>
          html`<button type="button" class=${`v-${verdict}`} data-verdict=${verdict} aria-pressed="false">
            ${mark(verdict)}${VERDICT_WORDS[verdict]} <span class="amount">${totals[verdict]}</span>
          </button>`,
      )}
    </div>
  </div>`
}

function areaSection(
  { id, title }: AreaResult,
  requirements: readonly RequirementResult[],
  evidence: Evidence,
  keep: KeepDetails,
): VNode {
  const rows = requirements.filter(({ area }) => area === id).map((result) => row(result, evidence, keep))
  const markup = `<h3 id="area-${id}">${shown(title)}</h3>${rows.join('')}`
  return html`<section
    class="area"
    data-area=${id}
    aria-labelledby=${`area-${id}`}
    dangerouslySetInnerHTML=${{ __html: markup }}
  />`
}

/** Many stand in a page: as little markup as reads well. */
function row(result: RequirementResult, evidence: Evidence, keep: KeepDetails): string {
  const { id, title, source, verdict } = result
  // Nothing is asked where the contract leaves it open, however much.
  const level = verdict === 'not-specified' ? 'open' : result.level
  return `<details class="requirement v-${verdict}"><summary><span class="id">${shown(id)}</span> <span class="title">${shown(title)}</span> <span class="level">${level}</span> <span class="pill">${VERDICT_WORDS[verdict]}</span></summary><div class="body" id="${shown(id)}"><p class="source">${shown(source)}</p>${body(result, evidence, keep)}</div></details>`
}

function body(result: RequirementResult, evidence: Evidence, keep: KeepDetails): string {
  const { id, verdict, checks, reason } = result
  const worst = checks.find(({ message }) => message !== undefined && reason?.startsWith(message) === true)
  const why = whyMarkup(result, worst && { ...worst, ...evidence.requestOf(worst, id) })
  if (verdict === 'pass' || checks.length === 0 || !evidence.hasRoom()) {
    keep(detailsOf(result, evidence))
    return `${why}${contextMarkup(result)}`
  }
  const told = checks.map((check) =>
    checkMarkup({ ...check, ...evidence.requestOf(check, id) }, result, evidence.ahead(check, id)),
  )
  return `${why}${checksMarkup(told)}${contextMarkup(result)}${basisMarkup(id, result)}`
}

/** What is known of it besides what this run saw. */
const contextMarkup = (result: RequirementResult): string => renderToString(requirementContext(result))

/** What is kept until it is opened; what stands above it already is not said again. */
function detailsOf(result: RequirementResult, evidence: Evidence): RequirementDetails {
  const { id, operations, assumes, accepts, reason, next, checks } = result
  return {
    id,
    operations,
    assumes,
    ...(accepts === undefined ? {} : { accepts }),
    checks: checks.map(({ exchanges, message, next: nextOfCheck, ...check }) => ({
      ...check,
      ...(message === undefined || message === reason ? {} : evidence.requestOf({ ...check, exchanges }, id)),
      ...(message === undefined || message === reason ? {} : { message }),
      ...(nextOfCheck === undefined || nextOfCheck === next ? {} : { next: nextOfCheck }),
      ...evidence.later({ ...check, exchanges }, id),
    })),
  }
}
