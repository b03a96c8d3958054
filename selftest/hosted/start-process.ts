import { fileURLToPath } from 'node:url'
import { startReferenceServer, type ReferenceServer } from '../../reference/start-process.ts'

/** Starts the reference server with every fault, variant and shell in a process that ends with this one. */
export const startSelftestProcess = (): Promise<ReferenceServer> =>
  startReferenceServer(fileURLToPath(new URL('program.ts', import.meta.url)))
