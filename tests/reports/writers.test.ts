import assert from 'node:assert/strict'
import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { validate as validateCtrf, type CTRFReport } from 'ctrf'
import { exchangesIn, readExchanges } from '../../reports/exchange-lines.ts'
import { printable } from '../../reports/printable.ts'
import { seenLine } from '../../reports/seen-line.ts'
import { terminalSummary } from '../../reports/terminal-summary.ts'
import { writeReport } from '../../reports/write-report.ts'
import { agentText } from '../../reports/writers/agent-text.ts'
import { badgeJson } from '../../reports/writers/badge-json.ts'
import { conformanceJson } from '../../reports/writers/conformance-json.ts'
import { ctrfJson } from '../../reports/writers/ctrf-json.ts'
import { indexHtml } from '../../reports/writers/index-html.ts'
import { junitXml } from '../../reports/writers/junit-xml.ts'
import { resultsSarif } from '../../reports/writers/results-sarif.ts'
import { summaryMd } from '../../reports/writers/summary-md.ts'
import { VERDICTS } from '../../reports/verdicts.ts'
import { conformanceSchema } from '../../reports/conformance-schema.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { known } from './known-run.ts'
import { largeRun } from './large-run.ts'
import { cutOff, exchanges, failing, HOSTILE, passing } from './sample-run.ts'

const runs = Object.entries({ failing, passing, cutOff, known: { ...known, allowBlocked: ['all'] } })
// Everything that steers a terminal or reorders text, but line feed and tab.
// oxlint-disable-next-line no-control-regex -- finding them is the purpose
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/

describe('conformance.json', () => {
  const validator = (document: object) => {
    const ajv = new Ajv2020({ allErrors: true, strictRequired: false })
    addFormats.default(ajv)
    return ajv.compile(document)
  }

  for (const [name, run] of runs) {
    it(`of a ${name} run keeps its schema`, () => {
      const validate = validator(conformanceSchema)
      assert.ok(validate(JSON.parse(conformanceJson(run))), JSON.stringify(validate.errors))
    })

    it(`of a ${name} run has nothing that its schema does not know`, () => {
      const validate = validator(closed(conformanceSchema) as object)
      assert.ok(validate(JSON.parse(conformanceJson(run))), JSON.stringify(validate.errors))
    })
  }

  it('of a run whose reason is missing does not keep its schema', () => {
    const requirements = failing.requirements.map((result) => ({ ...result, reason: undefined }))
    assert.equal(validator(conformanceSchema)({ ...failing, requirements }), false)
  })
})

/** The same schema with every object that names its properties closed. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const children = Object.entries(schema).map(([key, value]) => [key, closed(value)] as const)
  const names = Object.hasOwn(schema, 'properties') && Object.hasOwn(schema, 'type')
  return { ...Object.fromEntries(children), ...(names ? { additionalProperties: false } : {}) }
}

describe('junit.xml', () => {
  it('maps failed and flaky to failure, blocked to error, and not applicable to skipped', () => {
    const xml = junitXml(failing)
    const caseOf = (id: string) =>
      new RegExp(`<testcase[^>]*name="${id} [^]*?(?=<testcase|</testsuite>)`).exec(xml)![0]
    assert.match(caseOf('OWN-07'), /<failure message="expected an error 400[^"]*" type="fail"/)
    assert.match(caseOf('QUO-11'), /<failure [^>]*type="flaky"/)
    assert.match(caseOf('APR-02'), /<error message="the deployment does not know[^"]*" type="blocked"/)
    assert.match(caseOf('OWN-09'), /<system-out>/)
    assert.doesNotMatch(caseOf('OWN-09'), /<failure|<error|<skipped/)
    assert.match(caseOf('OWN-12'), /<skipped\/>/)
    assert.match(caseOf('CRD-01'), /<skipped\/>/)
    assert.match(xml, /<testsuites [^>]*tests="17" failures="4" errors="2" skipped="4"/)
  })

  it('is well-formed for any response', () => {
    const xml = junitXml(failing)
    assert.doesNotMatch(xml, STEERING)
    assert.doesNotMatch(xml.replaceAll(/<!\[CDATA\[[^]*?\]\]>/g, ''), /<script|<img|\]\]>/)
  })
})

describe('ctrf.json', () => {
  for (const [name, run] of runs) {
    it(`of a ${name} run keeps the format`, () => {
      assert.deepEqual(validateCtrf(JSON.parse(ctrfJson(run))).errors, [])
      assert.equal(ctrfJson(run), ctrfJson(run))
    })
  }

  it('counts blocked as other and not applicable as skipped', () => {
    const { summary } = (JSON.parse(ctrfJson(failing)) as CTRFReport).results
    assert.deepEqual(
      [summary.tests, summary.passed, summary.failed, summary.other, summary.skipped],
      [17, 7, 4, 2, 4],
    )
    assert.equal(summary.duration, 12_480)
  })
})

describe('summary.md', () => {
  it('has verdict, totals, causes with fixIn and next step, and requirements that did not pass', () => {
    const markdown = summaryMd(failing)
    assert.match(markdown, /^## ❌ Not conformant: Sandbox EU\n/)
    assert.match(markdown, /\n- Requirements: 3 failed, 1 flaky, 2 blocked, 1 warning, 6 passed, /)
    assert.match(
      markdown,
      /\n### Causes\n[^]*\n- \*\*verifyPlatformExternalAccountOwnership accepts a request that it must reject: 200 instead of 400 \(check: "after expiresAt a signature is refused holds"\)\*\* \(failed\)\n {2}- rule: OWN-07 A signature made [^\n]*\n {2}- fix in: your API \(`POST \/platform\/external-accounts\/\{externalAccountId\}\/verify`\); resolves 1 requirement: OWN-07\n {2}- next: /,
    )
    assert.match(markdown, /\n### What did not pass\n[^]*\n- \*\*OWN-07\*\* \(MUST\) failed: A sig/)
    assert.ok(markdown.indexOf('### Causes') < markdown.indexOf('### What did not pass'))
    assert.match(markdown, /Not claimed: Cards, Stablecoins\./)
    assert.doesNotMatch(summaryMd(passing), /What did not pass/)
  })

  it('names some of many requirements with the same reason to be blocked', () => {
    const requirements = Array.from({ length: 20 }, (_, index) => `OWN-${index + 10}`)
    const [cause] = cutOff.causes

    const markdown = summaryMd({ ...cutOff, causes: [{ ...cause!, requirements, resolves: 20 }] })

    assert.match(markdown, /resolves 20 requirements: OWN-10, .*, OWN-21 and 8 more\n/)
    assert.doesNotMatch(markdown, /OWN-22/)
  })

  it('takes no markup from a deployment', () => {
    const markdown = summaryMd(failing)
    assert.doesNotMatch(markdown, STEERING)
    assert.doesNotMatch(markdown, /(?<!\\)<(?:script|img)|\*\*bold|\$\(touch/)
  })

  it('reads as plain text, without entity, tag or escape, for a conforming or failing run', () => {
    for (const run of [passing, cutOff, { ...failing, deployment: passing.deployment }]) {
      const own = summaryMd(run)
        .split('\n')
        .filter((line) => !line.includes('touch /tmp/assay-was-here'))
      assert.ok(own.length > 10)
      for (const line of own) assert.doesNotMatch(line, /&#?\w+;|(?<!\\)<\/?\w+>|\\[^|<]/, line)
    }
  })

  it('aligns the columns of its table', () => {
    const lines = summaryMd(failing)
      .split('\n')
      .filter((line) => line.startsWith('|'))
    assert.ok(lines.length > 3)
    assert.equal(new Set(lines.map(({ length }) => length)).size, 1)
  })

  it('has at most 10,000 bytes for any run', () => {
    const { conformance } = largeRun()
    const long = `${HOSTILE} 🙂<&$ `.repeat(200)
    const requirements = conformance.requirements.map((result, index) => ({
      ...result,
      verdict: VERDICTS[index % VERDICTS.length]!,
      title: long,
      reason: `${index} ${long}`,
      next: long,
      waiver: {
        state: 'expired',
        kind: 'failing',
        reason: long,
        expires: '2026-01-01',
        owner: long,
        issue: long,
      },
    })) as Conformance['requirements']
    const areas = conformance.areas.map((area) => ({ ...area, totals: failing.totals }))
    const ids = requirements.map(({ id }) => id)
    const cause = { ...failing.causes[0]!, title: long, next: long, requirements: ids }
    const worst: Conformance = {
      ...conformance,
      causes: ids.map((id) => ({ ...cause, id })),
      verdict: 'non-conformant',
      totals: failing.totals,
      requirements,
      areas,
      only: ids,
      seed: long,
      incompleteReason: long,
      deployment: { name: long, baseUrl: `https://${long}` },
      notOffered: ids.map((id) => ({ id, title: long, requirements: 1 })),
      withoutStates: { judged: 1, of: 2, additions: ids.map((state) => ({ state, requirements: ids })) },
      states: ids.map((state) => ({ ...failing.states![0]!, state, notTornDown: ids })),
      baseline: { file: long },
      secondOpinions: {
        asked: true,
        opinions: failing.secondOpinions.opinions.slice(0, 1).map((opinion) => ({
          ...opinion,
          disagreements: ids.map(() => ({ ...opinion.disagreements[0]!, message: long, operation: long })),
        })),
      },
    }

    const markdown = summaryMd(worst)

    assert.ok(Buffer.byteLength(markdown) <= 10_000, `${Buffer.byteLength(markdown)} bytes`)
    for (const title of [
      'Causes',
      'What did not pass',
      'Requirements by area',
      'Known failures',
      'Second opinions',
    ])
      assert.match(markdown, new RegExp(`### ${title}\n\n.`))
    assert.match(markdown, /more in `index\.html`/)
  })
})
describe('badge.json', () => {
  it('has the format of shields', () => {
    const badge = (run: typeof failing) => JSON.parse(badgeJson(run)) as Record<string, unknown>
    assert.deepEqual(badge(passing), {
      schemaVersion: 1,
      label: 'contract 2025-10-13 edition 1',
      message: 'conformant · 9 passed',
      color: 'brightgreen',
      isError: false,
    })
    assert.equal(badge(failing).message, 'not conformant · 4 failed')
    assert.equal(badge(cutOff).color, 'yellow')
  })
})

const NO_TOTALS = {
  pass: 0,
  fail: 0,
  flaky: 0,
  blocked: 0,
  warn: 0,
  'not-applicable': 0,
  'not-specified': 0,
}

describe('the summary on the terminal', () => {
  it('has totals, requirements that did not pass, verdict and the place of the report', () => {
    const text = terminalSummary(failing, { colour: false, reportPath: 'reports/latest/index.html' })
    assert.match(text, /^Requirements by area\n┌/)
    assert.match(text, /External Accounts/)
    assert.match(
      text,
      / 2\. failed verifyPlatformExternalAccountOwnership accepts a request that it must reject: 200 instead of 400 \(check: "after expiresAt a signature is refused holds"\)\n {4}rule: OWN-07 A signature made after expiresAt is refused and the account becomes UNVERIFIED\.\n {4}fix in: your API \(POST \/platform\/external-accounts\/\{externalAccountId\}\/verify\); resolves 1 requirement: OWN-07\n/,
    )
    assert.match(text, /failed OWN-07 A signature made after expiresAt/)
    assert.match(
      text,
      /\n3 of \d+ judged MUST requirements failed, and 1 was flaky\. 2 requirements blocked \(all MUST\)\. 1 warning \(SHOULD requirement\)\.\n/,
    )
    assert.ok(text.indexOf(' 2. failed') < text.indexOf('failed OWN-07'))
    assert.match(text, /Not conformant: Sandbox EU/)
    assert.match(
      text,
      /\nJudge the failed requirements again:\n {2}npx assay run --deployment sandbox\.yaml --only-failed\nReport: reports\/latest\/index\.html\n$/,
    )
    assert.equal(text.split('reports/latest/index.html').length - 1, 1)
    assert.doesNotMatch(text, STEERING)
  })

  it('groups the requirements of a cause by what failed', () => {
    const [cause] = failing.causes
    const findings = ['A-01', 'B-02', 'C-03', 'D-04', 'E-05', 'F-06', 'G-07', 'H-08'].map((id) => ({
      found: `found ${id}`,
      requirements: [id],
    }))
    const conformance = { ...failing, causes: [{ ...cause!, resolves: 8, findings }] }
    const text = terminalSummary(conformance, { colour: false, reportPath: 'r' })
    assert.match(
      text,
      /; resolves 8 requirements\n {6}A-01: found A-01\n {6}B-02: found B-02\n {6}C-03: found C-03\n {6}and 5 more requirements\n {4}next: /,
    )
    const few = { ...conformance, causes: [{ ...cause!, findings: findings.slice(0, 7) }] }
    assert.match(terminalSummary(few, { colour: false, reportPath: 'r' }), / {6}G-07: found G-07\n {4}next: /)
    assert.match(summaryMd(conformance), /\n {2}- A-01: found A-01\n {2}- B-02: found B-02\n/)
    assert.match(agentText(conformance, []), /untrusted\| also: B-02:·found·B-02/)
  })

  it('does not repeat the title, and names the causes of each requirement', () => {
    const [cause] = failing.causes
    const findings = [
      { found: 'getCard returns 200 instead of 404 (3 responses)', requirements: ['OWN-07'] },
      { found: 'getCard returns 409', requirements: ['B-02'] },
    ]
    const first = {
      ...cause!,
      title: 'GetCard returns 200 instead of 404 (3 of 5 responses)',
      requirements: ['B-02', 'OWN-07'],
      resolves: 2,
      findings,
    }
    const other = { ...cause!, id: 'other', requirements: ['OWN-07'] }
    const text = terminalSummary({ ...failing, causes: [first, other] }, { colour: false, reportPath: 'r' })
    assert.match(text, /; resolves 2 requirements: B-02 OWN-07\n {6}B-02: getCard returns 409\n {4}next: /)
    assert.match(text, /\nfailed OWN-07 A signature .* \(causes 1 and 2\)\n/)
  })

  it('shows the request and the response of a cause in a line', () => {
    const [cause] = failing.causes
    const first = { ...cause!, title: '`b` of getCard is 2', exchanges: [exchanges[0]!.id] }
    const sent = {
      ...exchanges[0]!,
      request: {
        ...exchanges[0]!.request,
        method: 'GET',
        url: 'https://h/cards/Card%3A0191f5a2-7e6c-7d33-9a3e-0d6b1a2c4e5f',
      },
      response: { ...exchanges[0]!.response!, status: 200, body: '{"a":1,\n"b":2}' },
    }
    const line = (body: string, title = first.title) =>
      seenLine({ ...first, title }, new Map([[sent.id, { ...sent, response: { ...sent.response, body } }]]))
    assert.equal(line(sent.response.body), 'GET /cards/Card:0191f5a2… → 200 { "b": 2, … }')
    assert.equal(line('{"a":1,\n"c":2}'), 'GET /cards/Card:0191f5a2… → 200 {"a":1, "c":2}')
    assert.equal(line('x'.repeat(999))?.length, 141)
    assert.equal(seenLine(first, new Map()), undefined)
    const text = terminalSummary(
      { ...failing, causes: [first] },
      { colour: false, reportPath: 'r', seen: new Map([[first.id, 'GET /\u001b[2J → 200']]) },
    )
    assert.match(text, /\n {4}seen: GET \/‹U\+001B›\[2J → 200\n {4}next: /)
  })

  it('wraps lines at the width of a terminal, but no command and no table', () => {
    const options = { colour: true, reportPath: `/a/long/path/${'x'.repeat(80)}` }
    const plain = terminalSummary(failing, options)
    const text = terminalSummary(failing, { ...options, columns: 80 })
    // oxlint-disable-next-line no-control-regex -- colours have no width
    const lines = text.replaceAll(/\u001b\[\d+m/g, '').split('\n')
    const long = lines.filter((line) => line.length > 80 && !/^(?:[│┌└]| *npx |Report: )/.test(line))
    assert.deepEqual(
      long.filter((line) => line.trim().includes(' ')),
      [],
    )
    assert.ok(lines.some((line) => /^ {6}\S/.test(line)))
    assert.ok(lines.length > plain.split('\n').length)
    assert.equal(text.replaceAll(/\s+/g, ' '), plain.replaceAll(/\s+/g, ' '))
  })

  it('says which other causes the requirements need that a cause does not resolve alone', () => {
    const [cause] = failing.causes
    const one = { ...cause!, id: 'one', requirements: ['A-01', 'B-02', 'C-03'], resolves: 1 }
    const other = { ...cause!, id: 'other', requirements: ['B-02', 'D-04'], resolves: 1 }
    const third = { ...cause!, id: 'third', requirements: ['B-02', 'C-03'], resolves: 0 }
    const conformance = { ...failing, causes: [one, other, third] }
    const text = terminalSummary(conformance, { colour: false, reportPath: 'r' })
    const first =
      'resolves 1 of 3 requirements (B-02 also needs causes 2 and 3; C-03 also needs cause 3): A-01 B-02 C-03'
    assert.ok(text.includes(first), text)
    assert.ok(text.includes('resolves 1 of 2 requirements (B-02 also needs causes 1 and 3)'), text)
    assert.ok(text.includes('resolves 0 of 2 requirements (B-02 also needs causes 1 and 2; C-03'), text)
    const line = /resolves 1 of 2 requirements \(B-02 also needs causes 1 and 3\)/
    assert.match(summaryMd(conformance), line)
    assert.match(agentText(conformance, []), line)
    assert.match(resultsSarif(conformance, []), line)
    assert.match(indexHtml(conformance, []), line)
  })

  it('hides no few ids: they take as much room as their number', () => {
    const ids = Array.from({ length: 13 }, (_, index) => `OWN-${index + 10}`)
    const [cause] = cutOff.causes
    const textOf = (requirements: readonly string[]) =>
      terminalSummary(
        { ...cutOff, causes: [{ ...cause!, requirements, resolves: requirements.length }] },
        { colour: false, reportPath: 'r' },
      )
    assert.match(textOf(ids.slice(1)), /resolves 12 requirements: OWN-11 .* OWN-22\n/)
    assert.match(textOf(ids), /resolves 13 requirements: OWN-10 .* OWN-17 and 5 more\n/)
  })

  it('shows only the areas in which something did not pass, and counts the others', () => {
    const passed = { id: 'cards', title: 'Cards', claimed: true, totals: { ...NO_TOTALS, pass: 3 } }
    const text = terminalSummary(
      { ...failing, areas: [...failing.areas.filter(({ claimed }) => claimed), passed] },
      { colour: false, reportPath: 'r' },
    )

    assert.match(text, /│ External Accounts +│/)
    assert.doesNotMatch(text, /│ Cards/)
    assert.match(text, /│ 1 other area +│.* 3 │/)
    assert.match(terminalSummary(passing, { colour: false, reportPath: 'r' }), /│ External Accounts +│/)
  })

  it('shows at most twelve causes, the worst first', () => {
    const causes = Array.from({ length: 14 }, (_, index) => ({
      ...failing.causes[0]!,
      title: `Cause ${index + 1}`,
    }))

    const text = terminalSummary({ ...failing, causes }, { colour: false, reportPath: 'r' })

    assert.match(text, /\n12 of 14 causes \(requirements: /)
    assert.match(text, /\n12\. failed Cause 12\n/)
    assert.doesNotMatch(text, /Cause 13/)
    assert.match(text, /…and 2 more causes in the report\./)
  })

  it('names no exchange, which no command opens', () => {
    const next = 'Return 409 (exchange OWN-07-6f0b2f.1.2). Then run `npx assay run`.'
    const run = { ...failing, causes: failing.causes.map((cause) => ({ ...cause, next })) }
    assert.match(
      terminalSummary(run, { colour: false, reportPath: 'r' }),
      /\n {4}next: Return 409\. Then run:\n {6}npx assay run\n/,
    )
    assert.match(summaryMd(run), /next: Return 409\. Then run/)
  })

  it('counts blocked requirements as its table, and names those that are a MUST', () => {
    const requirements = failing.requirements.map((result) =>
      result.verdict === 'blocked' && result.id.startsWith('APR')
        ? { ...result, level: 'SHOULD' as const }
        : result,
    )
    const text = terminalSummary({ ...failing, requirements }, { colour: false, reportPath: 'r' })
    assert.match(text, / 2 requirements blocked \(1 MUST\)\. /)
  })

  it('names the reason once if the whole run was cut off', () => {
    const text = terminalSummary(cutOff, { colour: false, reportPath: 'r' })
    assert.match(text, /\n1 cause \(requirements: 13 blocked\)\n\n 1\. blocked /)
    assert.match(text, /resolves 13 requirements: ACT-01 ACT-04 APR-02 .* and 5 more\n/)
    assert.equal(summaryMd(cutOff).split('the environment').length - 1, 1)
  })

  it('leaves out requirements where one cause has them all, and they are many', () => {
    const requirements = Array.from({ length: 30 }, (_, index) => ({
      ...failing.requirements.find(({ verdict }) => verdict === 'blocked')!,
      id: `OWN-${index}`,
    }))
    const cause = { ...failing.causes[0]!, requirements: requirements.map(({ id }) => id) }
    const textOf = (causes: typeof failing.causes) =>
      terminalSummary({ ...failing, requirements, causes }, { colour: false, reportPath: 'r' })

    assert.doesNotMatch(textOf([cause]), /\nRequirements that did not pass\n/)
    const half = { ...cause, requirements: cause.requirements.slice(15) }
    assert.match(textOf([half]), /\nRequirements that did not pass\n/)
  })

  it('lets only its own colours reach the terminal', () => {
    const text = terminalSummary(failing, { colour: true, reportPath: 'r' })
    // oxlint-disable-next-line no-control-regex -- finding them is the purpose
    assert.doesNotMatch(text.replaceAll(/\u001b\[\d+m/g, ''), STEERING)
    assert.ok(!text.includes('\u001b[2J'))
  })
})

describe('printable', () => {
  it('makes control characters visible, and keeps the requested text', () => {
    assert.equal(printable('a\u001b[2J\u0000\u007f\nb'), 'a‹U+001B›[2J‹U+0000›‹U+007F› b')
    assert.equal(printable('\u009b31m\u202e\u2066'), '‹U+009B›31m‹U+202E›‹U+2066›')
    assert.equal(printable('a\nb\tc\r', '\n\t'), 'a\nb\tc ')
    // XML 1.0 cannot write these.
    assert.equal(printable('\ufffe\uffff'), '‹U+FFFE›‹U+FFFF›')
    assert.equal(printable('żółć 支付 🙂 \ud800'), 'żółć 支付 🙂 ‹U+D800›')
  })
})

describe('the files of a run', () => {
  it('are all written, from a recording whose last line is cut', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'assay-report-'))
    const recording = join(directory, 'exchanges.jsonl')
    const lines = exchanges.map((exchange) => JSON.stringify(exchange)).join('\n')
    await writeFile(recording, `${lines}\n{"id":"cut","check`)
    const path = await writeReport(join(directory, 'out'), failing, await exchangesIn(recording))
    assert.equal(path, join(directory, 'out', 'index.html'))
    assert.deepEqual((await readdir(join(directory, 'out'))).sort(), [
      'badge.json',
      'conformance.json',
      'ctrf.json',
      'index.html',
      'junit.xml',
      'results.sarif',
      'summary.md',
    ])
  })

  it('are written without a recording too', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'assay-report-'))
    await writeReport(directory, cutOff, await exchangesIn(join(directory, 'exchanges.jsonl')))
    assert.equal((await readdir(directory)).length, 7)
  })

  it('leave out lines that are no exchange', async () => {
    assert.deepEqual(await readExchanges(['', 'null', '7', '{}', '{"id":"a"}', '{"id":"b"']), [{ id: 'a' }])
  })

  it('never carry hostile text as it came', () => {
    for (const text of [conformanceJson(failing), ctrfJson(failing), junitXml(failing), summaryMd(failing)]) {
      assert.doesNotMatch(text, STEERING)
      assert.ok(!text.includes(HOSTILE))
    }
  })
})
