/** The sign of each verdict: a shape of its own, so that nobody depends on colour. */
import type { VNode } from 'preact'
import type { Conformance, Verdict } from '../conformance.ts'
import { VERDICT_WORDS } from '../verdict-words.ts'
import { html } from './html.ts'

const SHAPES: Readonly<Record<Verdict, string>> = {
  pass: 'M3.5 8.5l3 3 6-7',
  fail: 'M4 4l8 8M12 4l-8 8',
  unstable: 'M2 9.5c2-5 4-5 6-1.5s4 3.5 6-1.5',
  blocked: 'M4 8h8',
  warn: 'M8 3v6M8 12v.5',
  'not-applicable': 'M8 8h.01',
  'not-specified': 'M5.5 5.5a2.5 2.5 0 1 1 3.2 2.9c-.5.2-.7.5-.7 1.1M8 12.3v.2',
}

const SEALS: Readonly<Record<Conformance['verdict'], string>> = {
  conformant: 'M21 33.5l8 8 15-18',
  'non-conformant': 'M23 23l18 18M41 23L23 41',
  inconclusive: 'M22 32h20',
}

/** The sign alone; the word stands beside it. */
export const mark = (verdict: Verdict): VNode =>
  html`<svg class="mark" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d=${SHAPES[verdict]} />
  </svg>`

/** Sign and word. */
export const pill = (verdict: Verdict): VNode =>
  html`<span class=${`pill v-${verdict}`}>${mark(verdict)}${VERDICT_WORDS[verdict]}</span>`

/** The punch of an assay office: an octagon, struck with the verdict of the run. */
export const seal = (verdict: Conformance['verdict']): VNode =>
  html`<svg class="seal" viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
    <path class="punch" d="M20 3h24l17 17v24L44 61H20L3 44V20z" />
    <path class="rim" d="M21.8 7.5h20.4l14.3 14.3v20.4L42.2 56.5H21.8L7.5 42.2V21.8z" />
    <path class="strike" d=${SEALS[verdict]} />
  </svg>`
