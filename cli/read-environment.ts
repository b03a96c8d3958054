import { config as readDotenv } from 'dotenv'
import { environmentFiles } from '../fixtures/config/environment-files.ts'

/** Variables by which a file beside a deployment file could load code into Node and other programs, or trust any server. */
const STEERS_PROGRAMS =
  /^(?:NODE_|LD_|DYLD_|NPM_CONFIG_|OPENSSL_|SSL_CERT_|PATH$|(?:BASH_)?ENV$|SHELL$|TMPDIR$|TE?MP$|PLAYWRIGHT_|PW_TEST_)/i

/**
 * Adds the variables of `.env` to the environment: of the file next to the deployment file, then of that in the working
 * directory. Existing variables are not changed, and those that steer programs are not added.
 *
 * @param file the deployment file; undefined: the reference server
 * @param environment changed: a deployment file that is a module may read it there
 */
export function readEnvironment(file: string | undefined, environment: NodeJS.ProcessEnv): void {
  const found: Record<string, string> = {}
  readDotenv({ quiet: true, path: [...environmentFiles(file)], processEnv: found })
  for (const [name, value] of Object.entries(found))
    if (!Object.hasOwn(environment, name) && !STEERS_PROGRAMS.test(name)) environment[name] = value
}
