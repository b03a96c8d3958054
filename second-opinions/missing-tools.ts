import { PRISM } from './prism.ts'
import { installedVersion } from './tool-process.ts'

/** Packages that the user must install to use both tools: the published package does not include them. */
export const missingTools = (): readonly string[] =>
  [PRISM, 'dredd'].filter((name) => installedVersion(name) === undefined)
