import type { VNode } from 'preact'
import type { Verdict } from '../conformance.ts'
import { html } from '../html/html.ts'
import { VERDICTS } from '../verdicts.ts'

const CELL = { width: 5, height: 14, gap: 1 }

/**
 * A cell for each verdict, the latest at the right. A failure has the full height and a pass half of it, so that they
 * differ without colour.
 */
export function verdictStrip(label: string, verdicts: readonly Verdict[]): VNode {
  const step = CELL.width + CELL.gap
  const cells = (wanted: Verdict) =>
    verdicts
      .flatMap((verdict, index) => {
        const height = wanted === 'pass' ? CELL.height / 2 : CELL.height
        return verdict === wanted
          ? [`M${index * step} ${CELL.height}v-${height}h${CELL.width}v${height}z`]
          : []
      })
      .join('')
  const width = Math.max(step, verdicts.length * step)
  return html`<svg
    class="strip"
    viewBox=${`0 0 ${width} ${CELL.height}`}
    width=${width}
    height=${CELL.height}
    role="img"
    aria-label=${label}
  >
    ${VERDICTS.filter((verdict) => verdicts.includes(verdict)).map(
      (verdict) => html`<path class=${`v-${verdict}`} style="fill:var(--fill)" d=${cells(verdict)} />`,
    )}
  </svg>`
}
