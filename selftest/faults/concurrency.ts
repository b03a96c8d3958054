import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How long a fault keeps the gap between its check and its act open. Two requests that are sent together meet in it,
 * also when a busy machine delivers them half a second apart.
 */
export const CONCURRENCY_GAP_MS = 1_000

/** Waits between a check and the act that rests on it. */
export async function leaveGap(): Promise<void> {
  await sleep(CONCURRENCY_GAP_MS)
}
