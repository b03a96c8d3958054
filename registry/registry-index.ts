/** `index.jsonl`: the accepted submissions, a line each, with the digest of their files. Lines are only appended. */
import { digestOf, type FileDigest } from '../certificates/files.ts'
import type { RegistryProblem } from './submission.ts'
import { tryParseJson } from '../spec/try-parse-json.ts'

export const INDEX = 'index.jsonl'

export interface Accepted {
  /** `<contract>/<organisation>-<product>/<version>` */
  readonly place: string
  /** SHA-256 over the names and digests of all its files. */
  readonly digest: string
}

/** A place is always inside the registry. */
const PLACE = /^\d{4}-\d{2}-\d{2}\/[a-z0-9]+(?:-[a-z0-9]+)+\/[0-9A-Za-z][0-9A-Za-z.+-]{0,31}$/

export const isPlace = (place: string): boolean => PLACE.test(place) && !place.includes('..')

/** The digest of a submission. */
export const digestOfFiles = (files: readonly FileDigest[]): string =>
  digestOf(
    files
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, sha256 = 'no file' }) => `${sha256}  ${name}\n`)
      .join(''),
  )

/**
 * The entries of an index.
 *
 * @throws Error for a line that is not an entry
 */
export function readIndex(text: string): readonly Accepted[] {
  const lines = text.split('\n')
  // The next line would be appended to a last one without a line feed.
  if (lines.pop() !== '') throw new Error(`the last line of ${INDEX} has no line feed`)
  return lines.map((line, index) => {
    const { place, digest } = (tryParseJson(line) ?? {}) as Partial<Accepted>
    if (
      typeof place === 'string' &&
      isPlace(place) &&
      typeof digest === 'string' &&
      lineOf({ place, digest }) === line
    )
      return { place, digest }
    throw new Error(`line ${index + 1} of ${INDEX} is not an entry of a registry`)
  })
}

export const lineOf = ({ place, digest }: Accepted): string => JSON.stringify({ place, digest })

/**
 * Changes to accepted submissions.
 *
 * @param base the index before the change
 * @param now the index with it
 * @param digests of the current submissions, by place
 */
export function changedProblems(
  base: readonly Accepted[],
  now: readonly Accepted[],
  digests: ReadonlyMap<string, string>,
): readonly (RegistryProblem & { readonly place: string })[] {
  const problem = (place: string, found: string) => ({ place, name: 'changed', found })
  const firsts = new Map(now.map(({ place }, index) => [place, index] as const).toReversed())
  return [
    ...base.flatMap((entry, index) =>
      now[index] !== undefined && lineOf(now[index]) === lineOf(entry)
        ? []
        : [problem(entry.place, `its line in ${INDEX} was changed or removed after it was merged`)],
    ),
    ...now.flatMap(({ place, digest }) => {
      const found = digests.get(place)
      if (found === digest) return []
      return [
        problem(
          place,
          found === undefined
            ? 'it was removed after it was accepted'
            : 'its files were changed after it was accepted',
        ),
      ]
    }),
    ...now.flatMap(({ place }, index) =>
      firsts.get(place) === index ? [] : [{ place, name: 'duplicate', found: `${INDEX} lists it twice` }],
    ),
  ]
}
