/** What `conformance.json` holds: one definition for its JSON Schema, its types (conformance.ts) and who reads it. */
import { constant, flag, integer, list, number, object, oneOf, record, text } from '../spec/json-schema.ts'

const verdict = oneOf(['pass', 'fail', 'warn', 'flaky', 'blocked', 'not-applicable', 'not-specified'])

const fixIn = oneOf(['implementation', 'deployment-file', 'environment', 'harness'], {
  description: 'Where to fix it.',
})

const totals = object({
  pass: integer({ minimum: 0 }),
  fail: integer({ minimum: 0 }),
  warn: integer({ minimum: 0 }),
  flaky: integer({ minimum: 0 }),
  blocked: integer({ minimum: 0 }),
  'not-applicable': integer({ minimum: 0 }),
  'not-specified': integer({ minimum: 0 }),
})

const area = object({ id: text(), title: text(), claimed: flag(), totals })

const waiver = object(
  {
    kind: oneOf(['failing', 'flaky']),
    reason: text(),
    expires: text({ description: 'The last day on which it does not count, UTC.', format: 'date' }),
    state: oneOf(['waived', 'fixed', 'expired', 'unused'], {
      description:
        'waived: failed, and does not count; fixed: passed; expired: failed, and counts again; unused: not judged, or flaky without an entry under flaky.',
    }),
  },
  { issue: text(), owner: text() },
  { description: 'What the baseline says of the requirement. The verdict is what it is without it.' },
)

const check = object(
  {
    title: text(),
    verdict,
    durationMs: number({ minimum: 0 }),
    attempts: integer({ minimum: 0 }),
    expectations: integer({ minimum: 0 }),
    exchanges: list(text(), { description: 'Ids of lines of exchanges.jsonl.' }),
  },
  {
    message: text(),
    violation: object(
      {
        at: text({
          description:
            'HTTP status, code, a dotted path of the body, or what was looked at in words; empty: not known.',
        }),
        expected: text(),
        actual: text(),
      },
      {
        exchange: text({ description: 'Id of the line of exchanges.jsonl whose response shows it.' }),
        operation: text(),
        resource: text({ description: 'Identifier of the resource whose field it is.' }),
      },
      {
        description:
          'What the failed expectation saw, in the attempt that counts; absent: no expectation failed.',
      },
    ),
    fixIn,
    next: text(),
    missingState: text({ description: 'Blocked for lack of this provider state; absent: it lacked none.' }),
  },
)

/** A verdict that is not a pass explains itself. */
const EXPLAINED = {
  if: { properties: { verdict: { enum: ['fail', 'flaky', 'blocked', 'warn'] } } },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ['reason', 'fixIn', 'next'] },
}

const requirement = object(
  {
    id: text(),
    area: text(),
    level: oneOf(['MUST', 'SHOULD']),
    title: text(),
    source: text({ description: 'Section and row of the contract.' }),
    operations: list(text()),
    assumes: list(text(), { description: 'Defaults that it needs and that the contract does not show.' }),
    verdict,
    checks: list(check),
  },
  {
    accepts: text({ description: 'Interpretations that pass where the contract leaves room.' }),
    limits: text({ description: 'How Assay judges the rule, and when it does not.' }),
    enters: integer({
      description: 'The edition from which on it is a MUST; default: it is one, or will not be.',
      minimum: 2,
    }),
    reason: text(),
    fixIn,
    next: text(),
    cause: text({ description: 'Id of the first cause that breaks or blocks it.' }),
    waiver,
    history: list(object({ at: text({ format: 'date-time' }), verdict }), {
      description:
        'What earlier runs of the deployment said, the earliest first; default: there is no history.',
    }),
  },
  EXPLAINED,
)

const cause = object(
  {
    id: text({ description: 'The same in every run.' }),
    title: text({ description: 'States the violation.' }),
    verdict,
    fixIn,
    next: text(),
    requirements: list(text(), {
      description: 'Ids of the requirements that it breaks or blocks.',
      minItems: 1,
    }),
    resolves: integer({
      description: 'How many of them the correction resolves: no other cause breaks or blocks them.',
      minimum: 0,
    }),
    exchanges: list(text(), { description: 'Ids of lines of exchanges.jsonl that show it: the first ones.' }),
  },
  {
    rule: text({
      description: 'Id of the violated requirement. Default: no one requirement states it.',
    }),
    findings: list(
      object({
        found: text(),
        requirements: list(text(), { description: 'Ids.', minItems: 1 }),
      }),
      { description: 'What failed for which requirements. Default: the same for all.' },
    ),
    address: text({
      description:
        'Method and path in the contract of the operation that the title names. Default: it names none.',
    }),
  },
  { description: 'The one correction that would resolve failures and blocks.' },
)

const coverage = object(
  {
    operations: list(
      object({ operation: text(), statuses: record(integer({ minimum: 0 })), neverSeen: list(text()) }),
    ),
    errorCodes: object({ seen: record(integer({ minimum: 0 })), neverSeen: list(text()) }),
    enumValues: list(object({ name: text(), seen: list(text()), neverSeen: list(text()) })),
    schemaProperties: list(object({ schema: text(), seen: list(text()), neverSeen: list(text()) })),
  },
  {
    transitions: list(
      object({
        name: text(),
        states: list(object({ state: text(), seen: integer({ minimum: 0 }) }), {
          description: 'In how many resources each state was seen.',
        }),
        transitions: list(
          object(
            {
              to: text(),
              listed: flag({ description: 'false: seen between two answers, and no row of the contract.' }),
              seen: integer({ minimum: 0 }),
            },
            { from: text({ description: 'Default: creation. *: any state.' }), trigger: text() },
          ),
        ),
      }),
      {
        description:
          'The state tables of the contract and what was seen of them; left out by earlier versions.',
      },
    ),
  },
)

const tool = oneOf(['prism', 'dredd'])

const disagreement = object(
  {
    tool,
    exchange: text(),
    operation: text(),
    status: integer(),
    toolVerdict: oneOf(['valid', 'invalid']),
    assayVerdict: oneOf(['valid', 'invalid']),
    where: text({
      description:
        'Place of the violation in the body as a JSON pointer, by the one that reports it; empty when unknown.',
    }),
    message: text({ description: 'The violation, by the one that reports it.' }),
  },
  {},
  { description: 'A response on which a tool and Assay disagree.' },
)

const opinion = object(
  {
    tool,
    version: text({ description: 'Empty when it is not installed.' }),
    judged: integer({ description: 'How many recorded responses it judged.', minimum: 0 }),
    notJudged: list(object({ reason: text(), count: integer({ minimum: 1 }) }), {
      description: 'Responses of the API that it did not judge.',
    }),
    schemas: list(
      object({
        operation: text(),
        status: integer(),
        opinion: oneOf(['valid', 'invalid', 'none'], {
          description: 'none: it judged no such response, or accepted one that is known to be invalid.',
        }),
        judged: integer({ minimum: 0 }),
      }),
      { description: 'Every operation and status of the OpenAPI document.' },
    ),
    disagreements: list(disagreement),
  },
  { unavailable: text({ description: 'Why it could not run.' }) },
)

export const conformanceSchema = object(
  {
    schemaVersion: constant(1),
    tool: object({ name: constant('assay'), version: text() }),
    contractVersion: text({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    deployment: object({ name: text(), baseUrl: text() }),
    edition: integer({ description: 'The set of requirements that it was judged by.', minimum: 1 }),
    seed: text({ description: "Seed of the run's randomness." }),
    startedAt: text({ format: 'date-time' }),
    finishedAt: text({ format: 'date-time' }),
    complete: flag({ description: 'false: the run was cut off, or never got to the deployment.' }),
    verdict: oneOf(['conformant', 'non-conformant', 'inconclusive']),
    only: list(text(), { description: 'What the run was restricted to; empty: everything claimed.' }),
    totals,
    areas: list(area),
    requirements: list(requirement),
    causes: list(cause, { description: 'Root causes of what failed or was blocked, the worst first.' }),
    coverage,
    secondOpinions: object(
      { asked: flag(), opinions: list(opinion) },
      {},
      { description: 'What other tools say of the recorded responses. They decide no verdict.' },
    ),
  },
  {
    commands: object(
      { run: text(), doctor: text() },
      {
        deploymentFile: text({
          description: 'Path of the deployment file, as it was given. Default: the reference server.',
        }),
      },
      {
        description:
          'Commands that judge the same deployment again, for a POSIX shell in the folder of the run; --only may follow. Default: not known.',
      },
    ),
    incompleteReason: text(),
    baseline: object(
      { file: text() },
      {},
      { description: 'Failures that were known before the run; default: it had no baseline.' },
    ),
    allowBlocked: list(text(), {
      description: 'Requirements that may be blocked with exit code 0, or all alone.',
    }),
    shard: object(
      {
        index: integer({ description: 'From 1.', minimum: 1 }),
        of: integer({ minimum: 1 }),
        complete: flag({ description: 'Whether all that falls to the shard was judged.' }),
      },
      {},
      { description: 'Set where it is the report of one shard of a run: it holds what falls to it.' },
    ),
    latency: list(
      object({
        operation: text(),
        count: integer({ minimum: 1 }),
        p50: number({ minimum: 0 }),
        p95: number({ minimum: 0 }),
        max: number({ minimum: 0 }),
      }),
      {
        description:
          'How long each operation took to answer, in whole milliseconds; default: it is not known.',
      },
    ),
    profiles: list(
      object(
        {
          id: text(),
          title: text(),
          state: oneOf(['reached', 'narrowly-missed', 'missed', 'not-offered'], {
            description:
              'narrowly-missed: at most ten requirements do not hold. not-offered: the deployment does not offer something that the profile has.',
          }),
          requirements: integer({ description: 'How many requirements it has.' }),
          held: integer({ description: 'How many of them hold.' }),
        },
        {
          missing: list(
            object({ id: text(), verdict }, { cause: text({ description: 'Id of the cause.' }) }),
            { description: 'Only of a profile that is narrowly missed: the requirements that do not hold.' },
          ),
          lacks: object(
            { areas: list(text()), capabilities: list(text()), operations: list(text()) },
            {},
            {
              description:
                'Only of a profile that is not offered: what the deployment does not claim or offer.',
            },
          ),
        },
      ),
      {
        description:
          'What can be claimed, and what was reached. Default: the run was restricted, a shard, or cut off.',
      },
    ),
    notOffered: list(object({ id: text(), title: text() }), {
      description:
        'Capabilities that the deployment does not offer, by its file: their requirements are not applicable. Default: none.',
    }),
    states: list(
      object({
        state: text(),
        by: oneOf(['http', 'function', 'self', 'given'], {
          description:
            "http: by the provider-state exchange; function: by a function of the deployment file; self: by the harness, through the deployment's own API; given: from the deployment file.",
        }),
        count: integer(),
        notTornDown: list(text(), {
          description: 'Identifiers of what was made and could not be torn down.',
        }),
      }),
      { description: 'How provider states were set up; default: none was.' },
    ),
    withoutStates: object(
      {
        judged: integer({ description: 'MUST requirements that were judged.', minimum: 0 }),
        of: integer({ description: 'MUST requirements that apply to this deployment.', minimum: 0 }),
        additions: list(object({ state: text(), requirements: list(text()) }), {
          description: 'States that requirements are blocked for, the one that blocks most first.',
        }),
      },
      {
        operations: object(
          { called: integer({ minimum: 0 }), absent: integer({ minimum: 1 }) },
          {},
          {
            description:
              'Operations that the run called, and those of them that seem not to be there; absent: all seem to be there.',
          },
        ),
      },
      {
        description:
          'What was judged although the deployment serves no provider state; absent: it serves them.',
      },
    ),
  },
  {
    description: 'What a finished run says, for programs.',
    title: 'Conformance',
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'conformance.schema.json',
  },
)
