import { join } from 'node:path'
import { LONG_BODIES } from '../fixtures/recording/evidence.ts'
import type { Exchange } from '../reports/conformance.ts'
import { HAR } from '../reports/report-files.ts'
import { writeHar } from '../reports/write-har.ts'
import { toolVersion } from './tool-version.ts'

/**
 * Writes `exchanges.har` into the folder of a run.
 *
 * @param exchanges of the recording in that folder
 * @returns its path
 */
export async function writeArchive(out: string, exchanges: Iterable<Exchange>): Promise<string> {
  const har = join(out, HAR)
  await writeHar(exchanges, { bodies: join(out, LONG_BODIES), har }, toolVersion())
  return har
}
