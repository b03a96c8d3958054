/** What a verdict comes from, as a digest: the sources between the contract and the report, and how they are proven. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf } from './files.ts'
import { FIGURES } from './proof.ts'

const FOLDERS = ['fixtures', 'reports', 'spec', 'suites']
const GENERATED = 'spec/generated/'
const SOURCE = /\.(?:ts|cjs|yaml)$/

/** In what is built there are no sources: their digest stands here. */
const OF_THE_BUILD = 'suites-digest.json'

/**
 * The digest of the suites that this installation judges with, the same in every checkout of a commit and in the package
 * built from it.
 *
 * @param root of the checkout, or of what was built
 */
export function suitesOf(root: string): string {
  const file = join(root, OF_THE_BUILD)
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { sha256: string }).sha256
    : digestOfSources(root)
}

/** Leaves the digest of the sources beside what was built of them. */
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
