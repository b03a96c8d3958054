/**
 * The content of an opened requirement. Like `exchange-markup.ts`, these functions run twice: when the report is written,
 * for requirements that did not pass, and in the reader's browser for the others.
 */
import type { CheckResult, RequirementResult, Verdict } from '../conformance.ts'
import { FIX_IN_WORDS, count, duration, VERDICT_WORDS } from '../verdict-words.ts'
import { escapeMarkup, wrapped } from './exchange-markup.ts'
import { ONLY_COMPARES } from '../only-compares.ts'
import { failureMarkup, type Failure } from './expectation-markup.ts'

type Why = Pick<RequirementResult, 'id' | 'verdict' | 'reason' | 'fixIn' | 'next'> & {
  /** Number and title of the cause of the failure; absent: it has none. */
  readonly ofCause?: { readonly number: number; readonly title: string }
}
/** `operations`: names, each with method and path: `createQuote POST /quotes`. */
type Basis = Pick<RequirementResult, 'operations' | 'assumes' | 'accepts' | 'limits'>
/** `request`: the one that shows the failure, in one line. */
type Told = Omit<CheckResult, 'exchanges'> & Pick<Failure, 'compared'> & { readonly request?: string }

/** The unopened exchanges of a check. */
export interface Waiting {
  /** Their places in the data of the page. */
  readonly exchanges: readonly number[]
  /** Number of exchanges of the check that the recording does not have. */
  readonly missing: number
}

/** Data of a requirement until it is opened. */
export interface RequirementDetails extends Basis {
  readonly id: string
  /** Markup of source and reason; default: the page has it. */
  readonly lead?: string
  /** Markup of the information besides the results of this run. */
  readonly context?: string
  readonly checks: readonly (Told & Waiting)[]
}

/** Sign and word of a verdict. */
export function pillMarkup(verdict: Verdict): string {
  return `<span class="pill v-${verdict}">${VERDICT_WORDS[verdict]}</span>`
}

/** Text with the parts in backticks as code. */
export function tickedMarkup(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `<code>${wholeWords(wrapped(part))}</code>` : wrapped(part)))
    .join('')
}

/**
 * A next step, in which an exchange is a link.
 *
 * @param rowOf the requirement in whose row the exchange is; undefined: no row has it
 */
export function stepText(text: string, rowOf: (exchange: string) => string | undefined): string {
  return tickedMarkup(text).replace(/\bexchange ([A-Z]+-\d+-\w+\.\d+\.\d+)/g, (words, exchange: string) => {
    const row = rowOf(exchange)
    return row === undefined
      ? words
      : `exchange <a href="#${encodeURIComponent(row)}/${exchange}">${exchange}</a>`
  })
}

/** A browser would break an option or an id of a command after a hyphen. */
export function wholeWords(markup: string): string {
  return markup.replace(/(^| )((?=[^ ]*-)[\w-]{2,24})(?= |$)/g, '$1<span class="word">$2</span>')
}

/** A list of terms that have a description. */
export function termsMarkup(name: string, terms: readonly (readonly [string, string | undefined])[]): string {
  const rows = terms
    .filter(([, description]) => description !== undefined)
    .map(([term, description]) => `<div><dt>${term}</dt><dd>${description ?? ''}</dd></div>`)
  return rows.length === 0 ? '' : `<dl class="${name}">${rows.join('')}</dl>`
}

/** Why the verdict is not a pass, where to fix it, and what to do. */
export function whyMarkup({ id, verdict, reason, fixIn, next, ofCause }: Why, told?: Told): string {
  if (reason === undefined) return ''
  const isBroken = verdict === 'fail' || verdict === 'flaky' || verdict === 'warn'
  return termsMarkup(`why v-${verdict}`, [
    [isBroken ? 'What failed' : 'Why', failureMarkup({ ...told, message: reason })],
    ['Where to fix it', fixIn && FIX_IN_WORDS[fixIn]],
    [
      'Cause',
      ofCause && `<a href="#cause-${ofCause.number}">${ofCause.number}.</a> ${tickedMarkup(ofCause.title)}`,
    ],
    // A step that only points at the exchange below says nothing.
    ['Next', next === undefined || ONLY_COMPARES.test(next) ? undefined : stepText(next, () => id)],
  ])
}

/** Subject of the requirement, and its assumptions. */
export function basisMarkup(id: string, { operations, assumes, accepts, limits }: Basis): string {
  const codes = (names: readonly string[]) => names.map((name) => `<code>${wrapped(name)}</code>`).join(', ')
  const them = assumes.length === 1 ? 'it' : 'them'
  return termsMarkup('basis', [
    ['Operations', operations.length > 0 ? operations.map(operationMarkup).join(', ') : undefined],
    [
      'Assumed defaults',
      assumes.length > 0
        ? `${codes(assumes)}: the contract does not show ${them}; a deployment file may bind ${them} otherwise.`
        : undefined,
    ],
    ['Accepted interpretations', accepts === undefined ? undefined : escapeMarkup(accepts)],
    ['Limits', limits === undefined ? undefined : escapeMarkup(limits)],
    ['Link', `<a href="#${encodeURIComponent(id)}">#${escapeMarkup(id)}</a>`],
  ])
}

/** A name, with method and path after it. */
function operationMarkup(operation: string): string {
  const [name = '', ...address] = operation.split(' ')
  return `<code>${wrapped(name)}</code>${address.length === 0 ? '' : ` ${wrapped(address.join(' '))}`}`
}

/** A check, without the information that the requirement shows. */
export function checkMarkup(
  check: Told,
  whole: Partial<Pick<Why, 'reason' | 'next'>>,
  evidence: string,
): string {
  const { title, verdict, durationMs, attempts, expectations, message, next } = check
  const told = message === undefined || message === whole.reason ? '' : failureMarkup({ ...check, message })
  const counted = [
    count(expectations, 'expectation'),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(durationMs > 0 ? [duration(durationMs)] : []),
  ]
  return `<li class="check v-${verdict}"><p class="check-title">${pillMarkup(verdict)} <strong>${escapeMarkup(title)}</strong> <span>${counted.join(' · ')}</span></p>${told}${next !== undefined && next !== whole.next && !ONLY_COMPARES.test(next) ? `<p class="step">${tickedMarkup(next)}</p>` : ''}${evidence}</li>`
}

/** All checks of a requirement. */
export function checksMarkup(checks: readonly string[]): string {
  return checks.length === 0
    ? ''
    : `<h4>${count(checks.length, 'check')}</h4><ol class="checks">${checks.join('')}</ol>`
}

/** The place into which the exchanges of a check are rendered when it is opened. */
export function waitingMarkup({ exchanges, missing }: Waiting): string {
  const lost =
    missing > 0 ? `<p class="aside">${count(missing, 'exchange')} not in the recording of this run.</p>` : ''
  if (exchanges.length === 0) return lost
  return `<div class="evidence"><div data-exchanges="${exchanges.join(' ')}"><p class="aside">${count(exchanges.length, 'exchange')}</p></div>${lost}</div>`
}

/** Renders an opened requirement from its data: background comes after the exchanges. */
export function detailsMarkup(details: RequirementDetails): string {
  const checks = details.checks.map((check) => checkMarkup(check, {}, waitingMarkup(check)))
  return `${details.lead ?? ''}${checksMarkup(checks)}${details.context ?? ''}${basisMarkup(details.id, details)}`
}
