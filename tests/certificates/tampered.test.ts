/** Every change of a bundle is named, and the recording must still support every statement that a trusted key signs. */
import assert from 'node:assert/strict'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sealed } from '../../certificates/envelope.ts'
import { examineBundle, type Problem } from '../../certificates/examine-bundle.ts'
import { ATTESTATION, digestOf } from '../../certificates/files.ts'
import { newKeyPair, signingKey, verificationKey } from '../../certificates/keys.ts'
import { proofOf } from '../../certificates/proof.ts'
import type { Statement } from '../../certificates/statement.ts'
import { suitesOf } from '../../certificates/suites-digest.ts'
import { writeAttestation, type Issuing } from '../../certificates/write-attestation.ts'
import type { Conformance, Exchange } from '../../reports/conformance.ts'
import { areas, CONVENTIONS } from '../../spec/index.ts'
import { assay, type Ended } from '../cli/assay.ts'
import { sharedCertified, VARIABLES, type Certified } from './certified.ts'

const AREA = 'sandbox'
/** So many places of each file are changed, one at a time. */
const RANGES = 16
const CLAIMABLE = areas.filter(({ id }) => id !== CONVENTIONS).length
const DAY_MS = 24 * 60 * 60 * 1000

let made: Certified
let folder: string
let issuing: Omit<Issuing, 'now'>

before(async () => {
  made = await sharedCertified([AREA])
  folder = mkdtempSync(join(tmpdir(), 'assay-tampered-'))
  const root = fileURLToPath(new URL('../..', import.meta.url))
  issuing = { suites: suitesOf(root), proof: proofOf(root), validDays: 90 }
})

after(() => rmSync(folder, { recursive: true, force: true }))

const secretKey = () => signingKey(readFileSync(made.privateKey, 'utf8'))
const openKey = () => verificationKey(readFileSync(made.publicKey, 'utf8'))

const problemsIn = async (
  directory: string,
  now = Date.now(),
  key = openKey(),
): Promise<readonly Problem[]> => (await examineBundle(directory, key, now)).problems

/** A copy of the bundle with something done to it. */
function tampered(change: (directory: string) => void): string {
  const directory = mkdtempSync(join(folder, 'bundle-'))
  cpSync(made.bundle, directory, { recursive: true })
  change(directory)
  return directory
}

const statementIn = (directory: string): Statement => {
  const { payload } = JSON.parse(readFileSync(join(directory, ATTESTATION), 'utf8')) as { payload: string }
  return JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as Statement
}

/** Signs as the holder of the key could, with any content of the files. */
const signAs = (directory: string, statement: unknown, key = secretKey()) =>
  writeFileSync(join(directory, ATTESTATION), sealed(Buffer.from(JSON.stringify(statement)), key))

type Predicate = Statement['predicate']
const withPredicate = (change: (predicate: Predicate) => Predicate) =>
  tampered((directory) => {
    const statement = statementIn(directory)
    signAs(directory, { ...statement, predicate: change(statement.predicate) })
  })

const verified = (directory: string, ...rest: readonly string[]): Promise<Ended> =>
  assay(['verify', directory, '--key', made.publicKey, ...rest])

describe('a certificate', () => {
  it('is valid as issued', async () => {
    assert.deepEqual(await problemsIn(made.bundle), [])
  })

  it('covers every file of the bundle, and the files of a run are among them', () => {
    const { subject, predicate } = statementIn(made.bundle)
    const others = readdirSync(made.bundle).filter((name) => name !== ATTESTATION)

    assert.deepEqual(subject.map(({ name }) => name).toSorted(), others.toSorted())
    for (const { name, digest } of subject)
      assert.equal(digest.sha256, digestOf(readFileSync(join(made.bundle, name))))
    for (const name of [
      'index.html',
      'conformance.json',
      'recording.json',
      'exchanges.jsonl',
      'judgements.jsonl',
    ])
      assert.ok(others.includes(name), name)
    assert.equal(predicate.result, 'PASSED')
    assert.ok(predicate.passedTests.includes('SBX-01'))
    assert.deepEqual(predicate.assayCertificate.areas, [AREA])
    assert.equal(predicate.assayCertificate.areasNotClaimed.length, CLAIMABLE - 1)
  })

  it('has no secret, no path of this machine and no key, in files and output', () => {
    const pem = readFileSync(made.privateKey, 'utf8').split('\n')[1]!
    const texts = readdirSync(made.bundle).map((name) => readFileSync(join(made.bundle, name), 'utf8'))
    const statement = JSON.stringify(statementIn(made.bundle))

    for (const secret of [pem, VARIABLES.CERTIFIED_SECRET, VARIABLES.CERTIFIED_TOKEN])
      for (const text of [...texts, statement, made.ended.stdout, made.ended.stderr])
        assert.ok(!text.includes(secret))
    for (const path of [made.folder, process.cwd()])
      for (const text of [statement, readFileSync(join(made.bundle, 'recording.json'), 'utf8')])
        assert.ok(!text.includes(path), path)
  })

  it('fails with another key', async () => {
    const foreign = verificationKey(newKeyPair().publicPem)

    assert.deepEqual(
      (await problemsIn(made.bundle, Date.now(), foreign)).map(({ name }) => name),
      ['signature'],
    )
  })

  it('fails after it is signed again with another key', async () => {
    const directory = tampered((copy) => signAs(copy, statementIn(copy), signingKey(newKeyPair().privatePem)))

    assert.deepEqual(
      (await problemsIn(directory)).map(({ name }) => name),
      ['signature'],
    )
  })

  it('is valid from its issue until it expires', async () => {
    const { issuedAt, expiresAt } = statementIn(made.bundle).predicate.assayCertificate
    const [begin, end] = [Date.parse(issuedAt), Date.parse(expiresAt)]

    assert.equal(end - begin, 90 * DAY_MS)
    assert.deepEqual(await problemsIn(made.bundle, end - 1), [])
    assert.match((await problemsIn(made.bundle, end))[0]?.found ?? '', /it expired at/)
    assert.match((await problemsIn(made.bundle, begin - DAY_MS))[0]?.found ?? '', /it is valid from/)
  })
})

describe('the files of a bundle', () => {
  it('are named when any byte of any range changed, or when one was cut', async () => {
    const directory = tampered(() => undefined)
    const names = statementIn(directory).subject.map(({ name }) => name)
    const unseen: string[] = []
    const seenIn = async (name: string) =>
      (await problemsIn(directory)).some(
        (problem) => problem.name === 'file' && problem.found === `${name} was changed after signing`,
      )

    for (const name of names) {
      const path = join(directory, name)
      const whole = readFileSync(path)
      for (let range = 0; range < RANGES; range++) {
        const at = Math.min(whole.length - 1, Math.floor(((range + 0.5) * whole.length) / RANGES))
        const flipped = Buffer.from(whole)
        flipped[at]! ^= 0x01
        writeFileSync(path, flipped)
        if (!(await seenIn(name))) unseen.push(`${name} at ${at}`)
      }
      for (const length of [0, whole.length - 1]) {
        writeFileSync(path, whole)
        truncateSync(path, length)
        if (!(await seenIn(name))) unseen.push(`${name} cut to ${length}`)
      }
      writeFileSync(path, whole)
    }

    assert.ok(names.length >= 10)
    assert.deepEqual(unseen, [])
    assert.deepEqual(await problemsIn(directory), [])
  })

  const swap = (directory: string, one: string, other: string) => {
    renameSync(join(directory, one), join(directory, 'kept'))
    renameSync(join(directory, other), join(directory, one))
    renameSync(join(directory, 'kept'), join(directory, other))
  }

  const ways: readonly (readonly [string, (directory: string) => void, readonly string[]])[] = [
    ['one is missing', (copy) => rmSync(join(copy, 'summary.md')), ['summary.md is missing']],
    [
      'one was added',
      (copy) => writeFileSync(join(copy, 'more.txt'), ''),
      ['more.txt was added after signing'],
    ],
    ['a folder was added', (copy) => mkdirSync(join(copy, 'more')), ['more was added after signing']],
    [
      'one was appended to',
      (copy) => appendFileSync(join(copy, 'exchanges.jsonl'), '\n'),
      ['exchanges.jsonl was changed after signing'],
    ],
    [
      'two have changed places',
      (copy) => swap(copy, 'junit.xml', 'ctrf.json'),
      ['ctrf.json was changed after signing', 'junit.xml was changed after signing'],
    ],
    [
      'one was renamed',
      (copy) => renameSync(join(copy, 'badge.json'), join(copy, 'BADGE.json')),
      ['badge.json is missing', 'BADGE.json was added after signing'],
    ],
    [
      'one is a link to what it was',
      (copy) => {
        rmSync(join(copy, 'index.html'))
        symlinkSync(join(made.bundle, 'index.html'), join(copy, 'index.html'))
      },
      ['index.html is no longer a file, or is longer than any file of a run'],
    ],
    [
      'one has no end',
      (copy) => truncateSync(join(copy, 'exchanges.jsonl'), 2 ** 43),
      ['exchanges.jsonl is no longer a file, or is longer than any file of a run'],
    ],
    [
      'one was added whose name is no text',
      (copy) => writeFileSync(Buffer.concat([Buffer.from(join(copy, 'x')), Buffer.from([0xff])]), ''),
      ['x\ufffd was added after signing'],
    ],
  ]
  for (const [what, change, expected] of ways) {
    it(`are named when ${what}`, async () => {
      const problems = await problemsIn(tampered(change))

      assert.deepEqual(problems.map(({ found }) => found).toSorted(), expected.toSorted())
    })
  }
})

describe('an attestation that is no file', () => {
  it('fails, and is not followed', async () => {
    const directory = tampered((copy) => {
      rmSync(join(copy, ATTESTATION))
      symlinkSync(join(made.bundle, ATTESTATION), join(copy, ATTESTATION))
    })

    assert.match((await problemsIn(directory))[0]?.found ?? '', /it is not a file/)
  })
})

describe('a statement signed by a holder of the key', () => {
  it('is invalid when it omits the basis of a certificate', async () => {
    const directory = tampered((copy) => {
      const { subject, ...rest } = statementIn(copy)
      signAs(copy, { ...rest, subject: subject.filter(({ name }) => name !== 'exchanges.jsonl') })
      rmSync(join(copy, 'exchanges.jsonl'))
    })

    assert.deepEqual(
      (await problemsIn(directory)).map(({ found }) => found),
      ['exchanges.jsonl was not signed'],
    )
  })

  const shapes: readonly (readonly [string, (statement: Statement) => unknown])[] = [
    ['of another type', (statement) => ({ ...statement, _type: 'https://in-toto.io/Statement/v0.1' })],
    ['on something else', (statement) => ({ ...statement, predicateType: 'https://slsa.dev/provenance/v1' })],
    ['without subjects', (statement) => ({ ...statement, subject: undefined })],
    [
      'on a file outside of the bundle',
      (statement) => ({
        ...statement,
        subject: [...statement.subject, { name: '../keys.pem', digest: { sha256: 'a'.repeat(64) } }],
      }),
    ],
    [
      'on one file twice',
      (statement) => ({ ...statement, subject: [...statement.subject, statement.subject[0]] }),
    ],
    ['that is null', () => null],
  ]
  for (const [what, change] of shapes) {
    it(`fails for one ${what}`, async () => {
      const directory = tampered((copy) => signAs(copy, change(statementIn(copy))))

      assert.deepEqual(
        (await problemsIn(directory)).map(({ name }) => name),
        ['statement'],
      )
    })
  }

  const claims: readonly (readonly [string, (predicate: Predicate) => Predicate])[] = [
    ['predicate.result', (predicate) => ({ ...predicate, result: 'WARNED' })],
    [
      'predicate.passedTests',
      (predicate) => ({ ...predicate, passedTests: [...predicate.passedTests, 'OWN-01'] }),
    ],
    ['predicate.warnedTests', (predicate) => ({ ...predicate, warnedTests: ['SBX-01'] })],
    [
      'configuration deployment',
      (predicate) => ({
        ...predicate,
        configuration: predicate.configuration.map((one) =>
          one.name === 'deployment' ? { ...one, digest: { sha256: 'b'.repeat(64) } } : one,
        ),
      }),
    ],
    [
      'assayCertificate.deployment',
      (predicate) => ({
        ...predicate,
        assayCertificate: {
          ...predicate.assayCertificate,
          deployment: { name: 'other', baseUrl: 'https://other' },
        },
      }),
    ],
    [
      'assayCertificate.areas',
      (predicate) => ({
        ...predicate,
        assayCertificate: { ...predicate.assayCertificate, areas: [AREA, 'cards'] },
      }),
    ],
    [
      'assayCertificate.totals',
      (predicate) => ({
        ...predicate,
        assayCertificate: {
          ...predicate.assayCertificate,
          totals: { ...predicate.assayCertificate.totals, pass: 800 },
        },
      }),
    ],
  ]
  for (const [part, change] of claims) {
    it(`is invalid if the files contradict ${part}`, async () => {
      assert.deepEqual(
        (await problemsIn(withPredicate(change))).map(({ name, found }) => [name, found]),
        [['claim', `the statement and the files of the bundle differ in ${part}`]],
      )
    })
  }

  it('fails on a run that is not certified', async () => {
    const directory = tampered((copy) => {
      const file = join(copy, 'conformance.json')
      const conformance = JSON.parse(readFileSync(file, 'utf8')) as Conformance
      writeFileSync(file, JSON.stringify({ ...conformance, only: ['SBX-01'] }))
    })
    await writeAttestation(directory, secretKey(), { ...issuing, now: Date.now() })

    assert.deepEqual(
      (await problemsIn(directory)).filter(({ name }) => name === 'condition').map(({ found }) => found),
      ['restricted: the run was restricted to SBX-01'],
    )
  })

  for (const text of [
    '',
    'null',
    '{}',
    '{"requirements":1}',
    '{"requirements":[null],"areas":[],"deployment":{}}',
  ]) {
    it(`fails on a run that is ${text || 'nothing'}`, async () => {
      const directory = tampered((copy) => {
        writeFileSync(join(copy, 'conformance.json'), text)
        const { subject, ...rest } = statementIn(copy)
        const digest = { sha256: digestOf(text) }
        const changed = subject.map((one) => (one.name === 'conformance.json' ? { ...one, digest } : one))
        signAs(copy, { ...rest, subject: changed })
      })

      assert.match((await problemsIn(directory))[0]?.found ?? '', /^the run in the bundle cannot be read/)
    })
  }

  it('is left open where it is a certificate of a later version', async () => {
    const directory = withPredicate((predicate) => ({
      ...predicate,
      assayCertificate: { ...predicate.assayCertificate, schemaVersion: 2 as 1 },
    }))

    const { problems, open } = await examineBundle(directory, openKey(), Date.now())

    assert.deepEqual(problems, [])
    assert.match(open[0] ?? '', /version 2, which this Assay does not know/)
  })
})

/** A copy in which one response is another, signed with the key that the verifier trusts. */
async function forged(
  change: (exchange: Exchange) => Exchange,
  changeMore: (directory: string) => void,
  suites = issuing.suites,
): Promise<string> {
  const directory = tampered((copy) => {
    const file = join(copy, 'exchanges.jsonl')
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    writeFileSync(
      file,
      lines.map((line) => `${JSON.stringify(change(JSON.parse(line) as Exchange))}\n`).join(''),
    )
    changeMore(copy)
  })
  await writeAttestation(directory, secretKey(), { ...issuing, suites, now: Date.now() })
  return directory
}

const refusing = (exchange: Exchange): Exchange =>
  exchange.check.startsWith('SBX-01') && exchange.operation === 'fundInternalAccount' && exchange.response
    ? { ...exchange, response: { ...exchange.response, status: 500 } }
    : exchange

describe('assay verify', () => {
  it('verifies a bundle on another machine, with the public key only', async () => {
    const elsewhere = tampered(() => undefined)
    const before = statSync(join(elsewhere, ATTESTATION)).mtimeMs

    const { code, stdout } = await verified(elsewhere)

    assert.equal(code, 0, stdout)
    assert.match(stdout, /^Verified\.\n/)
    assert.ok(stdout.includes(`1 of ${CLAIMABLE} areas`), stdout)
    const { totals } = JSON.parse(readFileSync(join(made.bundle, 'conformance.json'), 'utf8')) as Conformance
    assert.ok(totals.pass > 0)
    assert.ok(stdout.includes(`all ${totals.pass} verdicts are the same`), stdout)
    assert.equal(statSync(join(elsewhere, ATTESTATION)).mtimeMs, before)
    assert.deepEqual(readdirSync(elsewhere), readdirSync(made.bundle))
  })

  it('names the verdict that an altered recording does not support, and an altered report, whichever key signed them', async () => {
    const directory = await forged(refusing, (copy) =>
      writeFileSync(join(copy, 'summary.md'), '# All is well\n'),
    )
    assert.deepEqual(await problemsIn(directory), [])

    const { code, stdout } = await verified(directory, '--json')

    assert.equal(code, 1)
    const { outcome, problems } = JSON.parse(stdout) as { outcome: string; problems: readonly Problem[] }
    assert.equal(outcome, 'not-verified')
    assert.ok(
      problems.some(
        ({ name, found }) => name === 'verdict' && /^SBX-01 is certified as pass; .* fail/.test(found),
      ),
      stdout,
    )
    assert.deepEqual(
      problems.filter(({ name }) => name === 'report').map(({ found }) => found),
      ['summary.md', 'exchanges.har', 'judgements.jsonl'].map(
        (name) => `${name} differs from the run and its recording`,
      ),
    )
  })

  it('reports that other suites judged the recording, and which verdicts differ', async () => {
    const directory = await forged(refusing, () => undefined, 'c'.repeat(64))

    const { code, stdout } = await verified(directory)

    assert.equal(code, 3, stdout)
    assert.match(stdout, /^Inconclusive/)
    assert.match(stdout, /different suites judged it \(Assay [\d.]+, cccccccccccc;/)
    assert.match(stdout, /SBX-01: pass when certified, fail here/)
  })

  it('is inconclusive where other suites wrote a conformance.json of another form', async () => {
    const withoutTitles = (directory: string) => {
      const file = join(directory, 'conformance.json')
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"title":', '"name":'))
    }
    const directory = await forged((exchange) => exchange, withoutTitles, 'c'.repeat(64))

    const { code, stdout } = await verified(directory)

    assert.equal(code, 3, stdout)
    assert.match(stdout, /conformance\.json has another form: /)
  })

  it('names the requirements that other suites do not check, and is inconclusive although every verdict is the same', async () => {
    const directory = await forged(
      (exchange) => exchange,
      () => undefined,
      'c'.repeat(64),
    )

    const { code, stdout } = await verified(directory)

    assert.equal(code, 3, stdout)
    assert.match(stdout, /verify it with Assay [\d.]+\n/)
    assert.match(
      stdout,
      /Not checked:\n {2}that the recording gives the certified verdicts .*\n(?: {2}.*\n){3}/,
    )
    assert.match(stdout, /judged again from its recording, with other suites: all \d+ verdicts are the same/)
  })

  it('lists the statements that only the signer asserts', async () => {
    const { stdout } = await verified(made.bundle)

    assert.match(stdout, /stated by the signer only:\n {4}the exchanges took place/)
    assert.ok(!stdout.includes('index.html'), stdout)
  })

  it('replays nothing that differs from the signed files', async () => {
    const directory = tampered((copy) => appendFileSync(join(copy, 'recording.json'), ' '))

    const { code, stdout, stderr } = await verified(directory)

    assert.equal(code, 1)
    assert.match(stdout, /^Does not verify:\n {2}file: recording\.json was changed after signing\n/)
    assert.match(stdout, /not judged again/)
    assert.equal(stderr, '')
  })

  it('does not start without a bundle, or without a public key', async () => {
    const [nowhere, secret] = await Promise.all([
      assay(['verify', made.folder, '--key', made.publicKey]),
      assay(['verify', made.bundle, '--key', made.privateKey]),
    ])

    assert.equal(nowhere.code, 2)
    assert.match(nowhere.stderr, /is not a bundle: there is no attestation\.json in it/)
    assert.equal(secret.code, 2)
    assert.match(secret.stderr, /it is a private key/)
  })
})
