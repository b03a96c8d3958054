import { scaleLinear, scaleUtc } from 'd3-scale'
import { line } from 'd3-shape'
import type { VNode } from 'preact'
import { html } from '../html/html.ts'

const WIDTH = 220
const HEIGHT = 44
const MARGIN = 3

export interface Line {
  /** Of the element, which gives it its colour. */
  readonly className: string
  readonly points: readonly { readonly at: number; readonly value: number }[]
}

/**
 * Lines over time, as SVG without script.
 *
 * @param label description for screen readers
 * @param most highest value of the axis, which starts at 0
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
