/** The words in which every report says the same things. */
import type { Blame, Conformance, RequirementResult, Verdict } from './conformance.ts'
import { VERDICTS } from './verdicts.ts'

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  fail: 'failed',
  unstable: 'unstable',
  blocked: 'blocked',
  warn: 'warning',
  pass: 'passed',
  'not-applicable': 'not applicable',
  'not-specified': 'not specified',
}

export const BLAME_WORDS: Readonly<Record<Blame, string>> = {
  implementation: 'the implementation',
  'deployment-file': 'the deployment file',
  environment: 'the environment',
  harness: 'the harness',
}

export const RUN_VERDICT_WORDS: Readonly<Record<Conformance['verdict'], string>> = {
  conformant: 'Conformant',
  'non-conformant': 'Not conformant',
  inconclusive: 'Inconclusive',
}

/** One sentence that says what the run's verdict rests on. */
export function verdictSentence({ verdict, totals, requirements, incompleteReason }: Conformance): string {
  const must = (...verdicts: Verdict[]) =>
    requirements.filter(({ level, verdict }) => level === 'MUST' && verdicts.includes(verdict)).length
  const cut = incompleteReason === undefined ? '' : ` The run is not complete: ${incompleteReason}.`
  if (verdict === 'conformant') {
    const warned = totals.warn > 0 ? ` ${count(totals.warn, 'recommendation')} not met.` : ''
    return `${must('pass') === 1 ? 'The one' : `All ${must('pass')}`} MUST ${must('pass') === 1 ? 'requirement' : 'requirements'} judged hold${must('pass') === 1 ? 's' : ''}.${warned}`
  }
  if (verdict === 'non-conformant') {
    const blocked = must('blocked') > 0 ? ` ${must('blocked')} could not be judged.` : ''
    const broken = must('fail', 'unstable')
    const judged = broken + must('pass')
    return `${broken} of ${judged} MUST requirements judged ${broken === 1 ? 'is' : 'are'} broken.${blocked}${cut}`
  }
  if (must('blocked') > 0) {
    return `Nothing failed, but ${count(must('blocked'), 'MUST requirement')} could not be judged.${cut}`
  }
  return cut === '' ? 'Nothing was judged.' : `Nothing failed.${cut}`
}

/** Names of the tools that are asked for a second opinion. */
export const TOOL_WORDS = { prism: 'Prism', dredd: 'Dredd' } as const

/** One sentence that says what other tools say; undefined when they were not asked. */
export function secondOpinionsSentence({ secondOpinions }: Conformance): string | undefined {
  const { asked, opinions } = secondOpinions
  if (!asked) return undefined
  const each = opinions.map(({ tool, version, judged, unasked }) =>
    unasked === undefined
      ? `${TOOL_WORDS[tool]} ${version} judged ${count(judged, 'response')}`
      : `${TOOL_WORDS[tool]} could not be asked`,
  )
  const disagreements = opinions.reduce((total, opinion) => total + opinion.disagreements.length, 0)
  const outcome = disagreements === 0 ? 'no disagreement' : count(disagreements, 'disagreement')
  return `${each.join(', ')}; ${outcome}.`
}

/** What somebody should look at, worst first and otherwise in the contract's order. */
export const notHeld = ({ requirements }: Conformance): readonly RequirementResult[] =>
  VERDICTS.slice(0, VERDICTS.indexOf('pass')).flatMap((verdict) =>
    requirements.filter((requirement) => requirement.verdict === verdict),
  )

/** Results of the same verdict for the same reason, together: a run cut off says it once, not a hundred times. */
export function alike(results: readonly RequirementResult[]): readonly (readonly RequirementResult[])[] {
  const groups = new Map<string, RequirementResult[]>()
  for (const result of results) {
    const key = JSON.stringify([result.verdict, result.reason, result.blame])
    const group = groups.get(key)
    if (group) group.push(result)
    else groups.set(key, [result])
  }
  return [...groups.values()]
}

/** `1 response`, `2 responses`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/** How long something took: `340 ms`, `12.3 s`, `4 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1_000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Length of a run in milliseconds. */
export const elapsed = ({ startedAt, finishedAt }: Conformance): number =>
  Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt)) || 0

/** How a provider state was set up. */
export const STATE_SOURCE_WORDS = {
  http: 'by the provider-state exchange',
  function: 'by a function of the deployment file',
  self: "through the deployment's own API",
} as const
