/** The entries are invalid: exit code 2, and nothing is written. */
export class InitError extends Error {
  override readonly name = 'InitError'

  /** @param remedy the next step for the person */
  constructor(found: string, remedy: string) {
    super(`${found}\n  → ${remedy}`)
  }
}
