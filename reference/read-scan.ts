import { isObject } from './is-object.ts'
import type { Scan } from './resources/documents.ts'

/** First bytes of the accepted file types. */
const SIGNATURES = [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from('%PDF-')]

/** The sandbox does not examine images: it believes the declared content. */
const IMAGE: Scan = { dotsPerInch: 300, sides: 2, edited: false }

/**
 * The scan of a document. Here a scan is JSON in base64, so that a test can create any scan.
 *
 * @returns undefined if the scan is unreadable
 */
export function readScan(file: unknown): Scan | undefined {
  const bytes = Buffer.from(String(file), 'base64')
  if (SIGNATURES.some((signature) => bytes.subarray(0, signature.length).equals(signature))) return IMAGE
  try {
    const seen: unknown = JSON.parse(bytes.toString('utf8'))
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

/** A file that reads as the scan. */
export const scanned = (scan: Scan): string => Buffer.from(JSON.stringify(scan)).toString('base64')
