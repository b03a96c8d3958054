/** The command was not given in a way it can be carried out: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'

  /** @param remedy the next step for the person */
  constructor(found: string, remedy: string) {
    super(`${found}\n  → ${remedy}`)
  }
}
