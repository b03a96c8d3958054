import { PRISM } from './prism.ts'
import { installedVersion } from './tool-process.ts'

/** Packages that would have to be installed for both tools to be asked: the published package brings neither. */
export const missingTools = (): readonly string[] =>
  [PRISM, 'dredd'].filter((name) => installedVersion(name) === undefined)
