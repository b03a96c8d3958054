/** Judgements of requirements from traffic. Pure. */
import type { Deployment } from '../fixtures/config/deployment.ts'
import { commandText } from '../spec/command-text.ts'
import {
  CONVENTIONS,
  requirements,
  type ConventionTally,
  type Judgement,
  type RequirementId,
  type Witness,
} from '../spec/index.ts'
import type { SeenCode } from './error-codes.ts'
import type { TrafficCounts } from './traffic-counts.ts'

export interface Tally {
  judged: number
  violations: ConventionTally['violations'][number][]
}

/** One judgement for the response rules; one for each code of the catalogue; all others are blocked. */
export function judgementsOf(
  deployment: Pick<Deployment, 'name' | 'file'>,
  tallies: ReadonlyMap<string, Tally>,
  { codes, shows }: { readonly codes: readonly SeenCode[]; readonly shows: readonly Witness[] },
  counts: TrafficCounts,
): readonly Judgement[] {
  const conventions = [...tallies].map(([requirement, tally]) => ({ requirement, ...tally }))
  const judgedRules = new Set<string>(codes.map(({ requirement }) => requirement))
  const rest = requirements.filter(({ id, area }) => area !== CONVENTIONS && !judgedRules.has(id))
  const isSeen = ({ operations, anyOf = [] }: (typeof rest)[number]) =>
    [...operations, ...anyOf].some((operation) => Object.hasOwn(counts.operations, operation))
  const judgement = judgementFor(deployment.name)
  return [
    judgement({
      check: 'recorded-traffic',
      title: 'The responses of recorded traffic',
      verdict: counts.judged > 0 ? 'pass' : 'blocked',
      expectations: counts.judged,
      conventions,
      witnesses: { shows, needs: [], presumes: [] },
    }),
    ...codes.map(({ status, code, requirement, exchanges }) =>
      judgement({
        check: `recorded-${code}`,
        title: `recorded traffic shows ${code} with ${status} and a text`,
        requirements: [requirement],
        exchanges,
        witnesses: { shows: [], needs: [`other than ${status} ${code}`], presumes: [] },
      }),
    ),
    notJudged(
      'recorded-unseen',
      rest.filter((requirement) => !isSeen(requirement)).map(({ id }) => id),
      'recorded traffic shows no exchange of its operations',
    ),
    notJudged(
      'recorded-only',
      rest.filter(isSeen).map(({ id }) => id),
      'recorded traffic does not judge it: that takes requests that `assay run` sends',
    ),
  ]

  function notJudged(check: string, ids: readonly RequirementId[], message: string): Judgement {
    return judgement({
      check,
      title: 'Requirements that recorded traffic does not judge',
      requirements: ids,
      verdict: 'blocked',
      message,
      fixIn: 'environment',
      next: `Judge the deployment itself: ${runCommand(deployment.file)}`,
    })
  }
}

/** @param file deployment file; empty: none */
const runCommand = (file: string): string =>
  file === ''
    ? 'npx assay init, then npx assay run --deployment deployment.yaml'
    : commandText(['run', '--deployment', file])

const judgementFor =
  (deployment: string) =>
  (facts: Pick<Judgement, 'check' | 'title'> & Partial<Judgement>): Judgement => ({
    deployment,
    requirements: [],
    verdict: 'pass',
    attempt: 1,
    durationMs: 0,
    expectations: 1,
    exchanges: [],
    conventions: [],
    ...facts,
  })
