import { config as readDotenv } from 'dotenv'
import { environmentFiles } from '../fixtures/config/environment-files.ts'

/**
 * Adds the variables of `.env` to the environment: of the file next to the deployment file, then of that in the working
 * directory. Existing variables are not changed.
 *
 * @param file the deployment file; undefined: the reference server
 * @param environment changed: a deployment file that is a module may read it there
 */
export function readEnvironment(file: string | undefined, environment: NodeJS.ProcessEnv): void {
  readDotenv({ quiet: true, path: [...environmentFiles(file)], processEnv: environment })
}
