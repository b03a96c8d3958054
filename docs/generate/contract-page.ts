/** `docs/contract.md`: the contract as we read it, from the data of `spec/`. */
import { compareIds } from '../../spec/compare-ids.ts'
import { inEdition } from '../../spec/editions.ts'
import type { Requirement, Rule } from '../../spec/model.ts'
import { formatSource, isExternal } from '../../spec/generate/checklist.ts'
import type { Sources } from '../../spec/generate/sources.ts'

const INTRODUCTION = `# How Assay reads the contract

<!-- Generated from spec/ by docs/generate.ts. Change it there. -->

The contract is the Payments Platform API, version 2025-10-13. It marks open details with "not shown", and it allows more
than one interpretation in some places.

- Where a **name or path** is not shown, Assay uses a default, and your deployment file can change it. A requirement names the
  defaults that it needs, here and in the report.
- Where the contract allows **several interpretations**, none of them fails, and the requirement names them (_Accepts:_).
  Where it says so, one of them is a warning.
- What is **left open** is listed as \`not-specified\` and never checked.

\`npx assay list\` shows each requirement with its defaults. \`npx assay list --json\` adds the accepted interpretations and the limits.
`

const SHAPES = `The deployment file cannot change some shapes that are not shown. Assay sends a fee override as
\`{ platformFixedFee: { amount, currency }, platformVariableFeeBps }\`, a UMA destination as
\`{ destinationType: "UMA_ADDRESS", umaAddress, currency }\`, and a real-time funding source as
\`{ sourceType: "REALTIME_FUNDING", currency, customerId }\`. It names the permissions of an agent \`CREATE_QUOTES\`
and \`EXECUTE_QUOTES\`.

### Tolerances

A change may take up to 2 s to become visible everywhere, and must then stay visible. [Outcomes](outcomes.md#verdicts) has
the other tolerances.
`

const REQUIREMENTS = `Each requirement has its id, its place in the contract with a link to
[what the contract says](#the-contract-in-our-words), and the defaults that it needs.

- _Accepts:_ has the accepted interpretations. They pass, unless the text says that one is a warning.
- _Limits:_ says how Assay judges the requirement, and when it does not. _Blocked if_ names a condition under which the verdict
  is \`blocked\`. What is _not judged_ never fails.
- _SHOULD_ marks a requirement whose violation is a warning.

A place is a section of the contract and a part of it:

- _Endpoints 1_, _2_ and _3_ are the operations that the contract describes in full: verify the ownership of an external
  account, list the actions of an agent, and create a quote as an agent.
- A letter counts the parts of a sentence, list item or cell: _sentence 3a_ is the first part of sentence 3.
- _also_ is the column of a table that the contract calls "also".
`

const CREDENTIALS = { PLATFORM: 'platform', AGENT: 'agent', NONE: 'none' } as const

/** @returns Markdown, not formatted yet */
export function contractPage(sources: Sources): string {
  const { areas, checklist, editions, challenges } = sources
  const requirements = inEdition(sources.requirements, editions, editions.length, challenges)
  const listOf = (listed: readonly Requirement[]) => listed.map((one) => item(one, checklist)).join('\n')
  const of = (area: string, specified: boolean) =>
    requirements.filter((requirement) => requirement.area === area && requirement.specified === specified)
  const judged = areas.filter(({ id }) => of(id, true).length > 0)
  const open = areas.filter(({ id }) => of(id, false).length > 0)
  return [
    INTRODUCTION,
    '## Defaults',
    operationsSection(sources),
    namesSection(sources),
    SHAPES,
    '## The requirements',
    REQUIREMENTS,
    ...judged.flatMap(({ id, title }) => [`### ${title}`, listOf(of(id, true))]),
    '## Left open',
    'No check judges these. Their verdict is `not-specified`.',
    ...open.flatMap(({ id, title }) => [`### ${title}: open`, listOf(of(id, false))]),
    '## The contract in our words',
    'One entry for each table row, list item and sentence of the contract, with the requirements that judge it.',
    ...checklistSections(checklist),
  ].join('\n\n')
}

function operationsSection({ operations }: Sources): string {
  const rows = Object.entries(operations).map(
    ([name, { method, path, credentials, shown, onlyArranges }]) =>
      `| \`${name}\` | ${onlyArranges ? '`null`, for example ' : ''}\`${method} ${path}\` | ${CREDENTIALS[credentials]} | ${shown ? 'yes' : 'no'}${onlyArranges ? ', only arranges' : ''} |`,
  )
  const onlyArranging = Object.values(operations).some(({ onlyArranges }) => onlyArranges)
  return [
    '### Operations\n',
    'Set them under `operations` in the deployment file, as `METHOD /path` or `null`.',
    ...(onlyArranging
      ? [
          'Some operations are used only to provision a',
          '[state that the deployment does not serve](deployment.md#what-is-not-served), and only if you bind them; no',
          'requirement needs these ("only arranges").',
        ]
      : []),
    'Platform credentials are HTTP Basic with client id and secret. Agent credentials are the access token of the agent as a bearer',
    'token.\n',
    '| operation | default | credentials | shown by the contract |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

function namesSection({ names, requirements }: Sources): string {
  const used = new Set(requirements.flatMap(({ assumes }) => assumes))
  const rows = Object.entries(names).map(
    ([name, binding]) =>
      `| \`${name}\` | \`${binding.default}\` | ${binding.meaning}${used.has(name) ? '' : '; no requirement assumes it'} |`,
  )
  return [
    '### Names\n',
    'Set them under `names` in the deployment file.\n',
    '| name | default | what it is |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n')
}

const checklistSections = (checklist: readonly Rule[]): readonly string[] =>
  Object.entries(Object.groupBy(checklist, ({ section }) => section)).flatMap(([section, rows = []]) => [
    `### ${titleOf(section)}`,
    rows.map(rowItem).join('\n'),
  ])

const rowItem = (row: Rule) =>
  `- <a id="${anchorOf(row)}"></a>**${escaped(row.place)}**: ${escaped(row.rule)} ${row.nothing === undefined ? `(${row.requirements.toSorted(compareIds).join(', ')})` : `_No requirement:_ ${escaped(row.nothing)}`}`

const titleOf = (section: string) => `Contract: ${section}`
const slug = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-')
/** As GitHub derives it from the heading. */
const sectionAnchor = (section: string) => slug(titleOf(section))
const anchorOf = ({ section, place }: Rule) => slug(`row ${section} ${place}`)

/** The place in the contract, with a link to each row that states the rule in our words. */
const linkedSource = ({ id, source }: Requirement, checklist: readonly Rule[]) =>
  formatSource(
    checklist.filter(({ requirements }) => requirements.includes(id)),
    source.split('; ').filter(isExternal).map(escaped),
    {
      section: (section) => `[${escaped(section)}](#${sectionAnchor(section)})`,
      row: (row) => `[${escaped(row.place)}](#${anchorOf(row)})`,
    },
  )

function item(requirement: Requirement, checklist: readonly Rule[]): string {
  const { id, title, assumes, accepts, limits, within } = requirement
  const parts = [
    `**${id}**${levelMark(requirement)} ${escaped(title)} (${linkedSource(requirement, checklist)})`,
    ...(assumes.length > 0 ? [`Assumes ${assumes.map((name) => `\`${name}\``).join(', ')}.`] : []),
    ...(within === undefined ? [] : [`Only where ${within} is claimed.`]),
    ...(accepts === undefined ? [] : [`_Accepts:_ ${escaped(accepts)}`]),
    ...(limits === undefined ? [] : [`_Limits:_ ${escaped(limits)}`]),
  ]
  return `- ${parts.join(' ')}`
}

function levelMark({ level, enters }: Requirement): string {
  if (level === 'MUST') return ''
  return enters === undefined ? ' _SHOULD_' : ` _SHOULD, a MUST from edition ${enters} on_`
}

/** Markdown reads angle brackets as HTML, and an asterisk or underscore as emphasis. */
const escaped = (text: string) => text.replaceAll(/[<>*_]/g, String.raw`\$&`).trim()
