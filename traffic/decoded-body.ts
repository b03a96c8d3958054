import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { MAX_RESPONSE_BYTES } from '../fixtures/http/exchange-client.ts'

/** Without a trailing `\s*`, which takes quadratic time on white space. */
const BASE64 = /^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/
/** Maximum size of a decompressed body, bytes. */
const MAX_DECODED_BYTES = 4 * MAX_RESPONSE_BYTES

const DECODERS: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = {
  gzip: (body) => gunzipSync(body, { maxOutputLength: MAX_DECODED_BYTES }),
  'x-gzip': (body) => gunzipSync(body, { maxOutputLength: MAX_DECODED_BYTES }),
  deflate: (body) => inflateSync(body, { maxOutputLength: MAX_DECODED_BYTES }),
  br: (body) => brotliDecompressSync(body, { maxOutputLength: MAX_DECODED_BYTES }),
  zstd: (body) => zstdDecompressSync(body, { maxOutputLength: MAX_DECODED_BYTES }),
}

/**
 * The bytes of a body in HAR: text, or base64 of bytes, which some recorders leave compressed. undefined: undecodable.
 *
 * @param contentEncoding header of the response
 */
export function decodedBody(
  text: string,
  encoding: string | undefined,
  contentEncoding: string | undefined,
): Uint8Array | undefined {
  if (encoding === undefined || encoding === '') return Buffer.from(text, 'utf8')
  if (encoding.toLowerCase() !== 'base64' || !BASE64.test(text)) return undefined
  return decompressed(Buffer.from(text, 'base64'), contentEncoding)
}

/** A body without its content coding; unchanged if it has none. */
export function decompressed(body: Uint8Array, contentEncoding: string | undefined): Uint8Array | undefined {
  const coding = contentEncoding?.trim().toLowerCase()
  if (coding === undefined || coding === '' || coding === 'identity') return body
  try {
    return DECODERS[coding]?.(body) ?? (isText(body) ? body : undefined)
  } catch {
    // Most recorders decode the body and keep the header.
    return isText(body) ? body : undefined
  }
}

const isText = (body: Uint8Array) => /^[\s{["\w-]/.test(Buffer.from(body.subarray(0, 1)).toString('latin1'))
