/** The symbol of each verdict. Shapes differ (`styles.ts`), so readers need no colour. */
import type { VNode } from 'preact'
import type { Conformance, Verdict } from '../conformance.ts'
import { html } from './html.ts'

const SEALS: Readonly<Record<Conformance['verdict'], string>> = {
  conformant: 'M21 33.5l8 8 15-18',
  'non-conformant': 'M23 23l18 18M41 23L23 41',
  inconclusive: 'M22 32h20',
}

/** The sign alone, drawn by the style sheet; the word follows it. */
export const mark = (verdict: Verdict): VNode => html`<i class=${`mark v-${verdict}`} aria-hidden="true"></i>`

/** The mark of an assay office: an octagon with the verdict of the run. */
export const seal = (verdict: Conformance['verdict']): VNode =>
  html`<svg class="seal" viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
    <path class="punch" d="M20 3h24l17 17v24L44 61H20L3 44V20z" />
    <path class="rim" d="M21.8 7.5h20.4l14.3 14.3v20.4L42.2 56.5H21.8L7.5 42.2V21.8z" />
    <path class="strike" d=${SEALS[verdict]} />
  </svg>`
