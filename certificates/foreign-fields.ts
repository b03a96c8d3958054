/** Fields that no run writes into its recording. A reader would take their content for a result of Assay. */
import type { Limits } from '../fixtures/config/limits.ts'
import type { RecordedDeployment, RecordingHead } from '../fixtures/recording/recording.ts'
import type { Commands } from '../reports/commands.ts'
import { operations, type Exchange, type OperationName } from '../spec/index.ts'
import { excerptOf } from './excerpt-of.ts'

type Fields<Value> = Readonly<Record<keyof Value, true>>

const HEAD: Fields<RecordingHead> = {
  schemaVersion: true,
  contractVersion: true,
  catalogueDigest: true,
  tool: true,
  seed: true,
  only: true,
  edition: true,
  deployment: true,
  shard: true,
  commands: true,
}
const TOOL: Fields<RecordingHead['tool']> = { name: true, version: true, node: true }
const COMMANDS: Fields<Commands> = { run: true, doctor: true, deploymentFile: true }
const DEPLOYMENT: Fields<RecordedDeployment> = {
  name: true,
  file: true,
  baseUrl: true,
  areas: true,
  operations: true,
  names: true,
  notOffered: true,
  replicas: true,
  limits: true,
  requests: true,
  headers: true,
  given: true,
  secrets: true,
  clientId: true,
  hasStateFunctions: true,
  states: true,
}
const LIMITS: Fields<Limits> = {
  maxWaitSeconds: true,
  requestsPerSecond: true,
  concurrency: true,
  requestTimeoutSeconds: true,
}
const EXCHANGE: Fields<Exchange> = {
  id: true,
  check: true,
  kind: true,
  operation: true,
  caller: true,
  credentialsFrom: true,
  at: true,
  durationMs: true,
  request: true,
  response: true,
  error: true,
  findings: true,
}
const REQUEST: Fields<Exchange['request']> = { method: true, url: true, headers: true, body: true }
const RESPONSE: Fields<NonNullable<Exchange['response']>> = {
  status: true,
  headers: true,
  body: true,
  bytes: true,
  truncated: true,
  lossy: true,
}

/** One sentence per file with such fields. */
export const foreignFields = (head: RecordingHead, exchanges: readonly Exchange[]): readonly string[] => [
  ...named('recording.json', [
    ...unknown(head, HEAD),
    ...unknown(head.tool, TOOL, 'tool.'),
    ...unknown(head.commands, COMMANDS, 'commands.'),
    ...unknown(head.deployment, DEPLOYMENT, 'deployment.'),
    ...unknown(head.deployment.limits, LIMITS, 'deployment.limits.'),
  ]),
  ...named(
    'exchanges.jsonl',
    exchanges.flatMap((exchange) => [
      ...unknown(exchange, EXCHANGE),
      ...unknown(exchange.request, REQUEST, 'request.'),
      ...unknown(exchange.response, RESPONSE, 'response.'),
    ]),
  ),
]

const unknown = (value: object | undefined, known: object, within = ''): readonly string[] =>
  Object.keys(value ?? {})
    .filter((field) => !Object.hasOwn(known, field))
    .map((field) => `${within}${field}`)

const named = (file: string, fields: readonly string[]): readonly string[] =>
  fields.length === 0 ? [] : [`${file} has fields that no run writes: ${excerptOf([...new Set(fields)])}`]

/**
 * Bindings that differ from those of this installation in more than method and path. A deployment file may set these
 * two.
 */
export function foreignBindings({ deployment }: RecordingHead): readonly string[] {
  const recorded = deployment.operations as Readonly<Record<string, object | null>>
  const names = [...new Set([...Object.keys(operations), ...Object.keys(recorded)])]
  const differing = names.filter((name) => {
    const own = operations[name as OperationName] as object | undefined
    const binding = recorded[name]
    if (own === undefined || binding === undefined) return true
    return binding !== null && withoutRoute(binding) !== withoutRoute(own)
  })
  return differing.length === 0
    ? []
    : [`recording.json and the bindings differ in the operations ${excerptOf(differing)}`]
}

const withoutRoute = (binding: object): string => JSON.stringify({ ...binding, method: '', path: '' })
