/**
 * The final scan of a finished run: no file of its report may contain a known secret. Texts are redacted when they are
 * written; this scan finds secrets that became known later, or that a bug missed. A line that cannot be cleaned is
 * dropped: no secret may suppress a verdict or the report.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { EXCHANGES, LONG_BODIES } from '../fixtures/recording/evidence.ts'
import { headWithoutSecrets, RECORDING, type RecordingHead } from '../fixtures/recording/recording.ts'
import { createRedaction, type Redaction } from '../fixtures/redaction/redaction.ts'
import { mayHoldEscapes, textsOf, withoutHiding } from '../fixtures/redaction/decodings.ts'
import { redactTexts } from '../fixtures/redaction/redact-texts.ts'
import { labelOf, withoutLabels } from '../fixtures/redaction/replace-spotted.ts'
import { createSecretIndex, searchBudget, type SecretIndex } from '../fixtures/redaction/secret-index.ts'
import { spotWrapped } from '../fixtures/redaction/wrapped-texts.ts'
import type { NamedSecret } from '../fixtures/redaction/secret-vault.ts'
import { writeWhole } from '../spec/write-whole.ts'
import { DURATIONS, HAR, JUDGEMENTS, PLAN, REPORT_FILES, TRAFFIC } from '../reports/report-files.ts'

/** Written while a run goes on. */
const RECORDINGS = [EXCHANGES, LONG_BODIES, JUDGEMENTS, PLAN, RECORDING, DURATIONS]
/** Name suffix of a suppressed file, so that it is not taken for a report. */
const WITHHELD = '.withheld'

/** A file of a report with a secret. */
export interface Leak {
  readonly file: string
  /** Names of the secrets, never their values. */
  readonly names: readonly string[]
}

/** Keeps secrets out of a report. */
export interface SecretGuard {
  /** Redacts all known secrets in texts. */
  redaction(): (text: string) => string
  /** Rewrites lines that were written before a secret in them was known. */
  cleanRecordings(): void
  /** Marks a file that was written from redacted recordings only: it cannot contain a secret. */
  trust(file: string): void
  /**
   * Removes secrets from the files of the report, and returns a description of omissions; undefined: none.
   *
   * @param ownWords texts of every report: they disclose no secret
   */
  cleanReport(ownWords: () => string): string | undefined
}

/**
 * Shorter secrets, above all one-time codes of six digits, occur in any long recording by chance, as parts of
 * identifiers. They are redacted where they are used.
 */
const SHORTEST_TELLING = 10

/** @param known every secret that the run has learned so far */
export function secretGuard(directory: string, known: () => readonly NamedSecret[]): SecretGuard {
  const toolsNow = latestTools(() => known().filter(([, secret]) => secret.length >= SHORTEST_TELLING))
  /** States of recordings without a secret, at the time of their scan. */
  let clean: ReadonlySet<string> = new Set()
  return {
    redaction() {
      const { redaction } = toolsNow()
      return (text) => redaction.redact(text)
    },
    cleanRecordings() {
      clean = cleanedRecordings(directory, toolsNow())
    },
    trust(file) {
      clean = new Set([...clean, stateOf(file)])
    },
    cleanReport(ownWords) {
      const changed = (file: string) => !clean.has(stateOf(file))
      const tools = toolsNow()
      const leaks = leaksFound(directory, tools.search, changed)
      if (leaks.length === 0) return undefined
      clean = cleanedRecordings(directory, tools)
      const leaking = new Set(leaks.map(({ file }) => file).filter(changed))
      const foreign = toolsFor(foreignTo(ownWords(), tools.secrets))
      const cleaned = [...leaking].flatMap((file) => cleanFile(file, foreign))
      return cleaned.length === 0 ? undefined : notice(cleaned)
    },
  }
}

/** The state of a file: it changes when the file is written again. */
function stateOf(file: string): string {
  const { size, mtimeMs, ino } = statSync(file)
  return [file, size, mtimeMs, ino].join(' ')
}

/**
 * The files of the report with secrets, in any encoding that the redaction knows.
 *
 * @param isLookedAt default: all files
 */
export function leaksIn(
  directory: string,
  secrets: readonly NamedSecret[],
  isLookedAt: (file: string) => boolean = () => true,
): readonly Leak[] {
  return leaksFound(directory, searchFor(secrets), isLookedAt)
}

function leaksFound(
  directory: string,
  search: Search,
  isLookedAt: (file: string) => boolean,
): readonly Leak[] {
  return filesOf(directory)
    .filter(isLookedAt)
    .flatMap((file) => {
      const names = namesIn(file, readFileSync(file, 'utf8'), search)
      return names.length === 0 ? [] : [{ file, names }]
    })
}

/** Removes the files with secrets and renames the others, with the reason; undefined without a leak. */
export function suppressReport(directory: string, leaks: readonly Leak[]): string | undefined {
  if (leaks.length === 0) return undefined
  for (const { file } of leaks) rmSync(file)
  for (const file of filesOf(directory)) renameSync(file, `${file}${WITHHELD}`)
  return [
    'The report is suppressed because it contains secrets:',
    ...leaks.map(({ file, names }) => `  ${basename(file)} had ${names.join(', ')}; it was removed`),
    `  → The other files are in ${directory} as *${WITHHELD}. Report this bug in Assay, and rotate these secrets if others had access to the files.`,
    '',
  ].join('\n')
}

/** Paths of files that an earlier withholding left in the directory. */
export const suppressedFiles = (directory: string): readonly string[] =>
  existsSync(directory)
    ? readdirSync(directory)
        .filter((name) => name.endsWith(WITHHELD))
        .map((name) => join(directory, name))
    : []

const filesOf = (directory: string): readonly string[] =>
  [...REPORT_FILES, ...RECORDINGS, HAR, TRAFFIC]
    .map((name) => join(directory, name))
    .filter((file) => existsSync(file))

/** One more than is redacted: these files contain redacted text as JSON or HTML. */
const ESCAPES_WITHIN_EACH_OTHER = 3
/** Read in pieces that overlap by more than any secret is long, so that memory stays small. */
const PIECE = 256 * 1024
const OVERLAP = 16 * 1024

/** Escapes are dense if there are more of them than one in so many characters. */
const SPARSE = 50
/**
 * So much text with dense escapes is decoded in every order, and cleaned in place, characters. That takes some seconds:
 * a deployment that fills the recordings with escapes must not delay the report for minutes.
 */
const MOST_COSTLY = 1_000_000

/** Six in seven lines of conformance.json occur before, and a search takes longer than a look-up, characters. */
const LONGEST_REPEATED = 500

interface Search {
  readonly index: SecretIndex
  /** Of all its secrets. */
  readonly labels: ReadonlySet<string>
  /** A secret has a quote in it. */
  readonly quoted: boolean
  /** A secret has a line feed in it. */
  readonly ofLines: boolean
  /** A secret has text that looks like an escape: what it decodes to depends on the order. */
  readonly resemblesEscapes: boolean
  /** So much text with dense escapes is still decoded in every order. */
  left: number
}

const searchFor = (secrets: readonly NamedSecret[]): Search => ({
  index: indexOf(secrets),
  labels: new Set(secrets.map(([name]) => labelOf(name))),
  quoted: secrets.some(([, secret]) => secret.includes('"')),
  ofLines: secrets.some(([, secret]) => secret.includes('\n')),
  resemblesEscapes: secrets.some(([, secret]) => mayHoldEscapes(secret)),
  left: MOST_COSTLY,
})

/** The search and the replacement of secrets. Each takes some hundred times their length in memory. */
interface Tools {
  readonly secrets: readonly NamedSecret[]
  readonly search: Search
  readonly redaction: Redaction
}

const toolsFor = (secrets: readonly NamedSecret[]): Tools => ({
  secrets,
  search: searchFor(secrets),
  redaction: redactionOf(secrets),
})

/** Rebuilds them only when more secrets are known: a run never forgets one. */
function latestTools(known: () => readonly NamedSecret[]): () => Tools {
  let latest: Tools | undefined
  return () => {
    const secrets = known()
    if (latest?.secrets.length !== secrets.length) {
      // Releases the old ones before building new ones.
      latest = undefined
      latest = toolsFor(secrets)
    }
    return latest
  }
}

/** Names of the secrets in a file. */
function namesIn(file: string, text: string, search: Search): readonly string[] {
  const names = spottedIn(file, text, search)
  if (names.length === 0) return names
  // A name may contain a word that is a secret elsewhere.
  const rest = withoutLabels(text, search.labels)
  return rest === text ? names : spottedIn(file, rest, search)
}

function spottedIn(file: string, text: string, search: Search): readonly string[] {
  const { index, quoted, ofLines } = search
  const names = new Set<string>()
  const clean = new Set<string>()
  const unbroken = file.endsWith('.jsonl') ? undefined : withoutHiding(text)
  for (const { name } of index.spot(unbroken ?? '')) names.add(name)
  for (const piece of piecesOf(text, file.endsWith('.jsonl') || !ofLines)) {
    if (clean.has(piece)) continue
    const found = names.size
    const budget = searchBudget(piece)
    const readings = quoted || mayHoldEscapes(piece) ? textsOf(piece, depthFor(piece, search)) : [piece]
    let last = piece
    for (const reading of readings) {
      if (budget.left < 0) break
      for (const { name } of index.spot(reading, budget)) names.add(name)
      last = reading
    }
    for (const text of new Set([piece, last]))
      for (const { name } of spotWrapped(text, index, budget)) names.add(name)
    if (names.size === found && piece.length <= LONGEST_REPEATED) clean.add(piece)
  }
  return [...names]
}

/** All kinds of escapes at once are decoded at any depth. */
function depthFor(piece: string, search: Search): number {
  if (hasDenseEscapes(piece)) {
    if (!search.resemblesEscapes || search.left <= 0) return 0
    search.left -= piece.length
  }
  return ESCAPES_WITHIN_EACH_OTHER
}

const hasDenseEscapes = (text: string): boolean =>
  text.length > PIECE / 16 && SPARSE * (text.match(/[\\%&]/g)?.length ?? 0) > text.length

/** @param byLine no secret goes from one line to the next, as it does in no line of JSON */
function* piecesOf(text: string, byLine: boolean): Generator<string> {
  for (const part of byLine ? text.split('\n') : [text])
    for (let at = 0; at < part.length; at += PIECE) yield part.slice(at, at + PIECE + OVERLAP)
}

/**
 * Removes secrets from the recordings in a folder, of any length.
 *
 * @returns the states of the files without secrets, except Assay's own words
 */
export const cleanRecordings = (directory: string, secrets: readonly NamedSecret[]): ReadonlySet<string> =>
  cleanedRecordings(directory, toolsFor(secrets))

function cleanedRecordings(directory: string, tools: Tools): ReadonlySet<string> {
  const clean = new Set<string>()
  const cleaned = cleanerOf(tools)
  for (const name of RECORDINGS) {
    const file = join(directory, name)
    if (!existsSync(file)) continue
    const text = readFileSync(file, 'utf8')
    // These contain only texts of the suites and the deployment file.
    const isOurs = name === PLAN || name === DURATIONS
    if (!isOurs) {
      const rest =
        name === RECORDING ? cleanHead(file, text, tools, cleaned) : cleanLines(file, text, tools, cleaned)
      if (rest !== text) writeWhole(file, rest)
    }
    clean.add(stateOf(file))
  }
  return clean
}

function cleanHead(file: string, text: string, { search }: Tools, cleaned: (text: string) => string): string {
  if (namesIn(file, text, search).length === 0) return text
  try {
    return `${JSON.stringify(headWithoutSecrets(JSON.parse(text) as RecordingHead, cleaned), null, 2)}\n`
  } catch {
    // Another process has changed it.
    return cleaned(text)
  }
}

function cleanLines(
  file: string,
  text: string,
  { search }: Tools,
  cleaned: (text: string) => string,
): string {
  const lines = text.split('\n')
  const leaking = new Set(lines.filter((line) => namesIn(file, line, search).length > 0))
  // Usually there is none: the text is large, and joining it would take as much memory again.
  if (leaking.size === 0) return text
  return lines.map((line) => (leaking.has(line) ? cleanLine(line, cleaned) : line)).join('\n')
}

function cleanLine(line: string, cleaned: (text: string) => string): string {
  try {
    const value = redactTexts(JSON.parse(line), cleaned) as { readonly deployment?: unknown }
    // The name of the deployment in a judgement, which nothing finds it by.
    return JSON.stringify({
      ...value,
      ...(typeof value.deployment === 'string' && { deployment: cleaned(value.deployment) }),
    })
  } catch {
    // The last line of a run that was killed.
    return cleaned(line)
  }
}

/** In place of a text from which a secret cannot be taken. */
const DROPPED = '«suppressed: a secret that cannot be replaced»'

/** Redacts a text, or drops it if a secret remains, or if there was too much text that is costly to redact. */
function cleanerOf({ redaction, search }: Tools): (text: string) => string {
  let left = MOST_COSTLY
  return (text) => {
    if (hasDenseEscapes(text) && (left -= text.length) < 0) return DROPPED
    const redacted = redaction.redact(text)
    return namesIn('', redacted, search).length === 0 ? redacted : DROPPED
  }
}

interface CleanedFile {
  readonly file: string
  readonly names: readonly string[]
  readonly how: 'replaced' | 'left out'
}

/** Removes secrets from a file of the report; if that fails, drops their lines. */
function cleanFile(file: string, tools: Tools): readonly CleanedFile[] {
  const { search } = tools
  const text = readFileSync(file, 'utf8')
  const names = namesIn(file, text, search)
  if (names.length === 0) return []
  const cleaned = cleanerOf(tools)
  if (/\.(?:json|har|sarif)$/.test(file)) {
    writeWhole(file, `${JSON.stringify(redactTexts(JSON.parse(text), cleaned), null, 2)}\n`)
    return [{ file, names, how: 'replaced' }]
  }
  if (file.endsWith('.xml')) {
    const rest = cleanXml(text, cleaned)
    writeWhole(file, rest)
    return rest === text ? [] : [{ file, names, how: 'replaced' }]
  }
  const lines = text.split('\n').map(cleaned)
  const rest = lines.filter((line) => line !== DROPPED).join('\n')
  // A secret may go from one line to the next.
  const clean = namesIn(file, rest, search).length === 0 ? rest : cleaned(text)
  writeWhole(file, clean === DROPPED ? `${DROPPED}\n` : clean)
  const isWhole = clean !== DROPPED && (clean !== rest || !lines.includes(DROPPED))
  return [{ file, names, how: isWhole ? 'replaced' : 'left out' }]
}

const CDATA = /^<!\[CDATA\[([^]*)\]\]>$/
const ATTRIBUTE = /(\s[\w:-]+=)"([^"]*)"/g

/** Cleans texts and attributes only: the markup contains no text of a deployment. */
const cleanXml = (text: string, cleaned: (text: string) => string): string =>
  text.replace(/<!\[CDATA\[[^]*?\]\]>|<(?:[^>"]|"[^"]*")*>|[^<]+/g, (part) => {
    const data = CDATA.exec(part)?.[1]
    if (data !== undefined) return `<![CDATA[${cleaned(data).replaceAll(']]>', ']] >')}]]>`
    if (!part.startsWith('<')) return part.trim() === '' ? part : escapedXml(cleaned(part))
    return part.replace(
      ATTRIBUTE,
      (_, name: string, value: string) => `${name}"${escapedXml(cleaned(value))}"`,
    )
  })

/** A label may name a field of the deployment. Escaped text is not changed. */
const escapedXml = (text: string) =>
  text
    .replaceAll(/&(?!#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')

const notice = (cleaned: readonly CleanedFile[]): string =>
  [
    'The report contained secrets after it was written:',
    ...cleaned.map(({ file, names, how }) =>
      how === 'replaced'
        ? `  ${basename(file)}: ${names.join(', ')}; replaced`
        : `  ${basename(file)}: ${names.join(', ')}; the lines with it were removed`,
    ),
    '  → The verdict is valid. Report this bug in Assay, and rotate these secrets if others had access to the files.',
    '',
  ].join('\n')

/** The required words of a report are shorter, in characters. */
const LONGEST_OWN = 200

/**
 * The secrets that do not occur in the words of every report. Secrets that differ only in case, or have two names,
 * count once.
 */
const foreignTo = (ownWords: string, secrets: readonly NamedSecret[]): readonly NamedSecret[] => {
  const index = createSecretIndex()
  for (const [, secret] of secrets) index.learn(secret.toLowerCase(), secret)
  const own = new Set(index.spotAll(ownWords, LONGEST_OWN).map(({ name }) => name))
  return secrets.filter(([, secret]) => !own.has(secret.toLowerCase()))
}

function indexOf(secrets: readonly NamedSecret[]): SecretIndex {
  const index = createSecretIndex()
  for (const [name, secret] of secrets) index.learn(name, secret)
  return index
}

function redactionOf(secrets: readonly NamedSecret[]): Redaction {
  const redaction = createRedaction()
  for (const [name, secret] of secrets) redaction.learn(name, secret)
  return redaction
}
