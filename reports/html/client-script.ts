import { pageScript } from './page-script.ts'

/** The inline script of the report. */
export const clientScript = (): string =>
  pageScript(new URL('browser/start-report.bundle.js', import.meta.url))
