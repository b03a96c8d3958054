/** Where so many fail by themselves too, what is broken is not what goes on beside it. */
export const MAX_SEQUENTIAL_RETRIES = 8

/**
 * Tries again what has failed: one by one, until enough of them say that it makes no difference; then the rest beside
 * each other.
 *
 * @param byItself tries one while nothing else goes on
 * @param besideOthers tries one while others are tried
 * @param fails whether it has failed again
 * @returns what was tried again, in the order of the failed
 */
export async function retryFailedChecks<Failed, Result>(
  failed: readonly Failed[],
  byItself: (one: Failed) => Promise<Result>,
  besideOthers: (one: Failed) => Promise<Result>,
  fails: (result: Result) => boolean,
): Promise<readonly Result[]> {
  const again: Result[] = []
  for (const one of failed) {
    if (again.length >= MAX_SEQUENTIAL_RETRIES && again.every(fails)) break
    again.push(await byItself(one))
  }
  return [...again, ...(await Promise.all(failed.slice(again.length).map(besideOthers)))]
}
