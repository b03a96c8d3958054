import { Blocked } from '../fixtures/index.ts'

/** For `catch`: undefined where a step of the check was blocked. */
export function unlessBlocked(error: unknown): undefined {
  if (!(error instanceof Blocked)) throw error
}
