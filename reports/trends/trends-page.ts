import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Conformance, Verdict } from '../conformance.ts'
import { htmlDocument } from '../html/html-document.ts'
import { html } from '../html/html.ts'
import { STYLES } from '../html/styles.ts'
import { printable } from '../printable.ts'
import { count, duration, RUN_VERDICT_WORDS, VERDICT_WORDS } from '../verdict-words.ts'
import {
  deploymentTrends,
  type AreaTrend,
  type DeploymentTrend,
  type LatencyTrend,
} from './deployment-trend.ts'
import { lineChart } from './line-chart.ts'
import type { History } from './run-file.ts'
import type { RunRecord } from './run-record.ts'
import { verdictStrip } from './verdict-strip.ts'

/** Beyond these, rows are counted and not shown: the page stays small however long the history. */
const SHOWN = { deployments: 4, runs: 40, strip: 120, requirements: 40, operations: 25 }

/** Titles of areas and requirements, which the records name by id. */
export interface Titles {
  /** In the order of the contract. */
  readonly areas: ReadonlyMap<string, string>
  readonly requirements: ReadonlyMap<string, string>
}

/** The index page of a history: one file without script that may fetch nothing. */
export function trendsPage(history: History, titles: Titles): string {
  const trends = deploymentTrends(history.runs, [...titles.areas.keys()])
  return htmlDocument({
    title: 'Conformance over time',
    styles: `${STYLES}${OWN_STYLES}`,
    body: [renderToString(content(history, trends, titles))],
  })
}

const OWN_STYLES = `
.trends section { margin: 2rem 0 }
.trends h1 { font-size: 1.9rem; margin-top: 1.5rem }
.trends h2 { margin-bottom: .3rem }
.trends h3 { margin-top: 1.4rem }
.trends section > .strip { margin-top: .4rem }
.trends table { border-collapse: collapse; width: 100%; background: var(--sheet); font-size: .92rem }
.trends table :is(th, td) { text-align: left; padding: .35rem .7rem; border-bottom: 1px solid var(--line); vertical-align: middle }
.trends th { color: var(--soft); font-weight: 600; font-size: .8rem }
.trends .number { text-align: right; white-space: nowrap }
.trends .scroll { overflow-x: auto; margin: .5rem 0 1.5rem }
.trends .judged { color: var(--hue, inherit); font-weight: 600; white-space: nowrap }
.chart { width: 220px; height: 44px; display: block }
.chart path { fill: none; stroke-width: 1.6; stroke: var(--fill, var(--link)) }
.chart circle { fill: var(--fill, var(--link)) }
.chart path.second, .chart circle.second { stroke: var(--soft); stroke-dasharray: 3 2; opacity: .7 }
.chart .axis { stroke: var(--line) }
.strip { display: block; max-width: 100% }
`

function content(
  { runs, unreadable, cut }: History,
  trends: readonly DeploymentTrend[],
  titles: Titles,
): VNode {
  const more = trends.length - SHOWN.deployments
  return html`<header class="top">
      <div class="inner"><span class="brand">Assay</span> <span>Conformance over time</span></div>
    </header>
    <main class="trends">
      <h1>${count(runs.length, 'run')}</h1>
      ${runs.length === 0 && html`<p>No run is kept yet. <code>npx assay run --history</code> keeps one.</p>`}
      ${cut && html`<p class="aside">Earlier runs exist and were not read.</p>`}
      ${unreadable > 0 && html`<p class="aside">${count(unreadable, 'line')} could not be read and ${unreadable === 1 ? 'was' : 'were'} skipped.</p>`}
      ${trends.slice(0, SHOWN.deployments).map((trend, index) => deployment(trend, titles, index))}
      ${more > 0 && html`<p class="aside">And ${count(more, 'deployment')} that ${more === 1 ? 'was' : 'were'} judged earlier.</p>`}
    </main>`
}

/** A run's verdict in the colours of a requirement's. */
const HUES: Readonly<Record<Conformance['verdict'], Verdict>> = {
  conformant: 'pass',
  'non-conformant': 'fail',
  inconclusive: 'blocked',
}

function deployment(trend: DeploymentTrend, titles: Titles, index: number): VNode {
  const { runs } = trend
  const last = runs.at(-1)
  const shown = runs.slice(-SHOWN.strip)
  return html`<section aria-labelledby=${`deployment-${index}`}>
    <h2 id=${`deployment-${index}`}>${printable(trend.deployment)}</h2>
    ${last && html`<p><span class=${`judged v-${HUES[last.verdict]}`}>${RUN_VERDICT_WORDS[last.verdict]}</span> on ${when(last.startedAt)}, ${count(runs.length, 'run')} kept. The latest ${shown.length}:</p>`}
    ${verdictStrip(
      `The latest ${count(shown.length, 'run')}, the last at the right: ${tally(shown.map(({ verdict }) => RUN_VERDICT_WORDS[verdict]))}`,
      shown.map(({ verdict }) => HUES[verdict]),
    )}
    ${standingTable(trend, titles)} ${flakyTable(trend, titles)} ${areaTable(trend.areas, titles)}
    ${latencyTable(trend.latency)} ${runTable(runs)}
  </section>`
}

function tally(words: readonly string[]): string {
  const amounts = new Map<string, number>()
  for (const word of words) amounts.set(word, (amounts.get(word) ?? 0) + 1)
  return [...amounts].map(([word, amount]) => `${amount} ${word.toLowerCase()}`).join(', ')
}

function table(
  title: string,
  head: readonly (string | readonly [string, 'number'])[],
  rows: readonly VNode[],
  most: number,
): VNode | undefined {
  if (rows.length === 0) return undefined
  return html`<h3>${title}</h3>
    <div class="scroll" tabindex="0" role="group" aria-label=${title}>
      <table>
        <thead>
          <tr>
            ${head.map((cell) => {
              const [text, className] = typeof cell === 'string' ? [cell, undefined] : cell
              return html`<th scope="col" class=${className}>${text}</th>`
            })}
          </tr>
        </thead>
        <tbody>
          ${rows.slice(0, most)}
        </tbody>
      </table>
      ${rows.length > most && html`<p class="aside">and ${rows.length - most} more</p>`}
    </div>`
}

const requirementCell = (id: string, { requirements }: Titles) =>
  html`<td><strong>${printable(id)}</strong> ${printable(requirements.get(id) ?? '')}</td>`

const standingTable = ({ standing }: DeploymentTrend, titles: Titles) =>
  table(
    'Broken now',
    ['requirement', 'verdict', 'since', ['runs', 'number']],
    standing.map(
      ({ id, verdict, since, runs }) =>
        html`<tr>
          ${requirementCell(id, titles)}
          <td class=${`judged v-${verdict}`}>${VERDICT_WORDS[verdict] ?? ''}</td>
          <td>${when(since)}</td>
          <td class="number">${runs}</td>
        </tr>`,
    ),
    SHOWN.requirements,
  )

const flakyTable = ({ flaky }: DeploymentTrend, titles: Titles) =>
  table(
    'Changes often',
    ['requirement', 'latest runs', ['changes', 'number'], ['flaky', 'number']],
    flaky.map(
      ({ id, flips, flaky, verdicts }) =>
        html`<tr>
          ${requirementCell(id, titles)}
          <td>
            ${verdictStrip(
              `${printable(id)} in ${count(verdicts.length, 'run')}: ${tally(verdicts.map((verdict) => VERDICT_WORDS[verdict] ?? ''))}`,
              verdicts,
            )}
          </td>
          <td class="number">${flips}</td>
          <td class="number">${flaky}</td>
        </tr>`,
    ),
    SHOWN.requirements,
  )

const percent = (share: number) => `${Math.floor(share * 100)} %`

const areaTable = (areas: readonly AreaTrend[], titles: Titles) =>
  table(
    'Areas',
    [
      'area',
      'share that passed',
      ['passed', 'number'],
      ['failed', 'number'],
      ['blocked', 'number'],
      ['warning', 'number'],
    ],
    areas.map(({ area, points, last }) => {
      const worst = last.failed > 0 ? 'fail' : last.blocked > 0 ? 'blocked' : 'pass'
      const title = printable(titles.areas.get(area) ?? area)
      const [first, latest] = [points[0]?.passed ?? 0, points.at(-1)?.passed ?? 0]
      return html`<tr>
        <td>${title}</td>
        <td class=${`v-${worst}`}>
          ${lineChart(
            `${title}: ${percent(first)} passed at first, ${percent(latest)} in the end`,
            [{ className: '', points: points.map(({ at, passed }) => ({ at, value: passed })) }],
            1,
          )}
        </td>
        <td class="number">${last.pass}</td>
        <td class="number">${last.failed}</td>
        <td class="number">${last.blocked}</td>
        <td class="number">${last.warn}</td>
      </tr>`
    }),
    areas.length,
  )

const latencyTable = (latency: readonly LatencyTrend[]) =>
  table(
    'Latency',
    ['operation', 'median, and 95th percentile dashed', ['usual', 'number'], ['now', 'number'], 'change'],
    latency.map(({ operation, points, usual, now, drifted }) => {
      const most = Math.max(...points.map(({ p95 }) => p95), 1)
      return html`<tr>
        <td><code>${printable(operation)}</code></td>
        <td>
          ${lineChart(
            `${printable(operation)}: median usually ${usual} ms, now ${now} ms`,
            [
              { className: 'second', points: points.map(({ at, p95 }) => ({ at, value: p95 })) },
              { className: '', points: points.map(({ at, p50 }) => ({ at, value: p50 })) },
            ],
            most,
          )}
        </td>
        <td class="number">${usual} ms</td>
        <td class="number">${now} ms</td>
        <td class=${drifted ? 'judged v-warn' : ''}>${drifted ? 'slower' : ''}</td>
      </tr>`
    }),
    SHOWN.operations,
  )

const runTable = (runs: readonly RunRecord[]) =>
  table(
    'Runs',
    [
      'began',
      'verdict',
      ['passed', 'number'],
      ['failed', 'number'],
      ['blocked', 'number'],
      ['took', 'number'],
      'assay',
      'asked for',
    ],
    runs
      .slice(-SHOWN.runs)
      .toReversed()
      .map(
        ({ startedAt, verdict, totals, tookMs, version, only }) =>
          html`<tr>
            <td>${when(startedAt)}</td>
            <td class=${`judged v-${HUES[verdict]}`}>${RUN_VERDICT_WORDS[verdict]}</td>
            <td class="number">${totals.pass}</td>
            <td class="number">${totals.fail + totals.flaky}</td>
            <td class="number">${totals.blocked}</td>
            <td class="number">${duration(tookMs)}</td>
            <td>${printable(version)}</td>
            <td>${only.length === 0 ? 'everything' : printable(only.slice(0, 6).join(', '))}</td>
          </tr>`,
      ),
    SHOWN.runs,
  )

const when = (timestamp: string) => {
  const date = new Date(timestamp).toISOString()
  return html`<time datetime=${date}>${date.slice(0, 10)} ${date.slice(11, 16)}</time>`
}
