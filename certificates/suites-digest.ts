/** A digest of everything that determines a verdict: the sources from the contract to the report, and the self-test. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf } from './files.ts'
import { FIGURES } from './proof.ts'

const FOLDERS = ['fixtures', 'reports', 'spec', 'suites']
const GENERATED = 'spec/generated/'
const SOURCE = /\.(?:ts|cjs|yaml)$/

/** A build has no sources: their digest is stored in this file. */
const OF_THE_BUILD = 'suites-digest.json'

/**
 * The digest of the installed suites, the same in every checkout of a commit and in its package.
 *
 * @param root of the checkout or the build
 */
export function suitesOf(root: string): string {
  const file = join(root, OF_THE_BUILD)
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { sha256: string }).sha256
    : digestOfSources(root)
}

/** Writes the digest of the sources into the build. */
export const writeSuitesDigest = (root: string, built: string): void =>
  writeFileSync(join(built, OF_THE_BUILD), `${JSON.stringify({ sha256: digestOfSources(root) })}\n`)

function digestOfSources(root: string): string {
  const lines = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    ),
  )
    .filter((path) => SOURCE.test(path) && !path.startsWith(GENERATED))
    .sort()
    .map((path) => `${digestOf(readFileSync(join(root, path)))}  ${path}\n`)
  const figures = join(root, FIGURES.checkout)
  const proof = existsSync(figures) ? `${digestOf(readFileSync(figures))}  proof\n` : ''
  return digestOf(lines.join('') + proof)
}
