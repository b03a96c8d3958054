/** `docs/contract.md`: the contract as we read it, from the data of `spec/`. */
import type { Requirement } from '../../spec/model.ts'
import type { Sources } from '../../spec/generate/sources.ts'

const INTRODUCTION = `# How we read the contract

<!-- Generated from spec/ by docs/generate.ts. Change it there. -->

The contract is the Payments Platform API, version 2025-10-13. It marks open details with "not shown", and some of
what it states can be read in more than one way. This page says what Assay does with both.

- Where a **name or path** is not shown, there is a default, and your deployment file can say otherwise. A requirement
  that rests on such a default says so, here and in the report.
- Where a statement **can be read in more than one way**, every reading passes, and the requirement says which.
- What is **left open** is listed as \`not-specified\` and never checked.

\`npx assay list\` shows each requirement with what it rests on; \`npx assay list --json\` shows the accepts too.
`

const SHAPES = `Some shapes are not shown and cannot be bound. We send a fee override as
\`{ platformFixedFee: { amount, currency }, platformVariableFeeBps }\`, a UMA destination as
\`{ destinationType: "UMA_ADDRESS", umaAddress, currency }\`, a real-time funding source as
\`{ sourceType: "REALTIME_FUNDING", currency, customerId }\`, and name permissions \`CREATE_QUOTES\` and
\`EXECUTE_QUOTES\`. A change may take up to 2 s to be seen everywhere; once seen it does not go back.
`

const CREDENTIALS = { PLATFORM: 'platform', AGENT: 'agent', NONE: 'none' } as const

/** @returns Markdown, not formatted yet */
export function contractPage(sources: Sources): string {
  const { areas, requirements } = sources
  const of = (area: string, specified: boolean) =>
    requirements.filter((requirement) => requirement.area === area && requirement.specified === specified)
  const rules = areas.filter(({ id }) => of(id, true).length > 0)
  const open = areas.filter(({ id }) => of(id, false).length > 0)
  return [
    INTRODUCTION,
    '## Defaults',
    operationsSection(sources),
    namesSection(sources),
    SHAPES,
    '## The rules',
    'Each with its id, the place in the contract, the default it rests on, and what passes where there is room. ' +
      '_SHOULD_ marks what is a warning when it is not met.',
    ...rules.flatMap(({ id, title }) => [`### ${title}`, listOf(of(id, true))]),
    '## Left open',
    'No check looks at these. In a report their verdict is `not-specified`.',
    ...open.flatMap(({ id, title }) => [`### ${title}: open`, listOf(of(id, false))]),
  ].join('\n\n')
}

function operationsSection({ operations }: Sources): string {
  const rows = Object.entries(operations).map(
    ([name, { method, path, credentials, shown, onlyArranges }]) =>
      `| \`${name}\` | \`${method} ${path}\` | ${CREDENTIALS[credentials]} | ${shown ? 'yes' : 'no'}${onlyArranges ? ', only arranges' : ''} |`,
  )
  return [
    '### Operations\n',
    'Written under `operations` in the deployment file, as `METHOD /path` or `null`. Those that only arrange are called',
    'for a provider state that the deployment does not serve',
    '([deployment.md](deployment.md#what-is-not-served)); no requirement rests on them. Platform credentials are HTTP',
    'Basic with client id and secret; agent credentials are the access token of the agent as a bearer token.\n',
    '| operation | default | credentials | shown by the contract |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

function namesSection({ names, requirements }: Sources): string {
  const used = new Set(requirements.flatMap(({ assumes }) => assumes))
  const rows = Object.entries(names).map(
    ([name, binding]) =>
      `| \`${name}\` | \`${binding.default}\` | ${binding.meaning}${used.has(name) ? '' : '; no requirement rests on it'} |`,
  )
  return [
    '### Names\n',
    'Written under `names` in the deployment file.\n',
    '| name | default | what it is |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n')
}

const listOf = (requirements: readonly Requirement[]) => requirements.map(item).join('\n')

function item({ id, level, title, source, assumes, accepts, within }: Requirement): string {
  const parts = [
    `**${id}**${level === 'SHOULD' ? ' _SHOULD_' : ''} ${escaped(title)} (${escaped(source)})`,
    ...(assumes.length > 0 ? [`Rests on ${assumes.map((name) => `\`${name}\``).join(', ')}.`] : []),
    ...(within === undefined ? [] : [`Only where ${within} is claimed.`]),
    ...(accepts === undefined ? [] : [`_Passes:_ ${escaped(accepts)}`]),
  ]
  return `- ${parts.join(' ')}`
}

/** What stands in angle brackets would be taken for HTML; an asterisk or underscore for emphasis. */
const escaped = (text: string) => text.replaceAll(/[<>*_]/g, String.raw`\$&`).trim()
