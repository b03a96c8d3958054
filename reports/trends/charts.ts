/** Small charts as SVG: drawn here, so that the page needs no script. */
import { scaleLinear, scaleUtc } from 'd3-scale'
import { line } from 'd3-shape'
import type { VNode } from 'preact'
import type { Verdict } from '../conformance.ts'
import { html } from '../html/html.ts'
import { VERDICTS } from '../verdicts.ts'

const WIDTH = 220
const HEIGHT = 44
const MARGIN = 3

export interface Line {
  /** Of the element, which gives it its colour. */
  readonly className: string
  readonly points: readonly { readonly at: number; readonly value: number }[]
}

/**
 * Lines over time.
 *
 * @param label what the chart says, for those who do not see it
 * @param most highest value of the axis, which begins at 0
 */
export function lineChart(label: string, lines: readonly Line[], most: number): VNode {
  const times = lines.flatMap(({ points }) => points.map(({ at }) => at))
  const x = scaleUtc([Math.min(...times), Math.max(...times)], [MARGIN, WIDTH - MARGIN])
  const y = scaleLinear([0, most === 0 ? 1 : most], [HEIGHT - MARGIN, MARGIN])
  const path = line<Line['points'][number]>(
    ({ at }) => x(at),
    ({ value }) => y(value),
  ).digits(1)
  return html`<svg class="chart" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${label}>
    <line class="axis" x1="0" x2=${WIDTH} y1=${HEIGHT - MARGIN} y2=${HEIGHT - MARGIN} />
    ${lines.map(({ className, points }) => {
      const last = points.at(-1)
      return html`<path class=${className} d=${path(points) ?? ''} />${
          last && html`<circle class=${className} cx=${x(last.at)} cy=${y(last.value)} r="2.4" />`
        }`
    })}
  </svg>`
}

const CELL = { width: 5, height: 14, gap: 1 }

/**
 * A cell for each verdict, the latest at the right. What is broken is as high as the strip and what passed half as high,
 * so that they are told apart without colour.
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
