import { printable } from '../printable.ts'
import { count, RUN_VERDICT_WORDS, VERDICT_WORDS } from '../verdict-words.ts'
import type { DeploymentTrend } from './deployment-trend.ts'

const SHOWN = 12

/** The trend of each deployment as a person reads it on a terminal. */
export function trendsText(trends: readonly DeploymentTrend[]): string {
  return trends.flatMap((trend) => [...one(trend), '']).join('\n')
}

function one({ deployment, runs, standing, flaky, latency }: DeploymentTrend): readonly string[] {
  const last = runs.at(-1)
  const some = <Item>(title: string, items: readonly Item[], line: (item: Item) => string) =>
    items.length === 0
      ? []
      : [
          `  ${title}:`,
          ...items.slice(0, SHOWN).map((item) => `    ${printable(line(item))}`),
          ...(items.length > SHOWN ? [`    …and ${items.length - SHOWN} more on the page`] : []),
        ]
  return [
    `${printable(deployment)}: ${count(runs.length, 'run')}${last ? `, the last ${RUN_VERDICT_WORDS[last.verdict].toLowerCase()} on ${last.startedAt.slice(0, 10)}` : ''}`,
    ...some(
      'failing now',
      standing,
      ({ id, verdict, since, runs }) =>
        `${id} ${VERDICT_WORDS[verdict] ?? ''} since ${since.slice(0, 10)}, ${count(runs, 'run')}`,
    ),
    ...some(
      'changes often',
      flaky,
      ({ id, flips, flaky, verdicts }) =>
        `${id} ${count(flips, 'change')} and ${flaky} flaky in ${count(verdicts.length, 'run')}`,
    ),
    ...some(
      'slower',
      latency.filter(({ drifted }) => drifted),
      ({ operation, usual, now }) => `${operation} median ${usual} ms → ${now} ms`,
    ),
  ]
}
