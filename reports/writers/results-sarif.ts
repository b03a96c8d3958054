import { pathToFileURL } from 'node:url'
import { isAbsolute } from 'node:path'
import { explanationOf } from '../../spec/explanations.ts'
import type { Cause, Conformance, Exchange, RequirementResult } from '../conformance.ts'
import { printable } from '../printable.ts'
import { idsText } from '../first-of.ts'
import { resolvesText } from '../resolves-words.ts'
import { FIX_IN_WORDS } from '../verdict-words.ts'
import { exitCode } from '../verdicts.ts'

/** A wrong field can be in the responses of all operations. */
const LOCATIONS_SHOWN = 10
const IDS_SHOWN = 8

/**
 * `results.sarif`: SARIF 2.1.0, a result for each cause. Its rule is the requirement whose statement it breaks, or the
 * first one that it blocks.
 */
export function resultsSarif(conformance: Conformance, exchanges: readonly Exchange[]): string {
  const { tool, deployment, causes, requirements } = conformance
  const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]))
  const ruleIds = [...new Set(causes.map(ruleIdOf))]
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: tool.name,
            version: tool.version,
            rules: ruleIds.map((id) => ruleOf(id, byId)),
          },
        },
        automationDetails: { id: `assay/${deployment.name}/` },
        invocations: [invocationOf(conformance)],
        results: causes.map((cause) => resultOf(cause, { conformance, exchanges, ruleIds, byId })),
      },
    ],
  }
  // SARIF viewers show these texts, and every one may hold words of the deployment.
  return `${JSON.stringify(log, (_, value: unknown) => (typeof value === 'string' ? printable(value, '\n') : value), 2)}\n`
}

type Requirements = ReadonlyMap<string, RequirementResult>

interface Known {
  readonly conformance: Conformance
  readonly exchanges: readonly Exchange[]
  readonly ruleIds: readonly string[]
  readonly byId: Requirements
}

function ruleOf(id: string, byId: Requirements) {
  const { title = id, source = '', level = 'MUST', area = '', accepts, limits } = byId.get(id) ?? {}
  const { why, fix } = explanationOf(id) ?? {}
  const help = [
    title,
    `Contract: ${source}`,
    ...(accepts === undefined ? [] : [`Accepted interpretations: ${accepts}`]),
    ...(limits === undefined ? [] : [`Limits: ${limits}`]),
    ...(why === undefined ? [] : [`Why it matters: ${why}`]),
    ...(fix === undefined ? [] : [`Where to look: ${fix}`]),
    `More: npx assay explain ${id}`,
  ]
  return {
    id,
    shortDescription: { text: withoutLinks(title) },
    help: { text: withoutLinks(help.join('\n\n')) },
    defaultConfiguration: { level: level === 'MUST' ? 'error' : 'warning' },
    properties: { tags: [area, level] },
  }
}

const ruleIdOf = ({ rule, requirements: [first = ''] }: Cause): string => rule ?? first

/** A blocked requirement neither passed nor failed: that is SARIF's `open`, whose level must be `none`. */
function kindOf({ verdict }: Cause): { readonly kind: 'fail' | 'open'; readonly level: string } {
  if (verdict === 'blocked') return { kind: 'open', level: 'none' }
  return { kind: 'fail', level: verdict === 'warn' ? 'warning' : 'error' }
}

function resultOf(cause: Cause, { conformance, exchanges, ruleIds, byId }: Known) {
  const { id, title, fixIn, next, requirements } = cause
  const ruleId = ruleIdOf(cause)
  const broken = requirements.flatMap((requirement) => byId.get(requirement) ?? [])
  const isWaived = broken.length > 0 && broken.every(({ waiver }) => waiver?.state === 'waived')
  const text = [
    title,
    `Fix in: ${FIX_IN_WORDS[fixIn]}. Its correction ${resolvesText(cause, conformance.causes)}.`,
    `Requirements: ${idsText(requirements, IDS_SHOWN, ', ')}.`,
    `Next: ${next}`,
  ]
  return {
    ruleId,
    ruleIndex: ruleIds.indexOf(ruleId),
    ...kindOf(cause),
    message: { text: withoutLinks(text.join('\n')) },
    locations: locationsOf(cause, conformance, exchanges, broken),
    partialFingerprints: { 'cause/v1': id },
    ...(isWaived && { suppressions: [{ kind: 'external', status: 'accepted' }] }),
    properties: { fixIn, requirements, exchanges: cause.exchanges },
  }
}

/** The operations that show it; without one, and for a correction elsewhere, the deployment. */
function locationsOf(
  { fixIn, exchanges: ids }: Cause,
  { deployment, commands }: Conformance,
  exchanges: readonly Exchange[],
  broken: readonly RequirementResult[],
) {
  const operationOf = new Map(exchanges.map(({ id, operation }) => [id, operation]))
  const seen = ids.flatMap((id) => operationOf.get(id) ?? [])
  const operations = seen.length > 0 ? new Set(seen) : new Set(broken[0]?.operations)
  const file = commands?.deploymentFile
  const physical = file === undefined ? {} : { physicalLocation: inFile(file) }
  const place = (name: string, kind: string) => ({
    ...physical,
    logicalLocations: [{ name, fullyQualifiedName: name, kind }],
  })
  return fixIn === 'implementation' && operations.size > 0
    ? [...operations].slice(0, LOCATIONS_SHOWN).map((operation) => place(operation, 'function'))
    : [place(deployment.name, 'resource')]
}

const inFile = (path: string) => ({
  artifactLocation: { uri: isAbsolute(path) ? pathToFileURL(path).href : relativeUri(path) },
  region: { startLine: 1 },
})

const relativeUri = (path: string) =>
  path
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/')

function invocationOf(conformance: Conformance) {
  const { startedAt, finishedAt, complete, incompleteReason } = conformance
  return {
    executionSuccessful: complete,
    startTimeUtc: startedAt,
    endTimeUtc: finishedAt,
    exitCode: exitCode(conformance),
    ...(incompleteReason !== undefined && {
      toolExecutionNotifications: [{ level: 'error', message: { text: withoutLinks(incompleteReason) } }],
    }),
  }
}

/** In SARIF `[text](address)` is a link and `{0}` an argument. */
const withoutLinks = (text: string): string => text.replaceAll('](', '] (').replaceAll(/\{(?=\d)/g, '{ ')
