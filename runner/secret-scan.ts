/**
 * The last look at a finished run: no secret that it knew may stand in a file of its report. Everything is redacted where
 * it is written; this finds what was not known yet then, and what a mistake of ours let through.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { EXCHANGES, LONG_BODIES } from '../fixtures/evidence.ts'
import { RECORDING } from '../fixtures/replay/recording.ts'
import { createRedaction, type Redaction } from '../fixtures/redaction.ts'
import { mayHoldEscapes, textsOf, withoutHiding } from '../fixtures/redaction/readings.ts'
import { createSecretIndex, type SecretIndex } from '../fixtures/redaction/secret-index.ts'
import type { NamedSecret } from '../fixtures/redaction/secret-vault.ts'
import { DURATIONS, HAR, JUDGEMENTS, PLAN, REPORT_FILES, TRAFFIC } from '../reports/report-files.ts'

/** Written while a run goes on. */
const RECORDINGS = [EXCHANGES, LONG_BODIES, JUDGEMENTS, PLAN, RECORDING, DURATIONS]
/** What a withheld file is called, so that nobody takes it for a report. */
const WITHHELD = '.withheld'

/** A file of a report in which a secret stands. */
export interface Leak {
  readonly file: string
  /** Names of the secrets, never their values. */
  readonly names: readonly string[]
}

/** Keeps secrets out of a report. */
export interface SecretGuard {
  /** Keeps every secret that is known by now out of texts. */
  redaction(): (text: string) => string
  /** Rewrites lines that were written before a secret in them was known. */
  cleanRecordings(): void
  /** Withholds the report where a secret stands in it, and says so; undefined where none does. */
  withhold(): string | undefined
}

/**
 * Shorter secrets, one-time codes of six digits above all, stand in any long recording by chance: there is no telling
 * them from parts of identifiers. They are redacted where they are used.
 */
const SHORTEST_TELLING = 10

/** @param known every secret that the run has learned so far */
export function secretGuard(directory: string, known: () => readonly NamedSecret[]): SecretGuard {
  const secrets = () => known().filter(([, secret]) => secret.length >= SHORTEST_TELLING)
  /** Recordings without a secret, as they were when they were looked at. */
  let clean: ReadonlySet<string> = new Set()
  return {
    redaction() {
      const redaction = redactionOf(secrets())
      return (text) => redaction.redact(text)
    },
    cleanRecordings() {
      clean = cleanRecordings(directory, secrets())
    },
    withhold: () =>
      withheld(
        directory,
        leaksIn(directory, secrets(), (file) => !clean.has(stateOf(file))),
      ),
  }
}

/** A file as it is now: it has another state once it is written again. */
function stateOf(file: string): string {
  const { size, mtimeMs, ino } = statSync(file)
  return [file, size, mtimeMs, ino].join(' ')
}

/**
 * The files of the report in which secrets stand, in any encoding that the redaction knows.
 *
 * @param isLookedAt left out: all are
 */
export function leaksIn(
  directory: string,
  secrets: readonly NamedSecret[],
  isLookedAt: (file: string) => boolean = () => true,
): readonly Leak[] {
  const search = searchFor(secrets)
  return filesOf(directory)
    .filter(isLookedAt)
    .flatMap((file) => {
      const names = namesIn(file, readFileSync(file, 'utf8'), search)
      return names.length === 0 ? [] : [{ file, names }]
    })
}

/** Removes the files that hold secrets and renames the others, and says why; undefined where there is no leak. */
export function withheld(directory: string, leaks: readonly Leak[]): string | undefined {
  if (leaks.length === 0) return undefined
  for (const { file } of leaks) rmSync(file)
  for (const file of filesOf(directory)) renameSync(file, `${file}${WITHHELD}`)
  return [
    'The report is withheld, since secrets stand in it:',
    ...leaks.map(({ file, names }) => `  ${basename(file)} had ${names.join(', ')}; it was removed`),
    `  → The other files are in ${directory} as *${WITHHELD}. Report this to the makers of Assay, and change these secrets if anybody has seen the files.`,
    '',
  ].join('\n')
}

/** Paths of files that an earlier withholding left in the directory. */
export const withheldFiles = (directory: string): readonly string[] =>
  existsSync(directory)
    ? readdirSync(directory)
        .filter((name) => name.endsWith(WITHHELD))
        .map((name) => join(directory, name))
    : []

const filesOf = (directory: string): readonly string[] =>
  [...REPORT_FILES, ...RECORDINGS, HAR, TRAFFIC]
    .map((name) => join(directory, name))
    .filter((file) => existsSync(file))

/** One more than is redacted: what is redacted stands in these files as JSON or HTML. */
const ESCAPES_WITHIN_EACH_OTHER = 3
/** Read in pieces that overlap by more than any secret is long, so that memory stays small. */
const PIECE = 256 * 1024
const OVERLAP = 16 * 1024

interface Search {
  readonly index: SecretIndex
  /** A secret has a quote in it. */
  readonly quoted: boolean
  /** A secret has a line feed in it. */
  readonly ofLines: boolean
}

const searchFor = (secrets: readonly NamedSecret[]): Search => ({
  index: indexOf(secrets),
  quoted: secrets.some(([, secret]) => secret.includes('"')),
  ofLines: secrets.some(([, secret]) => secret.includes('\n')),
})

/** Names of the secrets in a file. */
function namesIn(file: string, text: string, { index, quoted, ofLines }: Search): readonly string[] {
  const names = new Set<string>()
  const unbroken = file.endsWith('.jsonl') ? undefined : withoutHiding(text)
  for (const { name } of index.spot(unbroken ?? '')) names.add(name)
  for (const piece of piecesOf(text, file.endsWith('.jsonl') || !ofLines)) {
    const readings = quoted || mayHoldEscapes(piece) ? textsOf(piece, ESCAPES_WITHIN_EACH_OTHER) : [piece]
    for (const reading of readings) for (const { name } of index.spot(reading)) names.add(name)
  }
  return [...names]
}

/** @param byLine no secret goes from one line to the next, as it does in no line of JSON */
function* piecesOf(text: string, byLine: boolean): Generator<string> {
  for (const part of byLine ? text.split('\n') : [text])
    for (let at = 0; at < part.length; at += PIECE) yield part.slice(at, at + PIECE + OVERLAP)
}

/**
 * Takes secrets out of the recordings in a folder, of any length.
 *
 * @returns the states of the files in which no secret stood
 */
export function cleanRecordings(directory: string, secrets: readonly NamedSecret[]): ReadonlySet<string> {
  const clean = new Set<string>()
  const search = searchFor(secrets)
  const redaction = redactionOf(secrets)
  for (const name of RECORDINGS) {
    const file = join(directory, name)
    if (!existsSync(file)) continue
    const text = readFileSync(file, 'utf8')
    if (namesIn(file, text, search).length === 0) {
      clean.add(stateOf(file))
      continue
    }
    writeFileSync(
      `${file}.part`,
      text
        .split('\n')
        .map((line) => cleanLine(line, redaction))
        .join('\n'),
    )
    renameSync(`${file}.part`, file)
  }
  return clean
}

function cleanLine(line: string, redaction: Redaction): string {
  try {
    return JSON.stringify(redacted(JSON.parse(line), redaction))
  } catch {
    // The last line of a run that was killed.
    return redaction.redact(line)
  }
}

/** The same value with every text in it redacted, as the door saw it. */
function redacted(value: unknown, redaction: Redaction): unknown {
  if (typeof value === 'string') return redaction.redact(value)
  if (Array.isArray(value)) return value.map((element) => redacted(element, redaction))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [redaction.redact(key), redacted(member, redaction)]),
  )
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
