import type { VNode } from 'preact'
import { commandOfAll, commandOfFailed, splitNext, type Commands } from '../commands.ts'
import type { Cause, Conformance, RequirementResult } from '../conformance.ts'
import { printable } from '../printable.ts'
import { firstOf } from '../first-of.ts'
import { resolvesText } from '../resolves-words.ts'
import { anchorOfCause, anchorOfNumber, ruleLine } from '../rule-of-cause.ts'
import { FIX_IN_WORDS, count, notHeld, VERDICT_WORDS } from '../verdict-words.ts'
import { escapeMarkup, wrapped } from './exchange-markup.ts'
import { usualCausesOf } from './explanation-row.ts'
import { html } from './html.ts'
import { mark } from './marks.ts'
import { stepText, tickedMarkup, wholeWords } from './requirement-markup.ts'

const CAUSES_SHOWN = 12
/** A page of hundreds of causes would be long to load, and nobody reads them all. */
const CAUSES_IN_PAGE = 60
const IDS_SHOWN = 8
const FINDINGS_SHOWN = 4

/** The causes, a card each, the worst first. */
export function nextSteps(conformance: Conformance): VNode {
  const { causes, commands } = conformance
  const open = notHeld(conformance)
  const more = causes.slice(CAUSES_SHOWN, CAUSES_IN_PAGE)
  const left = causes.length - CAUSES_IN_PAGE
  return html`<section class="next" aria-labelledby="next">
    <h2 id="next">
      What to correct${' '} ${causes.length > 0 && html`<small>${count(causes.length, 'cause')}</small>`}
    </h2>
    ${open.length === 0 && nothingOpen(conformance)}
    ${causes.length > 0 && cards(causes.slice(0, CAUSES_SHOWN), 1, conformance)}
    ${
      more.length > 0 &&
      html`<details>
        <summary>${count(causes.length - CAUSES_SHOWN, 'more cause')}</summary>
        ${cards(more, CAUSES_SHOWN + 1, conformance)}
        ${left > 0 && html`<p>${count(left, 'more cause')} in conformance.json.</p>`}
      </details>`
    }
    ${open.length > 0 && commands && again(open, commands, conformance)}
  </section>`
}

/** @param first number of the first card: the terminal shows the same numbers */
const cards = (causes: readonly Cause[], first: number, conformance: Conformance): VNode =>
  html`<ol class="cards">
    ${causes.map((cause, index) => causeCard(cause, first + index, conformance))}
  </ol>`

/** What is wrong, the rule, where to fix it, what that resolves, and the requirements with their evidence. */
function causeCard(cause: Cause, number: number, { requirements: results, causes }: Conformance): VNode {
  const { id, title, verdict, fixIn, address, next } = cause
  const rule = ruleLine(cause, results)
  const place = `Fix in ${FIX_IN_WORDS[fixIn]}`
  const effect = ` · ${printable(resolvesText(cause, causes))}`
  return html`<li class=${`cause v-${verdict}`} id=${anchorOfCause(id)}>
    <details open>
      <summary>
        <h3>
          <span class="rank" id=${anchorOfNumber(number).slice(1)}>${number}.</span> ${mark(verdict)}
          <span dangerouslySetInnerHTML=${{ __html: tickedMarkup(printable(title)) }} />
        </h3>
        ${address !== undefined && html`<code class="place" dangerouslySetInnerHTML=${{ __html: wrapped(printable(address)) }} />`}
        ${rule !== undefined && html`<span class="rule" dangerouslySetInnerHTML=${{ __html: wrapped(printable(rule)) }} />`}
      </summary>
      <p class="fix">${place}${effect}</p>
      ${nextStep(next, (exchange) => rowOf(exchange, cause, results))} ${usualOf(cause, results)}
      ${requirementsOf(cause)}
    </details>
  </li>`
}

/** Typical mistakes that violate the rule, those of the operation that failed before others. */
function usualOf(
  { rule, verdict, exchanges }: Cause,
  results: readonly RequirementResult[],
): VNode | undefined {
  if (rule === undefined || verdict === 'blocked') return undefined
  const checks = results.find(({ id }) => id === rule)?.checks ?? []
  const seen = checks.flatMap(({ violation }) => violation ?? [])
  const own = seen.find(({ exchange = '' }) => exchanges.includes(exchange)) ?? seen[0]
  const usual = usualCausesOf(rule, own)
  return usual.length === 0 ? undefined : html`<p>Usual causes: the server ${usual.join('; or it ')}.</p>`
}

/** Their ids, by what failed if that is not the same for all. */
function requirementsOf({ requirements, findings = [] }: Cause): VNode {
  const shown = firstOf(findings, FINDINGS_SHOWN)
  const left = findings.length - shown.length
  if (findings.length === 0)
    return html`<p>${requirements.length === 1 ? 'Requirement' : 'Requirements'}:${linksTo(requirements)}</p>`
  return html`<ul class="found">
    ${shown.map(
      (one) =>
        html`<li>
          ${linksTo(one.requirements)}:${' '}
          <span dangerouslySetInnerHTML=${{ __html: tickedMarkup(printable(one.found)) }} />
        </li>`,
    )}
    ${left > 0 && html`<li>and ${count(left, 'more finding')} below</li>`}
  </ul>`
}

function linksTo(ids: readonly string[]): VNode {
  const shown = firstOf(ids, IDS_SHOWN)
  const left = ids.length - shown.length
  return html`${shown.map((one) => html` <a href=${`#${one}`}>${one}</a>`)}
  ${left > 0 && html` and ${left} more below`}`
}

/** The requirement in whose row an exchange is: the one that the card names as its rule, if it has the exchange. */
function rowOf(
  exchange: string,
  { rule, requirements }: Cause,
  results: readonly RequirementResult[],
): string | undefined {
  const ids = new Set(requirements)
  const having = results.filter(
    ({ id, checks }) => ids.has(id) && checks.some(({ exchanges }) => exchanges.includes(exchange)),
  )
  // A check that failed with this exchange marks it; a rule for every response may only mention it.
  const marking = having.find(({ checks }) =>
    checks.some(({ violation }) => violation?.exchange === exchange),
  )
  return (having.find(({ id }) => id === rule) ?? marking ?? having[0])?.id
}

/** The step, and the command that judges it again. */
function nextStep(next: string, rowOf: (exchange: string) => string | undefined): VNode {
  const { step: text, command } = splitNext(next)
  return html`<p dangerouslySetInnerHTML=${{ __html: stepText(printable(text), rowOf) }} />
    ${
      command !== undefined &&
      html`<p class="copies then">
        Then run${' '}
        <code
          tabindex="0"
          dangerouslySetInnerHTML=${{ __html: wholeWords(escapeMarkup(printable(command))) }}
        />
        <button type="button" class="copy">Copy</button>
      </p>`
    }`
}

function nothingOpen({ complete, totals }: Conformance): VNode {
  if (!complete) return html`<p>Remove what cut the run off, and run it again.</p>`
  const left = (['not-specified', 'not-applicable'] as const).flatMap((verdict) =>
    totals[verdict] === 0 ? [] : [`${totals[verdict]} ${VERDICT_WORDS[verdict]}`],
  )
  return html`<p>
    Nothing to correct.
    ${left.length > 0 && html` The list below also names requirements without a verdict: ${left.join(', ')}.`}
  </p>`
}

/** As on the terminal, if something failed. */
function again(
  open: readonly RequirementResult[],
  commands: Commands,
  { requirements: results, only }: Conformance,
): VNode {
  const hasFailed = open.some(({ verdict }) => verdict === 'fail' || verdict === 'flaky')
  const command = hasFailed
    ? commandOfFailed(commands)
    : commandOfAll(
        commands,
        open.map(({ id }) => id),
        results,
        only,
      )
  const words = hasFailed ? 'the failed requirements' : command === commands.run ? 'all' : 'only these'
  return html`<div class="copies again">
    <p>Judge ${words} again:</p>
    <code dangerouslySetInnerHTML=${{ __html: wholeWords(escapeMarkup(command)) }} />
    <button type="button" class="copy">Copy</button>
  </div>`
}
