/** The submissions in the folder of a registry. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf } from '../../certificates/files.ts'
import { RECORDING } from '../../fixtures/recording/recording.ts'
import { digestOfFiles, isPlace } from '../../registry/registry-index.ts'
import { BUNDLE, MAX_BYTES, type ListedFile } from '../../registry/submission.ts'
import { isRecord } from '../../spec/index.ts'

export interface FoundSubmission {
  /** Relative to the registry, with `/`. */
  readonly place: string
  readonly folder: string
  /** false: its path is none of a submission. */
  readonly isNamed: boolean
  readonly files: readonly ListedFile[]
  /** Undefined: it is too large to be read. */
  readonly digest: string | undefined
  /** SHA-256 of its recorded exchanges; undefined: it has none, or is too large. */
  readonly recording: string | undefined
  /** Of its run; undefined: its recording has none, or is too large. */
  readonly seed: string | undefined
}

const EXCHANGES = `${BUNDLE}/exchanges.jsonl`
const HEAD = `${BUNDLE}/${RECORDING}`
const CONTRACT = /^\d{4}-/

/** The content of `<contract>/<organisation>-<product>/<version>`. Links are not followed. */
export function readSubmissions(registry: string): readonly FoundSubmission[] {
  const places = entriesIn(registry)
    .filter((contract) => CONTRACT.test(contract))
    .flatMap((contract) => below(registry, contract).flatMap((product) => below(registry, product)))
  return places.toSorted().map((place) => submissionAt(registry, place))
}

/** The entries of a folder, as paths; of an empty one and of anything else, itself: Git shows a submodule as such. */
function below(registry: string, path: string): readonly string[] {
  const entries = entriesIn(join(registry, path))
  return entries.length === 0 ? [path] : entries.map((name) => `${path}/${name}`)
}

export function submissionAt(registry: string, place: string): FoundSubmission {
  const folder = join(registry, place)
  const files = filesBelow(folder, '')
  const isSmall = files.reduce((sum, { bytes }) => sum + bytes, 0) <= MAX_BYTES
  const digests = isSmall
    ? files.map(({ path, isFile }) => ({
        name: path,
        sha256: isFile ? digestOf(readFileSync(join(folder, path))) : undefined,
      }))
    : undefined
  return {
    place,
    folder,
    isNamed: isPlace(place),
    files,
    digest: digests && digestOfFiles(digests),
    recording: digests?.find(({ name }) => name === EXCHANGES)?.sha256,
    seed: digests?.find(({ name }) => name === HEAD)?.sha256 && seedIn(join(folder, HEAD)),
  }
}

function seedIn(file: string): string | undefined {
  try {
    const head: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isRecord(head) && typeof head.seed === 'string' ? head.seed : undefined
  } catch {
    return undefined
  }
}

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
const entriesIn = (folder: string): readonly string[] => (isFolder(folder) ? readdirSync(folder) : [])

function filesBelow(folder: string, path: string): readonly ListedFile[] {
  const state = lstatSync(join(folder, path))
  if (!state.isDirectory()) return [{ path, bytes: state.size, isFile: state.isFile() }]
  const names = readdirSync(join(folder, path))
  // An empty folder is a submodule that is not checked out.
  if (names.length === 0) return [{ path, bytes: 0, isFile: false }]
  return names.flatMap((name) => filesBelow(folder, path === '' ? name : `${path}/${name}`))
}
