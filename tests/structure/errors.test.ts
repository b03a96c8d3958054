/** Every error that a command ends with is in the catalogue of `errors/`, and says what failed, what was found, what to do. */
import assert from 'node:assert/strict'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { messagesIn, withoutExpressions, type Message } from '../../docs/generate/messages.ts'
import { assayError, catalogue, exampleOf, subjects, type ErrorCode } from '../../errors/index.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PRODUCT =
  '{fixtures,reports,runner,doctor,init,cli,exploration,certificates,registry,selftest,traffic,second-opinions}'
const codes = Object.keys(catalogue) as ErrorCode[]

const sources = globSync(`${PRODUCT}/**/*.{ts,mjs}`, { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}))

/** Files that write a next step behind an arrow themselves, and why. */
const OWN_ARROWS: Readonly<Record<string, string>> = {
  'cli/add-second-opinions.ts': 'a remark: the run goes on',
  'cli/certify.ts': 'why no certificate is issued: conditions on the run',
  'cli/explore.ts': 'how an exploration ended: findings on the deployment',
  'cli/installation.mjs': 'runs before TypeScript can',
  'cli/signing-key.ts': 'a warning: the command goes on',
  'doctor/examine-briefly.ts': 'a diagnosis of the deployment',
  'doctor/findings-text.ts': 'diagnoses of the deployment',
  'fixtures/config/deployment-file-error.ts': 'all problems of a deployment file at once',
  'fixtures/recording/evidence.ts': 'why a run stopped, in its report',
  'fixtures/redaction/redaction.ts': 'why a run stopped, in its report',
  'runner/secret-scan.ts': 'a notice beside the verdict',
  'runner/stop-of.ts': 'reads why a run stopped',
  'traffic/proxy/own-response.ts': 'responses of the proxy to its clients',
}

describe('the catalogue of errors', () => {
  it('has codes in kebab-case, each once', () => {
    const listed = Object.values(subjects).flatMap((errors) => Object.keys(errors))

    assert.deepEqual(
      codes.filter((code) => !/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(code)),
      [],
    )
    assert.deepEqual([...listed].sort(), [...codes].sort())
  })

  it('has no code that nothing throws', () => {
    const thrown = (code: string) => sources.some(({ text }) => text.includes(`'${code}'`))

    assert.deepEqual(
      codes.filter((code) => !thrown(code)),
      [],
    )
  })

  it('takes no other code, and no code without its parameters', () => {
    // @ts-expect-error: there is no such code
    const wrong = () => assayError('no-such-code')
    // @ts-expect-error: the parameters are missing
    const missing = () => assayError('port-invalid')
    // @ts-expect-error: a parameter is missing
    const incomplete = () => assayError('port-invalid', { port: '0' })

    assert.throws(wrong)
    assert.equal(typeof missing, typeof incomplete)
  })

  it('keeps a message in two lines, whatever its parameters contain', () => {
    const { message } = assayError('port-unusable', { option: '--port', address: 'a\n  → b', code: 'X' })

    assert.equal(message.split('\n').length, 2)
  })
})

describe('next steps', () => {
  const steps = messagesIn(root).filter(({ next }) => next !== '')

  it('name `requests` or a name if a body or its fields may differ, since `operations` sets only method and path', () => {
    const mayDiffer = /\b(?:other|another) (?:field )?(?:names?|body|fields)\b|\bnames of its parameters\b/
    const misleading = steps.filter(
      ({ next }) =>
        mayDiffer.test(next) &&
        /\boperations?\b/.test(next) &&
        !/\brequests\b|\bnames\.|\bcannot\b/.test(next),
    )

    assert.deepEqual(misleading, [])
  })

  it('say what to do, and not only where to look', () => {
    assert.deepEqual(
      steps.filter(({ next }) => /^See the response: [^;]*$/.test(next)),
      [],
    )
  })
})

describe('errors of commands', () => {
  it('have no class of their own', () => {
    const classes = sources
      .filter(({ file }) => /^(?:cli|init|certificates|registry)\//.test(file))
      .flatMap(({ text }) => [...text.matchAll(/class (\w+) extends Error/g)].map(([, name]) => name))

    assert.deepEqual(classes, ['CommandFailed'])
  })

  it('are written nowhere else', () => {
    const writing = sources.filter(({ text }) => /\s{2}→ /.test(text)).map(({ file }) => file)

    assert.deepEqual(writing.sort(), Object.keys(OWN_ARROWS).sort())
  })
})

const MAX_WORDS = 26
/** Words that docs/glossary.md and the rules of the project replace. Written so that a search for them finds only uses. */
const REPLACED =
  /\b(?:(?<!there )(?:is|are) no(?! longer)|law(?:ful)|who(?:ever)|strange(?:rs?)|elde(?:r)|nobod(?:y)|left out|tells?|tol(?:d)|stands?(?!-)|men(?:d)|bears?|come to|of its own)\b/i
const COMMAND = /(?:^|[:?.] )(?:baseUrl:|npx|gzip|npm|openssl) .*$/

/** What is wrong with a message, part by part. */
function mistakesIn(code: ErrorCode): readonly string[] {
  const { problem, next, message } = exampleOf(code)
  const [failed = '', ...rest] = problem.split(': ')
  const found = rest.join(': ')
  const sentences = [found, ...next.split(/(?<=[.?]) /)]
  return [
    ...(failed === '' ? ['does not say what failed'] : []),
    ...(found === '' ? ['does not say what was found'] : []),
    ...(/[.!?]$/.test(found) ? ['has a full stop after what was found'] : []),
    ...(next === '' ? ['does not say what to do'] : []),
    ...(/[.?]$/.test(next) || COMMAND.test(next) ? [] : ['does not end its next step']),
    ...(/^[A-Z`]/.test(next) ? [] : ['does not begin its next step']),
    ...sentences
      .filter((sentence) => sentence.split(/\s+/).length > MAX_WORDS)
      .map((sentence) => `is too long: ${sentence}`),
    ...(REPLACED.exec(`${problem}\n${next}`) ?? []).map((word) => `has the word ${word}`),
    ...(/undefined|NaN|\[object|\$\{| {2}(?!→|\[)/.test(message.replace('\n  ', '\n')) ? ['has a gap'] : []),
  ]
}

describe('the message of an error', () => {
  for (const code of codes)
    it(`${code} has three parts in plain words`, () => {
      assert.deepEqual(mistakesIn(code), [], exampleOf(code).message)
    })
})

/** What is wrong with a message beside its cause. */
function mistakesBeside({
  found,
  next,
  isNote,
}: Pick<Message, 'found' | 'next' | 'isNote'>): readonly string[] {
  const [first = ''] = found.split(' | ')
  const ends = (text: string) => /[.?›)]$/.test(text) || /[:,] \S/.test(text)
  return [
    ...(found === '' ? ['does not say what was found'] : []),
    ...(next === '' || next.split(' | ').every(ends) ? [] : ['does not end its next step']),
    ...(isNote !== true &&
    /^[A-Z][a-z]+ /.test(first) &&
    !/^(?:Assay|Dredd|Prism|Requirements|WebSockets|The (?:provider|sequence)) /.test(first)
      ? ['begins what was found with a capital']
      : []),
    ...(REPLACED.exec(withoutExpressions(`${found}\n${next}`)) ?? []).map((word) => `has the word ${word}`),
  ]
}

it('messages outside the catalogue are in plain words, with a next step', () => {
  const messages = messagesIn(root)

  assert.ok(messages.length > 250)
  assert.deepEqual(
    messages.flatMap((message) =>
      mistakesBeside(message).map(
        (mistake) => `${message.file}: ${mistake}: ${message.found} → ${message.next}`,
      ),
    ),
    [],
  )
})

describe('the list of messages', () => {
  it('has a new note, wherever a command writes it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-messages-'))
    mkdirSync(join(folder, 'cli/deep'), { recursive: true })
    writeFileSync(
      join(folder, 'cli/deep/notes.ts'),
      'const say = (text: string) => write(text)\nsay(`Merging ${amount} new shards …`)\nconst help = () => ["run one more time"]',
    )
    const found = messagesIn(folder).map((message) => message.found)
    rmSync(folder, { recursive: true })

    assert.deepEqual(found, ['Merging ‹amount› new shards …', 'run one more time'])
  })

  it('has whole templates: the choices of a condition, and the texts of constants', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-messages-'))
    mkdirSync(join(folder, 'suites'), { recursive: true })
    const found = "`the document ${isThere ? 'has no id' : 'is not listed'} (exchange ${id})`"
    writeFileSync(
      join(folder, 'suites/some.ts'),
      `const NEXT = 'Return the id of each document.'\nthrow new Blocked('implementation', ${found}, NEXT)`,
    )
    const messages = messagesIn(folder)
    rmSync(folder, { recursive: true })

    assert.deepEqual(messages, [
      {
        file: 'suites/some.ts',
        found: 'the document [has no id | is not listed] (exchange ‹id›)',
        next: 'Return the id of each document.',
      },
    ])
  })

  it('has the texts and labels of pages, and the violations of invariants', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-messages-'))
    mkdirSync(join(folder, 'reports/html'), { recursive: true })
    mkdirSync(join(folder, 'spec/invariants'), { recursive: true })
    const markup =
      '<nav aria-label="Sections of the page"><p>\n  See the <strong>line</strong> of <code>a.json</code>\n  for ${amount} more.</p></nav>'
    writeFileSync(join(folder, 'reports/html/some.ts'), `const all = html\`${markup}\``)
    writeFileSync(
      join(folder, 'spec/invariants/one.ts'),
      "const found = { at: 'id', message: 'the id of it was another one' }",
    )
    const found = messagesIn(folder).map((message) => message.found)
    rmSync(folder, { recursive: true })

    assert.deepEqual(found.toSorted(), [
      'Sections of the page',
      'See the line of a.json for ‹amount› more.',
      'the id of it was another one',
    ])
  })

  it('has the notes that commands write today', () => {
    const listed = readFileSync(join(root, 'docs/messages.md'), 'utf8')

    for (const note of [
      'Judging the recording again, without the deployment …',
      'Validating the recording with Prism and Dredd …',
    ])
      assert.ok(listed.includes(note), note)
  })
})
