import { bin, max, min, quantileSorted } from 'd3-array'
import { scaleLinear, scaleLog } from 'd3-scale'
import { line } from 'd3-shape'
import type { VNode } from 'preact'
import type { Conformance, Exchange } from '../conformance.ts'
import { printable } from '../printable.ts'
import { duration } from '../verdict-words.ts'
import { wrapped } from './exchange-markup.ts'
import { html } from './html.ts'

const WIDTH = 320
const HEIGHT = 26
const BINS = 28

/** Durations of an operation in this run, ms, ascending. */
export interface Timing {
  readonly operation: string
  readonly durations: readonly number[]
}

/** The durations of requests with a response, by operation, in the given order. */
export function timingsOf(exchanges: readonly Exchange[], operations: readonly string[]): readonly Timing[] {
  const byOperation = new Map<string, number[]>(operations.map((operation) => [operation, []]))
  for (const { kind, operation, durationMs, response } of exchanges) {
    if (kind !== 'contract' || operation === undefined || !response) continue
    const durations = byOperation.get(operation) ?? []
    // A logarithmic axis has no zero, and no request over a network is faster.
    durations.push(Math.max(1, durationMs))
    byOperation.set(operation, durations)
  }
  return [...byOperation]
    .filter(([, durations]) => durations.length > 0)
    .map(([operation, durations]) => ({
      operation,
      durations: durations.toSorted((one, other) => one - other),
    }))
}

/** The distribution of durations of each operation, on one axis for all. */
export function timingSection({ coverage }: Conformance, exchanges: readonly Exchange[]): VNode | undefined {
  const operations = coverage.operations.map(({ operation }) => operation)
  const timings = timingsOf(exchanges, operations)
  if (timings.length === 0) return undefined
  const longest = max(timings, ({ durations }) => durations.at(-1) ?? 1) ?? 1
  const shortest = min(timings, ({ durations }) => durations[0] ?? 1) ?? 1
  const axis = scaleLog([shortest, Math.max(longest, shortest * 10)], [4, WIDTH - 4])
  const ticks = axis.ticks().filter((tick) => Number.isInteger(Math.log10(tick)))
  return html`<section id="timing" aria-labelledby="timing-title">
    <h2 id="timing-title">Timing</h2>
    <p class="lead">
      Response times as Assay measured them while checks ran in parallel. They affect no verdict. The line is
      the median, the axis is logarithmic.
    </p>
    <div class="scroll" tabindex="0" role="region" aria-label="Durations by operation">
      <table class="timing">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col" class="number">Responses</th>
            <th scope="col" class="number">Median</th>
            <th scope="col" class="number">95 %</th>
            <th scope="col" class="number">Longest</th>
            <th scope="col">
              <svg width=${WIDTH} height="16" role="img" aria-label="Distribution, logarithmic">
                ${ticks.map((tick) => html`<text x=${axis(tick).toFixed(0)} y="12">${duration(tick)}</text>`)}
              </svg>
            </th>
          </tr>
        </thead>
        <tbody>
          ${timings.map((timing) => row(timing, axis))}
        </tbody>
      </table>
    </div>
  </section>`
}

function row({ operation, durations }: Timing, axis: (duration: number) => number): VNode {
  const at = (share: number) => quantileSorted(durations as number[], share) ?? 0
  return html`<tr>
    <th scope="row"><code dangerouslySetInnerHTML=${{ __html: wrapped(printable(operation)) }} /></th>
    <td class="number">${durations.length}</td>
    <td class="number">${duration(at(0.5))}</td>
    <td class="number">${duration(at(0.95))}</td>
    <td class="number">${duration(at(1))}</td>
    <td>
      <svg width=${WIDTH} height=${HEIGHT} aria-hidden="true">
        <path d=${shapeOf(durations, axis)} />
        <path class="median" d=${`M${axis(at(0.5)).toFixed(0)},2V${HEIGHT}`} />
      </svg>
    </td>
  </tr>`
}

/** The outline of a histogram, as a polygon, over the places on the axis. */
function shapeOf(durations: readonly number[], axis: (duration: number) => number): string {
  const bins = bin<number, number>()
    .domain([0, WIDTH])
    .thresholds(Array.from({ length: BINS - 1 }, (_, index) => ((index + 1) * WIDTH) / BINS))(
    durations.map((one) => axis(one)),
  )
  const height = scaleLinear([0, max(bins, ({ length }) => length) ?? 1], [HEIGHT - 1, 2])
  const first = bins.findIndex(({ length }) => length > 0)
  const last = bins.findLastIndex(({ length }) => length > 0)
  const outline = bins
    .slice(first, last + 1)
    .map((one) => [((one.x0 ?? 0) + (one.x1 ?? 0)) / 2, height(one.length)] as [number, number])
  const half = WIDTH / BINS / 2
  const begin: [number, number] = [(outline[0]?.[0] ?? 0) - half, HEIGHT - 1]
  const end: [number, number] = [(outline.at(-1)?.[0] ?? 0) + half, HEIGHT - 1]
  return line().digits(0)([begin, ...outline, end]) ?? ''
}
