import type { VNode } from 'preact'
import type { Conformance, RequirementResult } from '../conformance.ts'
import { printable } from '../printable.ts'
import { enteringSentence, gateSentence, WAIVER_WORDS } from '../verdict-words.ts'
import { html } from './html.ts'

/** The baseline entry of a requirement; empty without one. */
export function waiverRow({ waiver }: RequirementResult): VNode | undefined {
  if (!waiver) return undefined
  const { state, kind, reason, expires, owner, issue } = waiver
  const rows = [
    ['Baseline', `${kind}: ${WAIVER_WORDS[state]}`],
    ['Known because', reason],
    [state === 'expired' ? 'Was due' : 'Until', expires],
    ['Owner', owner],
    ['Issue', issue],
  ] as const
  return html`<dl class="basis waiver" style="margin-bottom:.9rem">
    ${rows.map(
      ([name, text]) =>
        text !== undefined &&
        html`<div>
          <dt>${name}</dt>
          <dd>${link(printable(text))}</dd>
        </div>`,
    )}
  </dl>`
}

/** Failures that the exit code ignores, below the verdict. */
export function gateNote(conformance: Conformance): VNode | undefined {
  const sentence = gateSentence(conformance)
  return sentence === undefined ? undefined : html`<p class="restricted">${printable(sentence)}</p>`
}

/** Unmet requirements of a later edition, below the verdict. */
export function enteringNote(conformance: Conformance): VNode | undefined {
  const sentence = enteringSentence(conformance)
  return sentence === undefined ? undefined : html`<p class="restricted">${printable(sentence)}</p>`
}

const link = (text: string) =>
  /^https?:\/\/\S+$/.test(text) ? html`<a href=${text} rel="noreferrer">${text}</a>` : text
