import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { operations, type OperationName } from '../../spec/index.ts'
import type { AreaResult, Conformance, RequirementResult } from '../conformance.ts'
import { printable } from '../printable.ts'
import { notHeld, VERDICT_WORDS } from '../verdict-words.ts'
import { VERDICTS } from '../verdicts.ts'
import type { Evidence } from './evidence.ts'
import { escapeMarkup } from './exchange-markup.ts'
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

/** Stores the details of a requirement until it is opened. */
export type KeepDetails = (details: RequirementDetails) => void

/** Number and title of each cause, by its id. */
type Causes = ReadonlyMap<string, { readonly number: number; readonly title: string }>

/** Characters for text about requirements that did not pass, so that a page with hundreds of them stays small. */
interface Room {
  left: number
  /** For the reason in the line of a requirement. */
  readonly ofLine: number
}

/** What all rows share. */
interface Shared {
  readonly evidence: Evidence
  readonly keep: KeepDetails
  readonly room: Room
  readonly causes: Causes
  /** The place of each area among the options of its field. */
  readonly places: ReadonlyMap<string, number>
}

/**
 * Requirements that did not pass come first, by impact, with checks and evidence. A click shows the rest, in the
 * order of the contract: the page has their title, source and verdict, and the details as data.
 */
export function requirementList(conformance: Conformance, evidence: Evidence, keep: KeepDetails): VNode {
  const open = byImpact(conformance)
  const shared: Shared = {
    evidence,
    keep,
    room: {
      left: ROOM_FOR_TEXT,
      ofLine: Math.min(LONGEST_LINE, Math.floor(ROOM_FOR_LINES / Math.max(1, open.length))),
    },
    causes: new Map(
      conformance.causes.map(({ id, title }, index) => [id, { number: index + 1, title: printable(title) }]),
    ),
    // The first option is that of all areas.
    places: new Map(areasShown(conformance).map(({ id }, index) => [id, index + 1])),
  }
  const held = conformance.requirements.filter((result) => !open.includes(result))
  return html`<section id="requirements" aria-labelledby="requirements-title">
    <h2 id="requirements-title">Requirements</h2>
    ${toolbar(conformance)}
    <p id="none-shown" class="aside" hidden>No requirement matches.</p>
    ${open.length > 0 && openSection(open, shared)}
    ${
      held.length > 0 &&
      html`<details class="held" open=${open.length === 0}>
        <summary>${heldWords(held)}</summary>
        ${conformance.areas.map((area) => areaSection(area, held, shared))}
      </details>`
    }
  </section>`
}

/** Requirements that did not pass, in the order of the causes. */
function byImpact(conformance: Conformance): readonly RequirementResult[] {
  const open = notHeld(conformance)
  const byId = new Map(open.map((result) => [result.id, result]))
  const ofCauses = conformance.causes.flatMap(({ requirements }) =>
    requirements.flatMap((id) => byId.get(id) ?? []),
  )
  return [...new Set([...ofCauses, ...open])]
}

/** "865 passed, 129 not specified". */
const heldWords = (held: readonly RequirementResult[]) =>
  VERDICTS.flatMap((verdict) => {
    const amount = held.filter((result) => result.verdict === verdict).length
    return amount === 0 ? [] : [`${amount} ${VERDICT_WORDS[verdict]}`]
  }).join(', ')

function openSection(open: readonly RequirementResult[], shared: Shared): VNode {
  const markup = `<h3 id="not-passed">Not passed</h3>${open.map((result) => row(result, shared)).join('')}`
  return html`<section
    class="area"
    aria-labelledby="not-passed"
    dangerouslySetInnerHTML=${{ __html: markup }}
  />`
}

const areasShown = ({ areas, requirements }: Conformance): readonly AreaResult[] =>
  areas.filter(({ id }) => requirements.some(({ area }) => area === id))

function toolbar(conformance: Conformance): VNode {
  const { requirements, totals } = conformance
  const verdicts = VERDICTS.filter((verdict) => totals[verdict] > 0)
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
          ${areasShown(conformance).map(({ id, title }) => html`<option value=${id}>${printable(title)}</option>`)}
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
  shared: Shared,
): VNode | undefined {
  const rows = requirements.filter(({ area }) => area === id).map((result) => row(result, shared))
  if (rows.length === 0) return undefined
  const markup = `<h3 id="area-${id}">${escapeMarkup(title)}</h3>${rows.join('')}`
  return html`<section
    class="area"
    data-area=${id}
    aria-labelledby=${`area-${id}`}
    dangerouslySetInnerHTML=${{ __html: markup }}
  />`
}

/** A page has many of these, so the markup is short: names of classes need no quotes, and an area is a number. */
function row(result: RequirementResult, shared: Shared): string {
  const { id, title, verdict, area, reason } = result
  // The contract leaves it open, so the level does not matter.
  const level = verdict === 'not-specified' ? 'open' : result.level
  const isOpen = verdict !== 'pass' && reason !== undefined && !LEFT_OPEN.has(verdict)
  const oneLine = isOpen
    ? ` <span class=one-line>${escapeMarkup(firstLine(reason, shared.room.ofLine))}</span>`
    : ''
  return `<details class="requirement v-${verdict}"${isOpen ? ` data-area=${shared.places.get(area)}` : ''}><summary><span class=id>${escapeMarkup(id)}</span> <span class=title>${escapeMarkup(title)}</span> <span class=level>${level}</span> <span class=pill>${VERDICT_WORDS[verdict]}</span>${oneLine}</summary><div class=body id="${escapeMarkup(id)}">${body(result, shared)}</div></details>`
}

const LEFT_OPEN: ReadonlySet<string> = new Set(['not-applicable', 'not-specified'])
/** Characters of the reason in the line of a requirement, and of all reasons together. */
const LONGEST_LINE = 160
const ROOM_FOR_LINES = 40_000
/** Characters of the text about requirements that did not pass, outside of the packed data. */
const ROOM_FOR_TEXT = 25_000

function firstLine(reason: string, longest: number): string {
  const [line = ''] = reason.split('\n', 1)
  return line.length > longest ? `${line.slice(0, longest)} …` : line
}

function body(result: RequirementResult, { evidence, keep, room, causes }: Shared): string {
  const { id, source, verdict, checks, reason } = result
  const worst = checks.find(({ message }) => message !== undefined && reason?.startsWith(message) === true)
  const ofCause = result.cause === undefined ? undefined : causes.get(result.cause)
  const why = whyMarkup(
    { ...result, ...(ofCause && { ofCause }) },
    worst && { ...worst, ...evidence.requestOf(worst, id) },
  )
  const context = contextMarkup(result)
  const basis = basisMarkup(id, { ...result, operations: result.operations.map(withAddress) })
  const lead = `<p class="source">${escapeMarkup(source)}</p>${why}`
  const isOpen = verdict !== 'pass' && !LEFT_OPEN.has(verdict)
  if (isOpen) {
    const texts = checks.map((check) => checkMarkup(check, result, '').length)
    room.left -= texts.reduce((sum, length) => sum + length, lead.length + context.length + basis.length)
    if (room.left < 0) {
      keep({ ...detailsOf(result, evidence), lead, context })
      return ''
    }
  }
  if (!isOpen || checks.length === 0 || !evidence.hasRoom()) {
    keep({ ...detailsOf(result, evidence), context })
    return lead
  }
  const told = checks.map((check) =>
    checkMarkup({ ...check, ...evidence.requestOf(check, id) }, result, evidence.ahead(check, id)),
  )
  return `${lead}${checksMarkup(told)}${context}${basis}`
}

/** An operation with its method and path in the contract. */
function withAddress(name: string): string {
  const binding = Object.hasOwn(operations, name) ? operations[name as OperationName] : undefined
  return binding ? `${name} ${binding.method} ${binding.path}` : name
}

/** Information on it besides the results of this run. */
const contextMarkup = (result: RequirementResult): string => renderToString(requirementContext(result))

/** Content that is rendered when it is opened, without the visible texts. */
function detailsOf(result: RequirementResult, evidence: Evidence): RequirementDetails {
  const { id, assumes, accepts, limits, reason, next, checks } = result
  return {
    id,
    operations: result.operations.map(withAddress),
    assumes,
    ...(accepts === undefined ? {} : { accepts }),
    ...(limits === undefined ? {} : { limits }),
    checks: checks.map(({ exchanges, message, next: nextOfCheck, ...check }) => ({
      ...check,
      ...(message === undefined || message === reason ? {} : evidence.requestOf({ ...check, exchanges }, id)),
      ...(message === undefined || message === reason ? {} : { message }),
      ...(nextOfCheck === undefined || nextOfCheck === next ? {} : { next: nextOfCheck }),
      ...evidence.later({ ...check, exchanges }, id),
    })),
  }
}
