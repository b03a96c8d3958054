/** If this many retries fail when run alone, load is not the cause. */
export const MAX_SEQUENTIAL_RETRIES = 8

/**
 * Retries failed checks: one by one, until enough fail again that load is not the cause; then the rest in parallel.
 *
 * @param byItself retries one alone; undefined: all are retried in parallel
 * @param besideOthers retries one in parallel with others
 * @param fails whether it failed again
 * @returns the retries, in the order of the failed checks
 */
export async function retryFailedChecks<Failed, Result>(
  failed: readonly Failed[],
  byItself: ((one: Failed) => Promise<Result>) | undefined,
  besideOthers: (one: Failed) => Promise<Result>,
  fails: (result: Result) => boolean,
): Promise<readonly Result[]> {
  const again: Result[] = []
  if (byItself) {
    for (const one of failed) {
      if (again.length >= MAX_SEQUENTIAL_RETRIES && again.every(fails)) break
      again.push(await byItself(one))
    }
  }
  return [...again, ...(await Promise.all(failed.slice(again.length).map(besideOthers)))]
}
