/** A digest of the sources that decide verdicts, from the contract to the report, and of the self-test. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONTRACT_VERSION } from '../spec/contract-version.ts'
import { digestOf } from './files.ts'
import { FIGURES } from './proof.ts'

const FOLDERS = ['fixtures', 'reports', 'spec', 'suites']
const GENERATED = 'spec/generated/'
const CONTRACTS = 'spec/contracts/'
const SOURCE = /\.(?:ts|cjs|yaml)$/

/** A build has no sources, so this file stores their digest. */
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

/** A certificate is of the default version of the contract, so other versions do not change the digest. */
const isOfOtherContract = (path: string) =>
  path.startsWith(CONTRACTS) && !path.startsWith(`${CONTRACTS}${CONTRACT_VERSION}/`)

function digestOfSources(root: string): string {
  const lines = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    ),
  )
    .filter((path) => SOURCE.test(path) && !path.startsWith(GENERATED) && !isOfOtherContract(path))
    .sort()
    .map((path) => `${digestOf(readFileSync(join(root, path)))}  ${path}\n`)
  const figures = join(root, FIGURES.checkout)
  const proof = existsSync(figures) ? `${digestOf(readFileSync(figures))}  proof\n` : ''
  return digestOf(lines.join('') + proof)
}
