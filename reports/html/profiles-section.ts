import type { VNode } from 'preact'
import type { Cause, Conformance, ProfileResult } from '../conformance.ts'
import { grouped } from '../../spec/grouped.ts'
import { firstOf } from '../first-of.ts'
import { printable } from '../printable.ts'
import { anchorOfNumber } from '../rule-of-cause.ts'
import { ABOUT_PROFILES, PROFILE_STATE_WORDS, whyNotReached } from '../profile-words.ts'
import { MOST_MISSING } from '../profiles.ts'
import { VERDICT_WORDS } from '../verdict-words.ts'
import { html } from './html.ts'

const IDS_SHOWN = 6

/** The profiles, and the obstacles of those that were not reached. */
export function profilesSection({ profiles = [], causes }: Conformance): VNode | undefined {
  if (profiles.length === 0) return undefined
  const reached = profiles.filter(({ state }) => state === 'reached').length
  return html`<section id="profiles" aria-labelledby="profiles-title">
    <h2 id="profiles-title">Profiles <span class="amount">${reached} of ${profiles.length} reached</span></h2>
    <p class="aside">
      ${ABOUT_PROFILES} One is narrowly missed if at most ${MOST_MISSING} of them did not pass.
    </p>
    <div class="scroll" tabindex="0" role="region" aria-label="Profiles by what was reached">
      <table>
        <thead>
          <tr>
            <th scope="col">profile</th>
            <th scope="col">result</th>
            <th scope="col" class="number">requirements held</th>
            <th scope="col">what is missing</th>
          </tr>
        </thead>
        <tbody>
          ${profiles.map((profile) => row(profile, causes))}
        </tbody>
      </table>
    </div>
  </section>`
}

function row(profile: ProfileResult, causes: readonly Cause[]): VNode {
  const { id, title, state, held, requirements } = profile
  return html`<tr data-profile=${id}>
    <th scope="row">${title}</th>
    <td>${PROFILE_STATE_WORDS[state]}</td>
    <td class="number">${held} of ${requirements}</td>
    <td>
      ${state === 'narrowly-missed' ? missing(profile, causes) : state !== 'reached' && printable(whyNotReached(profile))}
    </td>
  </tr>`
}

/** Ids alone, each group with a link to the card of its cause, which says what failed. */
const missing = ({ missing: all = [] }: ProfileResult, causes: readonly Cause[]): VNode =>
  html`<ul>
    ${[...grouped(all, ({ cause, verdict }) => cause ?? verdict).values()].map((some) => {
      const { cause, verdict } = some[0]!
      const shown = firstOf(some, IDS_SHOWN)
      const number = causes.findIndex(({ id }) => id === cause) + 1
      return html`<li>
        ${shown.map(({ id }) => html`<a href=${`#${id}`}>${id}</a> `)}
        ${some.length > shown.length && `and ${some.length - shown.length} more `}
        ${
          number > 0
            ? html`(<a href=${anchorOfNumber(number)}>cause ${number}</a>)`
            : `(${VERDICT_WORDS[verdict]})`
        }
      </li>`
    })}
  </ul>`
