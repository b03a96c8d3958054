import { isObject } from './is-object.ts'
import type { Scan } from './resources/documents.ts'

/**
 * Reads the scan of a document. What is scanned here is JSON in base64, so that one can be made that shows anything.
 *
 * @returns undefined when nothing can be made out in it
 */
export function readScan(file: unknown): Scan | undefined {
  try {
    const seen: unknown = JSON.parse(Buffer.from(String(file), 'base64').toString('utf8'))
    if (!isObject(seen) || typeof seen.name !== 'string') return undefined
    return {
      name: seen.name,
      ...(typeof seen.expiresOn === 'string' && { expiresOn: seen.expiresOn }),
      dotsPerInch: Number(seen.dotsPerInch),
      sides: Number(seen.sides),
      edited: seen.edited === true,
    }
  } catch {
    return undefined
  }
}

/** A file that is read as the scan. */
export const scanned = (scan: Scan): string => Buffer.from(JSON.stringify(scan)).toString('base64')
