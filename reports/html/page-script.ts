import { readFileSync } from 'node:fs'

/**
 * The script of a page, as one file.
 *
 * @param bundle file that `npm run generate` writes
 */
export function pageScript(bundle: URL): string {
  try {
    return readFileSync(bundle, 'utf8')
  } catch (error) {
    throw new Error(`${bundle.pathname} is missing. In a checkout, npm run generate writes it.`, {
      cause: error,
    })
  }
}
