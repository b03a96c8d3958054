import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { htmlDocument } from '../html/html-document.ts'
import { html } from '../html/html.ts'
import { mark } from '../html/marks.ts'
import { STYLES } from '../html/styles.ts'
import { printable } from '../printable.ts'
import { FIX_IN_WORDS, count, VERDICT_WORDS } from '../verdict-words.ts'
import { VERDICTS } from '../verdicts.ts'
import { notPassedEverywhere, type Fleet, type FleetCell, type FleetRequirement } from './fleet.ts'
import { deploymentWords } from './fleet-words.ts'

const FLEET_STYLES = `
.wide { overflow-x: auto; background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; margin-bottom: 2.4rem }
table { border-collapse: collapse; width: 100%; font-size: .9rem }
th, td { text-align: left; vertical-align: top; padding: .45rem .8rem; border-bottom: 1px solid var(--line) }
thead th { background: var(--sheet); font-weight: 600; overflow-wrap: break-word }
.problem + h3, .problem + h2 { margin-top: 1.6rem }
tbody th { font-weight: 450 }
tbody th .aside { display: block; font-size: .86rem }
td.cell { white-space: nowrap; color: var(--hue) }
td.cell.bad { background: var(--tint) }
td.number { text-align: right }
.lone h1 { font-size: 1.9rem; color: var(--ink); margin: 2.2rem 0 .6rem }
.lone .lead { margin-bottom: 1.6rem }
pre.problem { white-space: pre-wrap; overflow-wrap: anywhere }
summary { cursor: pointer; margin-bottom: .9rem }
`

/** The comparison of a fleet for people: one file, without network and without script. */
export function fleetPage(fleet: Fleet, titles: ReadonlyMap<string, string>): string {
  return htmlDocument({
    title: `${count(fleet.deployments.length, 'deployment')} compared, contract ${fleet.contractVersion}`,
    styles: `${STYLES}${FLEET_STYLES}`,
    body: [renderToString(content(fleet, titles))],
  })
}

function content(fleet: Fleet, titles: ReadonlyMap<string, string>): VNode {
  const open = notPassedEverywhere(fleet)
  const { deployments, contractVersion, finishedAt, tool, only } = fleet
  const facts = [
    `Contract version ${contractVersion}, judged until ${finishedAt} by ${tool.name} ${printable(tool.version)}.`,
    ...(only.length > 0 ? [`Restricted to ${only.map((id) => printable(id)).join(', ')}.`] : []),
  ].join(' ')
  return html`<header class="top">
      <div class="inner"><span class="brand">Assay</span><span>Comparison of deployments</span></div>
    </header>
    <main class="lone">
      <h1>${count(deployments.length, 'deployment')} compared</h1>
      <p class="lead">${facts}</p>
      ${wide('Deployments', deploymentTable(fleet))} ${problems(fleet)}
      <h2>
        ${open.length === 0 ? 'Every judged requirement passed in every deployment' : `${count(open.length, 'requirement')} did not pass everywhere`}
      </h2>
      ${open.length > 0 && wide('Requirements that did not pass everywhere', requirementTable(fleet, open))}
      <h2>All requirements</h2>
      ${areasOf(fleet).map(
        ([area, requirements]) =>
          html`<details>
            <summary>${titles.get(area) ?? area} (${requirements.length})</summary>
            ${wide(titles.get(area) ?? area, requirementTable(fleet, requirements))}
          </details>`,
      )}
    </main>`
}

/** A table that may be wider than the page; it is scrolled by keyboard too. */
const wide = (label: string, table: VNode): VNode =>
  html`<div class="wide" role="region" aria-label=${label} tabindex="0">${table}</div>`

function deploymentTable({ deployments }: Fleet): VNode {
  const verdicts = VERDICTS.filter((verdict) => deployments.some(({ totals }) => totals?.[verdict]))
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Deployment</th>
        <th scope="col">Verdict</th>
        ${verdicts.map((verdict) => html`<th scope="col">${VERDICT_WORDS[verdict]}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${deployments.map(
        (deployment) =>
          html`<tr class=${`run-${deployment.verdict ?? 'inconclusive'}`}>
            <th scope="row">
              ${
                deployment.verdict === undefined
                  ? printable(deployment.name)
                  : html`<a href=${`${encodeURIComponent(deployment.directory)}/index.html`}
                      >${printable(deployment.name)}</a
                    >`
              }
              <span class="aside">${printable(deployment.baseUrl ?? deployment.file)}</span>
            </th>
            <td class="cell">${deploymentWords(deployment)}</td>
            ${verdicts.map((verdict) => html`<td class="number">${deployment.totals?.[verdict] ?? ''}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`
}

const problems = ({ deployments }: Fleet) =>
  deployments
    .filter(({ problem }) => problem !== undefined)
    .map(
      ({ name, problem = '' }) =>
        html`<h3>${printable(name)} was not judged to the end</h3>
          <pre class="problem">${printable(problem, '\n')}</pre>`,
    )

function requirementTable({ deployments }: Fleet, requirements: readonly FleetRequirement[]): VNode {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Requirement</th>
        ${deployments.map(({ name }) => html`<th scope="col">${printable(name)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${requirements.map(
        ({ id, level, title, cells }) =>
          html`<tr>
            <th scope="row"><strong>${id}</strong> ${level}<span class="aside">${title}</span></th>
            ${cells.map((cell) => requirementCell(cell))}
          </tr>`,
      )}
    </tbody>
  </table>`
}

function requirementCell(cell: FleetCell | null): VNode {
  if (cell === null) return html`<td class="cell"><span class="aside">no report</span></td>`
  const { verdict, reason, fixIn } = cell
  const isBad = verdict === 'fail' || verdict === 'flaky' || verdict === 'blocked' || verdict === 'warn'
  const why = isBad
    ? [reason, fixIn && `Fix in ${FIX_IN_WORDS[fixIn]}`].filter((text) => text !== undefined)
    : []
  return html`<td
    class=${`cell v-${verdict}${isBad ? ' bad' : ''}`}
    title=${why.length > 0 ? printable(why.join('. ')) : undefined}
  >
    ${mark(verdict)} ${VERDICT_WORDS[verdict]}
  </td>`
}

function areasOf({ requirements }: Fleet): readonly (readonly [string, readonly FleetRequirement[]])[] {
  const areas = [...new Set(requirements.map(({ area }) => area))]
  return areas.map((area) => [area, requirements.filter((requirement) => requirement.area === area)] as const)
}
