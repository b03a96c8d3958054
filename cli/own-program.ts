import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The path of this program, for commands that start it again as a separate process. */
export const ASSAY = fileURLToPath(new URL(`./assay${extname(import.meta.url)}`, import.meta.url))
