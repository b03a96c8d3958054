/** `results.sarif` by the rules of SARIF 2.1.0 (OASIS Standard). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { commandsFor } from '../../reports/commands.ts'
import type { Cause, Conformance } from '../../reports/conformance.ts'
import { resultsSarif } from '../../reports/writers/results-sarif.ts'
import { known } from './known-run.ts'
import { cutOff, exchanges, failing, HOSTILE, passing } from './sample-run.ts'

const text = { type: 'string' }
const closed = (required: readonly string[], properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})
const list = (items: object, more: object = {}) => ({ type: 'array', items, ...more })
const message = closed(['text'], { text, markdown: text })
const level = { enum: ['none', 'note', 'warning', 'error'] }
const tags = { type: 'object', properties: { tags: list(text, { uniqueItems: true }) } }

const rule = closed(['id'], {
  id: text,
  shortDescription: message,
  help: message,
  defaultConfiguration: closed([], { level }),
  properties: tags,
})
const location = closed(['logicalLocations'], {
  physicalLocation: closed(['artifactLocation'], {
    artifactLocation: closed([], { uri: { type: 'string', format: 'uri-reference' } }),
    region: closed([], { startLine: { type: 'integer', minimum: 1 } }),
  }),
  logicalLocations: list(closed([], { name: text, fullyQualifiedName: text, kind: text }), {
    minItems: 1,
    uniqueItems: true,
  }),
})
const result = closed(['message', 'ruleId', 'ruleIndex', 'locations'], {
  ruleId: text,
  ruleIndex: { type: 'integer', minimum: 0 },
  kind: { enum: ['notApplicable', 'pass', 'fail', 'review', 'open', 'informational'] },
  level,
  message,
  locations: list(location, { minItems: 1 }),
  partialFingerprints: { type: 'object', additionalProperties: text },
  suppressions: list(
    closed(['kind'], {
      kind: { enum: ['inSource', 'external'] },
      status: { enum: ['accepted', 'underReview', 'rejected'] },
    }),
    { uniqueItems: true },
  ),
  properties: { type: 'object' },
})
const time = { type: 'string', format: 'date-time' }
const run = closed(['tool', 'results'], {
  tool: closed(['driver'], {
    driver: closed(['name'], { name: text, version: text, rules: list(rule, { uniqueItems: true }) }),
  }),
  automationDetails: closed([], { id: text }),
  invocations: list(
    closed(['executionSuccessful'], {
      executionSuccessful: { type: 'boolean' },
      startTimeUtc: time,
      endTimeUtc: time,
      exitCode: { type: 'integer' },
      toolExecutionNotifications: list(closed(['message'], { message, level })),
    }),
  ),
  results: list(result),
})
/** The part of the standard's schema that Assay writes, with closed objects. */
const structure = closed(['version', 'runs'], {
  $schema: { type: 'string', format: 'uri' },
  version: { const: '2.1.0' },
  runs: list(run),
})

interface Written {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } }
  readonly results: readonly {
    readonly ruleId: string
    readonly ruleIndex: number
    readonly kind: string
    readonly level: string
    readonly message: { readonly text: string }
    readonly locations: readonly {
      readonly physicalLocation?: { readonly artifactLocation: { readonly uri: string } }
      readonly logicalLocations: readonly { readonly name: string }[]
    }[]
    readonly partialFingerprints: Readonly<Record<string, string>>
    readonly suppressions?: readonly object[]
  }[]
}

const written = (conformance: Conformance): Written =>
  (JSON.parse(resultsSarif(conformance, exchanges)) as { readonly runs: readonly [Written] }).runs[0]

const runs = Object.entries({ failing, passing, cutOff, known })

describe('results.sarif', () => {
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  addFormats.default(ajv)
  const validate = ajv.compile(structure)

  for (const [name, conformance] of runs) {
    it(`of a ${name} run has the structure of SARIF 2.1.0`, () => {
      const log = JSON.parse(resultsSarif(conformance, exchanges)) as unknown
      assert.ok(validate(log), JSON.stringify(validate.errors))
    })

    it(`of a ${name} run refers to its rules, and only a failure has a level`, () => {
      const { tool, results } = written(conformance)
      for (const { ruleId, ruleIndex, kind, level } of results) {
        assert.equal(tool.driver.rules[ruleIndex]?.id, ruleId)
        assert.equal(level === 'none', kind !== 'fail')
      }
      assert.equal(new Set(tool.driver.rules.map(({ id }) => id)).size, tool.driver.rules.length)
    })
  }

  it('has a result for each cause, with its id as the fingerprint', () => {
    const { results } = written(failing)
    assert.deepEqual(
      results.map(({ partialFingerprints }) => partialFingerprints['cause/v1']),
      failing.causes.map(({ id }) => id),
    )
    assert.ok(results.length > 3)
  })

  it('maps verdicts to levels, and blocked to open', () => {
    const kinds = written(failing).results.map(({ kind, level }, index) => [
      failing.causes[index]!.verdict,
      kind,
      level,
    ])
    assert.deepEqual(
      new Set(kinds.map((each) => each.join(' '))),
      new Set(['fail fail error', 'flaky fail error', 'blocked open none', 'warn fail warning']),
    )
  })

  const cause: Cause = { ...failing.causes[0]!, exchanges: exchanges.map(({ id }) => id) }
  const located = (more: Partial<Cause>, deployment: string | undefined) =>
    written({
      ...failing,
      commands: commandsFor({ deployment }),
      causes: [{ ...cause, ...more }],
    }).results[0]!.locations

  it('names operations, or the deployment where the correction is not in the API', () => {
    const names = (more: Partial<Cause>) =>
      located(more, undefined).map(({ logicalLocations: [first] }) => first?.name)
    assert.ok(names({}).includes('verifyPlatformExternalAccountOwnership'))
    assert.deepEqual(names({ exchanges: [], requirements: ['QUO-11'] }), ['createAgentQuote'])
    assert.deepEqual(names({ fixIn: 'deployment-file' }), ['Sandbox EU'])
  })

  it('has the rule that the cause breaks, and first the operation of its first exchange', () => {
    const later = {
      ...cause,
      rule: 'QUO-20',
      requirements: ['OWN-07', 'QUO-20'],
      exchanges: ['hostile 1', 'late 2'],
    }
    const { results } = written({ ...failing, causes: [later] })
    const operationOf = (id: string) => exchanges.find((one) => one.id === id)?.operation
    assert.equal(results[0]!.ruleId, 'QUO-20')
    assert.equal(results[0]!.locations[0]!.logicalLocations[0]!.name, operationOf('hostile 1'))
    assert.notEqual(operationOf('hostile 1'), operationOf('late 2'))
  })

  it('names the deployment file as an address', () => {
    const uri = (file: string | undefined) => located({}, file)[0]?.physicalLocation?.artifactLocation.uri
    assert.equal(uri('./conformance/my file#1.yaml'), 'conformance/my%20file%231.yaml')
    assert.equal(uri('/srv/my file.yaml'), 'file:///srv/my%20file.yaml')
    assert.equal(uri(undefined), undefined)
  })

  it('suppresses results that the baseline waives', () => {
    const waiver = { state: 'waived', kind: 'failing', reason: 'r', expires: '2027-01-01' } as const
    const requirements = failing.requirements.map((each) => ({ ...each, waiver }))
    const suppressed = (conformance: Conformance) =>
      written(conformance).results.map(({ suppressions = [] }) => suppressions.length)

    assert.deepEqual(new Set(suppressed({ ...failing, requirements })), new Set([1]))
    const [first, ...others] = requirements
    const partly = [{ ...first!, waiver: { ...waiver, state: 'expired' as const } }, ...others]
    const all = { ...cause, requirements: requirements.map(({ id }) => id) }
    assert.deepEqual(suppressed({ ...failing, requirements, causes: [all] }), [1])
    assert.deepEqual(suppressed({ ...failing, requirements: partly, causes: [all] }), [0])
    assert.deepEqual(new Set(suppressed(failing)), new Set([0]))
  })

  it('takes no link, argument or control character from a deployment', () => {
    const title = `${HOSTILE} [click](https://evil.example) {0}`
    const log = resultsSarif({ ...failing, causes: [{ ...cause, title }] }, exchanges)
    assert.doesNotMatch(log, /\]\(|\{0\}/)
    // oxlint-disable-next-line no-control-regex -- finding them is the purpose
    assert.doesNotMatch(log, /\\u001b|[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  })
})
