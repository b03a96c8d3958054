/** The output of `assay run --dry-run`. */
import { areas, requirements } from '../spec/index.ts'
import { printable } from '../reports/printable.ts'
import { count, duration } from '../reports/verdict-words.ts'
import type { DryRun } from '../runner/dry-run.ts'

const IDS_SHOWN = 6

export function dryRunText(plan: DryRun): string {
  const { deployment, checks, requests, seconds, requestsPerSecond, judged, notJudged, missingStates } = plan
  const inAll = judged.length + notJudged.reduce((sum, { requirements: ids }) => sum + ids.length, 0)
  return [
    'Dry run: nothing was sent.',
    '',
    printable(`${deployment.name} at ${deployment.baseUrl}`),
    `${count(checks, 'check')}, about ${count(requests, 'request')}, which take ${duration(seconds * 1000)} at ${count(requestsPerSecond, 'request')} a second (limits.requestsPerSecond); waits add to it`,
    '',
    `Would judge ${judged.length} of ${count(inAll, 'requirement')}:`,
    ...byArea(judged),
    ...section(
      'Would not judge:',
      notJudged.map(({ reason, requirements: ids }) => [ids, reason]),
    ),
    ...section(
      'Likely blocked, because neither the file nor the API provides the state:',
      missingStates.map(({ state, requirements: ids }) => [ids, state]),
    ),
    '',
  ].join('\n')
}

function byArea(judged: readonly string[]): readonly string[] {
  const areaOf = new Map<string, string>(requirements.map(({ id, area }) => [id, area]))
  return areas.flatMap(({ id, title }) => {
    const amount = judged.filter((one) => areaOf.get(one) === id).length
    return amount === 0 ? [] : [`  ${String(amount).padStart(4)}  ${title}`]
  })
}

const section = (
  title: string,
  rows: readonly (readonly [ids: readonly string[], text: string])[],
): readonly string[] =>
  rows.length === 0
    ? []
    : [
        '',
        title,
        ...rows.map(
          ([ids, text]) => `  ${String(ids.length).padStart(4)}  ${printable(text)} (${someOf(ids)})`,
        ),
      ]

const someOf = (ids: readonly string[]) =>
  `${ids.slice(0, IDS_SHOWN).join(' ')}${ids.length > IDS_SHOWN ? ' …' : ''}`
