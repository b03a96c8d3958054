/** Servers with five mistakes: a newcomer finds each of them among the causes, with its operation and its rule. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Conformance } from '../../reports/conformance.ts'
import { terminalSummary } from '../../reports/terminal-summary.ts'
import { faults } from '../../selftest/faults/index.ts'
import { reportedHosted } from '../../selftest/hosted/judge-hosted.ts'
import type { RequirementId } from '../../spec/index.ts'
import { conformanceOfTarget } from '../../selftest/judging/conformance-of-target.ts'

/** Five faults each, and the operation that has the mistake, or the beginning of the title of its cause. */
const SERVERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'of five areas': {
    'customer-conflict-is-400': 'createCustomer',
    'lookup-without-id-uma': 'lookUpUmaReceiver',
    'cards-reopened': 'updateCard',
    'token-list-open': 'listTokens',
    'document-cursor-ignored': 'listDocuments',
  },
  'of one area': {
    'transfer-fees-on-top': 'executeQuote',
    'transfer-expired-is-executed': 'executeQuote',
    'transfer-lives-half-a-minute': 'getQuote',
    'transfer-unknown-quote-is-a-bad-request': 'executeQuote',
    'transfer-creation-open': 'createQuote',
  },
  'that show in later reads': {
    'agent-paused-still-executes': 'executeAgentQuote',
    'sca-late-code': 'authorizeQuote',
    'contact-any-email-code': 'confirmEmail',
    'convention-updated-at-midnight': 'listAgentActions',
    'actions-cut-after-the-first-page': 'listAgentActions',
  },
  'that a newcomer judged': {
    'credentials-enrol-sca-factor-of-agents': "enrolScaFactor accepts an agent's token",
    'actions-header-without-token-fails': 'listAgentActions returns 500 instead of 400 or 401 in "with a ',
    'cards-unknown-is-a-bad-request': 'getCard returns 400 INVALID_INPUT instead of 404',
    'agent-state-of-the-customer': 'After deleteAgent of another agent, createAgentQuote returns 401',
    'content-filtered-differs': 'listAgentActions',
  },
}

const faultOf = (id: string) => faults.find((fault) => fault.id === id)!
const brokenBy = (ids: readonly string[]) => ids.flatMap((id) => faultOf(id).breaks)

describe('a server with five mistakes', () => {
  let reports: ReadonlyMap<string, Conformance>

  before(async () => {
    const hosted = Object.entries(SERVERS).map(([name, mistakes]) => {
      const ids = Object.keys(mistakes)
      const only = brokenBy(ids)
      return { name, prefix: `/faults/${ids.join('+')}`, only, waitsFor: only }
    })
    reports = await reportedHosted(hosted, ['fail', 'warn'], (target) =>
      conformanceOfTarget(target, brokenBy(Object.keys(SERVERS[target.name]!))),
    )
  })

  for (const [name, mistakes] of Object.entries(SERVERS))
    it(`${name} has five causes, each with its operation and rule`, () => {
      const conformance = reports.get(name)!
      const text = terminalSummary(conformance, { colour: false, reportPath: 'index.html' })
      assert.equal(conformance.causes.length, 5, text)
      for (const [id, operation] of Object.entries(mistakes)) {
        const cause = conformance.causes.find(
          ({ rule, title }) => faultOf(id).breaks.some((one) => one === rule) && title.includes(operation),
        )
        assert.ok(cause, `${id}\n${text}`)
        assert.ok(text.includes(cause.title), text)
      }
    })
})

/** A mistake, and requirements of several areas that it breaks, with those that only look at it. */
const ACROSS_AREAS: Readonly<Record<string, readonly RequirementId[]>> = {
  'stablecoins-symbol-not-unique': ['STB-15', 'STB-40', 'ERR-111'],
  'stablecoins-registered-again-is-a-duplicate-account': ['STB-14', 'STB-15', 'STB-16', 'ERR-111', 'ERR-112'],
  'transaction-customers-mixed-up': ['TRX-08', 'AGA-32'],
}

describe('one mistake that several areas see', () => {
  let reports: ReadonlyMap<string, Conformance>

  before(async () => {
    const hosted = Object.entries(ACROSS_AREAS).map(([name, only]) => ({
      name,
      prefix: `/faults/${name}`,
      only,
      waitsFor: only,
    }))
    reports = await reportedHosted(hosted, ['fail', 'warn'], (target) =>
      conformanceOfTarget(target, ACROSS_AREAS[target.name]!),
    )
  })

  for (const [name, ids] of Object.entries(ACROSS_AREAS))
    it(`is one cause: ${name}`, () => {
      const { causes } = reports.get(name)!
      assert.deepEqual(
        causes.map(({ requirements }) => requirements.toSorted()),
        [ids.toSorted()],
        causes.map(({ title }) => title).join('\n'),
      )
    })
})
