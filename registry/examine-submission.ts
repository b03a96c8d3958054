/** Problems of one submission, without a replay of its recording. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { examineBundle, type Examined } from '../certificates/examine-bundle.ts'
import { AssayError } from '../errors/index.ts'
import { verificationKey } from '../certificates/keys.ts'
import type { Statement } from '../certificates/statement.ts'
import { CONTRACT_VERSION, editions } from '../spec/index.ts'
import { placeOf, readProduct, type Product } from './product.ts'
import { BUNDLE, KEY, listingProblems, PRODUCT, type ListedFile, type RegistryProblem } from './submission.ts'

/**
 * Maximum age of a submitted certificate, ms. Review and merge take time, and the log needs it within 30 days of
 * issue.
 */
const SUBMITTED_WITHIN_MS = 21 * 24 * 60 * 60 * 1000

export interface ExaminedSubmission {
  readonly problems: readonly RegistryProblem[]
  readonly product: Product | undefined
  readonly examined: Examined | undefined
}

/**
 * @param folder of the submission
 * @param place its path, relative to the registry
 * @param now ms since the epoch
 */
export async function examineSubmission(
  folder: string,
  place: string,
  files: readonly ListedFile[],
  now: number,
): Promise<ExaminedSubmission> {
  const listed = listingProblems(files)
  if (listed.length > 0) return { problems: listed, product: undefined, examined: undefined }
  const { product, problem } = readProduct(readFileSync(join(folder, PRODUCT), 'utf8'))
  const key = keyIn(readFileSync(join(folder, KEY), 'utf8'))
  const early: readonly (RegistryProblem | undefined)[] = [
    problem === undefined ? undefined : { name: 'product', found: problem },
    'problem' in key ? { name: 'signature', found: key.problem } : undefined,
  ]
  const problems = early.filter((each) => each !== undefined)
  if (product === undefined || !('key' in key)) return { problems, product, examined: undefined }
  const examined = await examineBundle(join(folder, BUNDLE), key.key, now)
  return {
    problems: [
      ...examined.problems,
      // What this Assay cannot check, it does not accept.
      ...examined.open.map((found) => ({ name: 'version', found })),
      ...(examined.statement ? fitting(examined.statement, product, place, now) : []),
    ],
    product,
    examined,
  }
}

function keyIn(pem: string) {
  try {
    return { key: verificationKey(pem, KEY) }
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    return { problem: error.problem }
  }
}

/** Whether a certificate, its product and its place match. */
function fitting(
  { predicate: { assayCertificate } }: Statement,
  product: Product,
  place: string,
  now: number,
): readonly RegistryProblem[] {
  const { contractVersion, edition, profiles = [], issuedAt } = assayCertificate
  const [contract = ''] = place.split('/')
  const unreached = product.profiles.filter((id) => !profiles.includes(id))
  const accepted = editions.slice(-2).map((each) => each.edition)
  const conditions: readonly (readonly [boolean, string, string])[] = [
    [
      contractVersion !== contract || contract !== CONTRACT_VERSION,
      'contract',
      `the certificate is of contract ${contractVersion}, and the folder of ${contract}; the registry takes ${CONTRACT_VERSION}`,
    ],
    [
      !accepted.includes(edition),
      'edition',
      `the certificate is of edition ${edition}; the registry takes ${accepted.join(' and ')}`,
    ],
    [
      now - Date.parse(issuedAt) > SUBMITTED_WITHIN_MS,
      'stale',
      `the certificate was issued at ${issuedAt}; it must be submitted within 21 days`,
    ],
    [
      unreached.length > 0,
      'claim',
      `product.yaml claims profiles that the certificate does not have: ${unreached.join(', ')}`,
    ],
    [
      place !== placeOf(contract, product),
      'name',
      `product.yaml belongs into ${placeOf(contract, product)}, and is in ${place}`,
    ],
  ]
  return conditions.flatMap(([is, name, found]) => (is ? [{ name, found }] : []))
}
