import { assayError } from '../../errors/index.ts'
import { readBounded } from '../../spec/read-bounded.ts'

const MAX_BYTES = 32 * 1024 * 1024
const TIMEOUT_MS = 30_000

/**
 * The bytes of a status list.
 *
 * @param source path of a file, or URL
 * @throws AssayError where it cannot be read
 */
export async function readStatus(source: string): Promise<Buffer> {
  try {
    return /^https?:\/\//.test(source) ? await fetched(source) : readBounded(source, MAX_BYTES)
  } catch (error) {
    const { code, message, cause } = error as NodeJS.ErrnoException
    // The code of a timeout is a number.
    const found = typeof code === 'string' ? code : cause instanceof Error ? cause.message : message
    throw assayError('status-unreadable', { source, reason: found })
  }
}

async function fetched(url: string): Promise<Buffer> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok || response.body === null) throw new Error(`status ${response.status}`)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body) {
    size += part.byteLength
    if (size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
