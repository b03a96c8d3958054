import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readHead } from '../../fixtures/recording/recording.ts'
import type { Time } from '../../fixtures/time.ts'
import { UNDER_WAY } from '../../reports/report-files.ts'
import { runsIn } from './read-shards.ts'

const LOOK_EVERY_MS = 1_000

/**
 * Waits until every shard of a run has ended, or the time is up.
 *
 * @param directories of shards, or of folders that contain them
 * @param seconds at most
 * @param say called with the number of ended shards, when it changes
 */
export async function awaitShards(
  directories: readonly string[],
  seconds: number,
  { now, sleep }: Time,
  say: (text: string) => void,
): Promise<void> {
  const end = now() + seconds * 1000
  let reported = -1
  for (;;) {
    const begun = directories.flatMap(runsIn)
    const ended = begun.filter(hasEnded).length
    const of = begun.map(numberOfShards).find((number) => number !== undefined)
    if (ended !== reported) say(`Shards ended: ${ended} of ${of ?? '…'}`)
    reported = ended
    if (of !== undefined && ended >= of) return
    if (now() >= end) return
    await sleep(Math.min(LOOK_EVERY_MS, end - now()))
  }
}

/** It has its report, which was scanned for secrets. */
const hasEnded = (directory: string) =>
  existsSync(join(directory, 'conformance.json')) && !existsSync(join(directory, UNDER_WAY))

/** undefined: it is just being written. */
function numberOfShards(directory: string): number | undefined {
  try {
    return readHead(directory).shard?.of
  } catch {
    return undefined
  }
}
