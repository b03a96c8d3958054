import type { Product } from './product.ts'

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
  const last = own.at(-1)
  const other = earlier.find((one) => one.keyid === keyid && one.product?.organisation !== organisation)
  return [
    ...(own.some((one) => one.keyid === keyid)
      ? []
      : last === undefined
        ? [`the first submission of ${organisation}; its key is ${keyid}`]
        : [`key ${keyid} is new for ${organisation}; ${last.place} has key ${last.keyid}`]),
    ...(other ? [`${other.place} of ${other.product?.organisation} has the same key`] : []),
    ...[organisation, name]
      .filter((each) => isForeign(each))
      .map((each) => `${each} has letters that may look like others: compare it with its path`),
  ]
}

/** Letters with accents are known by their base letter. */
const isForeign = (text: string): boolean =>
  /\P{ASCII}/u.test(text.normalize('NFKD').replaceAll(/\p{M}/gu, ''))
