/** The findings for a coding agent: problems that block a run, and steps that let it judge more. */
import type { Commands } from '../reports/commands.ts'
import { ABOUT_UNTRUSTED, trusted, untrusted } from '../reports/writers/agent-lines.ts'
import { bytesOf, fitting } from '../reports/writers/markdown.ts'
import { count } from '../spec/count.ts'
import type { Examined } from './examine-deployment.ts'
import { outlookSentences } from './outlook-sentences.ts'

export const MAX_DOCTOR_BYTES = 6_000
const MAX_FIX_BYTES = 400

/** At most `MAX_DOCTOR_BYTES` bytes. */
export function findingsForAgents(findings: Omit<Examined, 'judged'>, commands: Commands): string {
  const { operations, states, outlook, leftBehind } = findings
  const problems = problemItems(findings)
  const head = [
    `# Assay doctor: ${problems.length === 0 ? 'nothing blocks a run' : 'correct what is below'}`,
    '',
    ...(outlook ? outlookSentences(operations, states, outlook) : []),
    ABOUT_UNTRUSTED,
    `run: ${commands.run}`,
  ]
  const items = [
    ...problems,
    ...additionItems(findings),
    ...(leftBehind.length === 0 ? [] : [['', untrusted('created, not deleted', leftBehind.join(' '))]]),
  ]
  const more = (left: number) => `${count(left, 'more finding')}: ${commands.doctor} shows all.`
  return `${[...head, ...fitting(items, (item) => item, MAX_DOCTOR_BYTES - bytesOf(head), more)].join('\n')}\n`
}

function problemItems({ diagnoses, states }: Pick<Examined, 'diagnoses' | 'states'>) {
  const ofStates = states.filter(({ isWrong }) => isWrong)
  return [
    ...diagnoses
      .filter(({ state }) => state !== 'fine' && state !== 'not tested')
      .map(({ what, state, detail, fix }) => [
        '',
        `## ${state}: ${trusted(what)}`,
        untrusted('found', detail),
        ...(fix === undefined ? [] : [`fix: ${trusted(fix, MAX_FIX_BYTES)}`]),
      ]),
    ...ofStates.map(({ state, detail, fix }) => ['', `## wrong: state ${state}`, ...stateLines(detail, fix)]),
  ]
}

/** Missing states, the most valuable first. */
function additionItems({ outlook, states }: Pick<Examined, 'outlook' | 'states'>) {
  const byName = new Map(states.map((finding) => [finding.state, finding]))
  return (outlook?.additions ?? [])
    .filter(({ requirements }) => requirements.length > 0)
    .map(({ state, requirements }) => {
      const { detail = '', fix } = byName.get(state) ?? {}
      return [
        '',
        `## missing: state ${state}, judges ${count(requirements.length, 'more requirement')}`,
        ...stateLines(detail, fix),
      ]
    })
}

/** The parameters of the exchange may be identifiers of the deployment. */
const stateLines = (detail: string, fix: string | undefined): readonly string[] => [
  untrusted('found', detail),
  ...(fix === undefined ? [] : [untrusted('serve', fix, MAX_FIX_BYTES)]),
]
