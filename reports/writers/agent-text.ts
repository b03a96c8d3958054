/** The causes of a run for a coding agent: short, and nothing that a deployment sent can steer the agent. */
import { splitNext, withoutFolder } from '../commands.ts'
import type { Cause, Conformance, Exchange } from '../conformance.ts'
import { count, FIX_IN_WORDS, RUN_VERDICT_WORDS, totalsSentence, VERDICT_WORDS } from '../verdict-words.ts'
import { idsText } from '../first-of.ts'
import { resolvesText } from '../resolves-words.ts'
import { ruleOfCause } from '../rule-of-cause.ts'
import { ABOUT_UNTRUSTED, trusted, untrusted } from './agent-lines.ts'
import { bytesOf, fitting } from './markdown.ts'

/** A context window is small, and the first causes are the worst. */
export const MAX_AGENT_BYTES = 4_000
const MAX_FIX_BYTES = 400
/** A command must stay whole. */
const MAX_COMMAND_BYTES = 600
const MAX_BODY_CHARACTERS = 160
const IDS_SHOWN = 8
const FINDINGS_SHOWN = 3

/**
 * The causes with rule, evidence, fix, and the command that checks the fix: at most `MAX_AGENT_BYTES` bytes.
 *
 * @param exchanges of the run
 */
export function agentText(conformance: Conformance, exchanges: readonly Exchange[]): string {
  const { verdict, causes, totals } = conformance
  const head = [
    `# Assay: ${RUN_VERDICT_WORDS[verdict].toLowerCase()}`,
    '',
    `Requirements: ${totalsSentence(totals)}. Causes: ${causes.length}.`,
    ...(causes.length === 0 ? [] : HOW_TO_READ),
  ]
  const shown = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const linesOf = (cause: Cause) => ['', ...causeLines(cause, causes.indexOf(cause) + 1, conformance, shown)]
  const more = (left: number) =>
    `${count(left, 'more cause')}: \`causes\` in conformance.json lists ${left === 1 ? 'it' : 'them'}.`
  return `${[...head, ...fitting(causes, linesOf, MAX_AGENT_BYTES - bytesOf(head), more)].join('\n')}\n`
}

const HOW_TO_READ = [
  'Correct the first cause. Then run its check: exit code 0 means that the requirements that it names pass.',
  ABOUT_UNTRUSTED,
]

function causeLines(
  cause: Cause,
  number: number,
  conformance: Conformance,
  exchanges: ReadonlyMap<string, Exchange>,
): readonly string[] {
  const { verdict, fixIn, requirements, findings = [] } = cause
  const rule = ruleOfCause(cause, conformance.requirements)
  const ofRule = new Set(rule?.checks.flatMap((check) => check.exchanges))
  const guilty = cause.exchanges.flatMap((id) => exchanges.get(id) ?? [])
  const evidence = guilty.find(({ id }) => ofRule.has(id)) ?? guilty[0]
  return [
    `## ${number}. ${VERDICT_WORDS[verdict]}, fix in ${FIX_IN_WORDS[fixIn]}, ${trusted(resolvesText(cause, conformance.causes))}`,
    `requirements: ${trusted(idsText(requirements, IDS_SHOWN))}`,
    ...(rule ? [`rule: ${trusted(`${rule.title} (${rule.source})`)}`] : []),
    untrusted('found', cause.title),
    ...(rule?.reason === undefined || isSaid(rule.reason, cause.title)
      ? []
      : [untrusted('why', rule.reason)]),
    ...findings
      .slice(1, FINDINGS_SHOWN)
      .map((one) => untrusted('also', `${idsText(one.requirements, IDS_SHOWN)}: ${one.found}`)),
    ...(evidence ? [untrusted('exchange', exchangeText(evidence))] : []),
    ...fixAndCheck(cause, conformance),
  ]
}

const isSaid = (reason: string, title: string) => title.toLowerCase().includes(reason.toLowerCase())

function fixAndCheck({ next, fixIn }: Cause, { commands }: Conformance): readonly string[] {
  if (fixIn === 'harness') return [`fix: ${trusted(next, MAX_FIX_BYTES)}`]
  const { step: fix, command } = splitNext(next)
  // The report with all causes stays: the check writes a separate one.
  const check = command && withoutFolder(command)
  const isOfRun = commands !== undefined && command?.startsWith(`${commands.run} `) === true
  const isUsable =
    check !== undefined && isOfRun && COMMAND.test(check) && Buffer.byteLength(check) <= MAX_COMMAND_BYTES
  return [
    `fix: ${trusted(fix.trim(), MAX_FIX_BYTES)}`,
    `check: ${isUsable ? check : 'repeat the run; this report has no command for it'}`,
  ]
}

/** A run of Assay and nothing else: the report may come from another machine. */
const COMMAND = /^npx assay run(?: (?:[\w@%+=:,./-]|'[^'\p{C}]*'|\\')+)+$/u

function exchangeText({ id, request, response, error }: Exchange): string {
  const { pathname, search } = URL.canParse(request.url)
    ? new URL(request.url)
    : { pathname: request.url, search: '' }
  const outcome = response
    ? `${response.status} ${response.body.slice(0, MAX_BODY_CHARACTERS)}`
    : (error?.message ?? 'no response')
  return `${id} ${request.method} ${pathname}${search} → ${outcome}`
}
