import { assayError } from '../errors/index.ts'

/** A run would be known beforehand by it. */
const SEED = 'ASSAY_SEED'

/** @throws AssayError if the environment has the seed, because a certificate must not depend on it */
export function refuseSteering(command: string, environment: NodeJS.ProcessEnv): void {
  if (environment[SEED] !== undefined) throw assayError('random-seed-required', { command, variable: SEED })
}
