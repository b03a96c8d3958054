import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { examineSubmission } from '../../registry/examine-submission.ts'
import { placeOf, readProduct } from '../../registry/product.ts'
import { INDEX, lineOf } from '../../registry/registry-index.ts'
import { BUNDLE, KEY, PRODUCT } from '../../registry/submission.ts'
import { printable } from '../../reports/printable.ts'
import { CONTRACT_VERSION } from '../../spec/index.ts'
import type { Terminal } from '../terminal.ts'
import { assayError } from '../../errors/index.ts'
import { indexOf } from './check.ts'
import { submissionAt } from './read-submissions.ts'
import { makeFolder } from '../../spec/make-folder.ts'

export interface AddOptions {
  readonly bundle: string
  /** Folder of the registry. */
  readonly registry: string
  /** Path of `product.yaml`. */
  readonly product: string
  /** Path of the public key of the signer. */
  readonly key: string
}

/**
 * Adds a bundle to a registry. Whether its recording gives the same verdicts again, `check` finds.
 *
 * @param now ms since the epoch
 * @returns the exit code: 0 added, 1 rejected; a rejected bundle leaves nothing behind
 * @throws AssayError where a file is missing, or the version is there already
 */
export async function add(
  { bundle, registry, product: productFile, key }: AddOptions,
  terminal: Terminal,
  now: number,
): Promise<0 | 1> {
  for (const [option, path, kind] of [
    ['<bundle>', bundle, 'folder'],
    ['--product', productFile, 'file'],
    ['--key', key, 'file'],
  ] as const) {
    const state = statSync(path, { throwIfNoEntry: false })
    if (state === undefined)
      throw assayError('registry-file-missing', { command: 'registry add', option, path })
    if (kind === 'folder' ? !state.isDirectory() : !state.isFile())
      throw assayError('registry-file-unusable', { command: 'registry add', option, path, kind })
  }
  const { product, problem } = readProduct(readFileSync(productFile, 'utf8'))
  if (product === undefined)
    throw assayError('product-invalid', { problem: problem ?? 'product.yaml is invalid' })
  const place = placeOf(CONTRACT_VERSION, product)
  const folder = join(registry, place)
  if (existsSync(folder)) throw assayError('submission-exists', { folder })
  // Read first: a broken index is found before anything is written.
  indexOf(registry)
  makeFolder(folder)
  let digest: string | undefined
  try {
    cpSync(bundle, join(folder, BUNDLE), { recursive: true, verbatimSymlinks: true })
    cpSync(productFile, join(folder, PRODUCT))
    cpSync(key, join(folder, KEY))
    const submission = submissionAt(registry, place)
    const { problems } = await examineSubmission(folder, place, submission.files, now)
    if (problems.length === 0) ({ digest } = submission)
    else
      terminal.stderr.write(
        ['Rejected:', ...problems.map(({ name, found }) => `  ${name}: ${printable(found)}`), ''].join('\n'),
      )
  } finally {
    if (digest === undefined) {
      rmSync(folder, { recursive: true })
      removeEmpty(dirname(folder), dirname(dirname(folder)))
    }
  }
  if (digest === undefined) return 1
  appendFileSync(join(registry, INDEX), `${lineOf({ place, digest })}\n`)
  terminal.stdout.write(`Added: ${folder}\nTo check it: npx assay registry check --registry ${registry}\n`)
  return 0
}

function removeEmpty(...folders: readonly string[]): void {
  for (const folder of folders) if (readdirSync(folder).length === 0) rmdirSync(folder)
}
