import type { Certificate } from '../certificates/statement.ts'
import { slugOf, type Product } from './product.ts'

/** Who made a submission, by its own files. */
export interface Identity {
  readonly place: string
  readonly product: Product | undefined
  readonly keyid: string | undefined
}

/**
 * What no program can find out: whether a submitter may speak for the organisation.
 *
 * @param earlier the accepted submissions, in their order
 */
export function notesOn({ product, keyid }: Identity, earlier: readonly Identity[]): readonly string[] {
  if (product === undefined || keyid === undefined) return []
  const { organisation, name } = product
  const own = earlier.filter((one) => one.product?.organisation === organisation)
  // Such as with another letter that looks the same, or in another case.
  const alike = earlier.find(
    (one) => one.product !== undefined && isAlike(one.product.organisation, organisation),
  )
  const last = own.at(-1)
  const other = earlier.find((one) => one.keyid === keyid && one.product?.organisation !== organisation)
  return [
    ...(own.some((one) => one.keyid === keyid)
      ? []
      : last === undefined
        ? [`the first submission of ${organisation}; its key is ${keyid}`]
        : [`key ${keyid} is new for ${organisation}; ${last.place} has key ${last.keyid}`]),
    ...(alike ? [`${alike.place} of ${alike.product?.organisation} has almost the same organisation`] : []),
    ...(other ? [`${other.place} of ${other.product?.organisation} has the same key`] : []),
    ...[organisation, name]
      .filter((each) => isForeign(each))
      .map((each) => `${each} has letters that may look like others: compare it with its path`),
  ]
}

/** What a certificate says of its requests, and no program can judge. */
export const notesOnCertificate = ({
  deployment,
  replicas = [],
  addedToRequests = [],
}: Pick<Certificate, 'deployment' | 'replicas' | 'addedToRequests'>): readonly string[] => [
  ...(replicas.length === 0
    ? []
    : [`the requests went to ${replicas.join(', ')} in place of ${deployment.baseUrl}`]),
  ...(addedToRequests.length === 0
    ? []
    : [`the deployment file adds to requests: ${addedToRequests.join(', ')}; ask what for`]),
]

const isAlike = (one: string, other: string): boolean => one !== other && slugOf(one) === slugOf(other)

/** Letters with accents are known by their base letter. The Kelvin sign and others like it are no letter with an accent. */
const isForeign = (text: string): boolean => Array.from(text).some((sign) => /\P{ASCII}/u.test(baseOf(sign)))

const baseOf = (sign: string): string => {
  const parts = Array.from(sign.normalize('NFD'))
  // A sign that stands for another one alone looks like it.
  return parts.length === 1
    ? sign.replace(/^\p{M}$/u, '')
    : parts.filter((part) => !/\p{M}/u.test(part)).join('')
}
