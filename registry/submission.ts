/** The files of a submission, before their content is read. */
import { ATTESTATION, LOG_PROOF } from '../certificates/files.ts'
import { count } from '../spec/count.ts'

export const PRODUCT = 'product.yaml'
export const KEY = 'key.pub.pem'
export const BUNDLE = 'bundle'

export interface ListedFile {
  /** Relative to the folder of the submission, with `/`. */
  readonly path: string
  readonly bytes: number
  /** false: neither a file nor a folder, such as a link or a device. */
  readonly isFile: boolean
}

export interface RegistryProblem {
  readonly name: string
  readonly found: string
}

/** A run of the whole contract has about 32 MB. */
export const MAX_BYTES = 64 * 1024 * 1024
const MAX_FILES = 40
export const MAX_SMALL_BYTES = 16 * 1024
/** No signature covers these. */
const SMALL: readonly string[] = [PRODUCT, KEY, `${BUNDLE}/${LOG_PROOF}`]
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,80}$/

/** Problems with the list of files of a submission. */
export function listingProblems(files: readonly ListedFile[]): readonly RegistryProblem[] {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const paths = new Set(files.map(({ path }) => path))
  const small = files.filter(({ path, bytes }) => SMALL.includes(path) && bytes > MAX_SMALL_BYTES)
  const problems: readonly (readonly [boolean, string, string])[] = [
    [total > MAX_BYTES, 'size', `it has ${total} bytes; ${MAX_BYTES} are allowed`],
    [files.length > MAX_FILES, 'size', `it has ${count(files.length, 'file')}; ${MAX_FILES} are allowed`],
    [small.length > 0, 'size', `${small[0]?.path} has more than ${MAX_SMALL_BYTES} bytes`],
    [!paths.has(PRODUCT), 'product', `${PRODUCT} is missing`],
    [!paths.has(KEY), 'signature', `${KEY}, the public key of the signer, is missing`],
    [!paths.has(`${BUNDLE}/${ATTESTATION}`), 'signature', `${BUNDLE}/${ATTESTATION} is missing`],
  ]
  return [
    ...files.flatMap(fileProblem),
    ...problems.flatMap(([is, name, found]) => (is ? [{ name, found }] : [])),
  ]
}

function fileProblem({ path, isFile }: ListedFile): readonly RegistryProblem[] {
  const parts = path.split('/')
  const shown = JSON.stringify(path.slice(0, 100))
  if (!parts.every((part) => NAME.test(part)))
    return [{ name: 'name', found: `${shown} has a name that is not allowed` }]
  if (!isFile) return [{ name: 'file', found: `${shown} is not a file` }]
  const isKnown = path === PRODUCT || path === KEY || (parts.length === 2 && parts[0] === BUNDLE)
  return isKnown ? [] : [{ name: 'file', found: `${shown} is not a file of a submission` }]
}
