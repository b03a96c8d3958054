import type { RegistryProblem } from './submission.ts'

/** Paths that a submission may change, from the root of the repository. */
const OF_SUBMISSION = /^registry\/(?:\d{4}-\d{2}-\d{2}\/|index\.jsonl$)/
const MOST = 20

/**
 * Changed files that do not belong to a submission.
 *
 * @param changed paths from the root of the repository, each ended by NUL, as `git diff --name-only -z` prints them
 */
export const outsideProblems = (changed: string): readonly (RegistryProblem & { readonly place: string })[] =>
  changed
    .split('\0')
    .filter((path) => path !== '' && !OF_SUBMISSION.test(path))
    .slice(0, MOST)
    .map((place) => ({
      place,
      name: 'outside',
      found: 'a submission changes only files of the registry: use another pull request',
    }))
