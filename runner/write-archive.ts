import { join } from 'node:path'
import { EXCHANGES, LONG_BODIES } from '../fixtures/recording/evidence.ts'
import { HAR } from '../reports/report-files.ts'
import { writeHar } from '../reports/write-har.ts'
import { toolVersion } from './tool-version.ts'

/**
 * Writes `exchanges.har` of the exchanges in the folder of a run.
 *
 * @returns its path
 */
export async function writeArchive(out: string): Promise<string> {
  const har = join(out, HAR)
  await writeHar({ exchanges: join(out, EXCHANGES), bodies: join(out, LONG_BODIES), har }, toolVersion())
  return har
}
