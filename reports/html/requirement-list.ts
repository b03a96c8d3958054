import type { VNode } from 'preact'
import type { CheckResult, Conformance, RequirementResult } from '../conformance.ts'
import { printable } from '../printable.ts'
import { BLAME_WORDS, count, duration, VERDICT_WORDS } from '../verdict-words.ts'
import { VERDICTS } from '../verdicts.ts'
import type { EvidencePlaces } from './evidence-places.ts'
import { html } from './html.ts'
import { mark, pill } from './marks.ts'
import { requirementContext } from './requirement-context.ts'

/** Every requirement in the contract's order, with its checks and their evidence. */
export function requirementList(conformance: Conformance, places: EvidencePlaces): VNode {
  const { areas, requirements } = conformance
  const shown = areas.filter(({ id }) => requirements.some(({ area }) => area === id))
  return html`<section id="requirements" aria-labelledby="requirements-title">
    <h2 id="requirements-title">Requirements</h2>
    ${toolbar(conformance)}
    <p id="none-shown" class="aside" hidden>No requirement matches.</p>
    ${shown.map(
      ({ id, title }) =>
        html`<section class="area" aria-labelledby=${`area-${id}`}>
          <h3 id=${`area-${id}`}>${printable(title)}</h3>
          ${requirements.filter(({ area }) => area === id).map((result) => requirement(result, places))}
        </section>`,
    )}
  </section>`
}

function toolbar({ areas, requirements, totals }: Conformance): VNode {
  const verdicts = VERDICTS.filter((verdict) => totals[verdict] > 0)
  const shown = areas.filter(({ id }) => requirements.some(({ area }) => area === id))
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
          ${shown.map(({ id, title }) => html`<option value=${id}>${printable(title)}</option>`)}
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

function requirement(result: RequirementResult, places: EvidencePlaces): VNode {
  const { id, area, level, title, verdict, checks } = result
  return html`<details class=${`requirement v-${verdict}`} data-verdict=${verdict} data-area=${area}>
    <summary>
      <span class="id">${id}</span>
      <span class="title">${printable(title)}</span>
      <span class="level">${level}</span>
      ${pill(verdict)}
    </summary>
    <div class="body" id=${id}>
      ${why(result)} ${requirementContext(result)} ${basis(result)}
      ${
        checks.length > 0 &&
        html`<h4>${count(checks.length, 'check')}</h4>
          <ol class="checks">
            ${checks.map((check) => checkItem(check, result, places))}
          </ol>`
      }
    </div>
  </details>`
}

function why({ verdict, reason, blame, next }: RequirementResult): VNode | undefined {
  if (reason === undefined) return undefined
  return html`<dl class=${`why v-${verdict}`}>
    <div>
      <dt>Why</dt>
      <dd>${printable(reason)}</dd>
    </div>
    ${
      blame &&
      html`<div>
        <dt>Whose turn</dt>
        <dd>${BLAME_WORDS[blame]}</dd>
      </div>`
    }
    ${
      next &&
      html`<div>
        <dt>Next</dt>
        <dd>${ticked(printable(next))}</dd>
      </div>`
    }
  </dl>`
}

/** What stands between backticks as code. */
const ticked = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))

function basis({ id, source, operations, restsOn, readings }: RequirementResult): VNode {
  const codes = (names: readonly string[]) =>
    names.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)
  return html`<dl class="basis">
    <div>
      <dt>Contract</dt>
      <dd>${printable(source)}</dd>
    </div>
    ${
      operations.length > 0 &&
      html`<div>
        <dt>Operations</dt>
        <dd>${codes(operations)}</dd>
      </div>`
    }
    ${
      restsOn.length > 0 &&
      html`<div>
        <dt>Rests on defaults</dt>
        <dd>
          ${codes(restsOn)}: the contract does not show ${restsOn.length === 1 ? 'it' : 'them'}; a deployment
          file may bind ${restsOn.length === 1 ? 'it' : 'them'} otherwise.
        </dd>
      </div>`
    }
    ${
      readings &&
      html`<div>
        <dt>Readings that pass</dt>
        <dd>${printable(readings)}</dd>
      </div>`
    }
    <div>
      <dt>Link</dt>
      <dd><a href=${`#${id}`}>#${id}</a></dd>
    </div>
  </dl>`
}

/** What the requirement itself says already is not said again. */
function checkItem(check: CheckResult, whole: RequirementResult, places: EvidencePlaces): VNode {
  const { title, verdict, durationMs, attempts, expectations, message, next } = check
  const counted = [
    count(expectations, 'expectation'),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(durationMs > 0 ? [duration(durationMs)] : []),
  ]
  return html`<li class=${`check v-${verdict}`}>
    <p class="check-title">
      ${pill(verdict)} <strong>${printable(title)}</strong> <span>${counted.join(' · ')}</span>
    </p>
    ${message !== undefined && message !== whole.reason && html`<p class="message">${printable(message, '\n')}</p>`}
    ${next !== undefined && next !== whole.next && html`<p class="step">${ticked(printable(next))}</p>`}
    ${places.placeOf(check)}
  </li>`
}
