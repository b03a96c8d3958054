import { startReport } from './client.ts'
import { PACKED_TOGETHER } from './evidence-places.ts'
import * as markup from './exchange-markup.ts'

/** The inline script of the report: the source text of its functions, and the call that starts them. */
export const clientScript = (): string =>
  [...Object.values(markup), startReport]
    .map((part) => part.toString())
    // Inside a script element only these two would be read as markup.
    .map((source) => source.replaceAll('</', '<\\/').replaceAll('<!--', '<\\!--'))
    .join('\n\n')
    .concat(`\n\nstartReport(${PACKED_TOGETHER})\n`)
